import * as z from 'zod/mini'
import { depositPurposes } from '../deposits/deposit-releases.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { anyIds, anyOf, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { type Contract, contractStatuses } from '../tenders/contracts.ts'

export const about = 'Planned guarantees of tenders and contracts: amount, days and bank.'

const base = '/project/api/bg-plans'

/** A PLANNED guarantee counts against the limit. For an ISSUED plan its guarantee counts instead. A DROPPED plan is not needed. */
export const bgPlanStates = ['PLANNED', 'ISSUED', 'DROPPED'] as const
export type BgPlanState = (typeof bgPlanStates)[number]

export const bgPlanFields = {
  contractId: f.id,
  facilityId: f.id,
  purpose: z.enum(depositPurposes),
  amount: f.positiveMoney,
  neededOn: f.day,
  untilOn: f.day,
  state: z.enum(bgPlanStates),
  /** The guarantee that was issued for the plan. */
  instrumentId: f.optional(f.id),
  comment: f.optional(f.text(2000)),
}

/** The label of each field on the screen. */
export const bgPlanLabels = {
  contractId: 'Contract',
  facilityId: 'Bank limit',
  purpose: 'Purpose',
  amount: 'Amount',
  neededOn: 'Needed on',
  untilOn: 'Needed until',
  state: 'State',
  instrumentId: 'Guarantee',
  comment: 'Comment',
} as const satisfies Record<keyof typeof bgPlanFields, string>

/** The fields that the server computes. */
const computedFields = {
  facilityName: z.string(),
  /** Fields of the contract; null for users who may not view contracts. */
  bidId: z.nullable(z.string()),
  contractName: z.nullable(z.string()),
  contractStatus: z.nullable(z.enum(contractStatuses)),
  /** Null for users who may not view contracts, too. */
  instrumentNumber: z.nullable(z.string()),
  /** Whether the plan counts against its limit: it is PLANNED, its last day has not passed, and its tender is not lost. */
  isCounted: z.boolean(),
  ...r.authors,
}

export const bgPlan = r.stored({ id: f.id, ...bgPlanFields, ...computedFields })
export type BgPlan = z.infer<typeof bgPlan>

const { contractId: _, facilityId: __, instrumentId: ___, ...otherLabels } = bgPlanLabels
/** The labels of columns in lists, which show the names of contract, limit and guarantee instead of their ids. */
export const bgPlanColumnLabels = {
  bidId: 'Bid ID',
  contractName: 'Contract',
  facilityName: 'Bank limit',
  ...otherLabels,
  instrumentNumber: 'Guarantee',
  contractStatus: 'Status of the contract',
  isCounted: 'Counts',
} as const satisfies Partial<Record<keyof BgPlan | keyof Contract, string>>

const rules = [f.dayOrder('neededOn', 'untilOn')] as const

export const bgPlanInput = r.createBody(bgPlanFields, { state: 'PLANNED' }, r.namesOf(computedFields)).check(...rules)
export const bgPlanEdit = r.editBody(bgPlanFields, r.namesOf(computedFields)).check(...rules)

export const audited = {
  bg_plans: { record: bgPlan, labels: bgPlanLabels },
}

export const filterBgPlans = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the planned guarantees',
  allow: { module: 'Payments', can: 'canView' },
  body: filterBody(
    {
      /** Each word must occur in the bank, the name of the limit, the bid ID or the contract's name. */
      search: textFilter,
      facilityId: anyIds,
      contractId: anyIds,
      purpose: anyOf(depositPurposes),
      state: anyOf(bgPlanStates),
    },
    bgPlan,
  ),
  response: page(bgPlan),
})

export const getBgPlan = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One planned guarantee',
  allow: { module: 'Payments', can: 'canView' },
  params: f.idParams,
  response: bgPlan,
})

export const createBgPlan = endpoint({
  method: 'POST',
  path: base,
  summary: 'Plan a guarantee: it counts against the limit of its bank from now on',
  allow: { module: 'Payments', can: 'canCreate', and: [{ module: 'Contracts', can: 'canView' }] },
  status: 201,
  body: bgPlanInput,
  response: bgPlan,
})

export const updateBgPlan = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a planned guarantee, link it to the guarantee that was issued, or drop it',
  allow: { module: 'Payments', can: 'canEdit' },
  alsoFor: {
    contractId: { module: 'Contracts', can: 'canView', ifChanged: true },
    instrumentId: { module: 'Contracts', can: 'canView', ifChanged: true },
  },
  params: f.idParams,
  body: bgPlanEdit,
  response: bgPlan,
})

export const deleteBgPlan = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a planned guarantee',
  allow: { module: 'Payments', can: 'canDelete' },
  params: f.idParams,
})
