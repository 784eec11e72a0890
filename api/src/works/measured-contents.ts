import { exactly } from '../kernel/arithmetic.ts'
import { compare, decimal, multiply, negative, type Rounding, round, textOf } from '../kernel/decimal.ts'
import { type Message, messageOf } from '../kernel/messages.ts'
import { typedCharacters } from './measurement-lines.ts'

/** Computes the contents of a measurement line from its dimensions. */

/** Decimals of a dimension. */
const dimensionDecimals = 3

const maxDimension = '999999999.999'

/** A dimension in metres with three decimals, or the fault of the typed text: words that follow the name of the field. */
export type Dimension = { value: string } | { fault: Message }

/**
 * Parses a typed dimension: a number, or arithmetic with + - * / and brackets such as `(3.20+4.10)/2`. It is computed exactly and
 * rounded once, half up. Dimensions are never negative: a deduction is a line of its own.
 */
export function dimensionOf(typed: string): Dimension {
  if (typed.length > typedCharacters)
    return { fault: messageOf('must have at most {max} characters', { max: typedCharacters }) }
  const value = exactly(typed, dimensionDecimals)
  if (!value) return { fault: messageOf('cannot be worked out') }
  if (value.units < 0n) return { fault: messageOf('must not be negative') }
  if (compare(value, decimal(maxDimension)) > 0)
    return { fault: messageOf('must be at most {max}', { max: maxDimension }) }
  return { value: textOf(value) }
}

/** The numbers of a line as decimal text; the dimensions have three decimals, and a blank is null. */
export interface MeasuredLine {
  nos: string | null
  parts: string | null
  length: string | null
  breadth: string | null
  depth: string | null
  /** Kilograms per metre of a bar, or another factor that the unit needs. */
  factor: string | null
  isDeduction: boolean
}

/** Whether anything was measured; parts and a factor alone do not count. */
export const isMeasured = ({ nos, length, breadth, depth }: MeasuredLine): boolean =>
  [nos, length, breadth, depth].some((value) => value !== null)

/**
 * nos x parts x length x breadth x depth x factor, with the decimals of the unit and the rounding of the agreement. A blank counts 1,
 * a line that measures nothing has contents of zero, and the contents of a deduction are negative.
 */
export function contentsOf(line: MeasuredLine, decimals: number, rounding: Rounding): string {
  const { nos, parts, length, breadth, depth, factor } = line
  if (!isMeasured(line)) return textOf(round(decimal(0), decimals))
  const product = [nos, parts, length, breadth, depth, factor]
    .filter((value) => value !== null)
    .map(decimal)
    .reduce(multiply)
  const contents = round(product, decimals, rounding)
  return textOf(line.isDeduction ? negative(contents) : contents)
}
