import type { StatusChange } from '@plinth/api/kernel/status-changes'
import { sql } from 'kysely'
import type { Db } from '../db/tenancy.ts'

/** Every status change of the record, newest first. */
export async function statusHistory(db: Db, table: string, id: string): Promise<StatusChange[]> {
  const { rows } = await sql<StatusChange>`select c.from_status as "fromStatus", c.to_status as "toStatus",
      c.changed_at as "changedAt", c.changed_by as "changedBy", u.username as "changedByName"
    from status_changes c left join users u on u.tenant_id = c.tenant_id and u.id = c.changed_by
    where c.record_type = ${table} and c.record_id = ${id} order by c.id desc`.execute(db)
  return rows
}
