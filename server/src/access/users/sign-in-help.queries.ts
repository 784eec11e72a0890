import { type SignInState } from '@plinth/api/access/users'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { countAttempt, type Limit } from '../../kernel/http/rate-limits.ts'
import { accountLimit, attemptsKey } from '../auth/auth.rules.ts'
import { isLiveSession } from '../auth/sessions.queries.ts'
import { endSessions, get, unlock } from './users.queries.ts'

/** How a person signs in. Throws 404. */
export async function signInState(db: Db, id: string): Promise<SignInState> {
  const found = await sql<SignInState>`
    select u.is_active and t.status = 'ACTIVE' as "canSignIn",
      app.locked_until(${attemptsKey(id)}, ${accountLimit.allowed}) as "lockedUntil",
      (select max(s.created_at) from sessions s where s.user_id = u.id) as "lastSignInAt",
      (select count(*) from sessions s where s.user_id = u.id and ${isLiveSession}) as "liveSessions",
      p.changed_at as "passwordChangedAt",
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasSecondFactor",
      app.is_above(u.id) as "isAbove", app.is_outsider() as "isOutside"
    from users u join tenants t on t.id = u.tenant_id join user_passwords p on p.user_id = u.id
    where u.id = ${id} and u.deleted_at is null`.execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  return row
}

/**
 * How often all administrators together may give a person each kind of help with signing in: each unlocking allows as
 * many guesses as the lock stopped.
 */
const perDay = (allowed: number): Limit => ({ allowed, window: '24 hours' })
const helpLimits = { unlock: perDay(3), 'second factor': perDay(3), 'sign out': perDay(10), 'password link': perDay(5) }

/**
 * Throws 404 when there is no such person; 403 when they have permissions that the caller lacks, or the caller is an
 * operator who may let nobody in; 409 for the caller themselves; 429 when it happens too often.
 */
export async function requireMayHelp(db: Db, id: string, kind: keyof typeof helpLimits): Promise<void> {
  await get(db, id)
  await sql`select app.require_say_over(${id}::uuid)`.execute(db)
  const retryAfter = await countAttempt(db, `${kind} ${id}`, helpLimits[kind])
  if (retryAfter > 0)
    throw new AppError(429, 'too_many', 'This was done for this person too often today. Please wait.', { retryAfter })
}

/** Each of these functions throws as `requireMayHelp` does. */
export async function unlockPerson(db: Db, id: string): Promise<void> {
  await requireMayHelp(db, id, 'unlock')
  await unlock(db, id)
}

export async function signOutEverywhere(db: Db, id: string): Promise<void> {
  await requireMayHelp(db, id, 'sign out')
  await endSessions(db, id, 'administrator')
}

export async function removeSecondFactor(db: Db, id: string): Promise<void> {
  await get(db, id)
  // Checked first, so that the error is the same with and without a second factor.
  await sql`select app.refuse_outsider()`.execute(db)
  await requireMayHelp(db, id, 'second factor')
  await sql`delete from second_factors where user_id = ${id}`.execute(db)
}
