import type { Account, AccountSession } from '@plinth/api/access/account'
import { sql } from 'kysely'
import type { Caller, Db } from '../../kernel/db/tenancy.ts'
import { noSession, notFound } from '../../kernel/errors.ts'
import { isLiveSession } from '../auth/sessions.queries.ts'
import { endSessions } from '../users/users.queries.ts'

/** Throws 401 when the person is deleted. */
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
  await sql`update users set username = ${username} where id = ${userId}`.execute(db)
  return account(db, userId)
}

/** Stores a password that its owner chose, and ends their other sessions. */
export async function setOwnPassword(db: Db, { userId, sessionId }: Caller, hash: string): Promise<void> {
  await sql`update user_passwords set hash = ${hash}, is_own = true, changed_at = now()
    where user_id = ${userId}`.execute(db)
  await endSessions(db, userId, 'password', sessionId)
}

interface SignInNames {
  email?: string | null | undefined
  mobileNo?: string | null | undefined
}

/**
 * Changes the names that are passed; the others stay. Throws 400 when no name would be left, 409 when somebody else has
 * the name.
 */
export async function setSignInNames(db: Db, userId: string, { email, mobileNo }: SignInNames): Promise<void> {
  const changes = [
    ...(email === undefined ? [] : [sql`email = ${email}`]),
    ...(mobileNo === undefined ? [] : [sql`mobile_no = ${mobileNo}`]),
  ]
  if (changes.length > 0) await sql`update users set ${sql.join(changes)} where id = ${userId}`.execute(db)
}

export async function liveSessions(db: Db, { userId, sessionId }: Caller): Promise<AccountSession[]> {
  const found = await sql<AccountSession>`select id, created_at as "createdAt", rotated_at as "lastUsedAt",
      user_agent as "userAgent", address, id = ${sessionId} as "isCurrent"
    from sessions where user_id = ${userId} and ${isLiveSession} order by rotated_at desc, id desc`.execute(db)
  return found.rows
}

/** Throws 404 when the person has no such live session. */
export async function endOwnSession(db: Db, userId: string, sessionId: string): Promise<void> {
  const ended = await sql`update sessions set ended_at = now(), ended_because = 'logout'
    where id = ${sessionId} and user_id = ${userId} and ${isLiveSession}`.execute(db)
  if (ended.numAffectedRows === 0n) throw notFound()
}
