import { directions, type Page, type Pagination } from '@plinth/api/kernel/paging'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound, stale } from './errors.ts'
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
}

type Key<Row> = Partial<Row>
type Condition = Expression<SqlBool>
export interface Sort {
  field: string
  direction: (typeof directions)[number]
}
interface Search {
  where?: readonly (Condition | undefined)[]
  sort: Sort
  pagination: Pagination
}

/**
 * The records of one business table, as rows of their wire type `Row`: only live ones, only the tenant's own (the
 * database sees to that), their wire names made from the columns in one place. Deleting marks the row.
 */
export function records<Row extends { id: string }>(definition: Definition<Row>) {
  const { table, fields, fixed = [], spelling = {}, computed = {} } = definition
  const column = (wire: string) => sql.ref(`${table}.${spelling[wire] ?? snakeCase(wire)}`)
  const stored = ['id', ...fixed, ...fields, ...stamps]
  const expression = (wire: string) => computed[wire] ?? column(wire)
  const selected = sql.join([
    ...stored.map((wire) => sql`${column(wire)} as ${sql.id(wire)}`),
    ...Object.entries(computed).map(([wire, value]) => sql`${value} as ${sql.id(wire)}`),
    sql`false as ${sql.id('isDeleted')}`,
  ])
  const from = sql.table(table)
  const live = sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`

  const all = (conditions: readonly (Condition | undefined)[]) =>
    sql.join([live, ...conditions.filter((condition) => condition !== undefined)], sql` and `)
  const matching = (key: Key<Row>) =>
    Object.entries(key).map(([wire, value]) => sql<SqlBool>`${column(wire)} = ${value}`)
  const ordering = ({ field, direction }: Sort) =>
    sql`${expression(field)} ${sql.raw(direction)} ${sql.raw(neverEmpty.has(field) ? '' : 'nulls last')}, ${column('id')} ${sql.raw(direction)}`
  /** The writable part of what a client sent, as column and value. */
  const assignments = (values: object) =>
    Object.entries(values).filter(([wire, value]) => value !== undefined && fields.includes(wire))

  const find = async (db: Db, key: Key<Row>): Promise<Row | undefined> => {
    const found = await sql<Row>`select ${selected} from ${from} where ${all(matching(key))}`.execute(db)
    return found.rows[0]
  }
  const get = async (db: Db, key: Key<Row>): Promise<Row> => {
    const row = await find(db, key)
    if (!row) throw notFound()
    return row
  }

  return {
    column,
    find,
    /** Throws 404 when there is no live row with this key. */
    get,
    /** The same, and nobody changes or deletes the row until the transaction ends. */
    async getForShare(db: Db, key: Key<Row>): Promise<Row> {
      await sql`select from ${from} where ${all(matching(key))} for share`.execute(db)
      return get(db, key)
    },

    /** Every live row that meets the conditions, in the order of `sort`. */
    async list(db: Db, where: readonly (Condition | undefined)[], sort: Sort): Promise<Row[]> {
      const found =
        await sql<Row>`select ${selected} from ${from} where ${all(where)} order by ${ordering(sort)}`.execute(db)
      return found.rows
    },

    /** One page of the rows that meet the conditions, with the exact total. */
    async search(db: Db, { where = [], sort, pagination: { page, size } }: Search): Promise<Page<Row>> {
      const conditions = all(where)
      const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${conditions}`.execute(
        db,
      )
      const totalElements = counted.rows[0]?.total ?? 0
      const found = await sql<Row>`select ${selected} from ${from} where ${conditions}
        order by ${ordering(sort)} limit ${size} offset ${page * size}`.execute(db)
      return { content: found.rows, number: page, size, totalPages: Math.ceil(totalElements / size), totalElements }
    },

    /** Stores a row; `set` adds columns that only the server sets, by wire name. */
    async insert(db: Db, values: object, set: Record<string, unknown> = {}): Promise<Row> {
      const pairs = [...assignments(values), ...Object.entries(set)]
      const names = sql.join(pairs.map(([wire]) => sql.id(spelling[wire] ?? snakeCase(wire))))
      const added = await sql<{ id: string }>`insert into ${from} (${names})
        values (${sql.join(pairs.map(([, value]) => value))}) returning id`.execute(db)
      return get(db, { id: added.rows[0]?.id } as Key<Row>)
    },

    /**
     * Changes the fields that `values` carries, and those that `derive` makes from the row as it was, which is
     * locked. Throws 404 when there is no such row, 412 when `values.updatedAt` is not the state it is in.
     */
    async update(
      db: Db,
      key: Key<Row>,
      values: { updatedAt?: string | null | undefined },
      derive?: (stored: Row) => object,
    ): Promise<Row> {
      const loaded = values.updatedAt
      if (derive) await sql`select from ${from} where ${all(matching(key))} for no key update`.execute(db)
      const pairs = assignments({ ...values, ...derive?.(await get(db, key)) })
      // Assigning the id to itself lets an edit that changes nothing count as a save.
      const changes = sql.join([
        sql`id = ${column('id')}`,
        ...pairs.map(([wire, value]) => sql`${sql.id(spelling[wire] ?? snakeCase(wire))} = ${value}`),
      ])
      const unchanged = loaded ? sql<SqlBool>`${column('updatedAt')} = ${loaded}::timestamptz` : undefined
      const changed = await sql<{ id: string }>`update ${from} set ${changes}
        where ${all([...matching(key), unchanged])} returning id`.execute(db)
      if (changed.rows.length > 0) return get(db, key)
      await get(db, key)
      throw stale()
    },

    /** Marks the row deleted. Throws 404 when there is none, 409 when something still hangs on it. */
    async remove(db: Db, key: Key<Row>): Promise<void> {
      const removed = await sql`update ${from} set deleted_at = now() where ${all(matching(key))} returning id`.execute(
        db,
      )
      if (removed.rows.length === 0) throw notFound()
    },
  }
}
