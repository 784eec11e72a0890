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

/** Those of a person, the oldest first. */
export const list = (db: Db, userId: string): Promise<CalendarFeed[]> =>
  feeds.list(db, [sql<SqlBool>`user_id = ${userId}`], { field: 'createdAt', direction: 'asc' })

type Feed = Omit<Body<typeof createCalendarFeed>, 'currentPassword' | 'code'>

/**
 * Makes a calendar of the caller, who has proved who they are in this transaction. Its address is answered, and kept nowhere. Throws 409 where
 * they have as many as they may.
 */
export async function create(db: Db, { tenantId }: Pick<Caller, 'tenantId'>, feed: Feed) {
  const token = newToken(tenantId)
  const made = await feeds.insert(db, feed, { tokenHash: hashOf(token) })
  return { feed: made, address: downloadCalendar.path.replace(':token', token) }
}

/** Takes back one of the caller's own. Throws 404 when there is none. */
export const remove = (db: Db, { userId }: Caller, id: string): Promise<void> => feeds.remove(db, { id, userId })

/** Holds a person until the transaction ends, so that they make no calendar meanwhile. False when there is none. */
export async function holdOwner(db: Db, userId: string): Promise<boolean> {
  const held = await sql`select from users where id = ${userId} and deleted_at is null for share`.execute(db)
  return held.rows.length > 0
}

/** Takes back all of a person whom the transaction holds. */
export const endAll = (db: Db, userId: string) =>
  sql`update calendar_feeds set deleted_at = now() where user_id = ${userId} and deleted_at is null`.execute(db)

async function requirePerson(db: Db, userId: string): Promise<void> {
  const found = await sql`select from users where id = ${userId} and deleted_at is null`.execute(db)
  if (found.rows.length === 0) throw notFound()
}

/** Those of a person of the company, for who looks after their sign-in. Throws 404. */
export async function listOf(db: Db, userId: string): Promise<CalendarFeed[]> {
  await requirePerson(db, userId)
  return list(db, userId)
}

/** Takes back all of a person of the company. Throws 404. */
export async function endAllOf(db: Db, userId: string): Promise<void> {
  if (!(await holdOwner(db, userId))) throw notFound()
  await endAll(db, userId)
}

/** A calendar that an address leads to, and whose it is. */
export interface OpenFeed extends Pick<CalendarFeed, 'id' | 'userId' | 'name' | 'scope' | 'detail' | 'kinds'> {
  language: string | null
}

/**
 * The calendar that a token of the transaction's company leads to; undefined where there is none, and as long as the person could not
 * work here either: who left, was switched off or lacks the second factor that the company asks for, or whose company is not active.
 */
export async function behind(db: Db, token: string): Promise<OpenFeed | undefined> {
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

/** Keeps when a calendar was read, to the minute: one that is read all the time is not written all the time. */
export const noteRead = (db: Db, id: string) =>
  sql`update calendar_feeds set last_read_at = now()
    where id = ${id} and (last_read_at is null or last_read_at < now() - interval '1 minute')`.execute(db)
