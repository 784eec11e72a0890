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

/** What can be told as SQL and its values. */
export interface Compilable {
  compile(db: Db): { sql: string; parameters: readonly unknown[] }
}

const nothing = async () => {}

const refuse = (): never => {
  throw new Error('there is nothing here that could be sent')
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

/** What PostgreSQL sends of a value: its text, or null. */
export type Cell = string | null

/** The way of a statement to the database, inside one transaction. */
interface Line {
  rows(config: pg.QueryConfig): Promise<pg.QueryResult>
  cells(config: pg.QueryConfig): Promise<Cell[][]>
}

const lines = new WeakMap<object, Line>()

const planned = (text: string, parameters: readonly unknown[]) => {
  const name = planOf(text)
  return { ...(name && { name }), text, values: [...parameters] }
}

/** The rows of a query as PostgreSQL sends them: the text of each value, in the order in which it was asked for. */
export function cellsOf(db: Db, query: Compilable): Promise<Cell[][]> {
  const { sql, parameters } = query.compile(db)
  const line = lines.get(db)
  if (!line) throw new Error('a query outside any transaction')
  return line.cells(planned(sql, parameters))
}

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

const planless = new WeakSet<pg.ClientBase>()

/** A pooler hands the plans of one server's connection to nobody else: behind it no statement is kept by a name. */
export const keepNoPlans = (client: pg.ClientBase): void => void planless.add(client)

/** The statement as it is sent: by the name of its plan only where the connection keeps plans. */
function nameless(client: pg.ClientBase, config: pg.QueryConfig): pg.QueryConfig {
  const { text, values = [] } = config
  return planless.has(client) ? { text, values } : config
}

/** A statement that is known to a connection by its name, and the values to run it with, as text. */
export interface Prepared {
  name: string
  text: string
  values: Cell[]
  /** Is told the one value that it answers. */
  hear?: (answer: Cell) => void
}

interface Wire {
  parsedStatements: Record<string, string>
  bind(config: object): void
  execute(config: object): void
}
const wireOf = (client: pg.ClientBase) => (client as unknown as { connection: Wire }).connection

/** Whether the connection has run the statement before: only then can another be sent along with it. */
export const hasRun = (client: pg.ClientBase, { name }: Prepared) => wireOf(client).parsedStatements[name] !== undefined

const undescribed = new WeakMap<Wire, Wire>()
/** The same connection, of which nobody asks what the columns of an answer are. */
function withoutNames(wire: Wire): Wire {
  const known = undescribed.get(wire) ?? Object.create(wire, { describe: { value: nothing } })
  undescribed.set(wire, known)
  return known
}

interface Received {
  result: pg.QueryResult
  cells: Cell[][]
}

/** How the driver sends a statement, which it does not tell in its types. */
const Sent = pg.Query as unknown as new (
  config: object,
  callback: (fault: Error | null, result: pg.QueryResult) => void,
) => {
  prepare(wire: Wire): void
  handleDataRow(message: { fields: Cell[] }): void
  handleCommandComplete(message: object, wire: Wire): void
}

/**
 * A statement, and before it, in the same message, what opens its transaction: that is over when PostgreSQL has answered, and
 * where the first fails, the second is not run.
 */
class Message extends Sent {
  readonly #cells: Cell[][] | undefined
  #opening: Prepared | undefined

  constructor(
    config: pg.QueryConfig,
    { isBare, opening }: { isBare: boolean; opening: Prepared | undefined },
    callback: (fault: Error | null, received: Received) => void,
  ) {
    const cells: Cell[][] = []
    super({ ...config, queryMode: 'extended' }, (fault, result) => callback(fault, { result, cells }))
    if (isBare) this.#cells = cells
    this.#opening = opening
  }

  override prepare(wire: Wire): void {
    if (this.#opening) {
      wire.bind({ statement: this.#opening.name, values: this.#opening.values })
      wire.execute({})
    }
    super.prepare(this.#cells ? withoutNames(wire) : wire)
  }

  override handleDataRow(message: { fields: Cell[] }): void {
    if (this.#opening) this.#opening.hear?.(message.fields[0] ?? null)
    else if (this.#cells) this.#cells.push(message.fields)
    else super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.#opening) this.#opening = undefined
    else super.handleCommandComplete(message, wire)
  }
}

const receive = (client: pg.ClientBase, config: pg.QueryConfig, isBare: boolean, opening?: Prepared) =>
  new Promise<Received>((resolve, reject) => {
    const message = new Message(nameless(client, config), { isBare, opening }, (fault, received) => {
      if (fault) reject(fault)
      else resolve(received)
    })
    client.query(message as unknown as pg.Submittable)
  })

/** Sends what opens a transaction. */
export async function open(client: pg.ClientBase, { name, text, values, hear }: Prepared): Promise<void> {
  const { cells } = await receive(client, { name, text, values }, true)
  hear?.(cells[0]?.[0] ?? null)
}

const known = new WeakMap<pg.ClientBase, Db>()

/** Kysely over one connection, inside whatever transaction that connection is in. */
export function kyselyOn(client: pg.ClientBase): Db {
  const made =
    known.get(client) ??
    kyselyOver({
      rows: (config) => client.query(nameless(client, config)),
      cells: async (config) => (await receive(client, config, true)).cells,
    })
  known.set(client, made)
  return made
}

/** Kysely for one statement, and what that one goes out with; none once it is sent. */
interface Single {
  db: Db
  opening: Prepared | undefined
}
const singles = new WeakMap<pg.ClientBase, Single>()

function newSingle(client: pg.ClientBase): Single {
  function once(config: pg.QueryConfig, isBare: boolean): Promise<Received> {
    const { opening } = single
    if (!opening) throw new Error('one statement was to be sent')
    single.opening = undefined
    return receive(client, config, isBare, opening)
  }
  const single: Single = {
    opening: undefined,
    db: kyselyOver({
      rows: async (config) => (await once(config, false)).result,
      cells: async (config) => (await once(config, true)).cells,
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

/** An answer that is written as JSON once its transaction is over, judged value by value meanwhile. */
export class Written<T> {
  /** Throws for a value that the answer's schema does not allow. */
  readonly text: () => string
  /** Never there: tells answers of one kind from those of another. */
  declare readonly as: T

  constructor(text: () => string) {
    this.text = text
  }

  toJSON(): T {
    return JSON.parse(this.text())
  }
}
