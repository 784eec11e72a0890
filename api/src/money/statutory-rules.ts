import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { filterBy } from '../kernel/filters.ts'
import * as r from '../kernel/record.ts'
import { ruleKinds, ruleSubjects, ruleValue } from './rule-kinds.ts'
import { rulePlaces } from './rule-places.ts'
import { ruleStandings } from './rules-in-force.ts'

export const about =
  'Rules of law and practice, each with its first day and its source: shipped with the product, or a company’s own.'

const base = '/payment/api/statutory-rules'

/** India, or an existing State or Union Territory. */
export const rulePlace = f.text(5).check(
  z.regex(new RegExp(`^(?:${Object.keys(rulePlaces).join('|')})$`), {
    error: 'must be IN, or a State such as IN-KA',
  }),
)

const webAddress = f
  .text(500)
  .check(z.regex(/^https?:\/\/[^\s/]+\.[^\s]+$/, { error: 'must be an address such as https://cbic-gst.gov.in' }))

/** V: read in the named source. K: common knowledge. U: unsure, needs confirmation. A company’s own rule has no mark. */
export const ruleTrusts = ['V', 'K', 'U'] as const
export type RuleTrust = (typeof ruleTrusts)[number]

/** The editable fields of a company's own rule. Its kind never changes, since another kind has another value. */
export const statutoryRuleFields = {
  scope: rulePlace,
  validFrom: f.day,
  /** Has the shape of its kind; null ends the company's rules of this kind and scope. */
  value: z.nullable(ruleValue),
  /** The law, order or letter, or else the reason. */
  sourceTitle: f.requiredText(300),
  /** Its clause or page. */
  sourceReference: f.optional(f.text(300)),
  sourceUrl: f.optional(webAddress),
  /** The day of the source. */
  publishedOn: f.optional(f.day),
  /** The day on which the source was last looked up. */
  readOn: f.optional(f.day),
}
const ruleFields = { kind: z.enum(ruleKinds), ...statutoryRuleFields }

/** The label of each field on the screen. */
export const statutoryRuleLabels = {
  kind: 'Kind of rule',
  scope: 'Where',
  validFrom: 'Holds from',
  value: 'Value',
  sourceTitle: 'Source, or why',
  sourceReference: 'Clause or page',
  sourceUrl: 'Address on the web',
  publishedOn: 'Published on',
  readOn: 'Looked up on',
} as const satisfies Record<keyof typeof ruleFields, string>

/** The fields that the server computes. */
const computedFields = {
  /** True for the company's own rules, false for shipped ones. */
  isOwn: z.boolean(),
  subject: z.enum(ruleSubjects),
  /** The day before the next rule of its series begins; null if there is none. */
  validUntil: z.nullable(f.day),
  trust: z.nullable(z.enum(ruleTrusts)),
  /** Whether a user of the company must confirm it before it counts. */
  waits: z.boolean(),
  confirmedByName: z.nullable(z.string()),
  confirmedAt: z.nullable(f.moment),
  /** What the user who confirmed it had looked at. */
  remark: z.nullable(z.string()),
  /** Whether something was computed with it, so that it cannot change. Only for the company's own rules. */
  isUsed: z.boolean(),
  /** The time of the first release without this rule: it no longer counts, but earlier computations can still refer to it. */
  withdrawnAt: z.nullable(f.moment),
  ...r.authors,
}

export const statutoryRule = r.stored({ id: f.id, ...ruleFields, ...computedFields })
export type StatutoryRule = z.infer<typeof statutoryRule>

/** A rule with its standing at a place on a day. */
export const standingRule = z.object({ ...statutoryRule.shape, standing: z.enum(ruleStandings) })
export type StandingRule = z.infer<typeof standingRule>

/** The fields that only the server sets, including those of the list. */
const serverFields = [...r.namesOf(computedFields), 'standing' as const]

export const statutoryRuleInput = r.createBody(ruleFields, { scope: 'IN' }, serverFields)
export const statutoryRuleEdit = r.editBody(statutoryRuleFields, ['kind', ...serverFields])

const dayAndPlace = {
  /** Today in the company's time zone if omitted. */
  day: filterBy(f.day),
  place: filterBy(rulePlace),
}

export const audited = {
  company_rules: { record: statutoryRule, labels: statutoryRuleLabels },
}

export const listStatutoryRules = endpoint({
  method: 'GET',
  path: base,
  summary: 'The statutory rules, with their standing on a day and at a place; all of India if no place is given',
  allow: 'signed-in',
  query: z.strictObject({ subject: filterBy(z.enum(ruleSubjects)), kind: filterBy(z.enum(ruleKinds)), ...dayAndPlace }),
  response: z.array(standingRule),
})

export const getStatutoryRuleInForce = endpoint({
  method: 'GET',
  path: `${base}/in-force`,
  summary:
    'The statutory rule of a kind in force on a day and at a place; 409 if there is none, or it is not confirmed',
  allow: 'signed-in',
  query: z.strictObject({ kind: z.enum(ruleKinds), ...dayAndPlace }),
  response: statutoryRule,
})

export const getStatutoryRule = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One statutory rule, in force or not',
  allow: 'signed-in',
  params: f.idParams,
  response: statutoryRule,
})

export const createStatutoryRule = endpoint({
  method: 'POST',
  path: base,
  summary:
    'Create a rule of the company beside the shipped ones; it is in force from its first day on and changes no earlier rule',
  allow: { module: 'GST', can: 'canCreate' },
  status: 201,
  body: statutoryRuleInput,
  response: statutoryRule,
})

export const updateStatutoryRule = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a rule of the company that no computation has used',
  allow: { module: 'GST', can: 'canEdit' },
  params: f.idParams,
  body: statutoryRuleEdit,
  response: statutoryRule,
})

export const deleteStatutoryRule = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a rule of the company that no computation has used',
  allow: { module: 'GST', can: 'canDelete' },
  params: f.idParams,
})

export const confirmStatutoryRule = endpoint({
  method: 'POST',
  path: `${base}/:id/confirm`,
  summary: 'Confirm, by name, a shipped rule that is marked unsure; it is in force for the company from then on',
  allow: { module: 'GST', can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ remark: f.requiredText(1000) }),
  response: statutoryRule,
})
