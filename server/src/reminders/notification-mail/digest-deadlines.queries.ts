import { type Deadline, deadlineModules } from '@plinth/api/reminders/deadlines'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { viewable } from '../../kernel/http/permissions.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { about } from '../deadlines/about-records.queries.ts'
import { acted, kinds } from '../deadlines/deadline-kinds.queries.ts'
import { askedRecord, isMeant, named, narrowing, rulesSwitchedOn } from '../reminder-rules/stages.queries.ts'

/** When to act on a deadline in a digest: before today, today, or within the six days after it. */
export const digestTimes = ['OVERDUE', 'TODAY', 'THIS_WEEK'] as const
export type DigestTime = (typeof digestTimes)[number]

/** A deadline in a digest. */
export interface DigestDeadline
  extends Pick<Deadline, 'kind' | 'recordType' | 'recordId' | 'actBy' | 'title' | 'number' | 'contractId'> {
  time: DigestTime
  /** The owner; null if it is the reader or nobody. */
  ownerName: string | null
}

interface DigestDeadlines {
  /** The earliest deadlines, by the day by which to act. */
  deadlines: DigestDeadline[]
  counts: Record<DigestTime, number>
}

/**
 * The deadlines to act on within a week for which a reminder rule names the user of the transaction, also those of other owners. Only those of
 * modules that the user may view, without `mutedKinds` and waived ones.
 */
export async function digestDeadlines(db: Db, mutedKinds: readonly string[], most: number): Promise<DigestDeadlines> {
  const modules = [...(await viewable(db, deadlineModules))]
  const { rows } = await sql<DigestDeadlines>`with
    rules as materialized (${rulesSwitchedOn}),
    due as materialized (
      select o.* from app.open_deadlines o join ${kinds} on k.kind = o.kind and k.module = any (${modules}::text[])
      where o.kind <> all (${[...mutedKinds]}::text[]) and o.act_by < ${today} + 7),
    ${acted},
    ruled as materialized (
      select a.*, r.tells, r.role_ids, r.user_ids, r.amount_from, r.contract_types, r.purposes, ${askedRecord}
      from acted a join rules r on r.kind = a.kind where a.mark_id is null),
    meant as materialized (
      select distinct t.tenant_id, t.kind, t.record_type, t.record_id, t.due_on, t.act_by, t.owner_id,
        case when t.act_by < ${today} then 'OVERDUE' when t.act_by = ${today} then 'TODAY' else 'THIS_WEEK' end as time
      from ruled t ${narrowing} join ${named} on addressee.user_id = app.user_id() where ${isMeant}),
    page as (select * from meant order by act_by, due_on, kind, record_id limit ${most})
    select (select jsonb_build_object(${sql.join(digestTimes.flatMap((time) => [sql.lit(time), sql`count(*) filter (where time = ${sql.lit(time)})`]))})
        from meant) as counts,
      (select coalesce(json_agg(json_build_object('kind', t.kind, 'recordType', t.record_type, 'recordId', t.record_id, 'actBy', t.act_by,
          'title', coalesce(record.title, ''), 'number', record.number, 'contractId', record.contract_id, 'time', t.time,
          'ownerName', case when t.owner_id <> app.user_id() then u.username end)
          order by t.act_by, t.due_on, t.kind, t.record_id), '[]')
        from page t ${about} left join users u on u.tenant_id = t.tenant_id and u.id = t.owner_id) as deadlines`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('a digest without a row')
  return found
}
