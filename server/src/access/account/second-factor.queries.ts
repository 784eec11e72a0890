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
  const found = await sql<{ label: string }>`
    select t.name || ':' || coalesce(u.email, u.mobile_no, u.username) as label
    from users u join tenants t on t.id = u.tenant_id where u.id = ${userId}`.execute(db)
  const [person] = found.rows
  if (!person) throw new Error('a second factor without its person')
  return person.label
}

/** Throws 409 when no second factor was begun. */
export async function pendingSecret(db: Db, userId: string): Promise<Buffer> {
  const found = await sql<{ sealed: Buffer | null }>`
    select pending_secret as sealed from second_factors where user_id = ${userId}`.execute(db)
  const sealed = found.rows[0]?.sealed
  if (!sealed) throw conflict('Begin with a new secret for your app first.')
  return sealed
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
  await sql`select from users where id = ${userId} for no key update`.execute(db)
  const confirmed = await sql`update second_factors set sealed_secret = pending_secret, pending_secret = null,
      confirmed_at = now(), last_step = ${step}, recovery_hashes = ${recoveryHashes}::bytea[]
    where user_id = ${userId} and pending_secret = ${pending} returning user_id`.execute(db)
  if (confirmed.rows.length === 0) throw conflict('A newer secret was begun: enter a code of that one.')
}

/** Throws 409 when the company requires a second factor. */
export async function requireOptional(db: Db): Promise<void> {
  const found = await sql<{ isRequired: boolean }>`select requires_second_factor as "isRequired" from tenants`.execute(
    db,
  )
  const [company] = found.rows
  if (!company) throw new Error('a caller without a company')
  if (company.isRequired)
    throw conflict('Your company asks for a second factor. You can set up a new one in its place.')
}

export const remove = (db: Db, userId: string) => sql`delete from second_factors where user_id = ${userId}`.execute(db)

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
      const factors = await sql<{ userId: string; sealed: Buffer | null; pending: Buffer | null }>`
        select user_id as "userId", sealed_secret as sealed, pending_secret as pending
        from second_factors for update`.execute(db)
      const changes = factors.rows.flatMap(({ userId, ...secrets }) => {
        const sealed = secrets.sealed && sealAnew(secrets.sealed, userId)
        const pending = secrets.pending && sealAnew(secrets.pending, userId)
        return sealed || pending ? [{ userId, sealed, pending }] : []
      })
      for (const { userId, sealed, pending } of changes)
        await sql`update second_factors set sealed_secret = coalesce(${sealed ?? null}, sealed_secret),
          pending_secret = coalesce(${pending ?? null}, pending_secret) where user_id = ${userId}`.execute(db)
      return changes.length
    })
  return people
}
