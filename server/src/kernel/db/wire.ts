import pg from 'pg'
import type { Cell } from './one-statement.ts'
import { nameless } from './plans.ts'

/** A statement that is known to a connection by its name, and the values to run it with, as text. */
export interface Prepared {
  name: string
  text: string
  values: Cell[]
  /** Is told the one value that it answers. */
  onAnswer?: (answer: Cell) => void
}

/** Has the driver answer each row as the text of its values, in the order in which they were asked for. */
const inCells = { rowMode: 'array', types: { getTypeParser: () => (text: string) => text } } as const

/** Sends a statement; `isCells` has its rows as the text of each value. */
export const send = (client: pg.ClientBase, config: pg.QueryConfig, isCells: boolean): Promise<pg.QueryResult> =>
  client.query({ ...nameless(client, config), ...(isCells && inCells) })

/** Sends what opens a transaction. */
export async function open(client: pg.ClientBase, { name, text, values, onAnswer }: Prepared): Promise<void> {
  const { rows } = (await send(client, { name, text, values }, true)) as pg.QueryResult<Cell[]>
  onAnswer?.(rows[0]?.[0] ?? null)
}

/**
 * What the driver promises in its types ends here. A transaction's only statement leaves in one message with what opens it, but
 * for connections that send them apart.
 */
const apart = new WeakSet<pg.ClientBase>()
export const sendApart = (client: pg.ClientBase): void => void apart.add(client)

interface Wire {
  parsedStatements: Record<string, string>
  bind(config: object): void
  execute(config: object): void
}
const wireOf = (client: pg.ClientBase) => (client as unknown as { connection: Wire }).connection

/** Whether another statement can be sent along with this one: the connection has run it before, and sends nothing apart. */
export const isJoinable = (client: pg.ClientBase, { name }: Prepared): boolean =>
  !apart.has(client) && wireOf(client).parsedStatements[name] !== undefined

const undescribed = new WeakMap<Wire, Wire>()
/** The same connection, which is not asked what the columns of an answer are: whoever reads them by their place knows. */
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

/** A statement, and before it, in the same message, what opens its transaction: where the first fails, the second is not run. */
class Joined extends Sent {
  #opening: Prepared | undefined
  readonly #cells: Cell[][] | undefined

  /** `cells` takes the rows, as the text of each value; without it the driver does, and reads them. */
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

/** Sends a statement behind what opens its transaction, which is over when PostgreSQL has answered. */
export const sendJoined = (
  client: pg.ClientBase,
  opening: Prepared,
  config: pg.QueryConfig,
  isCells: boolean,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const cells: Cell[][] | undefined = isCells ? [] : undefined
    const joined = new Joined(opening, nameless(client, config), cells, (fault, result) => {
      if (fault) reject(fault)
      else resolve(cells ? Object.assign(result, { rows: cells }) : result)
    })
    client.query(joined as unknown as pg.Submittable)
  })
