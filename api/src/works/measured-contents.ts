import { exactly } from '../kernel/arithmetic.ts'
import { compare, decimal, multiply, negative, type Rounding, round, textOf } from '../kernel/decimal.ts'
import { type Message, messageOf } from '../kernel/messages.ts'
import { typedCharacters } from './measurement-lines.ts'

/** What a line of a measurement sheet contains, by what was measured and typed on site. */

/** Decimals of a dimension. */
const dimensionDecimals = 3

const most = '999999999.999'

/** Metres with three decimals, or what is wrong with what was typed: words that follow the name of the field. */
export type Dimension = { value: string } | { fault: Message }

/**
 * A dimension as it was typed: a number, or arithmetic with + - * / and brackets such as `(3.20+4.10)/2`. It is worked out exactly
 * and rounded once, halves up. What is taken off is a line of its own: no dimension is below zero.
 */
export function dimensionOf(typed: string): Dimension {
  if (typed.length > typedCharacters)
    return { fault: messageOf('must have at most {max} characters', { max: typedCharacters }) }
  const value = exactly(typed, dimensionDecimals)
  if (!value) return { fault: messageOf('cannot be worked out') }
  if (value.units < 0n) return { fault: messageOf('must not be negative') }
  if (compare(value, decimal(most)) > 0) return { fault: messageOf('must be at most {max}', { max: most }) }
  return { value: textOf(value) }
}

/** What a line gives; what is blank is null. Decimal text, of dimensions with three decimals. */
export interface MeasuredLine {
  nos: string | null
  parts: string | null
  length: string | null
  breadth: string | null
  depth: string | null
  /** Kilograms a metre of a bar, or what else a unit asks for. */
  factor: string | null
  isDeduction: boolean
}

/** Whether anything was measured: parts and a factor alone say nothing. */
export const isMeasured = ({ nos, length, breadth, depth }: MeasuredLine): boolean =>
  [nos, length, breadth, depth].some((given) => given !== null)

/**
 * nos x parts x length x breadth x depth x factor, with so many decimals as the unit has and rounded as the agreement says. What is blank
 * counts 1, and a line that measures nothing contains nothing; a deduction is below zero by as much as it would be above.
 */
export function contentsOf(line: MeasuredLine, decimals: number, rounding: Rounding): string {
  const { nos, parts, length, breadth, depth, factor } = line
  if (!isMeasured(line)) return textOf(round(decimal(0), decimals))
  const product = [nos, parts, length, breadth, depth, factor]
    .filter((given) => given !== null)
    .map(decimal)
    .reduce(multiply)
  const contents = round(product, decimals, rounding)
  return textOf(line.isDeduction ? negative(contents) : contents)
}
