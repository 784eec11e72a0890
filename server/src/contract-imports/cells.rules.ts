import { contractFields, contractStatuses } from '@plinth/api/contracts'
import { parseDay } from '@plinth/api/kernel/days'
import { type Kind, kindsOf } from '@plinth/api/kernel/kinds'
import { inWords } from '@plinth/api/kernel/words'
import { type Cell, withoutNoise } from '../kernel/sheets.ts'
import type { FieldName } from './columns.rules.ts'

/** A cell as the wire would carry it, or what is wrong with it. */
export type Reading = { value: unknown } | { fault: string }

const digits = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** A number by its digits: no exponent, no grouping. */
const inDigits = (value: number) => {
  const text = String(withoutNoise(value))
  return text.includes('e') ? digits.format(withoutNoise(value)) : text
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

const numeric = (value: number | undefined, otherwise: string): Reading =>
  value === undefined ? { fault: otherwise } : { value }

const currency = /^([+-]?)\s*(?:₹|rs\.?|inr)\s*/i
const amount = 'must be an amount such as 12,34,567.50'

function money(cell: Cell): Reading {
  if (typeof cell === 'number') return { value: withoutNoise(cell) }
  if (typeof cell !== 'string') return { fault: amount }
  const typed = cell
    .trim()
    .replace(currency, '$1')
    .replace(/\s*\/[-=]$/, '')
  return numeric(numberIn(typed), amount)
}

function percent(cell: Cell): Reading {
  const otherwise = 'must be a percentage such as 4.25 or -5%'
  if (typeof cell === 'number') return { value: withoutNoise(cell) }
  if (typeof cell === 'object' && cell && 'percent' in cell) return { value: cell.percent }
  return numeric(typeof cell === 'string' ? numberIn(cell.replace(/\s*%\s*$/, '')) : undefined, otherwise)
}

const whole = (cell: Cell): Reading =>
  typeof cell === 'number'
    ? { value: withoutNoise(cell) }
    : numeric(typeof cell === 'string' ? numberIn(cell) : undefined, 'must be a whole number')

/** Databases and spreadsheets write midnight behind a day. */
const midnight = /[T\s]+0{1,2}:00(?::00(?:\.0+)?)?(?:\s*AM)?Z?$/i

function day(cell: Cell): Reading {
  if (typeof cell === 'object' && cell && 'day' in cell) return { value: cell.day }
  const found = typeof cell === 'string' ? parseDay(cell.trim().replace(midnight, '')) : null
  return found ? { value: found } : { fault: 'must be a day such as 05/03/2026, the day first' }
}

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
const statuses = new Map(contractStatuses.map((status) => [letters(status), status]))

function choice(cell: Cell): Reading {
  const status = statuses.get(letters(typedText(cell)))
  return status ? { value: status } : { fault: `must be one of ${contractStatuses.map(inWords).join(', ')}` }
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function pairs(cell: Cell): Reading {
  const otherwise = { fault: 'must be written as "name: value; name: value", or as a JSON object' }
  const text = typedText(cell).trim()
  if (text.startsWith('{')) {
    const value = objectIn(text)
    return value ? { value } : otherwise
  }
  const parts = text.split(';').filter((part) => part.trim() !== '')
  const entries = parts.map((part) => [part.split(':', 1)[0]?.trim(), part.slice(part.indexOf(':') + 1).trim()])
  const isNamed = parts.every((part) => part.indexOf(':') > 0)
  const names = new Set(entries.map(([name]) => name))
  return isNamed && names.size === parts.length && !names.has('') ? { value: Object.fromEntries(entries) } : otherwise
}

const byKind: Partial<Record<Kind, (cell: Cell) => Reading>> = {
  money,
  percent,
  number: whole,
  day,
  choice,
  pairs,
  text: (cell) => ({ value: typedText(cell) }),
}
const kinds = kindsOf({ shape: contractFields })

/** What a cell holds for a field. An empty cell is no cell: it is not asked for. */
export function readCell(field: FieldName, cell: Cell): Reading {
  if (typeof cell === 'object' && cell && 'fault' in cell) return { fault: cell.fault }
  return byKind[kinds[field]]?.(cell) ?? { fault: 'cannot be read from a sheet' }
}
