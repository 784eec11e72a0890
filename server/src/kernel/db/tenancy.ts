import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type Kysely, sql } from 'kysely'
import type { OneStatement } from './one-statement.ts'

/** A transaction: every statement of a slice runs in one and sees only the rows of its tenant. */
export type Db = Kysely<unknown>

/** The caller by the access token; the database checks whether the session still holds. */
export interface Caller {
  tenantId: string
  userId: string
  sessionId: string
}

/** Where a request comes from; every audit entry of the request records it. */
export interface Origin {
  requestId: string
  /** Network address. */
  address: string
}

/**
 * What a signed-in call needs: a flag of one of its modules, and whether an operator's call may leave the operator's
 * own company.
 */
export type Entry = Pick<Endpoint, 'allow' | 'scope'>

/** The only way to the database. */
export interface Door {
  /** The same door for one request; the audit entries of its changes record `origin`. */
  from(origin: Origin): Door
  /** Runs `work` for a signed-in caller. Throws 401 or 403 before `work` runs. */
  enter<T>(caller: Caller, entry: Entry, work: (db: Db, isOperator: boolean) => Promise<T>): Promise<T>
  /**
   * The same for work that only sends statements. Its first statement is sent together with the check of the caller; a
   * OneStatement goes in one message with the check, and the transaction ends with it. If the caller may not enter, the
   * database runs none of them, and 401 or 403 is thrown whatever `work` returns or throws.
   */
  enterWith<T>(caller: Caller, entry: Entry, work: (db: Db) => Promise<T> | OneStatement<T>): Promise<T>
  /**
   * Runs `work` in a tenant without a session: sign-in, the sample company, jobs. Its first statement is sent at once;
   * a OneStatement goes in one message with the opening.
   */
  inTenant<T>(tenantId: string, userId: string | null, work: (db: Db) => Promise<T> | OneStatement<T>): Promise<T>
  /** Runs one statement before a tenant is known; it sees the rows of no tenant. */
  anonymous<T>(work: (db: Db) => Promise<T>): Promise<T>
  isReady(): Promise<boolean>
  /** Connections that are open and at most allowed, idle connections, and transactions that wait for one. */
  load(): { total: number; most: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** From here to the end of the transaction, writes are recorded as made by this user of the tenant. */
export const actAs = (db: Db, userId: string) => sql`select set_config('app.user_id', ${userId}, true)`.execute(db)
