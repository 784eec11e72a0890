import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { depositPurposes, releaseBases, releaseDays, releaseOutcomes } from './deposit-releases.ts'

export const about =
  'Rules for when deposits are due back, by purpose and by the outcome of the tender, each with its source.'

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
  summary: 'The release rules, by purpose',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(releaseRule),
})

export const getReleaseRule = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One release rule',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: releaseRule,
})

export const createReleaseRule = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a release rule for a purpose and an outcome that have none',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: releaseRuleInput,
  response: releaseRule,
})

export const updateReleaseRule = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a release rule; it applies to open deposits from then on',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: releaseRuleEdit,
  response: releaseRule,
})

export const deleteReleaseRule = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a release rule; deposits under it have no due day until they state one',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})
