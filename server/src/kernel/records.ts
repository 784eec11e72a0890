import type { Page, Pagination, Sort } from '@plinth/api/kernel/paging'
import type { StatusChange } from '@plinth/api/kernel/status-changes'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { encode } from 'zod/v4/core'
import type { Condition } from './conditions.ts'
import { AppError, notFound } from './errors.ts'
import { batchesOf } from './exports.ts'
import { JsonText } from './json-text.ts'
import { type Compilable, OneStatement } from './one-statement.ts'
import { columnName, rowWriter } from './row-writer.ts'
import type { Schema } from './schema.ts'
import { cellsOf, ready, repeated } from './statements.ts'
import type { Db } from './tenancy.ts'

const stamps = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy']
/** Sets of fields that an insert is kept for. */
const mostAdditions = 200
const neverEmpty = new Set(['createdAt', 'updatedAt'])

/** The name of a field on the wire. */
type Field<Row> = keyof Row & string

interface Definition<Row> {
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
}

/** Wire names and the values they must have. */
export type Key<Row> = Partial<Row>

/** The pieces of SQL that a business table's statements are made of: the one place where wire names become columns. */
function shapeOf<Row>(definition: Definition<Row>) {
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
    /** What is read from: the table, and what is joined to it. */
    source: ready(source),
    /** Every field of the row, in the order of `names`, by its wire name. */
    selected: ready(sql.join(names.map((wire) => sql`${computed[wire] ?? column(wire)} as ${sql.id(wire)}`))),
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
type RecordShape<Row> = ReturnType<typeof shapeOf<Row>>

interface Selection {
  where: readonly Condition[]
  sort: Sort
  /** Deleted rows are looked among, too. */
  withDeleted?: boolean | undefined
}
interface Search extends Selection {
  pagination: Pagination
  /** An aggregate over every row found, counted along with them. */
  total?: RawBuilder<unknown> | undefined
  /** How many rows there are, where that is kept; else they are counted. */
  kept?: RawBuilder<unknown> | undefined
}

const stale = () =>
  new AppError(412, 'stale', 'Somebody saved this record after you opened it. Nothing of yours was saved yet.')

/**
 * One page of the rows found and, beside each of them, how many there are: in one statement, all of one moment. The rows are
 * found by what an index may hold of them, once; only those of the page are read whole. A page without rows is one row of nulls.
 */
function pageOf<Row>(shape: RecordShape<Row>, { where, sort, withDeleted, pagination, total, kept }: Search) {
  const { page, size } = pagination
  const { source, selected, column, whereOf, ordering, valueOf } = shape
  const found = sql`from ${source} where ${whereOf(where, withDeleted)}`
  const order = ordering(sort, sql.ref('value'), sql.ref('id'))
  return sql`with hits as ${sql.raw(kept ? 'not materialized' : 'materialized')}
      (select ${valueOf(sort.field)} as value, ${column('id')} as id ${found})
    select read.*, counted.* from (select ${kept ?? sql`(select count(*) from hits)`} as "totalElements",
      ${total ? sql`(select ${total} ${found})` : sql`null::numeric`} as total) counted
    left join lateral (select one.* from
      (select id, row_number() over () as place from
        (select id from hits order by ${order} limit ${size} offset ${page * size}) keys) page
      cross join lateral (select ${selected}, page.place from ${source} where ${column('id')} = page.id offset 0) one) read on true
    order by read.place`
}

/** What a page tells beside its rows. */
const envelope = z.object({
  number: z.int(),
  size: z.int(),
  totalPages: z.int(),
  totalElements: z.int(),
  total: z.nullable(z.number()),
})

function statementsOf<Row>(shape: RecordShape<Row>) {
  const { from, source, selected, whereOf, matching, ordering, columnName } = shape
  const one = (key: Key<Row>, lock = sql``) =>
    sql<Row>`select ${selected} from ${source} where ${whereOf(matching(key))} ${lock}`
  const all = ({ where, sort, withDeleted }: Selection) =>
    sql<Row>`select ${selected} from ${source} where ${whereOf(where, withDeleted)} order by ${ordering(sort)}`
  /** Stores a row of these values by their wire names. */
  const added = (values: Record<string, unknown>) =>
    sql<Row>`insert into ${from} (${sql.join(Object.keys(values).map((wire) => sql.id(columnName(wire))))})
      values (${sql.join(Object.values(values))}) returning ${selected}`
  return { one, all, added }
}

function pageWith(totalElements: number, { page, size }: Pagination) {
  return { number: page, size, totalPages: Math.ceil(totalElements / size), totalElements }
}

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
    /** The same, and nobody changes or deletes the row until the transaction ends. */
    getForShare: (db: Db, key: Key<Row>) => read(db, key, sql`for share`),
    /** The same, for a row that this transaction is about to change. */
    getForUpdate: (db: Db, key: Key<Row>) => read(db, key, sql`for no key update`),

    /** Every live row that meets the conditions, in the order of `sort`. */
    list: async (db: Db, where: readonly Condition[], sort: Sort): Promise<Row[]> =>
      (await all({ where, sort }).execute(db)).rows,

    /** One page of the rows that meet the conditions, with their exact number, and the `total` asked for. */
    async search(db: Db, asked: Search): Promise<Page<Row> & { total: number | null }> {
      type Found = Row & { totalElements: number; total: number | null; place: number | null }
      const { rows } = await sql<Found>`${pageOf(shape, asked)}`.execute(db)
      const { totalElements = 0, total = null } = rows[0] ?? {}
      const content = rows.flatMap(({ totalElements: _, total: __, place, ...row }) => (place ? [row as Row] : []))
      return { content, ...pageWith(totalElements, asked.pagination), total }
    },

    /**
     * Every row that meets the conditions, in the order of a search, a batch at a time: no more of them is held than
     * that. One walk at a time in a transaction. Throws 400 before the first batch when there are more than an export may hold.
     */
    async *walk(db: Db, asked: Selection): AsyncGenerator<Row[]> {
      const count = sql<{ rows: number }>`select count(*) as rows from ${source}
        where ${whereOf(asked.where, asked.withDeleted)}`
      yield* batchesOf<Row>(db, (await count.execute(db)).rows[0]?.rows ?? 0, all(asked))
    },
  }
}

/** What an answer is written from that tells of the rows as they are: its text. `others` are fields that its maker adds. */
function answersOf<Row>(shape: RecordShape<Row>, entity: z.ZodMiniObject, others: readonly string[] = []) {
  const { names, assignments } = shape
  const { one, all, added } = statementsOf(shape)
  const write = rowWriter(entity, names, others)
  const byId = repeated<[id: string]>((id) => one({ id } as unknown as Key<Row>))
  const additions = new Map<string, (...values: unknown[]) => Compilable>()
  /** Put together once for each of the sets of fields that are sent. */
  function addition(values: object): Compilable {
    const given = Object.fromEntries(assignments(values))
    const wires = Object.keys(given)
    const build = (...marks: object[]) => added(Object.fromEntries(wires.map((wire, at) => [wire, marks[at]])))
    const known = additions.get(wires.join()) ?? repeated(build, wires.length)
    if (additions.size < mostAdditions) additions.set(wires.join(), known)
    return known(...Object.values(given))
  }
  return {
    /** Writes a row as an object that is left open, for what its maker adds. */
    write,
    /** Where in a row a field is, by its wire name. */
    at: (name: Field<Row>) => names.indexOf(name),
    /** Every live row that meets the conditions, in the order of `sort`. */
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
    /** `totalAs` is what the `total` asked for is called in the answer. */
    search: <Name extends string = never>(asked: Search, totalAs?: Name) =>
      new OneStatement(pageOf(shape, asked), (rows) => {
        // Behind the fields of each row: its place on the page, how many rows there are, and their total.
        const [placeAt, found, sum] = [names.length, rows[0]?.[names.length + 1], rows[0]?.[names.length + 2] ?? null]
        const answer = { ...pageWith(Number(found), asked.pagination), total: sum === null ? null : Number(sum) }
        const { total, ...page } = encode(envelope, answer)
        const rest = JSON.stringify(totalAs ? { ...page, [totalAs]: total } : page)
        return new JsonText<Page<Row> & Record<Name, number | null>>(() => {
          const content = rows.flatMap((cells) => (cells[placeAt] === null ? [] : [`${write(cells)}}`]))
          return `{"content":[${content.join(',')}],${rest.slice(1)}`
        })
      }),
  }
}

/** What an edit carries: fields by wire name, and the state it was made on. */
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
      const { updatedAt: at } = edit
      const unchanged = at ? sql<SqlBool>`${column('updatedAt')} = ${at}::timestamptz` : undefined
      const { rows } = await sql<Row>`update ${from} set ${changes}
        where ${whereOf([...matching(key), unchanged])} returning ${shape.selected}`.execute(db)
      if (rows[0]) return rows[0]
      await get(db, key)
      throw stale()
    },

    /** Marks the row deleted. Throws 404 when there is none, 409 when something still hangs on it. */
    async remove(db: Db, key: Key<Row>): Promise<void> {
      const removing = sql`update ${from} set deleted_at = now() where ${whereOf(matching(key))} returning id`
      if ((await removing.execute(db)).rows.length === 0) throw notFound()
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
  const written = (entity: z.ZodMiniObject, others?: readonly string[]) => answersOf(shape, entity, others)
  /** The column of a field that is stored. */
  const column: (field: Field<Row>) => RawBuilder<unknown> = shape.column
  return { column, written, ...reading, ...writes(shape, reading) }
}

/** Who made and who last changed a record of this table, by name. */
export function authorsOf(table: string) {
  const nameOf = (column: string) =>
    sql`(select u.username from users u where u.tenant_id = ${sql.ref(`${table}.tenant_id`)} and u.id = ${sql.ref(`${table}.${column}`)})`
  return { createdByName: nameOf('created_by'), updatedByName: nameOf('updated_by') }
}

/** Every status the record has had, newest first. */
export async function statusHistory(db: Db, table: keyof Schema, id: string): Promise<StatusChange[]> {
  const { rows } = await sql<StatusChange>`select c.from_status as "fromStatus", c.to_status as "toStatus",
      c.changed_at as "changedAt", c.changed_by as "changedBy", u.username as "changedByName"
    from status_changes c left join users u on u.tenant_id = c.tenant_id and u.id = c.changed_by
    where c.record_type = ${table} and c.record_id = ${id} order by c.id desc`.execute(db)
  return rows
}
