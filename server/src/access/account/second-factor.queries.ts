import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'

/**
 * Stores a secret that is not in force yet; a secret that is in force stays so. Returns the label that an app shows for
 * it.
 */
export async function storePending(db: Db, userId: string, sealed: Buffer): Promise<string> {
  await sql`insert into second_factors (user_id, pending_secret) values (${userId}, ${sealed})
    on conflict (tenant_id, user_id) do update set pending_secret = excluded.pending_secret`.execute(db)
  const person = await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(sql<string>`t.name || ':' || coalesce(u.email, u.mobile_no, u.username)`.as('label'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return person.label
}

/** Throws 409 when no second factor was begun. */
export async function pendingSecret(db: Db, userId: string): Promise<Buffer> {
  const found = await db
    .selectFrom('second_factors')
    .select('pending_secret as sealed')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!found?.sealed) throw conflict('Begin with a new secret for your app first.')
  return found.sealed
}

/**
 * Puts a pending secret in force. The lock on the user orders this with sign-ins that send no code: each comes before,
 * or waits and is then asked for a code. Throws 409 when the secret is no longer pending.
 */
export async function confirm(
  db: Db,
  userId: string,
  pending: Buffer,
  { step, recoveryHashes }: { step: number; recoveryHashes: Buffer[] },
): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const confirmed = await sql`update second_factors set sealed_secret = pending_secret, pending_secret = null,
      confirmed_at = now(), last_step = ${step}, recovery_hashes = ${recoveryHashes}::bytea[]
    where user_id = ${userId} and pending_secret = ${pending} returning user_id`.execute(db)
  if (confirmed.rows.length === 0) throw conflict('A newer secret was begun: enter a code of that one.')
}

/** Throws 409 when the company requires a second factor. */
export async function requireOptional(db: Db): Promise<void> {
  const { isRequired } = await db
    .selectFrom('tenants')
    .select('requires_second_factor as isRequired')
    .executeTakeFirstOrThrow()
  if (isRequired) throw conflict('Your company asks for a second factor. You can set up a new one in its place.')
}

export const remove = (db: Db, userId: string) =>
  db.deleteFrom('second_factors').where('user_id', '=', userId).execute()

/**
 * Seals again, under the present secret, every second factor sealed under the previous one. Returns the number of
 * people concerned.
 */
export async function sealAllAnew(door: Door, { sealAnew }: Pick<Tokens, 'sealAnew'>): Promise<number> {
  const companies = await door.anonymous((db) =>
    sql<{ id: string }>`select companies as id from app.companies()`.execute(db),
  )
  let people = 0
  for (const company of companies.rows)
    people += await door.inTenant(company.id, null, async (db) => {
      const factors = await db.selectFrom('second_factors').selectAll().forUpdate().execute()
      const changes = factors.flatMap(({ user_id, sealed_secret, pending_secret }) => {
        const sealed = sealed_secret && sealAnew(sealed_secret, user_id)
        const pending = pending_secret && sealAnew(pending_secret, user_id)
        const resealed = { ...(sealed && { sealed_secret: sealed }), ...(pending && { pending_secret: pending }) }
        return sealed || pending ? [{ user_id, resealed }] : []
      })
      for (const { user_id, resealed } of changes)
        await db.updateTable('second_factors').set(resealed).where('user_id', '=', user_id).execute()
      return changes.length
    })
  return people
}
