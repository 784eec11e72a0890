import pg from 'pg'
import type { Cell } from './one-statement.ts'
import { stripPlanName } from './plans.ts'

/** A statement that a connection knows by its name, and the values to run it with, as text. */
export interface Prepared {
  name: string
  text: string
  values: Cell[]
  /** Called with the one value that the statement answers. */
  onAnswer?: (answer: Cell) => void
}

/** Makes the driver answer each row as the texts of its values, in the order of the select list. */
const inCells = { rowMode: 'array', types: { getTypeParser: () => (text: string) => text } } as const

/** Sends a statement; with `isCells` each row is the list of the texts of its values. */
export const send = (client: pg.ClientBase, config: pg.QueryConfig, isCells: boolean): Promise<pg.QueryResult> =>
  client.query({ ...stripPlanName(client, config), ...(isCells && inCells) })

/** Sends the statement that opens a transaction. */
export async function open(client: pg.ClientBase, { name, text, values, onAnswer }: Prepared): Promise<void> {
  const { rows } = (await send(client, { name, text, values }, true)) as pg.QueryResult<Cell[]>
  onAnswer?.(rows[0]?.[0] ?? null)
}

/**
 * From here on, the code relies on the driver beyond its types. The only statement of a transaction is sent in one
 * message with the opening, except on these connections.
 */
const separate = new WeakSet<pg.ClientBase>()
export const sendSeparately = (client: pg.ClientBase): void => void separate.add(client)

interface Wire {
  parsedStatements: Record<string, string>
  bind(config: object): void
  execute(config: object): void
}
const wireOf = (client: pg.ClientBase) => (client as unknown as { connection: Wire }).connection

/**
 * Whether another statement can be sent along with this one: the connection has run it before, and does not send
 * separately.
 */
export const isJoinable = (client: pg.ClientBase, { name }: Prepared): boolean =>
  !separate.has(client) && wireOf(client).parsedStatements[name] !== undefined

const undescribed = new WeakMap<Wire, Wire>()
/** The same connection without the request for the columns of an answer: cells are read by their place. */
function withoutColumns(wire: Wire): Wire {
  const known = undescribed.get(wire) ?? Object.create(wire, { describe: { value: () => {} } })
  undescribed.set(wire, known)
  return known
}

const Sent = pg.Query as unknown as new (
  config: object,
  callback: (fault: Error | null, result: pg.QueryResult) => void,
) => {
  prepare(wire: Wire): void
  handleDataRow(message: { fields: Cell[] }): void
  handleCommandComplete(message: object, wire: Wire): void
}

/**
 * A statement with the opening of its transaction in the same message; if the opening fails, the statement does not
 * run.
 */
class Joined extends Sent {
  #opening: Prepared | undefined
  readonly #cells: Cell[][] | undefined

  /** `cells` receives the rows as texts; without it the driver reads them. */
  constructor(
    opening: Prepared,
    config: pg.QueryConfig,
    cells: Cell[][] | undefined,
    callback: (fault: Error | null, result: pg.QueryResult) => void,
  ) {
    super({ ...config, queryMode: 'extended' }, callback)
    this.#opening = opening
    this.#cells = cells
  }

  override prepare(wire: Wire): void {
    wire.bind({ statement: this.#opening?.name, values: this.#opening?.values })
    wire.execute({})
    super.prepare(this.#cells ? withoutColumns(wire) : wire)
  }

  override handleDataRow(message: { fields: Cell[] }): void {
    if (this.#opening) this.#opening.onAnswer?.(message.fields[0] ?? null)
    else if (this.#cells) this.#cells.push(message.fields)
    else super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.#opening) this.#opening = undefined
    else super.handleCommandComplete(message, wire)
  }
}

/** Sends a statement with its opening; the transaction ends when PostgreSQL has answered. */
export const sendJoined = (
  client: pg.ClientBase,
  opening: Prepared,
  config: pg.QueryConfig,
  isCells: boolean,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const cells: Cell[][] | undefined = isCells ? [] : undefined
    const joined = new Joined(opening, stripPlanName(client, config), cells, (fault, result) => {
      if (fault) reject(fault)
      else resolve(cells ? Object.assign(result, { rows: cells }) : result)
    })
    client.query(joined as unknown as pg.Submittable)
  })
