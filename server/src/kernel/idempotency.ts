import { createHash } from 'node:crypto'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { conflict, invalid } from './errors.ts'
import type { Db } from './tenancy.ts'

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
    const earlier = await db
      .selectFrom('idempotency_keys')
      .select(['call', 'answer'])
      .where('key', '=', key)
      .where('user_id', '=', sql<string>`app.user_id()`)
      .executeTakeFirstOrThrow()
    if (earlier.call !== call)
      throw conflict('This was saved already, with other values. Open what was saved to change it.')
    return earlier.answer as T
  }
  const answer = await create()
  await sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb where key = ${key} and user_id = app.user_id()`.execute(
    db,
  )
  return answer
}
