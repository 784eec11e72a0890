import type { Body } from '@plinth/api/kernel/endpoint'
import { type ObligationMark, obligationKinds, type setObligationMark } from '@plinth/api/obligations'
import { type SqlBool, sql } from 'kysely'
import { authorsOf } from '../kernel/authorship.ts'
import { forbidden, notFound } from '../kernel/errors.ts'
import { viewable } from '../kernel/permissions.ts'
import { records } from '../kernel/records.ts'
import type { Db } from '../kernel/tenancy.ts'

const marks = records<ObligationMark>({
  table: 'obligation_marks',
  fields: ['kind', 'recordType', 'recordId', 'dueOn', 'reason'],
  computed: { createdByName: authorsOf('obligation_marks').createdByName },
})

type Which = Pick<ObligationMark, 'kind' | 'recordType' | 'recordId' | 'dueOn'>

/** Throws 404 where there is no such duty that the caller may see, 403 where it is somebody else's and they may not edit reminders. */
async function requireOwn(db: Db, { kind, recordType, recordId, dueOn }: Which): Promise<void> {
  const { module } = obligationKinds[kind]
  if (!(await viewable(db, [module])).has(module)) throw notFound()
  const { rows } = await sql<{ may: boolean }>`
    select coalesce(o.owner_id = app.user_id(), false) or (select app.may('Reminders', 'canEdit')) as may from app.obligations o
    where o.kind = ${kind} and o.record_type = ${recordType} and o.record_id = ${recordId} and o.due_on = ${dueOn}::date`.execute(
    db,
  )
  const [duty] = rows
  if (!duty) throw notFound()
  if (!duty.may) throw forbidden()
}

/** Throws as `requireOwn` does, 409 when somebody else waives it at the same moment. */
export async function set(db: Db, mark: Body<typeof setObligationMark>): Promise<ObligationMark> {
  await requireOwn(db, mark)
  const { column } = marks
  const of = sql<SqlBool>`(${column('recordId')}, ${column('kind')}, ${column('dueOn')}) = (${mark.recordId}, ${mark.kind}, ${mark.dueOn}::date)`
  const [said] = await marks.list(db, [of], { field: 'createdAt', direction: 'asc' })
  return said ? marks.update(db, { id: said.id }, { reason: mark.reason }) : marks.insert(db, mark)
}

/** Throws 404 when there is none, and as `requireOwn` does. */
export async function remove(db: Db, id: string): Promise<void> {
  await requireOwn(db, await marks.get(db, { id }))
  await marks.remove(db, { id })
}
