import { notANumber, parseAmount, parseNumber, parsePercent } from '@plinth/api/kernel/amounts'
import { inWords } from '@plinth/api/kernel/code-words'
import * as f from '@plinth/api/kernel/fields'
import { type Kind, kindOf } from '@plinth/api/kernel/kinds'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import type { SheetNote } from '@plinth/api/kernel/sheet-files'
import * as z from 'zod/mini'
import { dayIn } from './sheet-days.ts'
import { dayOfSerial, type Epoch, rounded, withoutNoise } from './sheet-numbers.ts'
import { type Cell, type ShownDecimals } from './sheet-values.ts'

/**
 * A note that the stored value differs from the cell's: the number as shown, or the day that an unformatted number
 * counts.
 */
export interface CellNote {
  kind: SheetNote['kind']
  /** The stored value as a person would type it. */
  stored: string
}

/** The value of a cell as the wire carries it, or its fault. */
export type CellReading = { value: unknown; note?: CellNote } | { fault: Message }

let digits: Intl.NumberFormat | undefined

/** A number in plain digits: no exponent, no grouping. */
function inDigits(value: number): string {
  const text = String(withoutNoise(value))
  if (!text.includes('e')) return text
  // Created lazily: it is rarely needed, and creating it takes a fifth of the start of a thread that reads a sheet.
  digits ??= new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })
  return digits.format(withoutNoise(value))
}

/** A cell as a person would type it, for the file of rejected rows and for text columns. */
export function typedText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return inDigits(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if ('percent' in cell) return `${inDigits(cell.percent)}%`
  if ('number' in cell) return inDigits(cell.number)
  return 'day' in cell ? cell.day : ''
}

/**
 * A number that its cell shows with fewer decimals is stored exactly if the field takes as many decimals, otherwise as
 * shown.
 */
function asShown(exact: number, shown: ShownDecimals | undefined, decimals: number): CellReading {
  const value = withoutNoise(exact)
  const to = shown === 'unsaid' && decimals > 0 ? decimals : shown
  if (typeof to !== 'number' || to > decimals || rounded(value, decimals) === value) return { value }
  const stored = rounded(value, to)
  return { value: stored, note: { kind: 'ROUNDED', stored: inDigits(stored) } }
}

const isNumber = (cell: Cell) => typeof cell === 'object' && cell !== null && 'number' in cell
const isPercent = (cell: Cell) => typeof cell === 'object' && cell !== null && 'percent' in cell

type Read = (text: string) => number | undefined

function number(read: Read, decimals: number, otherwise: string): Reader {
  const fault = messageOf(otherwise)
  return (cell) => {
    if (typeof cell === 'number') return { value: withoutNoise(cell) }
    if (isNumber(cell)) return asShown(cell.number, cell.shown, decimals)
    const value = typeof cell === 'string' ? read(cell) : undefined
    return value === undefined ? { fault } : { value }
  }
}

function percent(decimals: number, otherwise: string): Reader {
  const read = number(parsePercent, decimals, otherwise)
  return (cell, epoch) => (isPercent(cell) ? asShown(cell.percent, cell.shown, decimals) : read(cell, epoch))
}

/**
 * Years of the days that an unformatted number may count; other numbers are years, or days typed without separators.
 */
const plausible = { from: '1970', to: '2099' }

/** The day that an unformatted number counts in a column of days. */
function dayOfNumber(cell: Cell, epoch: Epoch): CellReading | undefined {
  const isText = typeof cell === 'string' && /^\d{5}(?:\.\d{1,15})?$/.test(cell.trim())
  const count = isText ? Number(cell) : isNumber(cell) ? cell.number : cell
  const found = typeof count === 'number' ? dayOfSerial(count, epoch) : null
  if (typeof found !== 'object' || !found || !('day' in found)) return undefined
  const year = found.day.slice(0, 4)
  if (year < plausible.from || year > plausible.to) return undefined
  return { value: found.day, note: { kind: 'DAY_NUMBER', stored: found.day } }
}

function day(cell: Cell, epoch: Epoch): CellReading {
  if (typeof cell === 'object' && cell && 'day' in cell) return { value: cell.day }
  const found = typeof cell === 'string' ? dayIn(cell) : null
  if (found) return { value: found }
  return dayOfNumber(cell, epoch) ?? { fault: messageOf('must be a day such as 05/03/2026, the day first') }
}

const yes = new Set(['yes', 'y', 'true', '1'])
const no = new Set(['no', 'n', 'false', '0'])

function yesOrNo(cell: Cell): CellReading {
  const typed = typedText(cell).trim().toLowerCase()
  return yes.has(typed) || no.has(typed) ? { value: yes.has(typed) } : { fault: messageOf('must be Yes or No') }
}

const text = (cell: Cell): CellReading => ({ value: typedText(cell) })

const letters = (words: string) => words.toLowerCase().replace(/[^a-z]/g, '')

/** Recognises a code by its letters, however it is written. */
function choice(codes: readonly string[]) {
  const byLetters = new Map(codes.map((code) => [letters(code), code]))
  const otherwise = { fault: messageOf('must be one of {values}', { values: codes.map(inWords).join(', ') }) }
  return (cell: Cell): CellReading => {
    const value = byLetters.get(letters(typedText(cell)))
    return value === undefined ? otherwise : { value }
  }
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(typed: string): object | undefined {
  try {
    const value: unknown = JSON.parse(typed)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function pairs(cell: Cell): CellReading {
  const otherwise = { fault: messageOf('must be written as "name: value; name: value", or as a JSON object') }
  const typed = typedText(cell).trim()
  if (typed.startsWith('{')) {
    const value = objectIn(typed)
    return value ? { value } : otherwise
  }
  const parts = typed.split(';').filter((part) => part.trim() !== '')
  const entries = parts.map((part) => [part.split(':', 1)[0]?.trim(), part.slice(part.indexOf(':') + 1).trim()])
  const isNamed = parts.every((part) => part.indexOf(':') > 0)
  const names = new Set(entries.map(([name]) => name))
  return isNamed && names.size === parts.length && !names.has('') ? { value: Object.fromEntries(entries) } : otherwise
}

/** The schema of a field without its optional and nullable wrappers. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod
  return 'innerType' in def ? bare(def.innerType as z.core.$ZodType) : schema
}

/** The codes that a field accepts; none if it is no choice. */
export function codesOf(schema: z.core.$ZodType): string[] {
  const field = bare(schema)
  return field instanceof z.ZodMiniEnum ? field.options.map(String) : []
}

type Reader = (cell: Cell, epoch: Epoch) => CellReading

const isWhole = (schema: z.core.$ZodType) => bare(schema) instanceof z.ZodMiniNumberFormat

/** Whether the field is a rate, which has more decimals than an amount. */
const isRate = (schema: z.core.$ZodType) => bare(schema) === f.rate

const readers: Partial<Record<Kind, (schema: z.core.$ZodType) => Reader>> = {
  money: () => number(parseAmount, 2, notANumber.amount),
  percent: (schema) =>
    bare(schema) === f.signedPercentage ? percent(4, notANumber.signedPercent) : percent(2, notANumber.percent),
  number(schema) {
    if (isRate(schema)) return number(parseAmount, 4, notANumber.amount)
    return isWhole(schema) ? number(parseNumber, 0, notANumber.whole) : number(parseNumber, 3, notANumber.number)
  },
  day: () => day,
  boolean: () => yesOrNo,
  choice: (schema) => choice(codesOf(schema)),
  pairs: () => pairs,
  text: () => text,
}

/** Returns the reader of a field's cells. It is not called for empty cells. */
export function cellReader(schema: z.core.$ZodType): Reader {
  const read = readers[kindOf(schema)]?.(schema)
  return (cell, epoch) => {
    if (typeof cell === 'object' && cell && 'fault' in cell) return { fault: cell.fault }
    return read?.(cell, epoch) ?? { fault: messageOf('cannot be read from a sheet') }
  }
}

/**
 * A spreadsheet takes a CSV text for a formula by its first character, even after blanks. `guarded` puts an apostrophe
 * before such a text, also if it has its own, so that `unguarded` removes exactly the added one.
 */
const startsFormula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/
export const guarded = (text: string) => (startsFormula.test(text) ? `'${text}` : text)
export const unguarded = (text: string) => (text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text)
