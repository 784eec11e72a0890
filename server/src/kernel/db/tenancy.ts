import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type Kysely, sql } from 'kysely'
import type { OneStatement } from './one-statement.ts'
import type { Schema } from './schema.ts'

/** A transaction: every statement of a slice runs in one, and sees the rows of its tenant only. */
export type Db = Kysely<Schema>

/** Who calls, as the access token says; whether it still holds is asked of the database. */
export interface Caller {
  tenantId: string
  userId: string
  sessionId: string
}

/** Where a request comes from: told by every entry of the audit trail that it leaves. */
export interface Origin {
  requestId: string
  /** Network address. */
  address: string
}

/** What a signed-in call asks for: a flag of one of its modules, and whether an operator's call may leave the operator's own company. */
export type Entry = Pick<Endpoint, 'allow' | 'scope'>

/** The only way to the database. */
export interface Door {
  /** The same door for one request, whose changes the audit trail tells from where they came. */
  from(origin: Origin): Door
  /** A call of somebody signed in. Throws 401 or 403 before `work` runs. */
  enter<T>(caller: Caller, entry: Entry, work: (db: Db, isOperator: boolean) => Promise<T>): Promise<T>
  /**
   * The same for work that does nothing but send statements: the first of them leaves with the question whether the caller
   * may come in, and the only one in one message with it, at which its transaction ends. Where they may not, the database runs
   * none, and 401 or 403 is thrown whatever the work has come to.
   */
  enterWith<T>(caller: Caller, entry: Entry, work: (db: Db) => Promise<T> | OneStatement<T>): Promise<T>
  /**
   * Work inside a tenant that no session asks for: signing in, the sample company, jobs. What it sends first leaves at once,
   * the only statement in one message.
   */
  inTenant<T>(tenantId: string, userId: string | null, work: (db: Db) => Promise<T> | OneStatement<T>): Promise<T>
  /** One statement before a tenant is known, in a message of its own; no tenant's rows are in sight. */
  anonymous<T>(work: (db: Db) => Promise<T>): Promise<T>
  isReady(): Promise<boolean>
  /** Connections there are and may be, those that nothing is done on, and transactions that wait for one. */
  load(): { total: number; most: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** From here to the end of the transaction, what is written is written by this person of the tenant. */
export const actAs = (db: Db, userId: string) => sql`select set_config('app.user_id', ${userId}, true)`.execute(db)
