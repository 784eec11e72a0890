import { timingSafeEqual } from 'node:crypto'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Door } from '../db/tenancy.ts'
import { conflict, invalid } from '../errors.ts'
import { oldRowsInCompanies, type Round } from '../jobs/sweeper.ts'
import { fitsPassword, hashPassword } from '../secrets/passwords.ts'
import type { Tokens } from '../secrets/tokens.ts'

/** How long a repeated create is answered with its first answer. */
const lifetime = sql`interval '24 hours'`

/**
 * The content of a request: a text that is the same for the same call with the same body, and its secrets separately.
 */
interface RequestContent {
  text: string
  secrets?: string | undefined
}

const secretName = /password|secret|token|^code$/i

/** The content of a request: its method, address and body. */
export function contentOf({ method, url, body }: FastifyRequest): RequestContent {
  const secrets: [name: string, value: unknown][] = []
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (!secretName.test(name)) return value
    secrets.push([name, value])
    return undefined
  })
  return { text: `${method} ${url} ${text ?? ''}`, ...(secrets.length > 0 && { secrets: JSON.stringify(secrets) }) }
}

/** The Idempotency-Key of a create, and the function that makes digests of its content. */
interface Keyed {
  key: string
  digestsOf: Tokens['digestsOf']
}

/** The Idempotency-Key of a create; undefined without one. */
export function keyOf(
  { status }: Endpoint,
  { headers }: FastifyRequest,
  { digestsOf }: Pick<Tokens, 'digestsOf'>,
): Keyed | undefined {
  const key = status === 201 ? headers['idempotency-key']?.toString() : undefined
  return key === undefined ? undefined : { key, digestsOf }
}

interface Earlier<T> {
  asked: Buffer
  secrets_hash: string | null
  answer: T
}

/** Whether the earlier request had the same content, whichever session secret made its digest. */
async function isSame({ asked, secrets_hash: hash }: Earlier<unknown>, digests: readonly Buffer[], secrets?: string) {
  if (!digests.some((digest) => timingSafeEqual(digest, asked))) return false
  return secrets === undefined ? hash === null : hash !== null && fitsPassword(hash, secrets)
}

/**
 * Runs a create once per key and person. The key is stored in the same transaction as the record, so a repeat waits for
 * the first attempt and gets its answer; after a failure, and after a day, the key is free again. The content is stored
 * as a digest that nobody can guess at without the session secret, and its secrets are hashed like passwords. If the
 * content differs, for example because the user changed the form after the first answer was lost, the call is refused.
 * Throws 400 when the key is not 8 to 200 characters, 409 when it was used with other content.
 */
export async function once<T>(
  db: Db,
  { key, digestsOf }: Keyed,
  { text, secrets }: RequestContent,
  create: () => Promise<T>,
): Promise<T> {
  if (!/^[\x21-\x7e]{8,200}$/.test(key))
    throw invalid([{ path: 'Idempotency-Key', message: 'must be 8 to 200 visible characters' }])
  const digests = digestsOf('call sent again', text)
  const added = await sql`insert into idempotency_keys as known (key, asked) values (${key}, ${digests[0]})
    on conflict (tenant_id, user_id, key) do update set asked = excluded.asked, created_at = excluded.created_at,
      secrets_hash = null, answer = null
    where known.created_at < excluded.created_at - ${lifetime}`.execute(db)
  const own = sql`key = ${key} and user_id = app.user_id()`
  if (added.numAffectedRows === 0n) {
    const found = await sql<Earlier<T>>`select asked, secrets_hash, answer from idempotency_keys where ${own}`.execute(
      db,
    )
    const [earlier] = found.rows
    if (earlier && (await isSame(earlier, digests, secrets))) return earlier.answer
    throw conflict('This was saved already, with other values. Open what was saved to change it.')
  }
  const answer = await create()
  const hash = secrets === undefined ? null : await hashPassword(secrets)
  await sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb, secrets_hash = ${hash} where ${own}`.execute(
    db,
  )
  return answer
}

/**
 * Runs a create once per Idempotency-Key, if there is one; `content` identifies everything that the request asks for,
 * without secrets.
 */
export type Once = <T>(db: Db, content: string, create: () => Promise<T>) => Promise<T>

/** The same for a call that runs its create by itself. */
export function onceBy(endpoint: Endpoint, request: FastifyRequest, tokens: Pick<Tokens, 'digestsOf'>): Once {
  const keyed = keyOf(endpoint, request, tokens)
  return (db, text, create) => (keyed ? once(db, keyed, { text }, create) : create())
}

/** Deletes keys that have expired. */
export const sweepKeys = (door: Door, round: Round): Promise<number> =>
  oldRowsInCompanies(
    door,
    {
      table: 'idempotency_keys',
      key: ['user_id', 'key'],
      lifetime,
      companies: sql`app.companies_with_old_keys(${lifetime})`,
    },
    round,
  )
