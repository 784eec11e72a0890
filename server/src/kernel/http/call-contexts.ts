import type { Caller, Db, Door } from '../db/tenancy.ts'
import type { Storage } from '../files/storage.ts'
import type { Note } from '../log/request-log.ts'
import type { Tokens } from '../secrets/tokens.ts'
import type { Once } from './idempotency.ts'

/** The context of a handler of a signed-in call. */
export interface Context {
  db: Db
  caller: Caller
  tokens: Tokens
  storage: Storage
}

/** The context of a handler of a signed-in call in stages. */
export interface StagedContext {
  /** Runs a short transaction; its changes stay even if a later one fails. */
  stage<T>(work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Runs a last transaction in the caller's company, even if the caller has lost the permission: it records how the
   * call ended.
   */
  settle<T>(work: (db: Db) => Promise<T>): Promise<T>
  caller: Caller
  tokens: Tokens
  storage: Storage
  once: Once
}

/** The context of a handler of a public call, which opens its own short transactions. */
export interface PublicContext {
  door: Door
  tokens: Tokens
  storage: Storage
  address: string
  userAgent: string | undefined
  /** The Cookie header of the request. */
  cookies: string | undefined
  /** The request came over TLS. */
  isSecure: boolean
  /** Scheme and host at which browsers reach the product; undefined if it is not set and the request names no host. */
  origin: string | undefined
  /** Sets a cookie, with its attributes, on the answer. */
  setCookie(cookie: string): void
  note: Note
}
