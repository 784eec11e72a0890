import type { SignInState } from '@plinth/api/users'
import { sql } from 'kysely'
import { isLiveSession } from '../auth/auth.queries.ts'
import { accountLimit, attemptsKey } from '../auth/auth.rules.ts'
import { notFound } from '../kernel/errors.ts'
import type { Db } from '../kernel/tenancy.ts'
import { endSessions, get, unlock } from './users.queries.ts'

/** How a person signs in. Throws 404. */
export async function state(db: Db, id: string): Promise<SignInState> {
  const found = await sql<SignInState>`
    select u.is_active and t.status = 'ACTIVE' as "canSignIn",
      app.locked_until(${attemptsKey(id)}, ${accountLimit.allowed}) as "lockedUntil",
      (select max(s.created_at) from sessions s where s.user_id = u.id) as "lastSignInAt",
      (select count(*) from sessions s where s.user_id = u.id and ${isLiveSession}) as "liveSessions",
      p.changed_at as "passwordChangedAt",
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor"
    from users u join tenants t on t.id = u.tenant_id join user_passwords p on p.user_id = u.id
    where u.id = ${id} and u.deleted_at is null`.execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  return row
}

/** Each of these throws 404 when there is no such person. */
export async function letBackIn(db: Db, id: string): Promise<void> {
  await get(db, id)
  await unlock(db, id)
}

export async function signOutEverywhere(db: Db, id: string): Promise<void> {
  await get(db, id)
  await endSessions(db, id, 'administrator')
}

/** Throws 403 when the person may do more than the caller. */
export async function takeSecondFactor(db: Db, id: string): Promise<void> {
  await get(db, id)
  await db.deleteFrom('second_factors').where('user_id', '=', id).execute()
}
