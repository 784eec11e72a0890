import { maxExportRows } from '@plinth/api/kernel/exports'
import type { Page, Pagination, Sort } from '@plinth/api/kernel/paging'
import type { StatusChange } from '@plinth/api/kernel/record'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError, notFound } from './errors.ts'
import { type Condition, type Definition, type Key, type RecordShape, shapeOf } from './record-shape.ts'
import type { Schema } from './schema.ts'
import type { Db } from './tenancy.ts'

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
