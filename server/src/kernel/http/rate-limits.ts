import { sql } from 'kysely'
import type { Db, Door } from '../db/tenancy.ts'
import { AppError } from '../errors.ts'
import { inBatches, type Round } from '../jobs/sweeper.ts'

/** How many attempts are allowed within a window, which is a PostgreSQL interval. */
export interface Limit {
  allowed: number
  window: string
}

/**
 * Counts an attempt under a key. Returns the seconds to wait before the next is allowed; 0 when this one is allowed.
 */
export async function countAttempt(db: Db, key: string, { allowed, window }: Limit): Promise<number> {
  const counted = await sql<{ wait: number }>`
    select app.count_attempt(${key}, ${allowed}, ${window}::interval) as wait`.execute(db)
  return counted.rows[0]?.wait ?? 0
}

const waiting = new Map<string, { wait: number; until: number }>()
const remembered = { milliseconds: 1_000, keys: 10_000 }

/** Remembers for a moment that a key has to wait, so that a flood under it takes no connections. */
export function rememberWait(key: string, wait: number): void {
  if (wait <= 0) return
  if (waiting.size >= remembered.keys) waiting.clear()
  waiting.set(key, { wait, until: Date.now() + remembered.milliseconds })
}

/** The seconds that a key is known to have to wait; 0 if the database has to be asked. */
export function knownWait(key: string): number {
  const known = waiting.get(key)
  if (known && known.until > Date.now()) return known.wait
  waiting.delete(key)
  return 0
}

/** Throws 429 with the seconds to wait when the limit of the key is reached. */
export async function limitRate(door: Door, key: string, limit: Limit): Promise<void> {
  const known = knownWait(key)
  const retryAfter = known || (await door.anonymous((db) => countAttempt(db, key, limit)))
  // A remembered wait is not extended, so that the database is asked again after a moment, however often the client
  // tries.
  if (known === 0) rememberWait(key, retryAfter)
  if (retryAfter > 0) throw new AppError(429, 'too_many', 'Too many requests. Please wait a moment.', { retryAfter })
}

/** Deletes the counts whose window is over. */
export const sweepAttempts = (door: Door, round: Round): Promise<number> =>
  inBatches(async (most) => {
    const gone = await door.anonymous((db) =>
      sql<{ rows: number }>`select app.sweep_login_attempts(${most}) as rows`.execute(db),
    )
    return gone.rows[0]?.rows ?? 0
  }, round)
