import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type countDeadlines,
  type Deadline,
  type DeadlineTime,
  deadlineModules,
  deadlineTimes,
  type filterDeadlines,
} from '@plinth/api/reminders/deadlines'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { viewable } from '../../kernel/http/permissions.ts'
import { oneOf } from '../../kernel/records/conditions.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { pageWith } from '../../kernel/records/record-shape.ts'
import { about } from './about-records.queries.ts'
import { acted, kinds } from './deadline-kinds.queries.ts'

type Filter = Pick<Body<typeof countDeadlines>, 'kind' | 'owner'>

const ownerConditions: Record<NonNullable<Filter['owner']>, ReturnType<typeof sql<SqlBool>>> = {
  MINE: sql<SqlBool>`o.owner_id = app.user_id()`,
  NOBODYS: sql<SqlBool>`o.owner_id is null`,
  ALL: sql<SqlBool>`true`,
}

/**
 * The start of a `with` up to `timed`: the deadlines that the caller may view, each with the day by which to act and its time group. `near`
 * limits the due days.
 */
async function timedDeadlines(db: Db, { kind, owner }: Filter, near = sql<SqlBool>`true`) {
  const modules = [...(await viewable(db, deadlineModules))]
  return sql`with due as materialized (
      select o.*, k.acts from app.obligations o join ${kinds} on k.kind = o.kind and k.module = any(${modules}::text[])
      where ${ownerConditions[owner]} and ${near} and ${oneOf(sql.ref('o.kind'), kind) ?? sql`true`}),
    ${acted},
    timed as materialized (
      select acted.*, case when mark_id is not null then 'WAIVED' when act_by < ${today} then 'OVERDUE' when act_by = ${today} then 'TODAY'
        when act_by < ${today} + 7 then 'THIS_WEEK' else 'LATER' end as time from acted)`
}

/** Joins the owner of a deadline `t`. */
const withOwner = sql`left join users u on u.tenant_id = t.tenant_id and u.id = t.owner_id`

/** The number of deadlines by time group. */
export async function counts(db: Db, filter: Body<typeof countDeadlines>) {
  const { rows } = await sql<{
    today: string
    time: DeadlineTime | null
    count: number
  }>`${await timedDeadlines(db, filter)}
    select ${today} as today, t.time, t.count from (values (1)) one (n) left join
      (select time, count(*) as count from timed group by time) t on true`.execute(db)
  const found = new Map(rows.map(({ time, count }) => [time, count]))
  return {
    today: rows[0]?.today ?? '',
    counts: deadlineTimes.map((time) => ({ time, count: found.get(time) ?? 0 })),
  }
}

/** Deadlines that are open, by the day by which to act; waived ones only if the filter asks for them. */
export async function search(db: Db, { pagination, time, ...filter }: Body<typeof filterDeadlines>) {
  const { page, size } = pagination
  const wanted = time && time.length > 0 ? time : deadlineTimes.filter((one) => one !== 'WAIVED')
  const { rows } = await sql<{ all: number; content: Deadline[] }>`${await timedDeadlines(db, filter)},
    found as materialized (select * from timed where ${oneOf(sql.ref('time'), wanted) ?? sql`true`}),
    page as (select * from found order by act_by, due_on, kind, record_id limit ${size} offset ${page * size})
    select (select count(*) from found) as all, (select coalesce(json_agg(json_build_object('kind', t.kind, 'recordType', t.record_type,
        'recordId', t.record_id, 'dueOn', t.due_on, 'actBy', t.act_by, 'title', coalesce(record.title, ''), 'number', record.number,
        'contractId', record.contract_id, 'amount', record.amount, 'ownerId', t.owner_id, 'ownerName', u.username,
        'markId', t.mark_id, 'waivedBecause', t.reason) order by t.act_by, t.due_on, t.kind, t.record_id), '[]')
      from page t ${about} ${withOwner}) as content`.execute(db)
  const { all = 0, content = [] } = rows[0] ?? {}
  return { content, ...pageWith(all, pagination) }
}

/** A deadline in a calendar. */
export interface CalendarDeadline
  extends Pick<
    Deadline,
    'kind' | 'recordType' | 'recordId' | 'dueOn' | 'actBy' | 'title' | 'number' | 'contractId' | 'amount' | 'ownerName'
  > {
  /** A number of the record or of its tender, without names and amounts. */
  reference: string
  /** The latest possible change of the event's content, ISO 8601. */
  changedAt: string
}

/** Days before and after today, and the maximum number of deadlines. */
interface Span {
  before: number
  after: number
  most: number
}

/** Open deadlines that are not waived and whose day by which to act is in the span, the earliest first. */
export async function deadlinesAround(
  db: Db,
  filter: Filter,
  { before, after, most }: Span,
): Promise<CalendarDeadline[]> {
  // app.act_days moves a day by at most 40 days.
  const near = sql<SqlBool>`o.due_on between ${today} - ${before + 40}::int and ${today} + ${after + 40}::int`
  const { rows } = await sql<CalendarDeadline>`${await timedDeadlines(db, filter, near)},
    page as (select * from timed where time <> 'WAIVED' and act_by between ${today} - ${before}::int and ${today} + ${after}::int
      order by act_by, due_on, kind, record_id limit ${most}),
    moved as materialized (select greatest((select max(h.updated_at) from holidays h where h.tenant_id = app.tenant_id()),
      (select max(s.updated_at) from company_settings s where s.tenant_id = app.tenant_id())) as at)
    select t.kind, t.record_type as "recordType", t.record_id as "recordId", t.due_on as "dueOn", t.act_by as "actBy",
      coalesce(record.title, '') as title, record.number, record.contract_id as "contractId", record.amount, u.username as "ownerName",
      coalesce(record.reference, '') as reference, greatest(record.changed_at, moved.at) as "changedAt"
    from page t ${about} ${withOwner} cross join moved order by t.act_by, t.due_on, t.kind, t.record_id`.execute(db)
  return rows
}
