import type { Sort } from '@plinth/api/kernel/paging'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from './schema.ts'

const stamps = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy']
const neverEmpty = new Set(['createdAt', 'updatedAt'])

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export interface Definition<Row> {
  table: keyof Schema & string
  /** Wire names of the fields a client may set. */
  fields: readonly string[]
  /** Wire names that are columns too, but set by the server alone. */
  fixed?: readonly (keyof Row & string)[]
  /** Wire name to column, where the wire's spelling is not the column's. */
  spelling?: Record<string, string>
  /** Wire names that are computed; the table goes by its own name in them. */
  computed?: Record<string, RawBuilder<unknown>>
  /** What is joined to the table wherever it is read. */
  joined?: RawBuilder<unknown>
}

/** Wire names and the values they must have. */
export type Key<Row> = Partial<Row>
export type Condition = Expression<SqlBool> | undefined

/** The pieces of SQL that a business table's statements are made of: the one place where wire names become columns. */
export function shapeOf<Row>(definition: Definition<Row>) {
  const { table, fields, fixed = [], spelling = {} } = definition
  const columnName = (wire: string) => spelling[wire] ?? snakeCase(wire)
  const column = (wire: string) => sql.ref(`${table}.${columnName(wire)}`)
  const deletedAt = column('deletedAt')
  const computed: Record<string, RawBuilder<unknown>> = {
    ...definition.computed,
    isDeleted: sql`(${deletedAt} is not null)`,
  }
  const stored = ['id', ...fixed, ...fields, ...stamps]

  return {
    column,
    columnName,
    from: sql.table(table),
    /** What is read from: the table, and what is joined to it. */
    source: definition.joined ? sql`${sql.table(table)} ${definition.joined}` : sql.table(table),
    /** Every field of the row by its wire name. */
    selected: sql.join([
      ...stored.map((wire) => sql`${column(wire)} as ${sql.id(wire)}`),
      ...Object.entries(computed).map(([wire, value]) => sql`${value} as ${sql.id(wire)}`),
    ]),
    /** Live rows that meet every condition. */
    meeting: (conditions: readonly Condition[]) =>
      sql.join([sql`${deletedAt} is null`, ...conditions.filter((condition) => condition !== undefined)], sql` and `),
    matching: (key: Key<Row>) => Object.entries(key).map(([wire, value]) => sql<SqlBool>`${column(wire)} = ${value}`),
    /** Empty values come last either way; ties are broken by the id. */
    ordering({ field, direction }: Sort) {
      const way = sql.raw(direction)
      const empties = sql.raw(neverEmpty.has(field) ? '' : 'nulls last')
      return sql`${computed[field] ?? column(field)} ${way} ${empties}, ${column('id')} ${way}`
    },
    /** The writable part of what a client sent, as wire name and value. */
    assignments: (values: object) =>
      Object.entries(values).filter(([wire, value]) => value !== undefined && fields.includes(wire)),
  }
}
export type RecordShape<Row> = ReturnType<typeof shapeOf<Row>>
