import type { Kysely } from 'kysely'

/** A value as PostgreSQL sends it: its text, or null. */
export type Cell = string | null

/** A query that can be compiled to SQL and its values. */
export interface Compilable {
  compile(db: Kysely<unknown>): { sql: string; parameters: readonly unknown[] }
}

/**
 * The only statement of a call, not sent yet. Since no other follows, it is sent in one message with the statement that
 * opens its transaction, and the transaction ends with it. Only the query function knows that no other statement
 * follows, so it says so by returning a OneStatement.
 */
export class OneStatement<T> {
  readonly query: Compilable
  /** Reads the rows, each a list of the texts of its values in the order of the select list. */
  readonly read: (rows: Cell[][]) => T

  /** Declared only so that the type check refuses to await a statement that nobody has sent. */
  // oxlint-disable-next-line unicorn/no-thenable -- declared in the types only, to refuse an await
  declare readonly then: () => never

  constructor(query: Compilable, read: (rows: Cell[][]) => T) {
    this.query = query
    this.read = read
  }
}
