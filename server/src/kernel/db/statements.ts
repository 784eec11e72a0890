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
import type { Db } from './tenancy.ts'
import { type Prepared, send, sendJoined } from './wire.ts'

const nothing = async () => {}

const refuse = (): never => {
  throw new Error('there is nothing here that could be sent')
}

/** Sends statements to the database, inside one transaction. */
interface Line {
  rows(config: pg.QueryConfig): Promise<pg.QueryResult>
  cells(config: pg.QueryConfig): Promise<Cell[][]>
}

const lines = new WeakMap<object, Line>()

/** The rows of a query as PostgreSQL sends them: the texts of their values, in the order of the select list. */
export function cellsOf(db: Db, query: Compilable): Promise<Cell[][]> {
  const { sql, parameters } = query.compile(db)
  const line = lines.get(db)
  if (!line) throw new Error('a query outside any transaction')
  return line.cells(planned(sql, parameters))
}

/** Sends a OneStatement as part of a transaction that does more; awaits a query that was sent already. */
export const sentIn = async <T>(db: Db, answer: Promise<T> | OneStatement<T>): Promise<T> =>
  answer instanceof OneStatement ? answer.read(await cellsOf(db, answer.query)) : answer

/** Kysely over a line; it never begins or ends a transaction. */
function kyselyOver(line: Line): Db {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await line.rows(planned(sql, parameters))
      return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
    },
    streamQuery: refuse,
  }
  const kysely = new Kysely<unknown>({
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
  lines.set(kysely, line)
  return kysely
}

/** Kysely that only compiles and sends nothing. */
const compiler = kyselyOver({ rows: refuse, cells: refuse })

/** Compiles SQL without values once, instead of at every call. */
export const ready = <T>(built: RawBuilder<T>) => sql.raw<T>(built.compile(compiler).sql)

type Marks<Values> = { [At in keyof Values]: object }

/** Compiles a query once and runs it with other values each time; `build` gets a placeholder for each value. */
export function repeated<Values extends unknown[]>(
  build: (...marks: Marks<Values>) => RawBuilder<unknown>,
  count = build.length,
) {
  const marks = Array.from({ length: count }, () => ({}))
  const { sql, parameters } = build(...(marks as Marks<Values>)).compile(compiler)
  const order = parameters.map((mark) => marks.indexOf(mark as object))
  return (...values: Values): Compilable => ({ compile: () => ({ sql, parameters: order.map((at) => values[at]) }) })
}

/** Kysely inside a transaction, and the function that begins the transaction before the first statement is sent. */
interface InTransaction {
  db: Db
  begin: () => void
}
const inTransactions = new WeakMap<pg.ClientBase, InTransaction>()

function newInTransaction(client: pg.ClientBase, begin: () => void): InTransaction {
  const inTransaction: InTransaction = {
    begin,
    db: kyselyOver({
      async rows(config) {
        inTransaction.begin()
        return send(client, config, false)
      },
      async cells(config) {
        inTransaction.begin()
        return (await send(client, config, true)).rows
      },
    }),
  }
  inTransactions.set(client, inTransaction)
  return inTransaction
}

/**
 * Kysely over one connection. It calls `begin` before it sends each statement, so that the first one begins the
 * transaction.
 */
export function kyselyOn(client: pg.ClientBase, begin: () => void): Db {
  const inTransaction = inTransactions.get(client) ?? newInTransaction(client, begin)
  inTransaction.begin = begin
  return inTransaction.db
}

/** Kysely for one statement, and the opening that is sent along with it; undefined once it is sent. */
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

/** Kysely for a single statement, which is sent together with the one that opens its transaction. */
export function kyselyAfter(client: pg.ClientBase, opening: Prepared): Single {
  const single = singles.get(client) ?? newSingle(client)
  single.opening = opening
  return single
}
