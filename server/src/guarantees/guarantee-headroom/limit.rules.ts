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
  /** What of receipts is pledged for it. */
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
  /** As the database writes it. */
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
export interface Counting {
  guarantee: Guarantee
  span: Span
  /** The last day on which it is expected to count. */
  expected: string | null
}

export const countingOf = (guarantee: Guarantee, { freesOn, dischargeDays }: Limit): Counting => ({
  guarantee,
  span: { paise: paiseOf(guarantee.amount), from: guarantee.begins, until: lastDayOf(guarantee, freesOn) },
  expected: expectedLastDayOf(guarantee, freesOn, dischargeDays),
})

export const spanOf = ({ amount, neededOn, untilOn }: Pick<Plan, 'amount' | 'neededOn' | 'untilOn'>): Span => ({
  paise: paiseOf(amount),
  from: neededOn,
  until: untilOn,
})

/** Those that still count on the day, in the order in which they come free; last those of which nobody can say. */
export function comingFree(counting: readonly Counting[], day: string): Counting[] {
  const end = ({ expected }: Counting) => expected ?? '9999-12-31'
  return counting
    .filter(({ span }) => span.until === null || span.until >= day)
    .toSorted((one, other) => (end(one) < end(other) ? -1 : Number(end(one) > end(other))))
}

/** What is told of a guarantee that gives a part of its limit back, as of `day`. */
export function freedOf({ guarantee, span, expected }: Counting, day: string): Freed {
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

/** What a bank keeps for guarantees, each by its own margin or the limit's: a whole number of paise for each. */
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
