import { decimal, divide, multiply, numberOf } from '../kernel/decimal.ts'
import { daysBetween, monthsAfter } from '../kernel/later-days.ts'
import type { BankFacility } from './bank-facilities.ts'

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
  const [taken, parts] = commissionBasis === 'PER_DAY_365' ? [daysOf(guarantee), 365] : [quartersOf(guarantee), 4]
  const ofYears = multiply(multiply(decimal(guarantee.amount), decimal(commissionPercent)), decimal(taken))
  return Math.max(numberOf(divide(ofYears, decimal(100 * parts), 2)), minCharge ?? 0)
}
