import { type Watchers, type WatchRecord, watchModules } from '@plinth/api/reminders/watchers'
import { sql } from 'kysely'
import { recordPlaces, requireRow } from '../../documents/notes/notes.queries.ts'
import type { Db } from '../../kernel/db/tenancy.ts'

const tables: Record<WatchRecord, string> = {
  CONTRACT: recordPlaces.CONTRACT.table,
  DEPOSIT: recordPlaces.DEPOSIT.table,
  INSTRUMENT: recordPlaces.INSTRUMENT.table,
  FACILITY: 'bank_facilities',
  PLAN: 'bg_plans',
  PROJECT: recordPlaces.PROJECT.table,
  TASK: recordPlaces.TASK.table,
  GENERAL_TASK: recordPlaces.GENERAL_TASK.table,
}

interface RecordKey {
  recordType: WatchRecord
  recordId: string
}

const requireWatchable = (db: Db, { recordType, recordId }: RecordKey): Promise<void> =>
  requireRow(db, tables[recordType], recordId, [watchModules[recordType], 'canView'])

async function watchersOf(db: Db, { recordId }: RecordKey): Promise<Watchers> {
  const { rows } = await sql<{ id: string; username: string; isMe: boolean }>`
    select u.id, u.username, u.id = app.user_id() as "isMe" from watchers w
    join users u on u.tenant_id = w.tenant_id and u.id = w.user_id and u.is_active and u.deleted_at is null
    where w.record_id = ${recordId} order by u.username, u.id`.execute(db)
  return {
    isWatching: rows.some(({ isMe }) => isMe),
    people: rows.map(({ id, username }) => ({ id, username })),
  }
}

/** Throws 404, and 403 without permission to view the record's module. */
export async function list(db: Db, record: RecordKey): Promise<Watchers> {
  await requireWatchable(db, record)
  return watchersOf(db, record)
}

/** Adds the caller as a watcher. Throws 404, 403 without permission to view the module, and 409 if the record has the maximum number of watchers. */
export async function add(db: Db, record: RecordKey): Promise<Watchers> {
  await requireWatchable(db, record)
  const { recordType, recordId } = record
  await sql`insert into watchers (record_type, record_id) values (${recordType}, ${recordId})
    on conflict do nothing`.execute(db)
  return watchersOf(db, record)
}

/** Removes the caller as a watcher. Throws 404, and 403 without permission to view the module. */
export async function remove(db: Db, record: RecordKey): Promise<void> {
  await requireWatchable(db, record)
  await sql`delete from watchers where record_id = ${record.recordId} and user_id = app.user_id()`.execute(db)
}
