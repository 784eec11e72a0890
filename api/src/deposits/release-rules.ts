import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { depositPurposes, releaseBases, releaseDays, releaseOutcomes } from './deposit-releases.ts'

export const about =
  'When deposits come back, by what they are for and whether the tender was won, with where each rule is from.'

const base = '/project/api/release-rules'

export const releaseRuleFields = {
  purpose: z.enum(depositPurposes),
  outcome: z.enum(releaseOutcomes),
  basis: z.enum(releaseBases),
  days: releaseDays,
  /** The law, manual or contract that the rule comes from. */
  source: f.optional(f.text(500)),
  /** Whether somebody confirmed the rule at its source. */
  isSure: f.active,
}

/** The label of each field on the screen. */
export const releaseRuleLabels = {
  purpose: 'Purpose',
  outcome: 'Tender',
  basis: 'Waits for',
  days: 'Days after',
  source: 'Source',
  isSure: 'Confirmed',
} as const satisfies Record<keyof typeof releaseRuleFields, string>

export const releaseRule = r.stored({ id: f.id, ...releaseRuleFields, ...r.authors })
export type ReleaseRule = z.infer<typeof releaseRule>

export const releaseRuleInput = r.createBody(
  releaseRuleFields,
  { outcome: 'ANY', days: 0, isSure: false },
  r.namesOf(r.authors),
)
export const releaseRuleEdit = r.editBody(releaseRuleFields, r.namesOf(r.authors))

export const audited = {
  release_rules: { record: releaseRule, labels: releaseRuleLabels },
}

export const listReleaseRules = endpoint({
  method: 'GET',
  path: base,
  summary: 'The rules of release, by purpose',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(releaseRule),
})

export const getReleaseRule = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One rule of release',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: releaseRule,
})

export const createReleaseRule = endpoint({
  method: 'POST',
  path: base,
  summary: 'Enter a rule of release for a purpose and outcome that has none',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: releaseRuleInput,
  response: releaseRule,
})

export const updateReleaseRule = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a rule of release: what is open goes by it from then on',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: releaseRuleEdit,
  response: releaseRule,
})

export const deleteReleaseRule = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a rule of release: deposits that went by it have no due day until they say one',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})
