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
import type pg from 'pg'
import { type Cell, type Compilable, OneStatement } from './one-statement.ts'
import { planned } from './plans.ts'
import type { Schema } from './schema.ts'
import type { Db } from './tenancy.ts'
import { type Prepared, send, sendJoined } from './wire.ts'

const nothing = async () => {}

const refuse = (): never => {
  throw new Error('there is nothing here that could be sent')
}

/** The way of a statement to the database, inside one transaction. */
interface Line {
  rows(config: pg.QueryConfig): Promise<pg.QueryResult>
  cells(config: pg.QueryConfig): Promise<Cell[][]>
}

const lines = new WeakMap<object, Line>()

/** The rows of a query as PostgreSQL sends them: the text of each value, in the order in which it was asked for. */
export function cellsOf(db: Db, query: Compilable): Promise<Cell[][]> {
  const { sql, parameters } = query.compile(db)
  const line = lines.get(db)
  if (!line) throw new Error('a query outside any transaction')
  return line.cells(planned(sql, parameters))
}

/** Sends what could go alone in a transaction that does more; what was sent already is waited for. */
export const sentIn = async <T>(db: Db, asked: Promise<T> | OneStatement<T>): Promise<T> =>
  asked instanceof OneStatement ? asked.read(await cellsOf(db, asked.query)) : asked

/** Kysely over what sends its statements; it never begins or ends a transaction. */
function kyselyOver(line: Line): Db {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await line.rows(planned(sql, parameters))
      return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
    },
    streamQuery: refuse,
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
  lines.set(made, line)
  return made
}

/** Kysely that sends nothing. */
const compiler = kyselyOver({ rows: refuse, cells: refuse })

/** SQL that is put together once, not at every call. It has no values in it. */
export const ready = <T>(built: RawBuilder<T>) => sql.raw<T>(built.compile(compiler).sql)

type Marks<Values> = { [At in keyof Values]: object }

/** What is put together once, and asked with other values each time; `build` gets what stands for each of them. */
export function repeated<Values extends unknown[]>(
  build: (...marks: Marks<Values>) => RawBuilder<unknown>,
  count = build.length,
) {
  const marks = Array.from({ length: count }, () => ({}))
  const { sql, parameters } = build(...(marks as Marks<Values>)).compile(compiler)
  const order = parameters.map((mark) => marks.indexOf(mark as object))
  return (...values: Values): Compilable => ({ compile: () => ({ sql, parameters: order.map((at) => values[at]) }) })
}

/** Kysely inside a transaction, and what begins that before the first statement is sent. */
interface Within {
  db: Db
  begin: () => void
}
const withins = new WeakMap<pg.ClientBase, Within>()

function newWithin(client: pg.ClientBase, begin: () => void): Within {
  const within: Within = {
    begin,
    db: kyselyOver({
      async rows(config) {
        within.begin()
        return send(client, config, false)
      },
      async cells(config) {
        within.begin()
        return (await send(client, config, true)).rows
      },
    }),
  }
  withins.set(client, within)
  return within
}

/** Kysely over one connection, in the transaction that `begin` begins there, which is told of every statement before it is sent. */
export function kyselyOn(client: pg.ClientBase, begin: () => void): Db {
  const within = withins.get(client) ?? newWithin(client, begin)
  within.begin = begin
  return within.db
}

/** Kysely for one statement, and what that one goes out with; none once it is sent. */
interface Single {
  db: Db
  opening: Prepared | undefined
}
const singles = new WeakMap<pg.ClientBase, Single>()

function newSingle(client: pg.ClientBase): Single {
  function once(config: pg.QueryConfig, isCells: boolean): Promise<pg.QueryResult> {
    const { opening } = single
    if (!opening) throw new Error('one statement was to be sent')
    single.opening = undefined
    return sendJoined(client, opening, config, isCells)
  }
  const single: Single = {
    opening: undefined,
    db: kyselyOver({
      rows: (config) => once(config, false),
      cells: async (config) => (await once(config, true)).rows,
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
