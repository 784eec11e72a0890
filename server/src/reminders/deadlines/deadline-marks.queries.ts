import type { Body } from '@plinth/api/kernel/endpoint'
import { type DeadlineMark, deadlineKinds, type setDeadlineMark } from '@plinth/api/reminders/deadlines'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { viewable } from '../../kernel/http/permissions.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'

const marks = records<DeadlineMark>({
  table: 'obligation_marks',
  fields: ['kind', 'recordType', 'recordId', 'dueOn', 'reason'],
  computed: { createdByName: authorsOf('obligation_marks').createdByName },
})

type DeadlineKey = Pick<DeadlineMark, 'kind' | 'recordType' | 'recordId' | 'dueOn'>

/**
 * The fields that may name the owner of a deadline `due`, as `naming (place, id, field, person)`. The owner is the person of the lowest place
 * that names somebody.
 */
const naming = sql`
  deposit as (select d.id, d.contract_id, d.owner_id from due join security_deposits d on d.deleted_at is null
    and case due.record_type when 'DEPOSIT' then d.id = due.record_id when 'INSTRUMENT' then d.instrument_id = due.record_id end
    order by d.created_at, d.id limit 1),
  contract as (select record_id as id from due where record_type = 'CONTRACT' union all select contract_id from deposit
    union all select e.contract_id from due join deposit_exemptions e on due.record_type = 'EXEMPTION' and e.id = due.record_id),
  naming as (
    select 1 as place, id, 'owner_id' as field, owner_id as person from deposit
    union all select 2, t.id, 'owner_id', t.owner_id from contract join contract_terms t on t.contract_id = contract.id and t.deleted_at is null
    union all select 1, s.id, 'assigned_to', s.assigned_to from due join tasks s on due.kind = 'TASK_DUE' and s.id = due.record_id
    union all select 1, g.id, 'assignee_id', g.assignee_id from due join general_tasks g on due.record_type = 'GENERAL_TASK' and g.id = due.record_id)`

/**
 * Whether the caller made themselves the owner of the deadline `due`, by entering their own name or by removing a name that took precedence.
 * A name that was entered with a new record does not count, because it replaced nobody; that of terms does, because their contract existed.
 */
const isTakenOver = sql`exists (select from naming n cross join lateral (
    select e.actor_id, e.action, case e.action when 'CHANGED' then e.changes -> n.field ->> 0 end as former from audit_entries e
    where e.tenant_id = app.tenant_id() and e.record_id = n.id and e.changes ? n.field order by e.id desc limit 1) last
  where not exists (select from naming before where before.place < n.place and before.person = app.user_id())
    and last.actor_id = app.user_id() and last.former is distinct from app.user_id()::text and (last.action = 'CHANGED' or n.place = 2))`

/**
 * Throws 404 unless there is such a deadline that the caller may see. Throws 403 for a caller who may not edit reminders, if they are not the
 * owner or made themselves the owner: naming oneself must not replace that permission.
 */
async function requireMayWaive(db: Db, { kind, recordType, recordId, dueOn }: DeadlineKey): Promise<void> {
  const { module } = deadlineKinds[kind]
  if (!(await viewable(db, [module])).has(module)) throw notFound()
  const { rows } = await sql<{ mayEdit: boolean; isOwn: boolean; isTakenOver: boolean }>`
    with due as materialized (select o.* from app.open_deadlines o
      where o.kind = ${kind} and o.record_type = ${recordType} and o.record_id = ${recordId} and o.due_on = ${dueOn}::date), ${naming}
    select app.may('Reminders', 'canEdit') as "mayEdit", coalesce(due.owner_id = app.user_id(), false) as "isOwn",
      ${isTakenOver} as "isTakenOver" from due`.execute(db)
  const [deadline] = rows
  if (!deadline) throw notFound()
  if (deadline.mayEdit) return
  if (!deadline.isOwn) throw forbidden()
  if (deadline.isTakenOver) throw forbidden('You named yourself for this deadline: who may edit reminders waives it.')
}

/** Throws as `requireMayWaive` does, and 409 if somebody else waives the deadline at the same moment. */
export async function set(db: Db, mark: Body<typeof setDeadlineMark>): Promise<DeadlineMark> {
  await requireMayWaive(db, mark)
  const { column } = marks
  const isSameDeadline = sql<SqlBool>`(${column('recordId')}, ${column('kind')}, ${column('dueOn')}) = (${mark.recordId}, ${mark.kind}, ${mark.dueOn}::date)`
  const [existing] = await marks.list(db, [isSameDeadline], { field: 'createdAt', direction: 'asc' })
  return existing ? marks.update(db, { id: existing.id }, { reason: mark.reason }) : marks.insert(db, mark)
}

/** Throws 404 if there is no such mark, and as `requireMayWaive` does. */
export async function remove(db: Db, id: string): Promise<void> {
  await requireMayWaive(db, await marks.get(db, { id }))
  await marks.remove(db, { id })
}
