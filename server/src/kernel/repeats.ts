import { createHash } from 'node:crypto'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError, conflict, invalid } from './errors.ts'
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

const waiting = new Map<string, { wait: number; until: number }>()
const remembered = { milliseconds: 1_000, keys: 10_000 }

/** Remembers for a moment that a key has to wait: a flood under it takes no connection from anybody else. */
export function rememberWait(key: string, wait: number): void {
  if (wait <= 0) return
  if (waiting.size >= remembered.keys) waiting.clear()
  waiting.set(key, { wait, until: Date.now() + remembered.milliseconds })
}

/** The seconds that a key is known to have to wait; 0 where the database is to be asked. */
export function knownWait(key: string): number {
  const known = waiting.get(key)
  if (known && known.until > Date.now()) return known.wait
  waiting.delete(key)
  return 0
}

/** Throws 429 with the seconds to wait once the limit of the key is reached. */
export async function limitRate(door: Door, key: string, limit: Limit): Promise<void> {
  const known = knownWait(key)
  const retryAfter = known || (await door.anonymous((db) => countAttempt(db, key, limit)))
  // What was remembered is not remembered anew: the database is asked again after a moment, however often somebody tries.
  if (known === 0) rememberWait(key, retryAfter)
  if (retryAfter > 0) throw new AppError(429, 'too_many', 'Too many requests. Please wait a moment.', { retryAfter })
}

export const idempotencyKeyOf = ({ status }: Endpoint, { headers }: FastifyRequest) =>
  status === 201 ? headers['idempotency-key']?.toString() : undefined

/** What a request asks for, in short: the same text for the same call with the same body. */
export const askedBy = ({ method, url, body }: FastifyRequest) =>
  `${method} ${url} ${createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('base64url')}`

/**
 * Runs a create once per key and person. The key is stored in the same transaction as the record, so a second try
 * waits for the first and is given its answer; after a failure the key is free again. `call` names what is asked,
 * body included: who changes a form after its first save got lost is told, rather than given the first answer.
 * Throws 400 when the key is not 8 to 200 characters, 409 when it was used for something else.
 */
export async function once<T>(db: Db, key: string, call: string, create: () => Promise<T>): Promise<T> {
  if (!/^[\x21-\x7e]{8,200}$/.test(key))
    throw invalid([{ path: 'Idempotency-Key', message: 'must be 8 to 200 visible characters' }])
  const added =
    await sql`insert into idempotency_keys (key, call) values (${key}, ${call}) on conflict do nothing`.execute(db)
  if (added.numAffectedRows === 0n) {
    const found = await sql<{ call: string; answer: T }>`select call, answer from idempotency_keys
      where key = ${key} and user_id = app.user_id()`.execute(db)
    const [earlier] = found.rows
    if (earlier?.call === call) return earlier.answer
    throw conflict('This was saved already, with other values. Open what was saved to change it.')
  }
  const answer = await create()
  await sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb where key = ${key} and user_id = app.user_id()`.execute(
    db,
  )
  return answer
}
