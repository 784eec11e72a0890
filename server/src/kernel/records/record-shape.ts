import type { Pagination, Sort } from '@plinth/api/kernel/paging'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ready } from '../db/statements.ts'
import type { Condition } from './conditions.ts'
import { columnName } from './row-writer.ts'

const stamps = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy']
const neverEmpty = new Set(['createdAt', 'updatedAt'])

/** The name of a field on the wire. */
export type Field<Row> = keyof Row & string

export interface Definition<Row> {
  table: string
  /** Wire names of the fields a client may set. */
  fields: readonly string[]
  /** Wire names of columns that only the server sets. */
  fixed?: readonly Field<Row>[]
  /** Column names by wire name, where they differ in more than the case. */
  spelling?: Partial<Record<Field<Row>, string>>
  /** SQL of computed fields by wire name; it refers to the table by its own name. */
  computed?: Partial<Record<Field<Row>, RawBuilder<unknown>>>
  /** A join that every read of the table has. */
  joined?: RawBuilder<unknown>
}

/** Wire names and the values that the row must have. */
export type Key<Row> = Partial<Row>

/** The SQL fragments of a business table's statements; only here wire names become columns. */
export function shapeOf<Row>(definition: Definition<Row>) {
  const { table, fields, fixed = [], spelling = {} } = definition
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
  return {
    column,
    columnName: columnOf,
    from: sql.table(table),
    /** The FROM clause of a read: the table and what is joined to it. */
    source: ready(source),
    /** Every field of the row, in the order of `names`, by its wire name. */
    selected: ready(sql.join(names.map((wire) => sql`${computed[wire] ?? column(wire)} as ${sql.id(wire)}`))),
    /** Wire names of every field. */
    names,
    /** Live rows that meet every condition; with `withDeleted`, deleted ones too. */
    whereOf: (conditions: readonly Condition[], withDeleted = false) =>
      sql.join(
        [
          withDeleted ? sql`true` : sql`${deletedAt} is null`,
          ...conditions.filter((condition) => condition !== undefined),
        ],
        sql` and `,
      ),
    matching: (key: Key<Row>) => Object.entries(key).map(([wire, value]) => sql<SqlBool>`${column(wire)} = ${value}`),
    /**
     * Empty values come last in either direction; the id breaks ties. `value` and `id` are their names in the query
     * around it.
     */
    ordering({ field, direction }: Sort, value = computed[field] ?? column(field), id = column('id')) {
      const way = sql.raw(direction)
      const empties = sql.raw(neverEmpty.has(field) ? '' : 'nulls last')
      return sql`${value} ${way} ${empties}, ${id} ${way}`
    },
    /** The value by which a list is sorted for this field. */
    valueOf: (field: string) => computed[field] ?? column(field),
    /** The writable fields of a client's body, as pairs of wire name and value. */
    assignments: (values: object) =>
      Object.entries(values).filter(([wire, value]) => value !== undefined && fields.includes(wire)),
  }
}
export type RecordShape<Row> = ReturnType<typeof shapeOf<Row>>

export interface Selection {
  where: readonly Condition[]
  sort: Sort
  /** Deleted rows are found, too. */
  withDeleted?: boolean | undefined
}
export interface Search extends Selection {
  pagination: Pagination
  /** An aggregate over all rows found. */
  total?: RawBuilder<unknown> | undefined
  /** The number of rows and their total, where the database stores them; otherwise the rows are counted and added up. */
  stored?: { count: RawBuilder<unknown>; total?: RawBuilder<unknown> } | undefined
}

/**
 * One page of the rows found and, beside each row, how many there are: in one statement, so that both are of the same
 * moment. The search runs once over columns that an index may hold; only the rows of the page are read whole. A page
 * without rows is one row of nulls. No field of the wire is called `on_page`, the place of a row on the page.
 */
export function pageOf<Row>(shape: RecordShape<Row>, { where, sort, withDeleted, pagination, total, stored }: Search) {
  const { page, size } = pagination
  const { source, selected, column, whereOf, ordering, valueOf } = shape
  const found = sql`from ${source} where ${whereOf(where, withDeleted)}`
  const order = ordering(sort, sql.ref('value'), sql.ref('id'))
  return sql`with hits as ${sql.raw(stored ? 'not materialized' : 'materialized')}
      (select ${valueOf(sort.field)} as value, ${column('id')} as id ${found})
    select read.*, counted.* from (select ${stored?.count ?? sql`(select count(*) from hits)`} as "totalElements",
      ${stored?.total ?? (total ? sql`(select ${total} ${found})` : sql`null::numeric`)} as total) counted
    left join lateral (select one.* from
      (select id, row_number() over () as on_page from
        (select id from hits order by ${order} limit ${size} offset ${page * size}) keys) page
      cross join lateral (select ${selected}, page.on_page from ${source} where ${column('id')} = page.id offset 0) one) read on true
    order by read.on_page`
}

export function statementsOf<Row>(shape: RecordShape<Row>) {
  const { from, source, selected, whereOf, matching, ordering, columnName } = shape
  const one = (key: Key<Row>, lock = sql``) =>
    sql<Row>`select ${selected} from ${source} where ${whereOf(matching(key))} ${lock}`
  const all = ({ where, sort, withDeleted }: Selection) =>
    sql<Row>`select ${selected} from ${source} where ${whereOf(where, withDeleted)} order by ${ordering(sort)}`
  /** Stores a row of values by wire name. */
  const added = (values: Record<string, unknown>) =>
    sql<Row>`insert into ${from} (${sql.join(Object.keys(values).map((wire) => sql.id(columnName(wire))))})
      values (${sql.join(Object.values(values))}) returning ${selected}`
  return { one, all, added }
}

/** The position of a page in all rows found. */
export function pageWith(totalElements: number, { page, size }: Pagination) {
  return { number: page, size, totalPages: Math.ceil(totalElements / size), totalElements }
}
