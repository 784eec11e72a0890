import type { Page, Sort } from '@plinth/api/kernel/paging'
import * as z from 'zod/mini'
import { type Compilable, OneStatement } from '../db/one-statement.ts'
import { cellsOf, repeated } from '../db/statements.ts'
import type { Db } from '../db/tenancy.ts'
import { notFound } from '../errors.ts'
import { encoded } from '../http/answer-faults.ts'
import { JsonText } from '../http/json-text.ts'
import type { Condition } from './conditions.ts'
import { type Field, type Key, pageOf, pageWith, type RecordShape, type Search, statementsOf } from './record-shape.ts'
import { rowWriter } from './row-writer.ts'

/** How many sets of fields keep a compiled insert. */
const mostAdditions = 200

/** The fields of a page beside its rows. */
const envelope = z.object({
  number: z.int(),
  size: z.int(),
  totalPages: z.int(),
  totalElements: z.int(),
  total: z.nullable(z.number()),
})

/** Builds answers as JSON text, straight from the cells of the rows. `others` are fields that the caller adds. */
export function answersOf<Row>(shape: RecordShape<Row>, entity: z.ZodMiniObject, others: readonly string[] = []) {
  const { names, assignments } = shape
  const { one, all, added } = statementsOf(shape)
  const write = rowWriter(entity, names, others)
  const byId = repeated<[id: string]>((id) => one({ id } as unknown as Key<Row>))
  const additions = new Map<string, (...values: unknown[]) => Compilable>()
  /** Compiled once for each set of fields that clients send. */
  function addition(values: object): Compilable {
    const fields = Object.fromEntries(assignments(values))
    const wires = Object.keys(fields)
    const build = (...marks: object[]) => added(Object.fromEntries(wires.map((wire, at) => [wire, marks[at]])))
    const known = additions.get(wires.join()) ?? repeated(build, wires.length)
    if (additions.size < mostAdditions) additions.set(wires.join(), known)
    return known(...Object.values(fields))
  }
  return {
    /** Writes a row as a JSON object without the closing brace, so that the caller can add fields. */
    write,
    /** The index of a field in a row, by its wire name. */
    at: (name: Field<Row>) => names.indexOf(name),
    /** The cells of every live row that meets the conditions, in the order of `sort`. */
    cells: (db: Db, where: readonly Condition[], sort: Sort) => cellsOf(db, all({ where, sort })),
    /** Throws 404 when there is no live row with this id. */
    get: (id: string) =>
      new OneStatement(byId(id), ([cells]) => {
        if (!cells) throw notFound()
        return new JsonText<Row>(() => `${write(cells)}}`)
      }),
    /** Stores a row. */
    insert: (values: object) =>
      new OneStatement(addition(values), ([cells = []]) => new JsonText<Row>(() => `${write(cells)}}`)),
    /** `totalAs` is the name of `total` in the answer. */
    search: <Name extends string = never>(asked: Search, totalAs?: Name) =>
      new OneStatement(pageOf(shape, asked), (rows) => {
        // Each row ends with its place on the page, the number of rows found and their total.
        const [placeAt, found, sum] = [names.length, rows[0]?.[names.length + 1], rows[0]?.[names.length + 2] ?? null]
        const answer = { ...pageWith(Number(found), asked.pagination), total: sum === null ? null : Number(sum) }
        const { total, ...page } = encoded(envelope, answer)
        const rest = JSON.stringify(totalAs ? { ...page, [totalAs]: total } : page)
        return new JsonText<Page<Row> & Record<Name, number | null>>(() => {
          const content = rows.flatMap((cells) => (cells[placeAt] === null ? [] : [`${write(cells)}}`]))
          return `{"content":[${content.join(',')}],${rest.slice(1)}`
        })
      }),
  }
}
