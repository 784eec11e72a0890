import * as z from 'zod/mini'
import { $ZodPipe, type $ZodType } from 'zod/v4/core'
import type { Cell } from '../db/one-statement.ts'
import { encoded } from '../http/answer-faults.ts'

/** The column of a field: its wire name in snake case, except for the names in `spelling`. */
export const columnName = (wire: string, spelling: Readonly<Record<string, string>> = {}) =>
  spelling[wire] ?? wire.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns a function that turns PostgreSQL's text into a value of the schema. */
function readerOf(schema: $ZodType): (cell: string) => unknown {
  if (schema instanceof $ZodPipe) return readerOf(schema._zod.def.out)
  const { def } = schema._zod
  if (def.type === 'number') return Number
  if (def.type === 'boolean') return (cell) => (cell === 't' ? true : cell === 'f' ? false : cell)
  if (def.type === 'enum') return (cell) => cell
  if (def.type !== 'string') return JSON.parse
  if (!('format' in def) || def.format !== 'datetime') return (cell) => cell
  return (cell) => `${cell.replace(' ', 'T').replace(/\+00$/, '')}Z`
}

/** How many encoded values of a field are cached. If most values are new, none are cached. */
const mostCached = 1_000
const longestCached = 40

/**
 * Writes the values of a field as JSON. The schema checks every new value; the result is cached, because the records of
 * a company repeat most of their values.
 */
function valueWriter(schema: $ZodType): (cell: Cell) => string {
  if (schema instanceof z.ZodMiniNullable) {
    const write = valueWriter(schema.def.innerType)
    return (cell) => (cell === null ? 'null' : write(cell))
  }
  const read = readerOf(schema)
  const check = (cell: Cell) => JSON.stringify(encoded(schema, cell === null ? null : read(cell)))
  const cache = new Map<Cell, string>()
  let [isWorthIt, lookups, misses] = [true, 0, 0]
  return (cell) => {
    if (!isWorthIt || (cell !== null && cell.length > longestCached)) return check(cell)
    lookups += 1
    const known = cache.get(cell)
    if (known !== undefined) return known
    const text = check(cell)
    misses += 1
    if (misses > mostCached) {
      isWorthIt = misses * 2 < lookups
      cache.clear()
      lookups = misses = 0
    }
    if (isWorthIt) cache.set(cell, text)
    return text
  }
}

/**
 * Writes rows as JSON objects of `entity` without the closing brace. `names` are the wire names of the cells; cells
 * that the schema does not know are left out. `others` are the fields that the caller adds. The writer throws for a
 * value that the schema forbids, unless such faults are reported.
 */
export function rowWriter(
  entity: z.ZodMiniObject,
  names: readonly string[],
  others: readonly string[] = [],
): (cells: readonly Cell[]) => string {
  const missing = Object.keys(entity.shape).filter((name) => !names.includes(name) && !others.includes(name))
  if (missing.length > 0) throw new Error(`no column for ${missing.join(', ')}`)
  const parts = names.flatMap((name, at) => {
    const schema = entity.shape[name]
    return schema ? [{ at, head: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`, write: valueWriter(schema) }] : []
  })
  return (cells) => {
    let text = ''
    for (const { at, head, write } of parts) text += head + write(cells[at] ?? null)
    return text
  }
}
