import { add, compare, type Decimal, decimal, percentage, round, subtract, textOf } from '../../kernel/decimal.ts'
import type { Figure, PercentRule } from './bill.ts'

/** Converts amounts of a bill between decimal text and numbers. */

/** Zero rupees, with two decimals. */
export const zeroRupees: Decimal = { units: 0n, scale: 2 }

function withDecimals(text: string, decimals: number): Decimal {
  const value = decimal(text)
  const rounded = round(value, decimals)
  if (compare(rounded, value) !== 0) throw new RangeError(`${text} has more than ${decimals} decimals`)
  return rounded
}

/** An amount with two decimals. Throws RangeError for text with more, which is never rounded silently. */
export const rupees = (text: string): Decimal => withDecimals(text, 2)

/** Converts rupees of the API, a JSON number, to the engine's text: `12.50` for 12.5. */
export const rupeesText = (amount: number): string => textOf(round(decimal(amount), 2))

/** A quantity with three decimals. Throws RangeError for text with more. */
export const quantityOf = (text: string): Decimal => withDecimals(text, 3)

export const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce(add, zeroRupees)

export const notBelowZero = (amount: Decimal): Decimal => (amount.units < 0n ? zeroRupees : amount)

/** The rule's percentage of an amount, rounded as the rule says, halves away from zero. */
export const shareOf = (amount: Decimal, { percent, round: to }: PercentRule): Decimal =>
  round(percentage(amount, decimal(percent), to === 'RUPEE' ? 0 : 2), 2)

/** Half of a percentage, for each of two equal taxes. */
export const halfOf = (percent: string): Decimal => percentage(decimal(percent), decimal('50'), 5)

/** A percentage without the trailing zeros of numeric columns: `18` for 18.0000. */
export const percentText = (percent: Decimal): string => textOf(percent).replace(/(?:\.0+|(\.\d*[1-9])0+)$/, '$1')

/** The amount since the beginning, the previous amount, and their difference. */
export const figureOf = (upto: Decimal, previous: Decimal): Figure => ({
  upto: textOf(upto),
  previous: textOf(previous),
  since: textOf(subtract(upto, previous)),
})
