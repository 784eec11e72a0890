import * as f from '@plinth/api/kernel/fields'
import * as z from 'zod/mini'
import { type Cell, withoutNoise } from './sheets.ts'

/** A cell as the wire would carry it, or what is wrong with it. */
export type CellReading = { value: unknown } | { fault: string }

let digits: Intl.NumberFormat | undefined

/** A number by its digits: no exponent, no grouping. */
function inDigits(value: number): string {
  const text = String(withoutNoise(value))
  if (!text.includes('e')) return text
  // Made when it is needed, which is seldom: making it takes a fifth of the start of a thread that reads a sheet.
  digits ??= new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })
  return digits.format(withoutNoise(value))
}

/** A cell as a person would type it: what a file of failures holds of it, and what a column of texts takes. */
export function typedText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return inDigits(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if ('percent' in cell) return `${inDigits(cell.percent)}%`
  return 'day' in cell ? cell.day : ''
}

const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
const ungrouped = /^(?:\d+(?:\.\d*)?|\.\d+)$/

/** 12,34,567.50 as a number; undefined when it is none, or written as nobody in India would. */
function numberIn(typed: string): number | undefined {
  const text = typed.replaceAll('−', '-').replace(/\s/g, '')
  const [, sign = '', figures = ''] = /^([+-]?)(.*)$/.exec(text) ?? []
  if (!grouped.test(figures) && !ungrouped.test(figures)) return undefined
  const value = Number(figures.replaceAll(',', ''))
  return sign === '-' && value !== 0 ? -value : value
}

const numeric = (value: number | undefined, otherwise: string): CellReading =>
  value === undefined ? { fault: otherwise } : { value }

const currency = /^([+-]?)\s*(?:₹|rs\.?|inr)\s*/i
const amount = 'must be an amount such as 12,34,567.50'

function money(cell: Cell): CellReading {
  if (typeof cell === 'number') return { value: withoutNoise(cell) }
  if (typeof cell !== 'string') return { fault: amount }
  const typed = cell
    .trim()
    .replace(currency, '$1')
    .replace(/\s*\/[-=]$/, '')
  return numeric(numberIn(typed), amount)
}

const percent = (otherwise: string) => (cell: Cell) => {
  if (typeof cell === 'number') return { value: withoutNoise(cell) }
  if (typeof cell === 'object' && cell && 'percent' in cell) return { value: cell.percent }
  return numeric(typeof cell === 'string' ? numberIn(cell.replace(/\s*%\s*$/, '')) : undefined, otherwise)
}

const number = (otherwise: string) => (cell: Cell) =>
  typeof cell === 'number'
    ? { value: withoutNoise(cell) }
    : numeric(typeof cell === 'string' ? numberIn(cell) : undefined, otherwise)

/** Databases and spreadsheets write midnight behind a day. */
const midnight = /[T\s]+0{1,2}:00(?::00(?:\.0+)?)?(?:\s*AM)?Z?$/i

function day(cell: Cell): CellReading {
  if (typeof cell === 'object' && cell && 'day' in cell) return { value: cell.day }
  const found = typeof cell === 'string' ? f.parseDay(cell.trim().replace(midnight, '')) : null
  return found ? { value: found } : { fault: 'must be a day such as 05/03/2026, the day first' }
}

const yes = new Set(['yes', 'y', 'true', '1'])
const no = new Set(['no', 'n', 'false', '0'])

function yesOrNo(cell: Cell): CellReading {
  const typed = typedText(cell).trim().toLowerCase()
  return yes.has(typed) || no.has(typed) ? { value: yes.has(typed) } : { fault: 'must be Yes or No' }
}

const text = (cell: Cell): CellReading => ({ value: typedText(cell) })

const letters = (words: string) => words.toLowerCase().replace(/[^a-z]/g, '')

/** A code by its letters, however it is written. */
function choice(codes: readonly string[]) {
  const byLetters = new Map(codes.map((code) => [letters(code), code]))
  const otherwise = { fault: `must be one of ${codes.map(f.inWords).join(', ')}` }
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
  const otherwise = { fault: 'must be written as "name: value; name: value", or as a JSON object' }
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

/** A field's schema without what says that it may be left out. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod
  return 'innerType' in def ? bare(def.innerType as z.core.$ZodType) : schema
}

/** The codes that a field takes; none where it takes anything else. */
export function codesOf(schema: z.core.$ZodType): string[] {
  const field = bare(schema)
  return field instanceof z.ZodMiniEnum ? field.options.map(String) : []
}

type Reader = (cell: Cell) => CellReading

const longestFigure = 200

/** No number and no day is so long; the patterns that look for one would look for very long. */
const brief =
  (read: Reader): Reader =>
  (cell) =>
    read(typeof cell === 'string' && cell.length > longestFigure ? '?' : cell)

const readers: Partial<Record<f.Kind, (schema: z.core.$ZodType) => Reader>> = {
  money: () => brief(money),
  percent: (schema) =>
    brief(percent(`must be a percentage such as 4.25${bare(schema) === f.signedPercentage ? ' or -5%' : ' or 18%'}`)),
  number: (schema) =>
    brief(
      number(
        bare(schema) instanceof z.ZodMiniNumberFormat ? 'must be a whole number' : 'must be a number such as 1,250.125',
      ),
    ),
  day: () => brief(day),
  boolean: () => yesOrNo,
  choice: (schema) => choice(codesOf(schema)),
  pairs: () => pairs,
  text: () => text,
}

/** How a cell of a field is read. An empty cell is no cell: it is not asked for. */
export function cellReader(schema: z.core.$ZodType): Reader {
  const read = readers[f.kindOf(schema)]?.(schema)
  return (cell) => {
    if (typeof cell === 'object' && cell && 'fault' in cell) return { fault: cell.fault }
    return read?.(cell) ?? { fault: 'cannot be read from a sheet' }
  }
}

/**
 * A spreadsheet takes a CSV's text for a formula by its first sign, also behind blanks: such a text is written behind an
 * apostrophe, and one that stands behind its own is given one more, so that reading it takes ours off again.
 */
const startsFormula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/
export const guarded = (text: string) => (startsFormula.test(text) ? `'${text}` : text)
export const unguarded = (text: string) => (text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text)
