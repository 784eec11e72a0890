import type { DepositPurpose } from '@plinth/api/deposits/deposit-releases'
import type { CommissionBasis, Freeing } from '@plinth/api/guarantees/bank-facilities'
import type { Freed } from '@plinth/api/guarantees/guarantee-headroom'
import { paiseOf, percentOf } from '@plinth/api/kernel/paise'
import { dayAfter, expectedLastDayOf, lastDayOf, type Span } from './headroom.rules.ts'

/** A limit of a bank, with the guarantees and plans that count under it. */

export interface Guarantee {
  id: string
  number: string | null
  amount: number
  state: string
  begins: string
  expiresOn: string | null
  claimUntil: string | null
  marginPercent: number | null
  /** The receipts pledged for it, in rupees. */
  pledged: number
  securedFor: string | null
}

export interface Plan {
  id: string
  contractId: string
  purpose: DepositPurpose
  amount: number
  neededOn: string
  untilOn: string
  /** In the format of the database. */
  updatedAt: string
}

export interface Limit {
  facilityId: string
  facilityName: string
  limitAmount: number
  marginPercent: number | null
  commissionPercent: number | null
  commissionBasis: CommissionBasis
  minCharge: number | null
  freesOn: Freeing
  dischargeDays: number
  freeCash: number | null
  freeCashOn: string | null
  reviewOn: string | null
  isActive: boolean
  guarantees: Guarantee[]
  plans: Plan[]
}

/** A guarantee as it counts under its limit. */
export interface CountedGuarantee {
  guarantee: Guarantee
  span: Span
  /** The last day on which it is expected to count. */
  expected: string | null
}

export const countedGuarantee = (guarantee: Guarantee, { freesOn, dischargeDays }: Limit): CountedGuarantee => ({
  guarantee,
  span: { paise: paiseOf(guarantee.amount), from: guarantee.begins, until: lastDayOf(guarantee, freesOn) },
  expected: expectedLastDayOf(guarantee, freesOn, dischargeDays),
})

export const spanOf = ({ amount, neededOn, untilOn }: Pick<Plan, 'amount' | 'neededOn' | 'untilOn'>): Span => ({
  paise: paiseOf(amount),
  from: neededOn,
  until: untilOn,
})

/** The guarantees that still count on the day, in the order in which they come free; those without a known day are last. */
export function inFreeingOrder(counting: readonly CountedGuarantee[], day: string): CountedGuarantee[] {
  const end = ({ expected }: CountedGuarantee) => expected ?? '9999-12-31'
  return counting
    .filter(({ span }) => span.until === null || span.until >= day)
    .toSorted((one, other) => (end(one) < end(other) ? -1 : Number(end(one) > end(other))))
}

/** The wire form of a guarantee that will free a part of its limit, as of `day`. */
export function freedOf({ guarantee, span, expected }: CountedGuarantee, day: string): Freed {
  const { id, number, amount, securedFor } = guarantee
  const isOverdue = expected !== null && expected < day
  return {
    instrumentId: id,
    number,
    amount,
    on: expected && dayAfter(isOverdue ? day : expected),
    isCertain: span.until !== null,
    isOverdue,
    securedFor,
  }
}

/** The margin for guarantees, each by its own percentage or the limit's, rounded to whole paise for each. */
export const marginOf = (guarantees: readonly { paise: bigint; percent: number | null }[]) =>
  guarantees.reduce((sum, { paise, percent }) => sum + percentOf(paise, percent ?? 0), 0n)

export const factsOf = ({ facilityId, facilityName, limitAmount, freesOn, freeCash, freeCashOn }: Limit) => ({
  facilityId,
  facilityName,
  limitAmount,
  freesOn,
  freeCash,
  freeCashOn,
})
