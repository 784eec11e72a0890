import { maxExportRows } from '@plinth/api/kernel/exports'
import type { StatusChange } from '@plinth/api/kernel/fields'
import type { DateRange, Page, Pagination, Sort } from '@plinth/api/kernel/paging'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError, notFound } from './errors.ts'
import type { Schema } from './schema.ts'
import type { Db } from './tenancy.ts'

const stamps = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy']
const neverEmpty = new Set(['createdAt', 'updatedAt'])

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

interface Definition<Row> {
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
type RecordShape<Row> = ReturnType<typeof shapeOf<Row>>

interface Selection {
  where: readonly Condition[]
  sort: Sort
}
interface Search extends Selection {
  pagination: Pagination
  /** An aggregate over every row found, counted along with them. */
  total?: RawBuilder<unknown> | undefined
}

const batchSize = 1_000

const stale = () =>
  new AppError(412, 'stale', 'Somebody saved this record after you opened it. Nothing of yours was saved yet.')

const tooMany = (rows: number) =>
  new AppError(
    400,
    'too_many_rows',
    `${rows.toLocaleString('en-IN')} records meet the filters, and at most ${maxExportRows.toLocaleString('en-IN')} can be exported at once. Please narrow the filters.`,
  )

function reads<Row>({ source, selected, meeting, matching, ordering }: RecordShape<Row>) {
  async function read(db: Db, key: Key<Row>, lock: RawBuilder<unknown>): Promise<Row> {
    const found = await sql<Row>`select ${selected} from ${source} where ${meeting(matching(key))} ${lock}`.execute(db)
    const [row] = found.rows
    if (!row) throw notFound()
    return row
  }

  async function count(db: Db, where: readonly Condition[], total: RawBuilder<unknown> = sql`null`) {
    const counted = await sql<{ rows: number; total: number | null }>`select count(*) as rows, ${total} as total
      from ${source} where ${meeting(where)}`.execute(db)
    return counted.rows[0] ?? { rows: 0, total: null }
  }

  return {
    /** Throws 404 when there is no live row with this key. */
    get: (db: Db, key: Key<Row>) => read(db, key, sql``),
    /** The same, and nobody changes or deletes the row until the transaction ends. */
    getForShare: (db: Db, key: Key<Row>) => read(db, key, sql`for share`),
    /** The same, for a row that this transaction is about to change. */
    getForUpdate: (db: Db, key: Key<Row>) => read(db, key, sql`for no key update`),

    /** Every live row that meets the conditions, in the order of `sort`. */
    async list(db: Db, where: readonly Condition[], sort: Sort): Promise<Row[]> {
      const found = await sql<Row>`select ${selected} from ${source} where ${meeting(where)}
        order by ${ordering(sort)}`.execute(db)
      return found.rows
    },

    /** One page of the rows that meet the conditions, with their exact number, and the `total` asked for. */
    async search(db: Db, { where, sort, pagination: { page, size }, total: asked }: Search) {
      const { rows: totalElements, total } = await count(db, where, asked)
      const found = await sql<Row>`select ${selected} from ${source} where ${meeting(where)}
        order by ${ordering(sort)} limit ${size} offset ${page * size}`.execute(db)
      const totalPages = Math.ceil(totalElements / size)
      const answer: Page<Row> = { content: found.rows, number: page, size, totalPages, totalElements }
      return { ...answer, total }
    },

    /**
     * Every row that meets the conditions, in the order of a search, a batch at a time: no more of them is held than
     * that. One walk at a time in a transaction. Throws 400 before the first batch when there are more than an export may hold.
     */
    async *walk(db: Db, { where, sort }: Selection): AsyncGenerator<Row[]> {
      const { rows: found } = await count(db, where)
      if (found > maxExportRows) throw tooMany(found)
      await sql`declare walk no scroll cursor for select ${selected} from ${source} where ${meeting(where)}
        order by ${ordering(sort)}`.execute(db)
      for (;;) {
        const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from walk`.execute(db)
        if (rows.length > 0) yield rows
        if (rows.length < batchSize) break
      }
      await sql`close walk`.execute(db)
    },
  }
}

type Reads<Row> = ReturnType<typeof reads<Row>>

/** What an edit carries: fields by wire name, and the state it was made on. */
interface Edit {
  updatedAt?: string | null | undefined
  [field: string]: unknown
}

function writes<Row extends { id: string }>(shape: RecordShape<Row>, { get, getForUpdate }: Reads<Row>) {
  const { from, column, columnName, meeting, matching, assignments } = shape
  return {
    /** Stores a row; `set` adds columns that only the server sets, by wire name. */
    async insert(db: Db, values: object, set: Record<string, unknown> = {}): Promise<Row> {
      const pairs = [...assignments(values), ...Object.entries(set)]
      const names = sql.join(pairs.map(([wire]) => sql.id(columnName(wire))))
      const added = await sql<Row>`insert into ${from} (${names})
        values (${sql.join(pairs.map(([, value]) => value))}) returning ${shape.selected}`.execute(db)
      const [row] = added.rows
      if (!row) throw new Error('an insert returned no row')
      return row
    },

    /**
     * Changes the fields that `edit` carries, and those that `derive` makes from the row as it was, which is locked.
     * Throws 404 when there is no such row, 412 when `edit.updatedAt` is not the state it is in.
     */
    async update(db: Db, key: Key<Row>, edit: Edit, derive?: (stored: Row) => object): Promise<Row> {
      const derived = derive?.(await getForUpdate(db, key))
      const pairs = assignments({ ...edit, ...derived })
      const changes = sql.join([
        // Assigned to itself it lets an edit that changes nothing count as a save; a column of the key would keep everybody
        // waiting who stores what refers to this row.
        sql`updated_at = ${column('updatedAt')}`,
        ...pairs.map(([wire, value]) => sql`${sql.id(columnName(wire))} = ${value}`),
      ])
      const { updatedAt } = edit
      const unchanged = updatedAt ? sql<SqlBool>`${column('updatedAt')} = ${updatedAt}::timestamptz` : undefined
      const changed = await sql<Row>`update ${from} set ${changes}
        where ${meeting([...matching(key), unchanged])} returning ${shape.selected}`.execute(db)
      const [row] = changed.rows
      if (row) return row
      await get(db, key)
      throw stale()
    },

    /** Marks the row deleted. Throws 404 when there is none, 409 when something still hangs on it. */
    async remove(db: Db, key: Key<Row>): Promise<void> {
      const removed = await sql`update ${from} set deleted_at = now()
        where ${meeting(matching(key))} returning id`.execute(db)
      if (removed.rows.length === 0) throw notFound()
    },
  }
}

/**
 * The records of one business table, as rows of their wire type `Row`: only live ones, only the tenant's own (the
 * database sees to that). Deleting marks the row.
 */
export function records<Row extends { id: string }>(definition: Definition<Row>) {
  const shape = shapeOf(definition)
  const reading = reads(shape)
  return { column: shape.column, ...reading, ...writes(shape, reading) }
}

const personOf = (column: string, table: string) =>
  sql`(select u.username from users u where u.tenant_id = ${sql.ref(`${table}.tenant_id`)} and u.id = ${sql.ref(`${table}.${column}`)})`

/** Who made and who last changed a record of this table, by name. */
export const authorsOf = (table: string) => ({
  createdByName: personOf('created_by', table),
  updatedByName: personOf('updated_by', table),
})

/** Every status the record has had, newest first. */
export const statusHistory = (db: Db, table: keyof Schema, id: string): Promise<StatusChange[]> =>
  db
    .selectFrom('status_changes as c')
    .leftJoin('users as u', 'u.id', 'c.changed_by')
    .where('c.record_type', '=', table)
    .where('c.record_id', '=', id)
    .orderBy('c.id', 'desc')
    .select(['c.from_status as fromStatus', 'c.to_status as toStatus', 'c.changed_at as changedAt'])
    .select(['c.changed_by as changedBy', 'u.username as changedByName'])
    .execute()

type Maybe<T> = T | null | undefined

/** A pattern that matches any part of a text, with %, _ and \ taken literally. */
export const anyPart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Any part of the column's text, whatever its case; an empty filter asks for nothing. */
export const contains = (column: Expression<unknown>, text: Maybe<string>): Condition =>
  text ? sql<SqlBool>`${column} ilike ${anyPart(text)}` : undefined

/** One of the values; an empty list asks for nothing. */
export const oneOf = (column: Expression<unknown>, values: Maybe<readonly string[]>): Condition =>
  values && values.length > 0 ? sql<SqlBool>`${column} = any(${[...values]}::text[])` : undefined

export const equals = (column: Expression<unknown>, value: Maybe<string | number | boolean>): Condition =>
  value === null || value === undefined ? undefined : sql<SqlBool>`${column} = ${value}`

/** On this day or later. */
export const onOrAfter = (column: Expression<unknown>, day: Maybe<string>): Condition =>
  day ? sql<SqlBool>`${column} >= ${day}::date` : undefined

/** On this day or earlier. */
export const onOrBefore = (column: Expression<unknown>, day: Maybe<string>): Condition =>
  day ? sql<SqlBool>`${column} <= ${day}::date` : undefined

/** Moments of the range, the last second included whole: clients send the end of a day as T23:59:59Z. */
export function within(column: Expression<unknown>, range: Maybe<DateRange>): Condition {
  if (!range?.from && !range?.to) return undefined
  const from = range.from ? sql`${range.from}::timestamptz` : sql`'-infinity'::timestamptz`
  const until = range.to
    ? sql`date_trunc('second', ${range.to}::timestamptz) + interval '1 second'`
    : sql`'infinity'::timestamptz`
  return sql<SqlBool>`(${column} >= ${from} and ${column} < ${until})`
}
