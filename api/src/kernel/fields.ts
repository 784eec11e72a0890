import * as z from 'zod/mini'
import { latinDigits } from './amounts.ts'
import type { Endpoint } from './endpoint.ts'
import { valueFault } from './value-faults.ts'

// Whatever is wrong is said in our words.
z.config({ localeError: valueFault })

/** PostgreSQL cannot store U+0000, and a lone surrogate is no character: both are refused, never altered. */
const storable = z.refine<string>((value) => !value.includes('\u0000') && value.isWellFormed(), {
  error: 'contains a character that cannot be stored',
})

/** Text of at most `max` characters, without the blanks around it. */
export const text = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, { error: `must be at most ${max} characters` }), storable)

/** Text that must say something. */
export const requiredText = (max: number) => text(max).check(z.minLength(1, { error: 'is required' }))

/** A field that may be left out (unchanged on an edit) or null (empty). */
export const optional = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema))

const atMost = (digits: number, decimals: number) =>
  z.refine<number>((value) => new RegExp(`^-?\\d{1,${digits}}(\\.\\d{1,${decimals}})?$`).test(String(value)), {
    error: `must have at most ${digits} digits and ${decimals} decimals`,
  })

const notNegative = z.gte(0, { error: 'must not be negative' })

/** Rupees: not negative, at most 13 integer digits and 2 decimals, so that a JSON number carries it exactly. */
export const money = z.number().check(notNegative, atMost(13, 2))

/** A sum of rupees over many records: it may be longer than any of them. */
export const total = z.number()

/** A sum that must be paid: more than nothing. */
export const positiveMoney = z.number().check(z.gt(0, { error: 'must be more than 0' }), atMost(13, 2))

/** Per cent above (+) or below (-) an estimate, four decimals as tender notices quote it. */
export const signedPercentage = z.number().check(z.gte(-100, { error: 'must be at least -100' }), atMost(6, 4))

/** Per cent of a whole, 0 to 100. */
export const percentage = z.number().check(notNegative, z.lte(100, { error: 'must be at most 100' }), atMost(3, 2))

/** A measured quantity or a rate: not negative, at most 12 integer digits and 3 decimals. */
export const quantity = z.number().check(notNegative, atMost(12, 3))

/** A whole number of things, 0 to 10,000. */
export const count = z
  .int({ error: 'must be a whole number' })
  .check(notNegative, z.lte(10_000, { error: 'must be at most 10000' }))

/** Yes is active, no is inactive. */
export const active = z.boolean()

/** A status by a word of the company's own, as it was typed. */
export const freeStatus = z.string()

/** A calendar day as YYYY-MM-DD, between 1900 and 2199; it has no time zone. */
export const day = z.iso
  .date({ error: 'must be a day written YYYY-MM-DD' })
  .check(z.refine((value) => value >= '1900-01-01' && value < '2200', { error: 'must lie between 1900 and 2199' }))

/** A moment as ISO 8601 in UTC, in the same years as a day and no finer than a nanosecond. */
export const moment = z.iso.datetime({ error: 'must be a moment written YYYY-MM-DDTHH:MM:SSZ' }).check(
  z.maxLength(30, { error: 'must have at most 9 decimals of a second' }),
  z.refine((value) => value >= '1900-01-01' && value < '2200', { error: 'must lie between 1900 and 2199' }),
)

export const id = z.uuid({ error: 'must be an id' })

/** An address for mail, kept as it was typed. */
export const email = text(254).check(z.email({ error: 'must be an e-mail address' }))

/** A phone number: an optional plus and 10 to 15 digits. */
export const mobile = text(16).check(
  z.regex(/^\+?\d{10,15}$/, { error: 'must be 10 to 15 digits, with an optional + in front' }),
)

function credential(label: string, max: number) {
  const tooLong = { error: `${label} must be at most ${max} characters` }
  return z.string().check(z.minLength(1, { error: `${label} is required` }), z.maxLength(max, tooLong))
}

/** What everybody signs in with. Its faults are whole sentences, as the page shows them. */
export const credentials = {
  emailOrMobile: credential('E-mail or mobile number', 254),
  password: credential('Password', 128),
  tenantName: credential('Tenant name', 200),
}

/** A file's bytes: sent as a Blob, and a Uint8Array where they arrive. */
export const fileBytes = z.pipe(
  z.custom<Blob>((value) => value instanceof Uint8Array, { error: 'must be a file' }),
  z.transform((arrived) => arrived as unknown as Uint8Array),
)

/** A file under its name: sent as a File, and its name, its media type as the sender has it, and its bytes where it arrives. */
export const namedFile = z.pipe(
  z.custom<File>((value) => typeof value === 'object' && value !== null && 'bytes' in value, {
    error: 'must be a file',
  }),
  z.transform((arrived) => arrived as unknown as { name: string; type: string; bytes: Uint8Array }),
)

/** A file that goes to disk as it arrives: sent as a Blob or File, and where it arrives its name, path, bytes and SHA-256. */
export const arrivedFile = z.pipe(
  z.custom<Blob>((value) => typeof value === 'object' && value !== null && 'path' in value, {
    error: 'at least one file is required',
  }),
  z.transform((arrived) => arrived as unknown as { name: string; path: string; size: number; sha256: string }),
)

/** How a file's bytes are described; they are judged by the slice that takes them. */
export const binary = z.string().check(z.meta({ format: 'binary' }))

/** How a form with a file in it is described. */
export function formWith({ body, upload }: Endpoint) {
  const { field = '', many } = upload ?? {}
  const others = body instanceof z.ZodMiniObject ? body.shape : {}
  return z.object({ ...others, [field]: many ? z.array(binary) : binary })
}

function isTimeZone(name: string): boolean {
  // A distance such as +05:30 knows no summer time, and means its opposite to PostgreSQL.
  if (!/^(UTC|[A-Z]\w*\/[\w+/-]+)$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Where a company's day begins and ends: a name of the IANA database. */
export const timeZone = text(64).check(z.refine(isTimeZone, { error: 'must be a time zone such as Asia/Kolkata' }))
/** The zone of a company that has said nothing else. */
export const defaultTimeZone = 'Asia/Kolkata'

/** The languages of the screens. */
export const language = z.enum(['en', 'hi'])

/** The id of a record in a path. */
export const idParams = z.object({ id })

const metadataLimits = { depth: 32, keys: 1_000, bytes: 64_000 }

function metadataFault(value: unknown): string | undefined {
  let keys = 0
  const queue: [unknown, number][] = [[value, 0]]
  for (const [node, depth] of queue) {
    if (typeof node === 'string' && !(node.isWellFormed() && !node.includes('\u0000')))
      return 'contains a character that cannot be stored'
    if (typeof node !== 'object' || node === null) continue
    if (depth === metadataLimits.depth) return `must be at most ${metadataLimits.depth} levels deep`
    for (const [key, child] of Object.entries(node)) {
      keys += 1
      if (keys > metadataLimits.keys) return `must have at most ${metadataLimits.keys} keys`
      queue.push([key, depth + 1], [child, depth + 1])
    }
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  return bytes > metadataLimits.bytes ? `must be at most ${metadataLimits.bytes} bytes` : undefined
}

/** Free key and value pairs, bounded in depth, keys and bytes. */
export const metadata = z.record(z.string(), z.unknown()).check((ctx) => {
  const message = metadataFault(ctx.value)
  if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
})

/** A rule between two days: the later one names the fault. Days left out or empty say nothing. */
export function dayOrder<T extends Record<string, unknown>>(first: keyof T & string, last: keyof T & string) {
  return z.refine<T>((record) => !record[first] || !record[last] || String(record[first]) <= String(record[last]), {
    error: `must not be before ${first}`,
    path: [last],
  })
}

const emptyIsNothing = z.transform((given: unknown) => (given === '' ? undefined : given))

/** A filter by a value of the schema; an empty text, as a form sends for what nobody filled in, asks for nothing. */
export const filterBy = <T extends z.core.$ZodType>(schema: T) =>
  optional(z.pipe(emptyIsNothing, z.optional(schema))) as unknown as ReturnType<typeof optional<T>>

/** Whether a schema is what a filter by a value judges by: an empty text is let in, which the value's own schema does not say. */
export const takesEmpty = ({ _zod: { def } }: z.core.$ZodType) => 'in' in def && def.in === emptyIsNothing

/** A filter by one value or several; empty texts, as a select sends for "any", ask for nothing. */
export function anyOf<const V extends readonly string[]>(values: V) {
  const one = z.union([z.enum(values), z.literal('')])
  return optional(
    z.pipe(
      z.union([z.array(one), one]),
      z.transform((given) => [given].flat().filter((value): value is V[number] => value !== '')),
    ),
  )
}

/** Characters to type before names are suggested. */
export const minNameKeyword = 3

export const nameKeyword = text(100).check(
  z.minLength(minNameKeyword, { error: `must have at least ${minNameKeyword} characters` }),
)

/** A filter that matches any part of a text, whatever its case. */
export const textFilter = optional(text(200))

/** What a field holds, for whoever shows it, writes it into a sheet or reads it from one. */
export type Kind =
  | 'text'
  | 'choice'
  | 'money'
  | 'percent'
  | 'number'
  | 'day'
  | 'moment'
  | 'boolean'
  | 'active'
  | 'pairs'

const named = new Map<z.core.$ZodType, Kind>([
  [money, 'money'],
  [positiveMoney, 'money'],
  [total, 'money'],
  [signedPercentage, 'percent'],
  [percentage, 'percent'],
  [active, 'active'],
  [freeStatus, 'choice'],
  [day, 'day'],
  [moment, 'moment'],
])

const byType: Partial<Record<z.core.$ZodTypeDef['type'], Kind>> = {
  enum: 'choice',
  record: 'pairs',
  number: 'number',
  int: 'number',
  boolean: 'boolean',
}

/** The kind of a field's schema, whatever it may be left out as. */
export function kindOf(schema: z.core.$ZodType): Kind {
  const { def } = schema._zod
  const known = named.get(schema)
  if (known) return known
  if ('innerType' in def) return kindOf(def.innerType as z.core.$ZodType)
  return byType[def.type] ?? 'text'
}

/** The kind of each field of a record. */
export const kindsOf = <S extends z.core.$ZodShape>({ shape }: { shape: S }) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, kindOf(schema)])) as Record<keyof S, Kind>

/** What the stamps and authors are called on the screen. */
export const stampLabels = {
  createdAt: 'Created',
  createdByName: 'Created by',
  updatedAt: 'Updated',
  updatedByName: 'Updated by',
} as const

/** A field for each thing that somebody may do in a module. */
export const ofEachFlag = <T extends z.core.$ZodType>(schema: T) => ({
  canCreate: schema,
  canView: schema,
  canEdit: schema,
  canDelete: schema,
  canReport: schema,
})

/** One step in the life of a record. */
export const statusChange = z.object({
  fromStatus: z.nullable(z.string()),
  toStatus: z.string(),
  changedAt: moment,
  changedBy: z.nullable(id),
  changedByName: z.nullable(z.string()),
})
export type StatusChange = z.infer<typeof statusChange>

/** A code as people read it: WORK_ORDER_ISSUED as Work order issued. */
export function inWords(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const wholeMonthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const monthOf = (word: string) =>
  Number(word) || wholeMonthNames.findIndex((name) => name.startsWith(word.toLowerCase())) + 1

/** The ways to write a day, as what stands for year, month and date in each. */
const dayForms: readonly [RegExp, year: number, month: number, date: number][] = [
  [/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, 1, 3, 4],
  [/^(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]+(\d{1,2}|[a-z]{3,9})[\s/.,-]+(\d{4}|\d{2})$/i, 3, 2, 1],
  [/^([a-z]{3,9})[\s.-]+(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4}|\d{2})$/i, 3, 1, 2],
]

/**
 * A day as people type it: the Indian way (05/11/2026, 5-11-26, 5 Nov 2026), with the year first (2026-11-05, 2026/11/05) or
 * with the month's name in front (Nov 5, 2026), in Hindi digits too; null when it is no day.
 */
export function parseDay(typed: string): string | null {
  const text = latinDigits(typed.trim())
  const [form, ...at] = dayForms.find(([pattern]) => pattern.test(text)) ?? []
  const parts = form?.exec(text)
  const [year = '', month = '', date = ''] = at.map((place) => parts?.[place] ?? '')
  const numbers = {
    year: Number(year.length === 2 ? `20${year}` : year),
    month: monthOf(month),
    date: Number(date),
  }
  const last = new Date(Date.UTC(numbers.year, numbers.month, 0)).getUTCDate()
  const exists =
    numbers.year >= 100 && numbers.month >= 1 && numbers.month <= 12 && numbers.date >= 1 && numbers.date <= last
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return exists ? `${numbers.year}`.padStart(4, '0') + `-${twoDigits(numbers.month)}-${twoDigits(numbers.date)}` : null
}
