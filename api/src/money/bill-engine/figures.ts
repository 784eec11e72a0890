import { add, compare, type Decimal, decimal, percentage, round, subtract, textOf } from '../../kernel/decimal.ts'
import type { Figure, PercentRule } from './bill.ts'

/** Amounts of a bill as numbers, and back as the text that is stored. */

/** No rupees, with their two decimals. */
export const nothing: Decimal = { units: 0n, scale: 2 }

function withDecimals(text: string, decimals: number): Decimal {
  const value = decimal(text)
  const found = round(value, decimals)
  if (compare(found, value) !== 0) throw new RangeError(`${text} has more than ${decimals} decimals`)
  return found
}

/** An amount with two decimals; RangeError for text that has more, which is never rounded unseen. */
export const rupees = (text: string): Decimal => withDecimals(text, 2)

/** Rupees of the wire, a JSON number, as the engine takes them: `12.50` for 12.5. */
export const rupeesText = (amount: number): string => textOf(round(decimal(amount), 2))

/** A quantity with three decimals; RangeError for text that has more. */
export const quantityOf = (text: string): Decimal => withDecimals(text, 3)

export const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce(add, nothing)

export const notBelowZero = (amount: Decimal): Decimal => (amount.units < 0n ? nothing : amount)

/** The rule's percentage of an amount, rounded as the rule says, halves away from zero. */
export const shareOf = (amount: Decimal, { percent, round: to }: PercentRule): Decimal =>
  round(percentage(amount, decimal(percent), to === 'RUPEE' ? 0 : 2), 2)

/** Half of a percentage: what each of two equal taxes takes. */
export const halfOf = (percent: string): Decimal => percentage(decimal(percent), decimal('50'), 5)

/** A percentage without the zeros that numeric columns put at its end: `18` for 18.0000. */
export const percentText = (percent: Decimal): string => textOf(percent).replace(/(?:\.0+|(\.\d*[1-9])0+)$/, '$1')

/** What stands since the beginning, what stood before, and the difference. */
export const figureOf = (upto: Decimal, previous: Decimal): Figure => ({
  upto: textOf(upto),
  previous: textOf(previous),
  since: textOf(subtract(upto, previous)),
})
