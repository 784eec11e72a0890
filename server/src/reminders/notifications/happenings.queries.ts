import { noteModules } from '@plinth/api/documents/notes'
import { type HappeningKind, happeningKinds, type Notification } from '@plinth/api/reminders/notifications'
import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { takesTurn } from '../../kernel/jobs/company-jobs.ts'
import { oldRowsInCompanies, type Round } from '../../kernel/jobs/sweeper.ts'
import { about } from '../deadlines/about-records.queries.ts'

/** The reason of the notifications of each kind, and whether watchers of the record get them too. */
const reasons: Record<HappeningKind, [reason: Notification['reason'], tellsWatchers: boolean]> = {
  CONTRACT_GIVEN: ['ASSIGNED', false],
  DEPOSIT_GIVEN: ['ASSIGNED', false],
  TASK_GIVEN: ['ASSIGNED', false],
  GENERAL_TASK_GIVEN: ['ASSIGNED', false],
  MENTIONED: ['MENTIONED', false],
  REVIEW_ASKED: ['REVIEW', true],
  REVIEW_APPROVED: ['REVIEW', true],
  REVIEW_REJECTED: ['REVIEW', true],
  INSTRUMENT_CLAIMED: ['EVENT', true],
  REFUND_RECEIVED: ['EVENT', true],
}

const kinds = sql`(values ${sql.join(
  Object.entries(reasons).map(
    ([kind, [reason, tellsWatchers]]) => sql`(${sql.lit(kind)}, ${sql.lit(reason)}, ${sql.lit(tellsWatchers)})`,
  ),
)}) k (kind, reason, tells_watchers)`

/** The module of each kind of happening; a mention has the module of its record. */
const modules = sql`(values ${sql.join(
  Object.entries(happeningKinds).flatMap(([kind, { module }]) =>
    Object.entries(noteModules).map(
      ([record, own]) => sql`(${sql.lit(kind)}, ${sql.lit(record)}, ${sql.lit(module ?? own)})`,
    ),
  ),
)}) m (kind, record_type, module)`

/** The maximum number of happenings per statement. */
const maxTaken = 5_000

/** The users whom a happening `t` of a kind `k` concerns, each once: those it names, and the current owners and watchers of its record. */
const concerned = sql`
  select unnest(t.people) as user_id
  union select w.user_id from watchers w where k.tells_watchers and w.tenant_id = t.tenant_id and w.record_id = t.record_id
  union select w.user_id from tasks s join watchers w on w.tenant_id = s.tenant_id and w.record_id = s.project_id
    where t.kind = 'REVIEW_ASKED' and s.tenant_id = t.tenant_id and s.id = t.record_id
  union select s.owner_id from deposit_states s
    where t.kind = 'REFUND_RECEIVED' and s.tenant_id = t.tenant_id and s.deposit_id = t.record_id
  union select coalesce(s.owner_id, i.created_by) from instruments i
    left join security_deposits d on d.tenant_id = i.tenant_id and d.instrument_id = i.id and d.deleted_at is null
    left join deposit_states s on s.tenant_id = d.tenant_id and s.deposit_id = d.id
    where t.kind = 'INSTRUMENT_CLAIMED' and i.tenant_id = t.tenant_id and i.id = t.record_id`

/** The number of happenings that were taken, and of notifications that were created or extended. */
export interface Sent {
  taken: number
  notifications: number
}

/**
 * Happenings of one kind from one user to another, less than a minute apart, become one notification. An unread notification of the last minute
 * is extended by those that follow. The statement deletes the happenings it sends, so that each is sent once.
 */
const sendSome = sql<Sent>`with
  taken as materialized (
    delete from happenings h where h.id in (select id from happenings order by id limit ${sql.lit(maxTaken)} for update skip locked)
    returning h.*),
  living as materialized (
    select t.*, k.reason, k.tells_watchers, m.module from taken t join ${kinds} on k.kind = t.kind
    join ${modules} on m.kind = t.kind and m.record_type = t.record_type
    ${about} where t.record_id is null or record.title is not null),
  viewers as materialized (
    select v.module, holder as user_id from (select distinct module from living) v cross join lateral app.holders(v.module, 'canView') holder),
  meant as (
    select k.*, to_person.user_id, k.created_at > coalesce(lag(k.created_at) over same + interval '1 minute', '-infinity') as is_first
    from living k cross join lateral (select k.*) t cross join lateral (${concerned}) to_person
    join viewers on viewers.module = k.module and viewers.user_id = to_person.user_id
    where to_person.user_id <> k.actor_id
    window same as (partition by to_person.user_id, k.kind, k.actor_id, k.module order by k.created_at, k.id)),
  placed as (
    select meant.*, count(*) filter (where is_first) over (partition by user_id, kind, actor_id, module order by created_at, id) as place
    from meant),
  counted as (
    select user_id, reason, kind, actor_id, module, place, min(record_type) as record_type, (array_agg(record_id))[1] as record_id,
      min(created_at) as since, (array_agg(id order by created_at, id))[1] as first_id,
      count(distinct record_id) + coalesce(sum(count) filter (where record_id is null), 0) as count
    from placed group by 1, 2, 3, 4, 5, 6),
  composed as materialized (
    select user_id, reason, kind, actor_id, module, case when count = 1 then record_type end as record_type,
      case when count = 1 then record_id end as record_id, first_id, count,
      case when place = 1 then (select n.id from notifications n where n.tenant_id = app.tenant_id() and n.user_id = c.user_id
        and n.state = 'UNREAD' and n.kind = c.kind and n.actor_id = c.actor_id and n.module = c.module
        and n.created_at > c.since - interval '1 minute' order by n.id desc limit 1) end as open_id
    from counted c),
  joined as (
    update notifications n set created_at = clock_timestamp(),
      count = case when n.record_id = w.record_id then n.count else n.count + w.count end,
      record_type = case when n.record_id = w.record_id then n.record_type end,
      record_id = case when n.record_id = w.record_id then n.record_id end
    from composed w where n.tenant_id = app.tenant_id() and n.id = w.open_id returning 1),
  said as (
    insert into notifications (user_id, reason, kind, module, record_type, record_id, count, actor_id, level, told_key)
    select user_id, reason, kind, module, record_type, record_id, count, actor_id, 'INFO', 'happening ' || first_id
    from composed where open_id is null on conflict do nothing returning 1)
  select (select count(*) from taken) as taken, (select count(*) from joined) + (select count(*) from said) as notifications`

/**
 * Sends notifications of up to 5000 happenings of the company to the users concerned who are active and may view the record now. Each is sent
 * once, also with repeated and concurrent calls. Undefined if another server is sending.
 */
export async function send(db: Db): Promise<Sent | undefined> {
  if (!(await takesTurn(db, 'happenings'))) return undefined
  const sent = await sendSome.execute(db)
  return sent.rows[0]
}

/** Whether there may be more happenings, because the maximum was taken. */
export const isMore = (sent: Sent | undefined): boolean => sent?.taken === maxTaken

interface Waiting {
  company: string
  waiting: number
  oldest: number
}

/** The companies with unsent happenings, their number, and the seconds since the oldest. */
export async function waiting(door: Door): Promise<Waiting[]> {
  const { rows } = await door.anonymous((db) => sql<Waiting>`select * from app.happenings_waiting()`.execute(db))
  return rows
}

const lifetime = sql`interval '7 days'`

/** Deletes happenings that could not be sent for a week. */
export const sweepHappenings = (door: Door, round: Round): Promise<number> =>
  oldRowsInCompanies(
    door,
    {
      table: 'happenings',
      key: ['id'],
      lifetime,
      companies: sql`app.companies_with_old_happenings(${lifetime})`,
    },
    round,
  )
