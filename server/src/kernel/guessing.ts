import { createRequire } from 'node:module'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { AppError, invalid } from './errors.ts'
import type { Db, Door } from './tenancy.ts'

/** How often something may be tried within a window, which is a PostgreSQL interval. */
export interface Limit {
  allowed: number
  window: string
}

/** Counts an attempt under a key; returns the seconds to wait before the next is allowed, 0 when this one is. */
export async function countAttempt(db: Db, key: string, { allowed, window }: Limit): Promise<number> {
  const counted = await sql<{ wait: number }>`
    select app.count_attempt(${key}, ${allowed}, ${window}::interval) as wait`.execute(db)
  return counted.rows[0]?.wait ?? 0
}

/** Throws 429 with the seconds to wait once the limit of the key is reached. */
export async function limitRate(door: Door, key: string, limit: Limit): Promise<void> {
  const retryAfter = await door.anonymous((db) => countAttempt(db, key, limit))
  if (retryAfter > 0) throw new AppError(429, 'too_many', 'Too many requests. Please wait a moment.', { retryAfter })
}

/** The package brings no types. */
const commonPasswords: { test(password: string): boolean } = createRequire(import.meta.url)('fxa-common-password-list')

/** OWASP's least for argon2id (algorithm 2): 19 MiB, two passes. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Throws 400, naming the field, when the password is one of the tens of thousands that are tried first. */
export function requireUncommon(password: string, path: string): void {
  if (commonPasswords.test(password) || commonPasswords.test(password.toLowerCase()))
    throw invalid([{ path, message: 'is one of the most used passwords: choose another' }])
}

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** A hash of nobody's password: unknown accounts take as long to refuse as known ones. */
const decoy = hashPassword('no account has this password')

/** Whether the password fits; without a hash it takes the same time and is false. */
export async function fitsPassword(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await decoy), password)
  return stored !== undefined && fits
}
