import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type countDeadlines,
  type Deadline,
  type DeadlineTime,
  deadlineKindNames,
  deadlineKinds,
  deadlineModules,
  deadlineTimes,
  type filterDeadlines,
} from '@plinth/api/reminders/deadlines'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { viewable } from '../../kernel/http/permissions.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { pageWith } from '../../kernel/records/record-shape.ts'
import { about } from './about-records.queries.ts'

type Filter = Pick<Body<typeof countDeadlines>, 'kind' | 'owner'>

const ownerConditions: Record<NonNullable<Filter['owner']>, ReturnType<typeof sql<SqlBool>>> = {
  MINE: sql<SqlBool>`o.owner_id = app.user_id()`,
  NOBODYS: sql<SqlBool>`o.owner_id is null`,
  ALL: sql<SqlBool>`true`,
}

type OpenTime = Exclude<DeadlineTime, 'WAIVED'>

/** The days of the time groups, for a deadline `o`. */
const dayConditions: Record<OpenTime, ReturnType<typeof sql<SqlBool>>> = {
  OVERDUE: sql<SqlBool>`o.act_by < ${today}`,
  TODAY: sql<SqlBool>`o.act_by = ${today}`,
  THIS_WEEK: sql<SqlBool>`o.act_by > ${today} and o.act_by < ${today} + 7`,
  LATER: sql<SqlBool>`o.act_by >= ${today} + 7`,
}
const openTimes = deadlineTimes.filter((time): time is OpenTime => time !== 'WAIVED')

/** Not the id, because the planner knows by a joined column only that it looks for rows without a waiver. */
const isWaived = sql<SqlBool>`m.record_id is not null`
const isOpen = sql<SqlBool>`m.record_id is null`

/** The condition of some time groups, for a deadline `o` with its waiver `m`. */
function inTimes(times: readonly DeadlineTime[]) {
  const days = openTimes.filter((time) => times.includes(time))
  const ofDays =
    days.length === openTimes.length
      ? isOpen
      : sql<SqlBool>`${isOpen} and (${sql.join([sql`false`, ...days.map((time) => dayConditions[time])], sql` or `)})`
  return times.includes('WAIVED') ? sql<SqlBool>`(${isWaived} or ${ofDays})` : ofDays
}

/** The rest of a `select` from `from`: the open deadlines `o` of the filter that the caller may view, each with its waiver `m`. */
async function fromDeadlines(db: Db, { kind, owner }: Filter) {
  const modules = await viewable(db, deadlineModules)
  const kinds = deadlineKindNames.filter(
    (one) => modules.has(deadlineKinds[one].module) && (!kind || kind.length === 0 || kind.includes(one)),
  )
  return sql`from app.open_deadlines o left join obligation_marks m on m.tenant_id = o.tenant_id and m.record_id = o.record_id
      and m.kind = o.kind and m.due_on = o.due_on and m.deleted_at is null
    where o.tenant_id = app.tenant_id() and o.kind = any (${kinds}::text[]) and ${ownerConditions[owner]}`
}

/** Joins the owner of a deadline `t`. */
const withOwner = sql`left join users u on u.tenant_id = t.tenant_id and u.id = t.owner_id`

/** The number of deadlines by time group. */
export async function counts(db: Db, filter: Body<typeof countDeadlines>) {
  const numbers = deadlineTimes.map((time) => sql`count(*) filter (where ${inTimes([time])})`)
  const { rows } = await sql<{ today: string; counts: number[] }>`
    select ${today} as today, (select array[${sql.join(numbers)}]::int[] ${await fromDeadlines(db, filter)}) as counts`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new Error('counts without a row')
  return { today: found.today, counts: deadlineTimes.map((time, at) => ({ time, count: found.counts[at] ?? 0 })) }
}

/** Deadlines that are open, by the day by which to act; waived ones only if the filter asks for them. */
export async function search(db: Db, { pagination, time, ...filter }: Body<typeof filterDeadlines>) {
  const { page, size } = pagination
  const times = time && time.length > 0 ? time : openTimes
  const found = sql`${await fromDeadlines(db, filter)} and ${inTimes(times)}`
  const { rows } = await sql<{ all: number; content: Deadline[] }>`with
    page as materialized (select o.*, m.id as mark_id, m.reason ${found}
      order by o.act_by, o.due_on, o.kind, o.record_id limit ${size} offset ${page * size})
    select (select count(*) ${found}) as all, (select coalesce(json_agg(json_build_object('kind', t.kind, 'recordType', t.record_type,
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
  const { rows } = await sql<CalendarDeadline>`with
    page as materialized (select o.* ${await fromDeadlines(db, filter)} and ${isOpen}
        and o.act_by between ${today} - ${before}::int and ${today} + ${after}::int
      order by o.act_by, o.due_on, o.kind, o.record_id limit ${most}),
    moved as materialized (select greatest((select max(h.updated_at) from holidays h where h.tenant_id = app.tenant_id()),
      (select max(s.updated_at) from company_settings s where s.tenant_id = app.tenant_id())) as at)
    select t.kind, t.record_type as "recordType", t.record_id as "recordId", t.due_on as "dueOn", t.act_by as "actBy",
      coalesce(record.title, '') as title, record.number, record.contract_id as "contractId", record.amount, u.username as "ownerName",
      coalesce(record.reference, '') as reference, greatest(record.changed_at, moved.at) as "changedAt"
    from page t ${about} ${withOwner} cross join moved order by t.act_by, t.due_on, t.kind, t.record_id`.execute(db)
  return rows
}
