import type { Pagination, Sort } from '@plinth/api/kernel/paging'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { ready } from '../db/statements.ts'
import type { Condition } from './conditions.ts'
import { columnName } from './row-writer.ts'

const stamps = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy']
const neverEmpty = new Set(['createdAt', 'updatedAt'])

/** The name of a field on the wire. */
export type Field<Row> = keyof Row & string

export interface Definition<Row> {
  table: keyof Schema & string
  /** Wire names of the fields a client may set. */
  fields: readonly string[]
  /** Wire names that are columns too, but set by the server alone. */
  fixed?: readonly Field<Row>[]
  /** Wire name to column, where the wire's spelling is not the column's. */
  spelling?: Partial<Record<Field<Row>, string>>
  /** Wire names that are computed; the table goes by its own name in them. */
  computed?: Partial<Record<Field<Row>, RawBuilder<unknown>>>
  /** What is joined to the table wherever it is read. */
  joined?: RawBuilder<unknown>
  /**
   * Joined only where rows are read whole: several computed fields of one costly view read it once a row by this, and not
   * once each. `values` says how each reads it; what a sort by one of them goes by stays in `computed`.
   */
  beside?: { join: RawBuilder<unknown>; values: Partial<Record<Field<Row>, RawBuilder<unknown>>> }
}

/** Wire names and the values they must have. */
export type Key<Row> = Partial<Row>

/** The pieces of SQL that a business table's statements are made of: the one place where wire names become columns. */
export function shapeOf<Row>(definition: Definition<Row>) {
  const { table, fields, fixed = [], spelling = {}, beside } = definition
  const columnOf = (wire: string) => columnName(wire, spelling)
  const columns: Record<string, RawBuilder<unknown>> = Object.create(null)
  const column = (wire: string) => (columns[wire] ??= ready(sql.ref(`${table}.${columnOf(wire)}`)))
  const deletedAt = column('deletedAt')
  const computed: Record<string, RawBuilder<unknown>> = {
    ...definition.computed,
    isDeleted: sql`(${deletedAt} is not null)`,
  }
  const stored = ['id', ...fixed, ...fields, ...stamps]
  const names = [...stored, ...Object.keys(computed)]
  const source = definition.joined ? sql`${sql.table(table)} ${definition.joined}` : sql.table(table)
  const read: Record<string, RawBuilder<unknown>> = { ...computed, ...beside?.values }
  return {
    column,
    columnName: columnOf,
    from: sql.table(table),
    /** What is read from: the table, and what is joined to it. */
    source: ready(source),
    /** What rows are read whole from. */
    whole: ready(beside ? sql`${source} ${beside.join}` : source),
    /** Every field of the row, in the order of `names`, by its wire name. */
    selected: ready(sql.join(names.map((wire) => sql`${read[wire] ?? column(wire)} as ${sql.id(wire)}`))),
    /** Wire names of every field. */
    names,
    /** Live rows that meet every condition; `withDeleted`, deleted ones that do, too. */
    whereOf: (conditions: readonly Condition[], withDeleted = false) =>
      sql.join(
        [
          withDeleted ? sql`true` : sql`${deletedAt} is null`,
          ...conditions.filter((condition) => condition !== undefined),
        ],
        sql` and `,
      ),
    matching: (key: Key<Row>) => Object.entries(key).map(([wire, value]) => sql<SqlBool>`${column(wire)} = ${value}`),
    /** Empty values come last either way; ties are broken by the id. `value` and `id` are what the two are called where it stands. */
    ordering({ field, direction }: Sort, value = computed[field] ?? column(field), id = column('id')) {
      const way = sql.raw(direction)
      const empties = sql.raw(neverEmpty.has(field) ? '' : 'nulls last')
      return sql`${value} ${way} ${empties}, ${id} ${way}`
    },
    /** What a sort by the field goes by. */
    valueOf: (field: string) => computed[field] ?? column(field),
    /** The writable part of what a client sent, as wire name and value. */
    assignments: (values: object) =>
      Object.entries(values).filter(([wire, value]) => value !== undefined && fields.includes(wire)),
  }
}
export type RecordShape<Row> = ReturnType<typeof shapeOf<Row>>

export interface Selection {
  where: readonly Condition[]
  sort: Sort
  /** Deleted rows are looked among, too. */
  withDeleted?: boolean | undefined
}
export interface Search extends Selection {
  pagination: Pagination
  /** An aggregate over every row found, counted along with them. */
  total?: RawBuilder<unknown> | undefined
  /** How many rows there are, where that is kept; else they are counted. */
  kept?: RawBuilder<unknown> | undefined
}

/**
 * One page of the rows found and, beside each of them, how many there are: in one statement, all of one moment. The rows are
 * found by what an index may hold of them, once; only those of the page are read whole. A page without rows is one row of nulls.
 * Where each row stands on the page, `on_page`, is called as no field of the wire is.
 */
export function pageOf<Row>(shape: RecordShape<Row>, { where, sort, withDeleted, pagination, total, kept }: Search) {
  const { page, size } = pagination
  const { source, whole, selected, column, whereOf, ordering, valueOf } = shape
  const found = sql`from ${source} where ${whereOf(where, withDeleted)}`
  const order = ordering(sort, sql.ref('value'), sql.ref('id'))
  return sql`with hits as ${sql.raw(kept ? 'not materialized' : 'materialized')}
      (select ${valueOf(sort.field)} as value, ${column('id')} as id ${found})
    select read.*, counted.* from (select ${kept ?? sql`(select count(*) from hits)`} as "totalElements",
      ${total ? sql`(select ${total} ${found})` : sql`null::numeric`} as total) counted
    left join lateral (select one.* from
      (select id, row_number() over () as on_page from
        (select id from hits order by ${order} limit ${size} offset ${page * size}) keys) page
      cross join lateral (select ${selected}, page.on_page from ${whole} where ${column('id')} = page.id offset 0) one) read on true
    order by read.on_page`
}

export function statementsOf<Row>(shape: RecordShape<Row>) {
  const { from, whole, selected, whereOf, matching, ordering, columnName } = shape
  const one = (key: Key<Row>, lock = sql``) =>
    sql<Row>`select ${selected} from ${whole} where ${whereOf(matching(key))} ${lock}`
  const all = ({ where, sort, withDeleted }: Selection) =>
    sql<Row>`select ${selected} from ${whole} where ${whereOf(where, withDeleted)} order by ${ordering(sort)}`
  /** Stores a row of these values by their wire names. */
  const added = (values: Record<string, unknown>) =>
    sql<Row>`insert into ${from} (${sql.join(Object.keys(values).map((wire) => sql.id(columnName(wire))))})
      values (${sql.join(Object.values(values))}) returning ${selected}`
  return { one, all, added }
}

/** Where in all of what was found a page is. */
export function pageWith(totalElements: number, { page, size }: Pagination) {
  return { number: page, size, totalPages: Math.ceil(totalElements / size), totalElements }
}
