import * as z from 'zod/mini'
import * as exact from '../kernel/decimal.ts'
import * as f from '../kernel/fields.ts'
import { inRupees, paiseOf, percentOf } from '../kernel/paise.ts'

/** What the value of a rule consists of, by the shape that its kind has, and what follows from it for what is given. */

/** What a vector gives, and what comes of it. */
export const ruleFact = z.union([z.number(), z.string(), z.boolean()])
export type RuleFact = z.infer<typeof ruleFact>
export type RuleGiven = Readonly<Record<string, RuleFact>>

/** How what was deducted comes back: as a credit of tax, as money, by a guarantee that is reduced, or never. */
export const comingBackWays = ['AS_CREDIT', 'AS_MONEY', 'AS_GUARANTEE', 'NEVER'] as const
/** What has to have happened before. */
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

const numberOf = (given: RuleGiven, name: string) => {
  const value = given[name]
  if (typeof value !== 'number') throw new TypeError(`a vector gives no number as ${name}`)
  return value
}
const textOf = (given: RuleGiven, name: string) => {
  const value = given[name]
  if (typeof value !== 'string') throw new TypeError(`a vector gives no text as ${name}`)
  return value
}

/** YYYY-MM-DD of a day that is reckoned in UTC, as days have no time zone. */
const dayAt = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

const partsOf = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, date }
}

/** A quantity to so many decimals, halves away from zero, by its text: a factor of two is in it that no number says exactly. */
const rounded = (value: number, decimals: number) =>
  exact.numberOf(exact.round(exact.decimal(value.toFixed(9)), decimals))

interface Shape<F extends z.core.$ZodShape> {
  value: z.ZodMiniObject<F, z.core.$strict>
  /** What follows from a value. Throws where it is none of the shape, or a vector gives something else. */
  work: (value: unknown, given: RuleGiven) => RuleFact
}

type Worked<F extends z.core.$ZodShape> = z.core.output<z.ZodMiniObject<F, z.core.$strict>>

function shape<F extends z.core.$ZodShape>(
  fields: F,
  work: (value: Worked<F>, given: RuleGiven) => RuleFact,
): Shape<F> {
  const value = z.strictObject(fields)
  return { value, work: (said, given) => work(value.parse(said), given) }
}

export const ruleShapes = {
  /** So many per cent of an amount, or of a quantity: to the paisa, halves up. */
  PERCENT: shape({ percent: f.percentage }, ({ percent }, given) =>
    inRupees(percentOf(paiseOf(numberOf(given, 'amount')), percent)),
  ),
  /** Whether an amount is above it. */
  LIMIT: shape({ amount: f.positiveMoney }, ({ amount }, given) => numberOf(given, 'amount') > amount),
  /** Whether an amount reaches it. */
  FLOOR: shape({ amount: f.positiveMoney }, ({ amount }, given) => numberOf(given, 'amount') >= amount),
  /** Whether a difference stays within it. */
  TOLERANCE: shape({ amount: f.money }, ({ amount }, given) => Math.abs(numberOf(given, 'difference')) <= amount),
  /** So many days after a day. */
  DAYS: shape({ days: f.whole(0, 3650) }, ({ days }, given) => {
    const { year, month, date } = partsOf(textOf(given, 'from'))
    return dayAt(year, month, date + days)
  }),
  /** To how many decimals a quantity of a unit is rounded, halves away from zero. */
  DECIMALS: shape({ decimals: f.whole(0, 6) }, ({ decimals }, given) => rounded(numberOf(given, 'quantity'), decimals)),
  /** Kilograms a metre of a bar: the square of its diameter in millimetres by a divisor. */
  BAR_MASS: shape(
    {
      divisor: z
        .number()
        .check(z.gt(0, { error: 'must be more than {min}' }), z.lte(1000, { error: 'must be at most {max}' })),
      decimals: f.whole(0, 6),
    },
    ({ divisor, decimals }, given) => rounded(numberOf(given, 'diameter') ** 2 / divisor, decimals),
  ),
  /** By which day of the month that follows; for March by which day of April. */
  NEXT_MONTH: shape({ day: f.whole(1, 31), marchDay: f.whole(1, 30) }, ({ day, marchDay }, given) => {
    const { year, month } = partsOf(textOf(given, 'month'))
    const last = partsOf(dayAt(year, month + 2, 0)).date
    return dayAt(year, month + 1, Math.min(month === 3 ? marchDay : day, last))
  }),
  /** By which day after the financial year of a day, which ends in March. */
  AFTER_YEAR: shape({ month: f.whole(1, 12), day: f.whole(1, 31) }, ({ month, day }, given) => {
    const supplied = partsOf(textOf(given, 'suppliedOn'))
    const ends = supplied.month >= 4 ? supplied.year + 1 : supplied.year
    const year = month >= 4 ? ends : ends + 1
    return dayAt(year, month, Math.min(day, partsOf(dayAt(year, month + 1, 0)).date))
  }),
  /** How many digits of a code, by the turnover. */
  DIGITS: shape(
    { turnover, digits: f.whole(1, 8), digitsAbove: f.whole(1, 8) },
    ({ turnover: most, digits, digitsAbove }, given) => (numberOf(given, 'turnover') > most ? digitsAbove : digits),
  ),
  /** Until how many days after its day a document is taken, from a turnover on; whether one of that age is. */
  DOCUMENT_AGE: shape(
    { turnover, days: f.whole(1, 3650) },
    ({ turnover: least, days }, given) => numberOf(given, 'turnover') < least || numberOf(given, 'age') <= days,
  ),
  /** A code by who is paid: individual (with Hindu undivided families) or other. */
  PAYEE_CODES: shape({ individual: code, other: code }, ({ individual, other }, given) =>
    textOf(given, 'payee') === 'individual' ? individual : other,
  ),
  /** By which form. */
  FORM: shape({ form: code }, ({ form }) => form),
  COMING_BACK: shape(
    { comesBack: z.enum(comingBackWays), waitsFor: z.enum(comingBackEvents) },
    ({ comesBack }) => comesBack,
  ),
}
export type RuleShape = keyof typeof ruleShapes

/** What the fields of all shapes are called on the screen. */
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

/** What a value of a shape is measured in. */
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
