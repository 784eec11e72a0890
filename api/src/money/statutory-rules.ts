import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { filterBy } from '../kernel/filters.ts'
import * as r from '../kernel/record.ts'
import { ruleKinds, ruleSubjects, ruleValue } from './rule-kinds.ts'
import { rulePlaces } from './rule-places.ts'
import { ruleStandings } from './rules-in-force.ts'

export const about =
  'Rules of law and practice, each with the day it holds from and where it is written: shipped with the product, or a company’s own.'

const base = '/payment/api/statutory-rules'

/** India, or a State or Union Territory that there is. */
export const rulePlace = f.text(5).check(
  z.regex(new RegExp(`^(?:${Object.keys(rulePlaces).join('|')})$`), {
    error: 'must be IN, or a State such as IN-KA',
  }),
)

const webAddress = f
  .text(500)
  .check(z.regex(/^https?:\/\/[^\s/]+\.[^\s]+$/, { error: 'must be an address such as https://cbic-gst.gov.in' }))

/** V was read in the source named, K is common knowledge, U is unsure and asks to be confirmed; a company’s own has none. */
export const ruleTrusts = ['V', 'K', 'U'] as const
export type RuleTrust = (typeof ruleTrusts)[number]

/** What is edited of a company's own rule. Its kind stays: another kind has another value. */
export const statutoryRuleFields = {
  scope: rulePlace,
  validFrom: f.day,
  /** By the shape of its kind; none ends the company's rules of the kind and scope. */
  value: z.nullable(ruleValue),
  /** The law, order or letter that says so, or else why. */
  sourceTitle: f.requiredText(300),
  /** The clause or page of it. */
  sourceReference: f.optional(f.text(300)),
  sourceUrl: f.optional(webAddress),
  /** Of which day it is. */
  publishedOn: f.optional(f.day),
  /** When somebody looked it up last. */
  readOn: f.optional(f.day),
}
const entered = { kind: z.enum(ruleKinds), ...statutoryRuleFields }

/** What each field is called on the screen. */
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
} as const satisfies Record<keyof typeof entered, string>

/** What a rule carries beside the fields that are edited. */
const found = {
  /** Of the company; what else there is came with the product. */
  isOwn: z.boolean(),
  subject: z.enum(ruleSubjects),
  /** The day before the next of its series begins; none where there is none. */
  validUntil: z.nullable(f.day),
  trust: z.nullable(z.enum(ruleTrusts)),
  /** Whether somebody of the company has to confirm it before it counts. */
  waits: z.boolean(),
  confirmedByName: z.nullable(z.string()),
  confirmedAt: z.nullable(f.moment),
  /** What was looked at by who confirmed it. */
  remark: z.nullable(z.string()),
  /** Whether something was computed by it, so that it stays as it is. Of a company's own alone. */
  isUsed: z.boolean(),
  /** When a release came that no longer has it: it counts no more, and what was computed by it still finds it. */
  withdrawnAt: z.nullable(f.moment),
  ...r.authors,
}

export const statutoryRule = r.stored({ id: f.id, ...entered, ...found })
export type StatutoryRule = z.infer<typeof statutoryRule>

/** A rule as it stands at a place on a day. */
export const standingRule = z.object({ ...statutoryRule.shape, standing: z.enum(ruleStandings) })
export type StandingRule = z.infer<typeof standingRule>

/** What only the server says of a rule, as it is listed too. */
const told = [...r.namesOf(found), 'standing' as const]

export const statutoryRuleInput = r.createBody(entered, { scope: 'IN' }, told)
export const statutoryRuleEdit = r.editBody(statutoryRuleFields, ['kind', ...told])

const asked = {
  /** The company's day where none is named. */
  day: filterBy(f.day),
  place: filterBy(rulePlace),
}

export const audited = {
  company_rules: { record: statutoryRule, labels: statutoryRuleLabels },
}

export const listStatutoryRules = endpoint({
  method: 'GET',
  path: base,
  summary: 'The rules, with how each stands on a day and at a place: everywhere in India where none is named',
  allow: 'signed-in',
  query: z.strictObject({ subject: filterBy(z.enum(ruleSubjects)), kind: filterBy(z.enum(ruleKinds)), ...asked }),
  response: z.array(standingRule),
})

export const getStatutoryRuleInForce = endpoint({
  method: 'GET',
  path: `${base}/in-force`,
  summary: 'The rule of a kind that counts on a day and at a place; 409 where there is none, or it is not confirmed',
  allow: 'signed-in',
  query: z.strictObject({ kind: z.enum(ruleKinds), ...asked }),
  response: statutoryRule,
})

export const getStatutoryRule = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One rule, also one that counts no more',
  allow: 'signed-in',
  params: f.idParams,
  response: statutoryRule,
})

export const createStatutoryRule = endpoint({
  method: 'POST',
  path: base,
  summary: 'Put a rule of the company beside those that are shipped: it holds from its day, and changes none before it',
  allow: { module: 'GST', can: 'canCreate' },
  status: 201,
  body: statutoryRuleInput,
  response: statutoryRule,
})

export const updateStatutoryRule = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a rule of the company that nothing was computed by',
  allow: { module: 'GST', can: 'canEdit' },
  params: f.idParams,
  body: statutoryRuleEdit,
  response: statutoryRule,
})

export const deleteStatutoryRule = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a rule of the company that nothing was computed by',
  allow: { module: 'GST', can: 'canDelete' },
  params: f.idParams,
})

export const confirmStatutoryRule = endpoint({
  method: 'POST',
  path: `${base}/:id/confirm`,
  summary: 'Confirm, by name, a shipped rule that is unsure: it counts for the company from then on',
  allow: { module: 'GST', can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ remark: f.requiredText(1000) }),
  response: statutoryRule,
})
