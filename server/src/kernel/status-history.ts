import type { StatusChange } from '@plinth/api/kernel/record'
import type { Schema } from './schema.ts'
import type { Db } from './tenancy.ts'

/** Every status the record has had, newest first. */
export const statusHistory = (db: Db, table: keyof Schema, id: string): Promise<StatusChange[]> =>
  db
    .selectFrom('status_changes as c')
    .leftJoin('users as u', 'u.id', 'c.changed_by')
    .where('c.record_type', '=', table)
    .where('c.record_id', '=', id)
    .orderBy('c.id', 'desc')
    .select(['c.from_status as fromStatus', 'c.to_status as toStatus', 'c.changed_at as changedAt'])
    .select(['c.changed_by as changedBy', 'u.username as changedByName'])
    .execute()
