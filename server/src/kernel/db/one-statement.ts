import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** What PostgreSQL sends of a value: its text, or null. */
export type Cell = string | null

/** What can be told as SQL and its values. */
export interface Compilable {
  compile(db: Kysely<Schema>): { sql: string; parameters: readonly unknown[] }
}

/**
 * All that a call asks of the database, as one statement that is not sent yet. Nothing can follow it, so it leaves in one
 * message with what opens its transaction, and that ends with it. Whether another follows is known to nobody but the query
 * function, and no earlier than it is needed: so it is what that function answers that says it.
 */
export class OneStatement<T> {
  readonly query: Compilable
  /** What its rows are read as: the text of each value, in the order in which it was asked for. */
  readonly read: (rows: Cell[][]) => T

  /** Never there: nobody is to wait for what nobody has sent. */
  // oxlint-disable-next-line unicorn/no-thenable -- the types alone have it, and refuse to await one
  declare readonly then: () => never

  constructor(query: Compilable, read: (rows: Cell[][]) => T) {
    this.query = query
    this.read = read
  }
}
