import { sql } from 'kysely'
import { AppError } from './errors.ts'
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
