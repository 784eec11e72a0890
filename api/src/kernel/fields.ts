import * as z from 'zod/mini'
import { valueFault } from './value-faults.ts'

// Faults are worded by us, not by the validator.
z.config({ localeError: valueFault })

/** PostgreSQL cannot store U+0000, and a lone surrogate is no character: both are refused and never altered. */
const storable = z.refine<string>((value) => !value.includes('\u0000') && value.isWellFormed(), {
  error: 'contains a character that cannot be stored',
})

/** Text of at most `max` characters, trimmed. */
export const text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, { error: 'must be at most {max} characters' }), storable)

/** Text that must not be empty. */
export const requiredText = (max: number) => text(max).check(z.minLength(1, { error: 'is required' }))

/** A field that may be left out (unchanged on an edit) or null (empty). */
export const optional = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema))

export function atMost(digits: number, decimals: number) {
  const pattern = new RegExp(`^-?\\d{1,${digits}}(\\.\\d{1,${decimals}})?$`)
  return z.refine<number>((value) => pattern.test(String(value)), {
    error: 'must have at most {digits} digits and {decimals} decimals',
    params: { digits, decimals },
  })
}

export const notNegative = z.gte(0, { error: 'must not be negative' })
export const moreThanNothing = z.gt(0, { error: 'must be more than {min}' })

/** Rupees: not negative, at most 13 integer digits and 2 decimals, so that a JSON number carries it exactly. */
export const money = z.number().check(notNegative, atMost(13, 2))

/** Rupees to add or subtract: at most 13 integer digits and 2 decimals. */
export const signedMoney = z.number().check(atMost(13, 2))

/** A sum of rupees over many records, which may have more digits than each of them. */
export const total = z.number()

/** A sum that must be paid: more than zero. */
export const positiveMoney = z.number().check(moreThanNothing, atMost(13, 2))

/** Per cent above (+) or below (-) an estimate, four decimals as tender notices quote it. */
export const signedPercentage = z.number().check(z.gte(-100, { error: 'must be at least {min}' }), atMost(6, 4))

/** Per cent of a whole, 0 to 100. */
export const percentage = z.number().check(notNegative, z.lte(100, { error: 'must be at most {max}' }), atMost(3, 2))

/** Per cent of a whole with four decimals, 0 to 100: tax, retention and other deductions of bills. */
export const share = z.number().check(notNegative, z.lte(100, { error: 'must be at most {max}' }), atMost(3, 4))

/** A measured quantity or a rate: not negative, at most 12 integer digits and 3 decimals. */
export const quantity = z.number().check(notNegative, atMost(12, 3))

/** Rupees per unit, as in schedules of rates: not negative, at most 11 integer digits and 4 decimals. */
export const rate = z.number().check(notNegative, atMost(11, 4))

/** Allowed excess over the agreed quantity in per cent: not negative, at most 3 integer digits and 4 decimals. */
export const deviation = z.number().check(notNegative, atMost(3, 4))

/** A change of a quantity, in the same form, but not 0. */
export const quantityAdded = z.number().check(
  z.refine((value) => value !== 0, { error: 'must not be 0' }),
  atMost(12, 3),
)

/** A whole number from `least` to `most`. */
export const whole = (least: number, most: number) =>
  z
    .int({ error: 'must be a whole number' })
    .check(
      least === 0 ? notNegative : z.gte(least, { error: 'must be at least {min}' }),
      z.lte(most, { error: 'must be at most {max}' }),
    )

/** A whole number of things, 0 to 10,000. */
export const count = whole(0, 10_000)

/** Yes means active, no means inactive. */
export const active = z.boolean()

/** A status in the company's own words, as it was typed. */
export const freeStatus = z.string()

/**
 * Checks the years of input only. A day or moment that is computed from one near the bounds may lie beyond them, and
 * must still be answered.
 */
const withinYears = (schema: z.ZodMiniType<string, string>) =>
  z.codec(schema, schema, {
    decode(value, { issues }) {
      if (value < '1900-01-01' || value >= '2200')
        issues.push({ code: 'custom', input: value, message: 'must lie between 1900 and 2199' })
      return value
    },
    encode: (value) => value,
  })

/** A calendar day as YYYY-MM-DD, in input between 1900 and 2199; it has no time zone. */
export const day = withinYears(z.iso.date({ error: 'must be a day written YYYY-MM-DD' }))

/** A moment as ISO 8601 in UTC, in the same years as a day and no finer than a nanosecond. */
export const moment = withinYears(
  z.iso
    .datetime({ error: 'must be a moment written YYYY-MM-DDTHH:MM:SSZ' })
    .check(z.maxLength(30, { error: 'must have at most 9 decimals of a second' })),
)

export const id = z.uuid({ error: 'must be an id' })

/** A mail address, stored as it was typed. */
export const email = text(254).check(z.email({ error: 'must be an e-mail address' }))

/** A phone number: an optional plus and 10 to 15 digits. */
export const mobile = text(16).check(
  z.regex(/^\+?\d{10,15}$/, { error: 'must be 10 to 15 digits, with an optional + in front' }),
)

function isTimeZone(name: string): boolean {
  // An offset such as +05:30 has no summer time, and has the opposite sign in PostgreSQL.
  if (!/^(UTC|[A-Z]\w*\/[\w+/-]+)$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The time zone of a company's days: a name of the IANA database. */
export const timeZone = text(64).check(z.refine(isTimeZone, { error: 'must be a time zone such as Asia/Kolkata' }))
/** The time zone of a company that has set no other. */
export const defaultTimeZone = 'Asia/Kolkata'

/** The languages of the screens. */
export const language = z.enum(['en', 'hi'])

/** The id of a record in a path. */
export const idParams = z.object({ id })

/**
 * Confirms that a number is stored twice; without it a body with such a number is answered 409 with the code
 * `repeated`.
 */
export const repeatConfirmation = { isRepeatConfirmed: optional(z.boolean()) }

/** A rule between two days, whose fault names the later one. Days left out or empty are ignored. */
export function dayOrder<T extends Record<string, unknown>>(first: keyof T & string, last: keyof T & string) {
  return z.refine<T>((record) => !record[first] || !record[last] || String(record[first]) <= String(record[last]), {
    error: 'must not be before {field}',
    params: { field: first },
    path: [last],
  })
}
