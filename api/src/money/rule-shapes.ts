import * as z from 'zod/mini'
import * as exact from '../kernel/decimal.ts'
import * as f from '../kernel/fields.ts'
import { inRupees, paiseOf, percentOf } from '../kernel/paise.ts'

/** The shapes of rule values: their fields, and the result that they give for inputs. */

/** An input or the result of a vector. */
export const ruleFact = z.union([z.number(), z.string(), z.boolean()])
export type RuleFact = z.infer<typeof ruleFact>
export type RuleInputs = Readonly<Record<string, RuleFact>>

/** How a deduction comes back: as a tax credit, as money, by a reduced guarantee, or never. */
export const comingBackWays = ['AS_CREDIT', 'AS_MONEY', 'AS_GUARANTEE', 'NEVER'] as const
/** The event that must happen before. */
export const comingBackEvents = [
  'RETURN_OF_THE_YEAR',
  'ACCEPTED_IN_THE_CASH_LEDGER',
  'AS_THE_AGREEMENT_SAYS',
  'REASON_CLOSED',
  'EXTENSION_GRANTED',
  'PASSES_FILED',
  'ADVANCE_RECOVERED',
  'RECEIPT_ONLY',
] as const

const turnover = f.positiveMoney
const code = f.requiredText(20)

const numberOf = (inputs: RuleInputs, name: string) => {
  const value = inputs[name]
  if (typeof value !== 'number') throw new TypeError(`a vector gives no number as ${name}`)
  return value
}
const textOf = (inputs: RuleInputs, name: string) => {
  const value = inputs[name]
  if (typeof value !== 'string') throw new TypeError(`a vector gives no text as ${name}`)
  return value
}

/** The day as YYYY-MM-DD, computed in UTC, since days have no time zone. */
const dayAt = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

const partsOf = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, date }
}

/** A quantity rounded to a number of decimals, halves away from zero. It is rounded as text, since binary fractions are inexact. */
const rounded = (value: number, decimals: number) =>
  exact.numberOf(exact.round(exact.decimal(value.toFixed(9)), decimals))

interface Shape<F extends z.core.$ZodShape> {
  value: z.ZodMiniObject<F, z.core.$strict>
  /** The result of a value. Throws if it does not fit the shape, or for a wrong input. */
  work: (value: unknown, inputs: RuleInputs) => RuleFact
}

type Worked<F extends z.core.$ZodShape> = z.core.output<z.ZodMiniObject<F, z.core.$strict>>

function shape<F extends z.core.$ZodShape>(
  fields: F,
  work: (value: Worked<F>, inputs: RuleInputs) => RuleFact,
): Shape<F> {
  const value = z.strictObject(fields)
  return { value, work: (raw, inputs) => work(value.parse(raw), inputs) }
}

export const ruleShapes = {
  /** A percentage of an amount or quantity, to the paisa, halves up. */
  PERCENT: shape({ percent: f.percentage }, ({ percent }, inputs) =>
    inRupees(percentOf(paiseOf(numberOf(inputs, 'amount')), percent)),
  ),
  /** Whether an amount is above the limit. */
  LIMIT: shape({ amount: f.positiveMoney }, ({ amount }, inputs) => numberOf(inputs, 'amount') > amount),
  /** Whether an amount reaches the floor. */
  FLOOR: shape({ amount: f.positiveMoney }, ({ amount }, inputs) => numberOf(inputs, 'amount') >= amount),
  /** Whether a difference is within the tolerance. */
  TOLERANCE: shape({ amount: f.money }, ({ amount }, inputs) => Math.abs(numberOf(inputs, 'difference')) <= amount),
  /** The day that is a number of days after another. */
  DAYS: shape({ days: f.whole(0, 3650) }, ({ days }, inputs) => {
    const { year, month, date } = partsOf(textOf(inputs, 'from'))
    return dayAt(year, month, date + days)
  }),
  /** A quantity rounded to the decimals of its unit, halves away from zero. */
  DECIMALS: shape({ decimals: f.whole(0, 6) }, ({ decimals }, inputs) =>
    rounded(numberOf(inputs, 'quantity'), decimals),
  ),
  /** The mass of a bar in kilograms per metre: the square of its diameter in millimetres divided by `divisor`. */
  BAR_MASS: shape(
    {
      divisor: z
        .number()
        .check(z.gt(0, { error: 'must be more than {min}' }), z.lte(1000, { error: 'must be at most {max}' })),
      decimals: f.whole(0, 6),
    },
    ({ divisor, decimals }, inputs) => rounded(numberOf(inputs, 'diameter') ** 2 / divisor, decimals),
  ),
  /** The last day in the following month; for March the last day in April. */
  NEXT_MONTH: shape({ day: f.whole(1, 31), marchDay: f.whole(1, 30) }, ({ day, marchDay }, inputs) => {
    const { year, month } = partsOf(textOf(inputs, 'month'))
    const last = partsOf(dayAt(year, month + 2, 0)).date
    return dayAt(year, month + 1, Math.min(month === 3 ? marchDay : day, last))
  }),
  /** The last day after the financial year, which ends in March. */
  AFTER_YEAR: shape({ month: f.whole(1, 12), day: f.whole(1, 31) }, ({ month, day }, inputs) => {
    const supplied = partsOf(textOf(inputs, 'suppliedOn'))
    const ends = supplied.month >= 4 ? supplied.year + 1 : supplied.year
    const year = month >= 4 ? ends : ends + 1
    return dayAt(year, month, Math.min(day, partsOf(dayAt(year, month + 1, 0)).date))
  }),
  /** The number of digits of a code, by turnover. */
  DIGITS: shape(
    { turnover, digits: f.whole(1, 8), digitsAbove: f.whole(1, 8) },
    ({ turnover: most, digits, digitsAbove }, inputs) => (numberOf(inputs, 'turnover') > most ? digitsAbove : digits),
  ),
  /** Whether a document is still accepted at its age in days; there is no age limit below `turnover`. */
  DOCUMENT_AGE: shape(
    { turnover, days: f.whole(1, 3650) },
    ({ turnover: least, days }, inputs) => numberOf(inputs, 'turnover') < least || numberOf(inputs, 'age') <= days,
  ),
  /** A code by the kind of payee: individual (with Hindu undivided families) or other. */
  PAYEE_CODES: shape({ individual: code, other: code }, ({ individual, other }, inputs) =>
    textOf(inputs, 'payee') === 'individual' ? individual : other,
  ),
  /** The form to use. */
  FORM: shape({ form: code }, ({ form }) => form),
  COMING_BACK: shape(
    { comesBack: z.enum(comingBackWays), waitsFor: z.enum(comingBackEvents) },
    ({ comesBack }) => comesBack,
  ),
}
export type RuleShape = keyof typeof ruleShapes

/** The labels of the fields of all shapes on the screen. */
export const ruleFieldLabels = {
  percent: 'Per cent',
  amount: 'Amount',
  days: 'Days',
  decimals: 'Decimals',
  divisor: 'Divisor',
  day: 'Day',
  marchDay: 'Day of April for March',
  month: 'Month',
  turnover: 'Turnover',
  digits: 'Digits up to it',
  digitsAbove: 'Digits above it',
  individual: 'Code for individuals and HUF',
  other: 'Code for others',
  form: 'Form',
  comesBack: 'Comes back',
  waitsFor: 'Waits for',
} as const
export type RuleField = keyof typeof ruleFieldLabels

/** The unit of the values of each shape. */
export const ruleUnits = {
  PERCENT: 'Per cent',
  LIMIT: 'Rupees',
  FLOOR: 'Rupees',
  TOLERANCE: 'Rupees',
  DAYS: 'Days',
  DECIMALS: 'Decimals',
  BAR_MASS: 'Kilograms a metre',
  NEXT_MONTH: 'Day of the month',
  AFTER_YEAR: 'Day of the year',
  DIGITS: 'Digits',
  DOCUMENT_AGE: 'Days',
  PAYEE_CODES: 'Code',
  FORM: 'Form',
  COMING_BACK: 'Way back',
} as const satisfies Record<RuleShape, string>
