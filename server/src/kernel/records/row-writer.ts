import * as z from 'zod/mini'
import { $ZodPipe, type $ZodType } from 'zod/v4/core'
import type { Cell } from '../db/one-statement.ts'
import { encoded } from '../http/answer-faults.ts'

/** The column of a field: its wire name in the way of PostgreSQL, but for what `spelling` names. */
export const columnName = (wire: string, spelling: Readonly<Record<string, string>> = {}) =>
  spelling[wire] ?? wire.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** How a value of the schema is meant that PostgreSQL sends as this text. */
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

/** Of one field, so many values that it was judged by; where most are new, none are kept. */
const mostCached = 1_000
const longestCached = 40

/**
 * Writes the values of a field as JSON. Its schema judges every value; what it has judged is kept for a while, since most
 * of what a company's records say they say again and again.
 */
function valueWriter(schema: $ZodType): (cell: Cell) => string {
  if (schema instanceof z.ZodMiniNullable) {
    const write = valueWriter(schema.def.innerType)
    return (cell) => (cell === null ? 'null' : write(cell))
  }
  const read = readerOf(schema)
  const judge = (cell: Cell) => JSON.stringify(encoded(schema, cell === null ? null : read(cell)))
  const kept = new Map<Cell, string>()
  let [isWorthIt, asked, missed] = [true, 0, 0]
  return (cell) => {
    if (!isWorthIt || (cell !== null && cell.length > longestCached)) return judge(cell)
    asked += 1
    const known = kept.get(cell)
    if (known !== undefined) return known
    const text = judge(cell)
    missed += 1
    if (missed > mostCached) {
      isWorthIt = missed * 2 < asked
      kept.clear()
      asked = missed = 0
    }
    if (isWorthIt) kept.set(cell, text)
    return text
  }
}

/**
 * Writes rows as JSON objects of `entity`, left open at their end. `names` are what the cells of a row are called on the
 * wire; of what the schema does not know nothing is told. `others` are the fields that their maker adds. The writer throws
 * for a value that the schema does not allow, unless such faults are reported.
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
