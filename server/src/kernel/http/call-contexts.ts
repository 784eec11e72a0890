import type { Caller, Db, Door } from '../db/tenancy.ts'
import type { Storage } from '../files/storage.ts'
import type { Note } from '../log/request-log.ts'
import type { Tokens } from '../secrets/tokens.ts'
import type { Once } from './idempotency.ts'

/** What a handler of a signed-in call works with. */
export interface Context {
  db: Db
  caller: Caller
  tokens: Tokens
  storage: Storage
}

/** What a handler of a signed-in call in stages works with. */
export interface StagedContext {
  /** A short transaction; what it wrote stays, whatever a later one comes to. */
  stage<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A last one in the caller's company, whatever has become of their permission: it tells how the call ended. */
  settle<T>(work: (db: Db) => Promise<T>): Promise<T>
  caller: Caller
  tokens: Tokens
  storage: Storage
  once: Once
}

/** What a handler of a public call works with: it opens its own, short transactions. */
export interface PublicContext {
  door: Door
  tokens: Tokens
  storage: Storage
  address: string
  userAgent: string | undefined
  /** The head of the request that has its cookies. */
  cookies: string | undefined
  /** Whether the request came over TLS. */
  isSecure: boolean
  /** Where a browser has the product: scheme and host; undefined where that is neither set nor asked for by a name of a host. */
  origin: string | undefined
  /** Gives the browser a cookie, with its attributes, along with the answer. */
  setCookie(cookie: string): void
  note: Note
}
