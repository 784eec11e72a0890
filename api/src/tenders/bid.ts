import { add, decimal, divide, multiply, numberOf, percentage, round, subtract } from '../kernel/decimal.ts'

/**
 * The percentage rule of a tender: bid value = actual value + percentage of it (SPEC section 5). Rupees carry two
 * decimals and percentages four; the arithmetic is exact, rounding halves away from zero, so that screen and server
 * agree to the paisa. Where either operand is no number the counterpart that a form computes is 0.
 */

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value)

const hundred = decimal(100)
const rupees = (value: number) => round(decimal(value), 2)
const percent = (value: number) => round(decimal(value), 4)

/** Rupees that a percentage above or below the actual value comes to. */
export function bidValue(actual: number | null | undefined, quoted: number | null | undefined): number {
  if (!isNumber(actual) || !isNumber(quoted)) return 0
  const estimate = rupees(actual)
  return numberOf(add(estimate, percentage(estimate, percent(quoted), 2)))
}

/** Per cent by which a bid lies above or below the actual value; 0 when the actual value is 0. */
export function bidPercentage(actual: number | null | undefined, value: number | null | undefined): number {
  if (!isNumber(actual) || !isNumber(value)) return 0
  const estimate = rupees(actual)
  if (estimate.units === 0n) return 0
  return numberOf(divide(multiply(subtract(rupees(value), estimate), hundred), estimate, 4))
}

export type Bid = Record<'actual' | 'value' | 'percentage', number | null>

/** Which of value and percentage stays as it is when the actual value changes; the other follows. */
export type Leading = 'value' | 'percentage'

/**
 * What leads while nobody has typed either: the bid value, for it was quoted, unless there is none but a percentage that
 * waits for an actual value to count from. Beside such a percentage forms have a 0, which nobody typed.
 */
export function leadingOf({ actual, value, percentage }: Bid): Leading {
  const waits = isNumber(percentage) && (value === null || (value === 0 && !actual))
  return waits ? 'percentage' : 'value'
}

/** The bid that a form shows once a figure was typed, or something that is no number. */
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
 * What is stored: the missing one of value and percentage is filled in; when both disagree, the value counts. What nothing
 * can be told of stays as it is given: without an actual value each of the two, and per cent of nothing.
 */
export function settleBid({ actual, value, percentage }: Bid): Bid {
  if (actual === null || (value === null && percentage === null)) return { actual, value, percentage }
  if (value === null) return { actual, value: bidValue(actual, percentage), percentage }
  const isUnknown = actual === 0 && percentage === null
  const agrees = percentage !== null && bidValue(actual, percentage) === value
  return { actual, value, percentage: agrees || isUnknown ? percentage : bidPercentage(actual, value) }
}
