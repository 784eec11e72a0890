import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import * as z from 'zod/mini'
import { type $ZodType, encode } from 'zod/v4/core'
import type { Schema } from './schema.ts'
import type { Db } from './tenancy.ts'

/**
 * Days and numerics as PostgreSQL means them: a day stays text (a Date would shift it in India), a numeric of at
 * most 15 digits is a JSON number exactly, a moment is ISO 8601 in UTC with its microseconds.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [1082, (value) => value],
  [1700, Number],
  [20, Number],
  [1184, (value) => `${value.replace(' ', 'T').replace(/\+00$/, '')}Z`],
])
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
}

const nothing = async () => {}

const refuseStream = (): AsyncIterableIterator<never> => {
  throw new Error('rows are not streamed through kysely')
}

/** How often a statement is asked for before it is planned once and for all, and how many such plans a connection holds. */
const [asksUntilPlanned, mostPlanned, mostCounted] = [10, 150, 2_000]
const statements = new Map<string, { asked: number; name: string | undefined }>()
let plans = 0

/**
 * The name under which a connection keeps the plan of a statement. Those of which there are endless kinds, by what a person
 * happens to search and sort for, are planned anew each time: plans take memory, in every connection.
 */
function planOf(text: string): string | undefined {
  const known = statements.get(text) ?? { asked: 0, name: undefined }
  if (known.asked === 0 && statements.size < mostCounted) statements.set(text, known)
  known.asked += 1
  if (known.asked === asksUntilPlanned && plans < mostPlanned) {
    plans += 1
    known.name = `plinth_${plans}`
  }
  return known.name
}

type Send = (config: pg.QueryConfig) => Promise<pg.QueryResult>

const senders = new WeakMap<object, Send>()
const asSent: pg.CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value }

const planned = (text: string, parameters: readonly unknown[]) => {
  const name = planOf(text)
  return { ...(name && { name }), text, values: [...parameters] }
}

/** The rows of a query as PostgreSQL sends them: the text of each value, in the order in which it was asked for. */
export async function cellsOf(db: Db, query: RawBuilder<unknown>): Promise<Cell[][]> {
  const { sql, parameters } = query.compile(db)
  const send = senders.get(db)
  if (!send) throw new Error('a query outside any transaction')
  const asked: pg.QueryArrayConfig = { ...planned(sql, parameters), rowMode: 'array', types: asSent }
  return (await send(asked)).rows
}

/** Kysely over what sends its statements; it never begins or ends a transaction. */
function kyselyOver(send: Send): Db {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await send(planned(sql, parameters))
      return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
    },
    streamQuery: refuseStream,
  }
  const made = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        destroy: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
      }),
    },
  })
  senders.set(made, send)
  return made
}

/** Kysely that sends nothing. */
const compiler = kyselyOver(() => Promise.reject(new Error('nothing is sent from here')))

/** SQL that is put together once, not at every call. It has no values in it. */
export const ready = <T>(built: RawBuilder<T>) => sql.raw<T>(built.compile(compiler).sql)

const planless = new WeakSet<pg.ClientBase>()

/** A pooler hands the plans of one server's connection to nobody else: behind it no statement is kept by a name. */
export const keepNoPlans = (client: pg.ClientBase): void => void planless.add(client)

/** Sends a statement, by the name of its plan where the connection keeps plans. */
export const send = (client: pg.ClientBase, config: pg.QueryConfig): Promise<pg.QueryResult> => {
  const { name: _, ...unnamed } = config
  return client.query(planless.has(client) ? unnamed : config)
}

const known = new WeakMap<pg.ClientBase, Db>()

/** Kysely over one connection, inside whatever transaction that connection is in. */
export function kyselyOn(client: pg.ClientBase): Db {
  const made = known.get(client) ?? kyselyOver((config) => send(client, config))
  known.set(client, made)
  return made
}

/** A statement that is known to a connection by its name, and the values to run it with, as text. */
export interface Prepared {
  name: string
  text: string
  values: (string | null)[]
}

interface Wire {
  parsedStatements: Record<string, string>
  bind(config: object): void
  describe(config: object): void
  execute(config: object): void
}
const wireOf = (client: pg.ClientBase) => (client as unknown as { connection: Wire }).connection

/** Whether the connection has run the statement before: only then can another be sent along with it. */
export const hasRun = (client: pg.ClientBase, { name }: Prepared) => wireOf(client).parsedStatements[name] !== undefined

/** How the driver sends a statement, which it does not tell in its types. */
const Sent = pg.Query as unknown as new (
  config: object,
  callback: (fault: Error | null, results: pg.QueryResult[]) => void,
) => { prepare(wire: Wire): void }

/**
 * Two statements in one message. PostgreSQL runs them in one transaction, which is over when it has answered; where the
 * first fails, the second is not run.
 */
class Both extends Sent {
  readonly #first: Prepared

  constructor(first: Prepared, second: pg.QueryConfig, callback: ConstructorParameters<typeof Sent>[1]) {
    super({ ...second, queryMode: 'extended' }, callback)
    this.#first = first
  }

  override prepare(wire: Wire): void {
    wire.bind({ statement: this.#first.name, values: this.#first.values })
    wire.describe({ type: 'P' })
    wire.execute({})
    super.prepare(wire)
  }
}

/** Kysely for one statement, and what that one goes out with; none once it is sent. */
interface Single {
  db: Db
  opening: Prepared | undefined
}
const singles = new WeakMap<pg.ClientBase, Single>()

function newSingle(client: pg.ClientBase): Single {
  const single: Single = {
    opening: undefined,
    db: kyselyOver((config) => {
      const { opening } = single
      if (!opening) throw new Error('a read sends one statement')
      single.opening = undefined
      return new Promise((resolve, reject) => {
        const both = new Both(opening, config, (fault, results) => {
          const answer = results?.[1]
          if (answer) resolve(answer)
          else reject(fault ?? new Error('a statement was not answered'))
        })
        client.query(both as unknown as pg.Submittable)
      })
    }),
  }
  singles.set(client, single)
  return single
}

/** For one statement alone, which goes out together with the one that opens its transaction. */
export function kyselyAfter(client: pg.ClientBase, opening: Prepared): Single {
  const single = singles.get(client) ?? newSingle(client)
  single.opening = opening
  return single
}

/** What PostgreSQL sends of a value: its text, or null. */
export type Cell = string | null

/** An answer that is written as JSON once its transaction is over, judged value by value meanwhile. */
export class Written<T> {
  /** Throws for a value that the answer's schema does not allow. */
  readonly text: () => string
  /** Never there: tells answers of one kind from those of another. */
  declare readonly as: T

  constructor(text: () => string) {
    this.text = text
  }
}

/** How a value of the schema is meant that PostgreSQL sends as this text. */
function readerOf({ _zod: { def } }: $ZodType): (cell: string) => unknown {
  if (def.type === 'number') return Number
  if (def.type === 'boolean') return (cell) => (cell === 't' ? true : cell === 'f' ? false : cell)
  if (def.type === 'enum') return (cell) => cell
  if (def.type !== 'string') return JSON.parse
  if (!('format' in def) || def.format !== 'datetime') return (cell) => cell
  return (cell) => `${cell.replace(' ', 'T').replace(/\+00$/, '')}Z`
}

/** Of one field, so many values that it was judged by; where most are new, none are kept. */
const mostKept = 1_000
const longestKept = 40

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
  const judge = (cell: Cell) => JSON.stringify(encode(schema, cell === null ? null : read(cell)))
  const kept = new Map<Cell, string>()
  let [isWorthIt, asked, missed] = [true, 0, 0]
  return (cell) => {
    if (!isWorthIt || (cell !== null && cell.length > longestKept)) return judge(cell)
    asked += 1
    const known = kept.get(cell)
    if (known !== undefined) return known
    const text = judge(cell)
    missed += 1
    if (missed > mostKept) {
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
 * for a value that the schema does not allow.
 */
export function rowWriter(
  entity: z.ZodMiniObject,
  names: readonly string[],
  others: readonly string[] = [],
): (cells: readonly Cell[]) => string {
  const untold = Object.keys(entity.shape).filter((name) => !names.includes(name) && !others.includes(name))
  if (untold.length > 0) throw new Error(`no column for ${untold.join(', ')}`)
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
