import type { Body } from '@plinth/api/kernel/endpoint'
import { type CalendarFeed, type createCalendarFeed, downloadCalendar } from '@plinth/api/reminders/calendar-feeds'
import { type SqlBool, sql } from 'kysely'
import type { Caller, Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'
import { records } from '../../kernel/records/records.ts'
import { hashOf, newToken } from './feed-tokens.rules.ts'

const feeds = records<CalendarFeed>({
  table: 'calendar_feeds',
  fields: ['name', 'scope', 'detail', 'kinds'],
  fixed: ['userId', 'lastReadAt'],
})

/** The calendar feeds of a user, the oldest first. */
export const list = (db: Db, userId: string): Promise<CalendarFeed[]> =>
  feeds.list(db, [sql<SqlBool>`user_id = ${userId}`], { field: 'createdAt', direction: 'asc' })

type Feed = Omit<Body<typeof createCalendarFeed>, 'currentPassword' | 'code'>

/**
 * Creates a feed of the caller, who has proved their identity in this transaction. Answers its address, which is not stored. Throws 409 if the
 * caller has the maximum number of feeds.
 */
export async function create(db: Db, { tenantId }: Pick<Caller, 'tenantId'>, feed: Feed) {
  const token = newToken(tenantId)
  const created = await feeds.insert(db, feed, { tokenHash: hashOf(token) })
  return { feed: created, address: downloadCalendar.path.replace(':token', token) }
}

/** Deletes a feed of the caller. Throws 404 if there is none. */
export const remove = (db: Db, { userId }: Caller, id: string): Promise<void> => feeds.remove(db, { id, userId })

/** Locks a user until the transaction ends, so that they create no feed meanwhile. False if there is no such user. */
export async function holdOwner(db: Db, userId: string): Promise<boolean> {
  const locked = await sql`select from users where id = ${userId} and deleted_at is null for share`.execute(db)
  return locked.rows.length > 0
}

/** Deletes all feeds of a user whom the transaction has locked. */
export const endAll = (db: Db, userId: string) =>
  sql`update calendar_feeds set deleted_at = now() where user_id = ${userId} and deleted_at is null`.execute(db)

async function requireUser(db: Db, userId: string): Promise<void> {
  const found = await sql`select from users where id = ${userId} and deleted_at is null`.execute(db)
  if (found.rows.length === 0) throw notFound()
}

/** The feeds of a user of the company, for administrators of users. Throws 404. */
export async function listOf(db: Db, userId: string): Promise<CalendarFeed[]> {
  await requireUser(db, userId)
  return list(db, userId)
}

/** Deletes all feeds of a user of the company. Throws 404. */
export async function endAllOf(db: Db, userId: string): Promise<void> {
  if (!(await holdOwner(db, userId))) throw notFound()
  await endAll(db, userId)
}

/** The feed at an address, with its owner. */
export interface OpenFeed extends Pick<CalendarFeed, 'id' | 'userId' | 'name' | 'scope' | 'detail' | 'kinds'> {
  language: string | null
}

/**
 * The feed with a token in the transaction's company. Undefined if there is none, if its owner was deleted, is inactive or lacks the second
 * factor that the company requires, or if the company is not active.
 */
export async function findByToken(db: Db, token: string): Promise<OpenFeed | undefined> {
  const { rows } =
    await sql<OpenFeed>`select f.id, f.user_id as "userId", f.name, f.scope, f.detail, f.kinds, u.language
    from calendar_feeds f
    join users u on u.tenant_id = f.tenant_id and u.id = f.user_id and u.is_active and u.deleted_at is null
    join tenants t on t.id = f.tenant_id and t.status = 'ACTIVE' and t.deleted_at is null
    where f.token_hash = ${hashOf(token)} and f.deleted_at is null and (not t.requires_second_factor or exists (
      select from second_factors s where s.tenant_id = f.tenant_id and s.user_id = f.user_id and s.confirmed_at is not null))`.execute(
      db,
    )
  return rows[0]
}

/** Stores when a feed was read, at most once a minute, so that frequent reads cause few writes. */
export const noteRead = (db: Db, id: string) =>
  sql`update calendar_feeds set last_read_at = now()
    where id = ${id} and (last_read_at is null or last_read_at < now() - interval '1 minute')`.execute(db)
