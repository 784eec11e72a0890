import { decimal, divide, multiply, numberOf } from '../kernel/decimal.ts'
import { daysBetween, monthsAfter } from '../kernel/later-days.ts'
import type { BankFacility } from './bank-facilities.ts'

/** The commission of a bank for a guarantee. */

interface GuaranteeSpan {
  amount: number
  /** The first and the last day of the guarantee, both included, as YYYY-MM-DD. */
  from: string
  until: string
}

type Terms = Pick<BankFacility, 'commissionPercent' | 'commissionBasis' | 'minCharge'>

/**
 * The number of begun quarters: the fewest that reach the last day. A quarter ends on the day before the same day three months
 * later.
 */
function quartersOf({ from, until }: GuaranteeSpan): number {
  let quarters = 1
  while (monthsAfter(from, 3 * quarters) <= until) quarters += 1
  return quarters
}

const daysOf = ({ from, until }: GuaranteeSpan) => daysBetween(from, until) + 1

/**
 * The commission in rupees, half a paisa rounded up, at least the bank's minimum; null if the rate is unknown or the guarantee ends
 * before it begins. The rate is in per cent a year: a begun quarter costs a fourth of it, a day one part of 365.
 */
export function commissionOf(guarantee: GuaranteeSpan, terms: Terms): number | null {
  const { commissionPercent, commissionBasis, minCharge } = terms
  if (commissionPercent === null || guarantee.until < guarantee.from) return null
  const [units, parts] = commissionBasis === 'PER_DAY_365' ? [daysOf(guarantee), 365] : [quartersOf(guarantee), 4]
  const ofYears = multiply(multiply(decimal(guarantee.amount), decimal(commissionPercent)), decimal(units))
  return Math.max(numberOf(divide(ofYears, decimal(100 * parts), 2)), minCharge ?? 0)
}
