import * as z from 'zod/mini'
import { depositPurposes } from '../deposits/deposit-releases.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { freeings } from './bank-facilities.ts'

export const about = 'How much more each bank can guarantee on which day, and whether it is enough for a tender.'

/** Months from today that are looked ahead. */
export const monthsAhead = 18

/** A limit and what is said of it that is told beside its headroom. */
const facility = {
  facilityId: f.id,
  facilityName: z.string(),
  limitAmount: f.total,
  freesOn: z.enum(freeings),
  freeCash: z.nullable(f.total),
  freeCashOn: z.nullable(f.day),
}

/** From a day on, until the next line: what guarantees and plans come to, and what is left of the limit, which may be less than nothing. */
const headroomStep = z.object({
  on: f.day,
  used: f.total,
  planned: f.total,
  headroom: f.total,
  /** What is left where every paper comes back when it is expected to. */
  expected: f.total,
})
export type HeadroomStep = z.infer<typeof headroomStep>

/** A guarantee that gives a part of the limit back. */
const freed = z.object({
  instrumentId: f.id,
  number: z.nullable(z.string()),
  amount: f.total,
  /** The first day on which it no longer counts, tomorrow at the earliest. Null where nobody can say: it is claimed, or has no last day yet. */
  on: z.nullable(f.day),
  /** The bank frees it by that day; else that is when its paper is expected back. */
  isCertain: z.boolean(),
  /** Its paper should have been back before today. */
  isOverdue: z.boolean(),
  /** The contracts that it secures: bid IDs, else names; null to somebody who may not view contracts. */
  securedFor: z.nullable(z.string()),
})
export type Freed = z.infer<typeof freed>

const facilityHeadroom = z.object({
  ...facility,
  reviewOn: z.nullable(f.day),
  isActive: z.boolean(),
  /** Today's. */
  used: f.total,
  planned: f.total,
  headroom: f.total,
  guarantees: z.int(),
  plans: z.int(),
  /** What the bank keeps for the guarantees that count today by its margin, or theirs; and what of receipts is pledged for them. */
  marginNeeded: f.total,
  marginHeld: f.total,
  /** The first day on which less than nothing is left. */
  firstShortOn: z.nullable(f.day),
  /** Today, and each day on which something begins or ends. */
  steps: z.array(headroomStep),
  /** By the day on which they do, those of which nobody can say last. */
  frees: z.array(freed),
  /** Those of them without which the first short day would not be short, and none that could stay; null where it would be even so. */
  mends: z.nullable(z.array(freed)),
})
export type FacilityHeadroom = z.infer<typeof facilityHeadroom>

export const guaranteeHeadroom = z.object({
  from: f.day,
  until: f.day,
  facilities: z.array(facilityHeadroom),
  /** Bank guarantees under way that say no limit: they count nowhere. */
  withoutLimit: z.object({ guarantees: z.int(), amount: f.total }),
})
export type GuaranteeHeadroom = z.infer<typeof guaranteeHeadroom>

export const getGuaranteeHeadroom = endpoint({
  method: 'GET',
  path: '/project/api/guarantee-headroom',
  summary: 'What is used, planned and left of each limit, day by day',
  allow: { module: 'Payments', can: 'canView' },
  response: guaranteeHeadroom,
})

/** Enough with all that is planned; enough for this tender if no other took any; not enough. */
export const bidVerdicts = ['YES', 'ONLY_ALONE', 'NO'] as const
export type BidVerdict = (typeof bidVerdicts)[number]

/** What has to be entered before a guarantee can be proposed, by the names of contract and terms. */
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

/** A guarantee of this tender: planned at a limit, or proposed by what its papers say. */
const bidPlan = z.object({
  planId: z.nullable(f.id),
  /** When what is planned was last changed. */
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
  /** Nothing more is planned under one that is not. */
  isActive: f.active,
  /** Guarantees of this tender are planned here, and these are judged; else all of them are, as if this bank gave them. */
  isPlanned: z.boolean(),
  verdict: z.enum(bidVerdicts),
  /** The first day on which it is not enough, and the most that is missing on any; with all plans, else with this tender's alone. */
  firstShortOn: z.nullable(f.day),
  shortage: f.total,
  firstShortAloneOn: z.nullable(f.day),
  shortageAlone: f.total,
  /** The days on which something begins or ends while this tender needs its guarantees. */
  days: z.array(
    z.object({
      on: f.day,
      used: f.total,
      /** What other tenders and contracts plan. */
      others: f.total,
      /** What this one needs. */
      asked: f.total,
      /** What is left then, which may be less than nothing. */
      left: f.total,
    }),
  ),
  /** In the order in which they come free, the guarantees that it would be enough without; all of them where it would not be even so. */
  mends: z.array(z.extend(freed, { /** It is free before the first short day. */ isInTime: z.boolean() })),
  isMended: z.boolean(),
  /** What the bank keeps for the guarantees of this tender, and what it takes for them; null where its rate is not known. */
  marginNeeded: z.nullable(f.total),
  commission: z.nullable(f.total),
})
export type BidBank = z.infer<typeof bidBank>

export const bidCheck = z.object({
  /** The worst of the banks that guarantees are planned at, else the best of all; null where there is nothing to judge. */
  verdict: z.nullable(z.enum(bidVerdicts)),
  plans: z.array(bidPlan),
  /** What is not known, of guarantees that could be proposed. */
  missing: z.array(z.object({ purpose: z.enum(depositPurposes), facts: z.array(z.enum(bidFacts)) })),
  banks: z.array(bidBank),
})
export type BidCheck = z.infer<typeof bidCheck>

export const checkBid = endpoint({
  method: 'GET',
  path: '/project/api/contracts/:id/bid-check',
  summary: 'Whether the limits of our banks are enough for the guarantees of a tender, and what would mend it',
  allow: { module: 'Payments', can: 'canView', and: [{ module: 'Contracts', can: 'canView' }] },
  params: f.idParams,
  response: bidCheck,
})
