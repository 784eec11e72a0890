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

/**
 * What this file does beyond what the driver promises in its types, each of which a connection can be had without:
 * - `joined`: a transaction's only statement leaves in one message with what opens it;
 * - `bare`: rows are taken as the text that PostgreSQL sends, and their columns not described;
 * - `corked`: what is sent without waiting leaves in one piece.
 */
export const shortcuts = ['joined', 'bare', 'corked'] as const
export type Shortcut = (typeof shortcuts)[number]

const refrained = new WeakMap<pg.ClientBase, readonly Shortcut[]>()
const takes = (client: pg.ClientBase, shortcut: Shortcut) => !refrained.get(client)?.includes(shortcut)

/** From here on the connection does without these: without all of them, it is asked by what the driver promises alone. */
export const doWithout = (client: pg.ClientBase, without: readonly Shortcut[]): void =>
  void refrained.set(client, without)

/** What is sent before anything else is waited for leaves in one piece. */
export function corkUntilNext(client: pg.ClientBase): void {
  if (!takes(client, 'corked')) return
  const { stream } = (client as pg.Client).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

interface Wire {
  parsedStatements: Record<string, string>
  bind(config: object): void
  execute(config: object): void
}
const wireOf = (client: pg.ClientBase) => (client as unknown as { connection: Wire }).connection

/** Whether the connection has run the statement before: only then can another be sent along with it. */
export const hasRun = (client: pg.ClientBase, { name }: Prepared) =>
  takes(client, 'joined') && wireOf(client).parsedStatements[name] !== undefined

const undescribed = new WeakMap<Wire, Wire>()
/** The same connection, of which nobody asks what the columns of an answer are. */
function withoutNames(wire: Wire): Wire {
  const known = undescribed.get(wire) ?? Object.create(wire, { describe: { value: () => {} } })
  undescribed.set(wire, known)
  return known
}

export interface Received {
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
    if (this.#opening) this.#opening.onAnswer?.(message.fields[0] ?? null)
    else if (this.#cells) this.#cells.push(message.fields)
    else super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.#opening) this.#opening = undefined
    else super.handleCommandComplete(message, wire)
  }
}

const asText = { getTypeParser: () => (text: string) => text }

/** The same by what the driver promises in its types. */
async function receivePlain(client: pg.ClientBase, config: pg.QueryConfig, isBare: boolean): Promise<Received> {
  const asked = nameless(client, config)
  if (!isBare) return { result: await client.query(asked), cells: [] }
  const result = await client.query<Cell[]>({ ...asked, rowMode: 'array', types: asText })
  return { result, cells: result.rows }
}

/**
 * Sends a statement, with `opening` before it in the same message. `isBare` has its rows as the text of each value, and the
 * columns undescribed.
 */
export function receive(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  isBare: boolean,
  opening?: Prepared,
): Promise<Received> {
  if (!opening && !takes(client, 'bare')) return receivePlain(client, config, isBare)
  return new Promise((resolve, reject) => {
    const message = new Message(nameless(client, config), { isBare, opening }, (fault, received) => {
      if (fault) reject(fault)
      else resolve(received)
    })
    client.query(message as unknown as pg.Submittable)
  })
}

/** Sends what opens a transaction. */
export async function open(client: pg.ClientBase, { name, text, values, onAnswer }: Prepared): Promise<void> {
  const { cells } = await receive(client, { name, text, values }, true)
  onAnswer?.(cells[0]?.[0] ?? null)
}
