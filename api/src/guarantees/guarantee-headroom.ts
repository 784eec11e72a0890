import * as z from 'zod/mini'
import { depositPurposes } from '../deposits/deposit-releases.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { freeings } from './bank-facilities.ts'

export const about = 'The free limit of each bank by day, and whether it is enough for a tender.'

/** The headroom is computed for this many months from today. */
export const monthsAhead = 18

/** The fields of a limit that are shown beside its headroom. */
const facility = {
  facilityId: f.id,
  facilityName: z.string(),
  limitAmount: f.total,
  freesOn: z.enum(freeings),
  freeCash: z.nullable(f.total),
  freeCashOn: z.nullable(f.day),
}

/** The totals from a day until the next step: guarantees, plans, and the rest of the limit, which may be negative; in rupees. */
const headroomStep = z.object({
  on: f.day,
  used: f.total,
  planned: f.total,
  headroom: f.total,
  /** The headroom if every guarantee comes back on its expected day. */
  expected: f.total,
})
export type HeadroomStep = z.infer<typeof headroomStep>

/** A guarantee that will free a part of the limit. */
const freed = z.object({
  instrumentId: f.id,
  number: z.nullable(z.string()),
  amount: f.total,
  /** The first day on which it does not count any more, tomorrow at the earliest. Null if unknown: it is claimed or has no last day. */
  on: z.nullable(f.day),
  /** Whether the bank frees the limit by that day for certain; else the day is when the guarantee is expected back. */
  isCertain: z.boolean(),
  /** Whether the guarantee was expected back before today. */
  isOverdue: z.boolean(),
  /** The contracts that it secures: bid IDs, else names; null for users who may not view contracts. */
  securedFor: z.nullable(z.string()),
})
export type Freed = z.infer<typeof freed>

const facilityHeadroom = z.object({
  ...facility,
  reviewOn: z.nullable(f.day),
  isActive: z.boolean(),
  /** The totals of today. */
  used: f.total,
  planned: f.total,
  headroom: f.total,
  guarantees: z.int(),
  plans: z.int(),
  /** The margin for the guarantees that count today, by their own percentage or the limit's; and the receipts pledged for them. */
  marginNeeded: f.total,
  marginHeld: f.total,
  /** The first day with negative headroom. */
  firstShortOn: z.nullable(f.day),
  /** One step for today and for each day on which a guarantee or plan begins or ends. */
  steps: z.array(headroomStep),
  /** Ordered by their days, unknown days last. */
  frees: z.array(freed),
  /** Those of them that must come free so that the first short day is not short, none that could stay; null if all are not enough. */
  mends: z.nullable(z.array(freed)),
})
export type FacilityHeadroom = z.infer<typeof facilityHeadroom>

export const guaranteeHeadroom = z.object({
  from: f.day,
  until: f.day,
  facilities: z.array(facilityHeadroom),
  /** Bank guarantees under way without a limit; they count nowhere. */
  withoutLimit: z.object({ guarantees: z.int(), amount: f.total }),
})
export type GuaranteeHeadroom = z.infer<typeof guaranteeHeadroom>

export const getGuaranteeHeadroom = endpoint({
  method: 'GET',
  path: '/project/api/guarantee-headroom',
  summary: 'The used, planned and free part of each limit, day by day',
  allow: { module: 'Payments', can: 'canView' },
  response: guaranteeHeadroom,
})

/** YES: enough with all plans. ONLY_ALONE: enough for this tender without the plans of others. NO: not enough. */
export const bidVerdicts = ['YES', 'ONLY_ALONE', 'NO'] as const
export type BidVerdict = (typeof bidVerdicts)[number]

/** The fields of contract and terms that are needed to propose a guarantee. */
export const bidFacts = [
  'emdAmount',
  'closingDate',
  'bidValidUntil',
  'psPercent',
  'tenderBidValue',
  'resultDate',
  'givenEndDate',
] as const
export type BidFact = (typeof bidFacts)[number]

/** A guarantee of this tender, planned under a limit or proposed from the tender's terms. */
const bidPlan = z.object({
  planId: z.nullable(f.id),
  /** The last change of the plan; null for a proposal. */
  updatedAt: z.nullable(f.moment),
  facilityId: z.nullable(f.id),
  facilityName: z.nullable(z.string()),
  purpose: z.enum(depositPurposes),
  amount: f.total,
  neededOn: f.day,
  untilOn: f.day,
})
export type BidPlan = z.infer<typeof bidPlan>

const bidBank = z.object({
  ...facility,
  /** An inactive limit takes no new plans. */
  isActive: f.active,
  /** Whether guarantees of this tender are planned here, so that these are judged; else all are, as if this bank gave them. */
  isPlanned: z.boolean(),
  verdict: z.enum(bidVerdicts),
  /** The first short day and the largest shortage in rupees, with all plans; and the same with this tender's plans alone. */
  firstShortOn: z.nullable(f.day),
  shortage: f.total,
  firstShortAloneOn: z.nullable(f.day),
  shortageAlone: f.total,
  /** The days on which a guarantee or plan begins or ends, while this tender needs its guarantees. */
  days: z.array(
    z.object({
      on: f.day,
      used: f.total,
      /** The plans of other tenders and contracts. */
      others: f.total,
      /** The guarantees of this tender. */
      asked: f.total,
      /** The rest of the limit, which may be negative. */
      left: f.total,
    }),
  ),
  /** The guarantees that must come free to make the limit enough, in the order of their days; all short ones if that is not enough. */
  mends: z.array(
    z.extend(freed, { /** Whether it is free on or before the first short day. */ isInTime: z.boolean() }),
  ),
  isMended: z.boolean(),
  /** Margin and commission for the guarantees of this tender, in rupees; null if the rate is unknown. */
  marginNeeded: z.nullable(f.total),
  commission: z.nullable(f.total),
})
export type BidBank = z.infer<typeof bidBank>

export const bidCheck = z.object({
  /** The worst verdict of the banks with plans, else the best of all banks; null if there is nothing to judge. */
  verdict: z.nullable(z.enum(bidVerdicts)),
  plans: z.array(bidPlan),
  /** The missing fields of guarantees that could be proposed. */
  missing: z.array(z.object({ purpose: z.enum(depositPurposes), facts: z.array(z.enum(bidFacts)) })),
  banks: z.array(bidBank),
})
export type BidCheck = z.infer<typeof bidCheck>

export const checkBid = endpoint({
  method: 'GET',
  path: '/project/api/contracts/:id/bid-check',
  summary: 'Whether the banks’ limits are enough for the guarantees of a tender, and what would make them enough',
  allow: { module: 'Payments', can: 'canView', and: [{ module: 'Contracts', can: 'canView' }] },
  params: f.idParams,
  response: bidCheck,
})
