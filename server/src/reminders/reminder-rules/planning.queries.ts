import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { takesTurn } from '../../kernel/jobs/company-jobs.ts'
import { today as companyToday } from '../../kernel/records/quick-filters.ts'
import { about } from '../deadlines/about-records.queries.ts'
import { kinds } from '../deadlines/deadline-kinds.queries.ts'
import { addressees, askedRecord, isMeant, narrowing, seeing, stagesBy, viewers } from './stages.queries.ts'

/** The result of one run. */
interface Planned {
  /** The number of stages that fired. */
  fired: number
  /** The number of notifications to users. */
  sent: number
}

/** More notifications of a kind for one user in a run are combined into one. */
const maxOfKind = 25
/** Days after which the escalation of an open deadline is repeated. */
const escalateAgainDays = 30

/** The rules that are switched on, each with the first day of its stages. */
const rulesInForce = sql`select r.*, greatest(r.since, run.since, day.today - 400) as first_day
  from reminder_rules r, reminder_runs run, day where r.is_active and r.deleted_at is null`

/** Deadlines joined with the rules of their kind, each with the firings so far. */
const ruledDeadlines = sql`, sent as materialized (
    select record_id, kind, due_on, rule_id, max(stage_on) filter (where stage not like 'E%') as last_on,
      min(stage_on) filter (where stage not like 'E%' and acknowledged_at is null) as unheard_on,
      max(stage_on) filter (where stage like 'E%') as escalated_on, count(*) filter (where stage like 'E%') as escalations
    from reminder_firings group by 1, 2, 3, 4),
  ruled as materialized (
    select a.*, r.id as rule_id, r.steps, r.repeat_days, r.amount_from, r.contract_types, r.purposes, r.tells, r.role_ids, r.user_ids,
      r.escalate_after_days, r.escalate_from, r.escalate_role_ids, r.escalate_user_ids, r.at_once,
      ${askedRecord}, greatest(r.first_day, sent.last_on + 1) as first_day, sent.unheard_on, sent.escalated_on, coalesce(sent.escalations, 0) as escalations
    from due a join rules r on r.kind = a.kind
    left join sent on sent.rule_id = r.id and sent.record_id = a.record_id and sent.kind = a.kind and sent.due_on = a.due_on)`

/** The newest unsent stage of each deadline and rule with the number of stages it stands for (`fresh`), and the escalations that are due (`unheard`). */
const unsentStages = sql`newest as (
    select distinct on (s.rule_id, s.record_id, s.kind, s.due_on) s.*,
      count(*) over (partition by s.rule_id, s.record_id, s.kind, s.due_on) as stands_for
    from stages s order by s.rule_id, s.record_id, s.kind, s.due_on, s.on_day desc, s.stage),
  fresh as materialized (
    select u.*, n.stage, n.on_day, n.stands_for from newest n
    join ruled u on u.rule_id = n.rule_id and u.record_id = n.record_id and u.kind = n.kind and u.due_on = n.due_on),
  unheard as materialized (
    select u.*, 'E' || u.escalations + 1 as stage, day.today as on_day, 1::bigint as stands_for from ruled u, day
    where day.today >= u.act_by - u.escalate_from and u.unheard_on <= day.today - u.escalate_after_days
      and coalesce(u.escalated_on <= day.today - ${sql.lit(escalateAgainDays)}, true))`

/** The users to whom a deadline `t` is escalated: those that the rule names, else the administrators. */
const escalationAddressees = sql`join lateral (
    select r.user_id from user_roles r where r.tenant_id = app.tenant_id() and r.role_id = any (t.escalate_role_ids)
    union select unnest(t.escalate_user_ids)
    union select a.id from app.administrators a where a.tenant_id = app.tenant_id()
      and cardinality(t.escalate_role_ids) + cardinality(t.escalate_user_ids) = 0) addressee (user_id) on true ${seeing}`

/** Sets notifications to DONE if their deadline is done or has another day, or their record was deleted. */
const resolved = sql`over as (
    select t.id, case when record.title is null then 'GONE'
      when exists (select from open o where o.record_id = t.record_id and o.kind = t.kind) then 'MOVED' else 'RESOLVED' end as because
    from notifications t ${about}
    where t.state <> 'DONE' and t.record_id is not null and t.due_on is not null
      and not exists (select from open o where o.record_id = t.record_id and o.kind = t.kind and o.due_on = t.due_on)),
  resolved as (
    update notifications n set state = 'DONE', snoozed_until = null, state_at = clock_timestamp(), done_because = over.because
    from over where n.tenant_id = app.tenant_id() and n.id = over.id)`

/**
 * Inserts firings and notifications, and sets resolved notifications to DONE. A stage without an addressee does not fire, so that it is sent once
 * there is one. One statement does all of it, so that deadlines are read once.
 */
const send = (today: RawBuilder<unknown>) => sql<Planned>`with
  ${stagesBy({ today, rules: rulesInForce, first: sql`u.first_day`, last: sql`(select today from day)` }, ruledDeadlines)},
  ${viewers}, ${unsentStages}, ${resolved},
  addressed as materialized (
    select t.*, addressee.user_id from fresh t ${narrowing} ${addressees} where ${isMeant}
    union all select t.*, addressee.user_id from unheard t ${narrowing} ${escalationAddressees} where ${isMeant}),
  fired as (
    insert into reminder_firings (record_id, kind, due_on, rule_id, stage, stage_on, stands_for)
    select distinct record_id, kind, due_on, rule_id, stage, on_day, stands_for from addressed
    on conflict do nothing returning record_id, kind, due_on, rule_id, stage),
  composed as (
    select a.user_id, a.kind, a.module, a.record_type, a.record_id, a.due_on, array_agg(distinct a.rule_id) as rule_ids,
      max(case when a.stage like 'E%' then 'ESCALATION' else 'REMINDER' end) as reason,
      bool_or(a.is_critical and a.act_by <= day.today + 7) as is_critical, bool_or(a.at_once) as at_once, sum(a.stands_for)::int as stages
    from day, addressed a join fired using (record_id, kind, due_on, rule_id, stage) group by 1, 2, 3, 4, 5, 6),
  counted as (
    select composed.*, not is_critical and count(*) filter (where not is_critical) over (partition by user_id, kind) > ${sql.lit(maxOfKind)}
      as is_one_of_many, sum(stages) filter (where not is_critical) over (partition by user_id, kind) as stages_of_many from composed),
  said as (
    insert into notifications as n (user_id, reason, kind, module, record_type, record_id, due_on, told_on, count, stages, rule_ids, level, at_once, told_key)
    select user_id, reason, kind, module, record_type, record_id, due_on, day.today, 1, stages, rule_ids,
      case when is_critical then 'CRITICAL' else 'DUE' end, at_once and is_critical, concat_ws(' ', kind, record_id, due_on, day.today)
    from counted, day where not is_one_of_many
    union all
    select user_id, 'REMINDER', kind, module, null, null, null, day.today, count(distinct (record_id, due_on)), max(stages_of_many), array_agg(distinct rule_id),
      'DUE', false, concat_ws(' ', 'many', kind, day.today)
    from counted, day, unnest(rule_ids) rule_id where is_one_of_many group by user_id, kind, module, day.today
    on conflict (tenant_id, user_id, told_key) do update set
      count = case when n.record_id is null then n.count + excluded.count else 1 end, stages = n.stages + excluded.stages,
      rule_ids = array(select unnest(n.rule_ids) union select unnest(excluded.rule_ids) order by 1),
      at_once = n.at_once or excluded.at_once,
      level = case when 'CRITICAL' in (n.level, excluded.level) then 'CRITICAL' else n.level end
    returning 1)
  select (select count(*) from fired) as fired, (select count(*) from said) as sent`

/** The deadline of a notification as one value for joins; only the kind for a combined notification. */
const deadlineOf = (notification: string) =>
  sql`concat_ws(' ', ${sql.ref(`${notification}.kind`)}, ${sql.ref(`${notification}.record_id`)}, ${sql.ref(`${notification}.due_on`)})`

/** Sets notifications to DONE that a newer one of `today` about the same deadline replaces. */
const supersede = (today: RawBuilder<unknown>) => sql`
  update notifications o set state = 'DONE', snoozed_until = null, state_at = clock_timestamp(), done_because = 'NEWER'
  from notifications n where n.tenant_id = app.tenant_id() and n.told_on = ${today} and n.reason in ('REMINDER', 'ESCALATION')
    and o.state <> 'DONE' and o.told_on < ${today} and o.reason in ('REMINDER', 'ESCALATION') and o.user_id = n.user_id
    and ${deadlineOf('o')} = ${deadlineOf('n')}`

/** Notifies each owner of the number of their deadlines that are overdue or due within a week, in the first run of a company. */
const summarize = (today: RawBuilder<unknown>) => sql`
  insert into notifications (user_id, reason, kind, told_on, count, level, told_key)
  select o.owner_id, 'SUMMARY', 'DUTIES', ${today}, count(*), 'INFO', 'summary'
  from app.open_deadlines o join ${kinds} on k.kind = o.kind
  where o.due_on <= ${today} + 7 and o.owner_id in (select app.holders(k.module, 'canView'))
  group by o.owner_id on conflict do nothing`

/**
 * Sends the reminders of a company that are due up to `day` (YYYY-MM-DD), or today. Repeated calls send each stage and each notification once.
 * Undefined if another server is planning for the company.
 */
export async function plan(db: Db, day?: string): Promise<Planned | undefined> {
  const today = day === undefined ? companyToday : sql`${day}::date`
  if (!(await takesTurn(db, 'reminders'))) return undefined
  const firstRun = await sql`insert into reminder_runs (since, ran_at) values (${today}, clock_timestamp())
    on conflict (tenant_id) do nothing`.execute(db)
  if (firstRun.numAffectedRows === 1n) await summarize(today).execute(db)
  const sent = await send(today).execute(db)
  await supersede(today).execute(db)
  await sql`update reminder_runs set ran_at = clock_timestamp()`.execute(db)
  const [found] = sent.rows
  if (!found) throw new Error('a plan without a row')
  return found
}
