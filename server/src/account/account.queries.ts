import type { Account, AccountSession } from '@plinth/api/account'
import { sql } from 'kysely'
import { isLiveSession, tryOnce } from '../auth/auth.queries.ts'
import { invalid, noSession, notFound } from '../kernel/errors.ts'
import { fitsPassword } from '../kernel/passwords.ts'
import type { StagedContext } from '../kernel/route.ts'
import type { Caller, Db } from '../kernel/tenancy.ts'

/** Throws 401 when the person is gone. */
export async function account(db: Db, userId: string): Promise<Account> {
  const found = await sql<Account>`
    select u.id, u.username, u.email, u.mobile_no as "mobileNo", u.designation, t.name as "tenantName",
      u.profile_image as "profileImage", p.changed_at as "passwordChangedAt", p.is_own as "isPasswordOwn",
      f.user_id is not null as "hasSecondFactor",
      coalesce(cardinality(f.recovery_hashes), 0) as "recoveryCodesLeft",
      t.requires_second_factor as "requiresSecondFactor"
    from users u join tenants t on t.id = u.tenant_id join user_passwords p on p.user_id = u.id
    left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    where u.id = ${userId} and u.deleted_at is null`.execute(db)
  const [row] = found.rows
  if (!row) throw noSession()
  return row
}

export async function rename(db: Db, userId: string, username: string): Promise<Account> {
  await db.updateTable('users').set({ username }).where('id', '=', userId).execute()
  return account(db, userId)
}

/** Undefined for somebody without a password, whom no password fits. */
async function passwordHash(db: Db, userId: string): Promise<string | undefined> {
  const found = await db.selectFrom('user_passwords').select('hash').where('user_id', '=', userId).executeTakeFirst()
  return found?.hash
}

export const wrongPassword = () => invalid([{ path: 'currentPassword', message: 'is not your present password' }])

/** The hash of the present password. Throws 400 when it is another, 429 after too many tries. */
export async function provePassword(context: StagedContext, password: string): Promise<string> {
  const hash = await tryOnce(context, (db) => passwordHash(db, context.caller.userId))
  if (!hash || !(await fitsPassword(hash, password))) throw wrongPassword()
  return hash
}

/** False when the password is no longer the one that `from` is the hash of; then nothing changes. */
export async function replacePassword(db: Db, userId: string, from: string, to: string): Promise<boolean> {
  const changed = await db
    .updateTable('user_passwords')
    .set({ hash: to, is_own: true, changed_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('hash', '=', from)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export const liveSessions = (db: Db, { userId, sessionId }: Caller): Promise<AccountSession[]> =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt', 'rotated_at as lastUsedAt', 'user_agent as userAgent', 'address'])
    .select(sql<boolean>`id = ${sessionId}`.as('isCurrent'))
    .where('user_id', '=', userId)
    .where(isLiveSession)
    .orderBy('rotated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Throws 404 when it is not a live session of this person. */
export async function endOwnSession(db: Db, userId: string, sessionId: string): Promise<void> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_because: 'logout' })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where(isLiveSession)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) throw notFound()
}
