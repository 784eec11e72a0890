import type { BankFacility } from './bank-facilities.ts'
import { daysBetween, monthsAfter } from './kernel/later-days.ts'
import { inRupees, paiseOf } from './kernel/paise.ts'

/** What a bank takes for a guarantee. */

interface Guaranteed {
  amount: number
  /** The first and the last day for which the bank answers, both included. */
  from: string
  until: string
}

type Terms = Pick<BankFacility, 'commissionPercent' | 'commissionBasis' | 'minCharge'>

/** Quarters of a year that have begun: the fewest that reach the last day, each up to the day before the one it began on. */
function quartersOf({ from, until }: Guaranteed): number {
  let quarters = 1
  while (monthsAfter(from, 3 * quarters) <= until) quarters += 1
  return quarters
}

const daysOf = ({ from, until }: Guaranteed) => daysBetween(from, until) + 1

/**
 * Commission in rupees, halves of a paisa up, and no less than the least that the bank takes; null where its rate is not known.
 * A rate is per cent a year: a quarter that has begun costs a fourth of it, a day one part of 365.
 */
export function commissionOf(guarantee: Guaranteed, terms: Terms): number | null {
  const { commissionPercent, commissionBasis, minCharge } = terms
  if (commissionPercent === null || guarantee.until < guarantee.from) return null
  const parts =
    commissionBasis === 'PER_DAY_365'
      ? { taken: daysOf(guarantee), of: 365n }
      : { taken: quartersOf(guarantee), of: 4n }
  const divisor = 10_000n * parts.of
  const numerator = paiseOf(guarantee.amount) * BigInt(Math.round(commissionPercent * 100)) * BigInt(parts.taken)
  const paise = (2n * numerator + divisor) / (2n * divisor)
  return Math.max(inRupees(paise), minCharge ?? 0)
}
