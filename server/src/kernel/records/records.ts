import type { Page, Sort } from '@plinth/api/kernel/paging'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '../db/tenancy.ts'
import { AppError, notFound } from '../errors.ts'
import { batchesOf } from '../sheets/exports.ts'
import type { Condition } from './conditions.ts'
import { type Grouped, type Groupings, groupedFrom, groupsIn } from './groups.ts'
import { type Counted, countedFrom, countsOf, type QuickRules } from './quick-filters.ts'
import { answersOf } from './record-answers.ts'
import {
  type Definition,
  type Field,
  type Key,
  pageOf,
  pageWith,
  type RecordShape,
  type Search,
  type Selection,
  shapeOf,
  statementsOf,
} from './record-shape.ts'

/** The refusal of an edit of an outdated state of the record. */
export const stale = () =>
  new AppError(412, 'stale', 'Somebody saved this record after you opened it. Nothing of yours was saved yet.')

function reads<Row>(shape: RecordShape<Row>) {
  const { source, whereOf } = shape
  const { one, all } = statementsOf(shape)
  async function read(db: Db, key: Key<Row>, lock?: RawBuilder<unknown>): Promise<Row> {
    const [row] = (await one(key, lock).execute(db)).rows
    if (!row) throw notFound()
    return row
  }
  return {
    /** Throws 404 when there is no live row with this key. */
    get: (db: Db, key: Key<Row>) => read(db, key),
    /** The same, and locks the row against changes and deletion until the transaction ends. */
    getForShare: (db: Db, key: Key<Row>) => read(db, key, sql`for share`),
    /** The same for a row that this transaction is about to change. */
    getForUpdate: (db: Db, key: Key<Row>) => read(db, key, sql`for no key update`),

    /** Every live row that meets the conditions, in the order of `sort`. */
    list: async (db: Db, where: readonly Condition[], sort: Sort): Promise<Row[]> =>
      (await all({ where, sort }).execute(db)).rows,

    /** One page of the rows that meet the conditions, with their exact number and the requested `total`. */
    async search(db: Db, search: Search): Promise<Page<Row> & { total: number | null }> {
      type Found = Row & { totalElements: number; total: number | null; on_page: number | null }
      const { rows } = await sql<Found>`${pageOf(shape, search)}`.execute(db)
      const { totalElements = 0, total = null } = rows[0] ?? {}
      const content = rows.flatMap(({ totalElements: _, total: __, on_page: at, ...row }) => (at ? [row as Row] : []))
      return { content, ...pageWith(totalElements, search.pagination), total }
    },

    /** For each rule, the number of rows that meet it and the conditions, and their sum of `amount`. */
    async counts<N extends string>(
      db: Db,
      where: readonly Condition[],
      rules: QuickRules<N>,
      amount?: RawBuilder<unknown>,
    ): Promise<Counted<N>[]> {
      const counted = countsOf(sql`${source} where ${whereOf(where)}`, rules, amount)
      return countedFrom(rules, (await counted.execute(db)).rows[0] ?? {}, amount !== undefined)
    },

    /** The groups of the rows that meet the conditions, with the sums of the amounts of each. */
    async groups<A extends string>(
      db: Db,
      where: readonly Condition[],
      by: Groupings<string>[string],
      amounts: Readonly<Record<A, RawBuilder<unknown>>>,
    ): Promise<Grouped<A>> {
      const found = sql`${source} where ${whereOf(where)}`
      return groupedFrom((await groupsIn(found, by, amounts).execute(db)).rows, amounts)
    },

    /**
     * Every row that meets the conditions, in the order of a search, in batches so that only one batch is in memory.
     * One walk runs at a time in a transaction. Throws 400 before the first batch when there are more rows than an
     * export may have.
     */
    async *walk(db: Db, search: Selection): AsyncGenerator<Row[]> {
      const count = sql<{ rows: number }>`select count(*) as rows from ${source}
        where ${whereOf(search.where, search.withDeleted)}`
      yield* batchesOf<Row>(db, (await count.execute(db)).rows[0]?.rows ?? 0, all(search))
    },
  }
}

/** Fields by wire name, and `updatedAt` of the state that was edited; without it the last edit wins. */
type Edit = { updatedAt?: string | null | undefined; [field: string]: unknown }

function writes<Row extends { id: string }>(shape: RecordShape<Row>, reading: ReturnType<typeof reads<Row>>) {
  const { get, getForUpdate } = reading
  const { from, column, columnName, whereOf, matching, assignments } = shape
  const { added } = statementsOf(shape)
  return {
    /** Stores a row; `set` adds columns that only the server sets, by wire name. */
    async insert(db: Db, values: object, set?: Record<string, unknown>): Promise<Row> {
      const [row] = (await added({ ...Object.fromEntries(assignments(values)), ...set }).execute(db)).rows
      if (!row) throw new Error('an insert returned no row')
      return row
    },

    /**
     * Changes the fields of `edit`, and those that `derive` returns for the stored row, which is locked. Throws 404
     * when there is no such row, 412 when `edit.updatedAt` is not its current state.
     */
    async update(db: Db, key: Key<Row>, edit: Edit, derive?: (stored: Row) => object): Promise<Row> {
      const derived = derive?.(await getForUpdate(db, key))
      const pairs = assignments({ ...edit, ...derived })
      const changes = sql.join([
        // Assigning the column to itself makes an edit without changes count as a save. A column of the key would block
        // everybody who stores a row that refers to this one.
        sql`updated_at = ${column('updatedAt')}`,
        ...pairs.map(([wire, value]) => sql`${sql.id(columnName(wire))} = ${value}`),
      ])
      const { updatedAt: at } = edit
      const unchanged = at ? sql<SqlBool>`${column('updatedAt')} = ${at}::timestamptz` : undefined
      const { rows } = await sql<Row>`update ${from} set ${changes}
        where ${whereOf([...matching(key), unchanged])} returning ${shape.selected}`.execute(db)
      if (rows[0]) return rows[0]
      await get(db, key)
      throw stale()
    },

    /** Marks the row deleted. Throws 404 when there is none, 409 when another record still depends on it. */
    async remove(db: Db, key: Key<Row>): Promise<void> {
      const removing = sql`update ${from} set deleted_at = now() where ${whereOf(matching(key))} returning id`
      if ((await removing.execute(db)).rows.length === 0) throw notFound()
    },
  }
}

/**
 * The records of one business table, as rows of their wire type `Row`: only live ones of the tenant, to which the
 * database restricts every query. Deleting marks the row.
 */
export function records<Row extends { id: string }>(definition: Definition<Row>) {
  const shape = shapeOf(definition)
  const reading = reads(shape)
  const written = (entity: z.ZodMiniObject, others?: readonly string[]) => answersOf(shape, entity, others)
  /** The column of a stored field. */
  const column: (field: Field<Row>) => RawBuilder<unknown> = shape.column
  /** The SQL of a field, stored or computed. */
  const valueOf = (field: string) => shape.valueOf(field)
  return { column, valueOf, written, ...reading, ...writes(shape, reading) }
}
