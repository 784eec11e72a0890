import { add, decimal, divide, multiply, numberOf, percentage, round, subtract } from '../kernel/decimal.ts'

/**
 * The percentage rule of a tender: bid value = actual value + percentage of it (SPEC section 5). Rupees have two
 * decimals and percentages four. The arithmetic is exact and rounds halves away from zero, so that screen and server
 * agree to the paisa. When either operand is not a number, the counterpart that a form computes is 0.
 */

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value)

const hundred = decimal(100)
const rupees = (value: number) => round(decimal(value), 2)
const percent = (value: number) => round(decimal(value), 4)

/** The bid value in rupees, for a percentage above or below the actual value. */
export function bidValue(actual: number | null | undefined, quoted: number | null | undefined): number {
  if (!isNumber(actual) || !isNumber(quoted)) return 0
  const estimate = rupees(actual)
  return numberOf(add(estimate, percentage(estimate, percent(quoted), 2)))
}

/** The percentage by which a bid lies above or below the actual value; 0 when the actual value is 0. */
export function bidPercentage(actual: number | null | undefined, value: number | null | undefined): number {
  if (!isNumber(actual) || !isNumber(value)) return 0
  const estimate = rupees(actual)
  if (estimate.units === 0n) return 0
  return numberOf(divide(multiply(subtract(rupees(value), estimate), hundred), estimate, 4))
}

export type Bid = Record<'actual' | 'value' | 'percentage', number | null>

/** Which of value and percentage stays when the actual value changes; the other one is computed. */
export type Leading = 'value' | 'percentage'

/**
 * Which figure leads before anybody types one: the bid value, because it was quoted, unless there is only a percentage
 * that waits for an actual value. Forms have a value of 0 beside such a percentage, which nobody typed.
 */
export function leadingOf({ actual, value, percentage }: Bid): Leading {
  const waits = isNumber(percentage) && (value === null || (value === 0 && !actual))
  return waits ? 'percentage' : 'value'
}

/** The bid that a form shows after a figure was typed, or after a text that is not a number. */
export function typedBid(bid: Bid, figure: keyof Bid, typed: number | null, leading: Leading): Bid {
  const now = { ...bid, [figure]: typed }
  if (figure === 'percentage') return { ...now, value: bidValue(now.actual, typed) }
  if (figure === 'value') return { ...now, percentage: bidPercentage(now.actual, typed) }
  if (now[leading] === null) return now
  return leading === 'percentage'
    ? { ...now, value: bidValue(typed, now.percentage) }
    : { ...now, percentage: bidPercentage(typed, now.value) }
}

/**
 * The bid to store. A missing value or percentage is computed; when both disagree, the value counts. Figures that
 * nothing can be computed from stay as they are: value and percentage without an actual value, and the percentage for
 * an actual value of 0.
 */
export function settleBid({ actual, value, percentage }: Bid): Bid {
  if (actual === null || (value === null && percentage === null)) return { actual, value, percentage }
  if (value === null) return { actual, value: bidValue(actual, percentage), percentage }
  const isUnknown = actual === 0 && percentage === null
  const agrees = percentage !== null && bidValue(actual, percentage) === value
  return { actual, value, percentage: agrees || isUnknown ? percentage : bidPercentage(actual, value) }
}
