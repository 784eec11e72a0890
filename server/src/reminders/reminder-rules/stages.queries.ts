import { type RawBuilder, sql } from 'kysely'
import { kinds } from '../deadlines/deadline-kinds.queries.ts'

interface Stages extends Record<'today' | 'rules' | 'first' | 'last', RawBuilder<unknown>> {
  until?: RawBuilder<unknown>
  condition?: RawBuilder<unknown>
}

/**
 * Parts of a `with` up to the stages of deadlines and rules: `stages (rule_id, record_id, kind, due_on, stage, on_day)`. The part `open` has all
 * deadlines that are not waived. Stages are of the days from `first` to `last`, which may use columns of `ruled u`.
 *
 * `rules` are rows of `reminder_rules`. A step is so many days before the day by which to act. It moves to the working day before if the deadline
 * moves to the day before, and to the last open day at the latest. A repetition is so many days after the due day, while the deadline is open.
 * Only deadlines that can have a stage up to `until`, by default today, and that meet the condition on `o` are read.
 */
export const stagesBy = (
  { today, rules, first, last, until = sql`day.today`, condition = sql`true` }: Stages,
  sentBefore: RawBuilder<unknown>,
) => sql`
  day as materialized (select ${today} as today),
  rules as materialized (${rules}),
  open as materialized (
    select o.kind, o.record_type, o.record_id, o.due_on, o.act_by, o.owner_id, o.open_until from app.open_deadlines o
    where ${condition} and not exists (select from obligation_marks m where m.tenant_id = app.tenant_id() and m.record_id = o.record_id
      and m.kind = o.kind and m.due_on = o.due_on and m.deleted_at is null)),
  told_kinds as materialized (
    select k.*, coalesce((select max(step) from rules r, unnest(r.steps) step where r.kind = k.kind), 0) as ahead from ${kinds}
    where k.kind in (select kind from rules)),
  due as materialized (
    select o.*, k.module, k.acts, k.is_critical from day, open o join told_kinds k on k.kind = o.kind
    -- The day by which to act is at most 40 days before the due day.
    where o.due_on <= ${until} + k.ahead + 40),
  -- Deadlines longer ago or further ahead have no step today.
  days as materialized (
    select d.* from day, (select max(due_on) as last from due) span, app.act_days(day.today - 60, greatest(span.last, day.today)) d)
  ${sentBefore},
  stages as (
    select u.rule_id, u.record_id, u.kind, u.due_on, 'S' || step as stage, fit.on_day
    from ruled u cross join lateral unnest(u.steps) step
    left join days moved on u.acts in ('before', 'bank before') and moved.day = u.act_by - step
    cross join lateral (select least(coalesce(moved.before, u.act_by - step), u.open_until) as on_day) fit
    where u.act_by - step between ${first} and ${last} + 40 and fit.on_day between ${first} and ${last}
    union all
    select u.rule_id, u.record_id, u.kind, u.due_on, 'R' || n, app.repeat_day(u.due_on, u.repeat_days, n)
    from ruled u cross join lateral generate_series(app.repeats_until(u.due_on, u.repeat_days, ${first} - 1) + 1,
      app.repeats_until(u.due_on, u.repeat_days, least(${last}, u.open_until))) n
    where u.repeat_days is not null)`

/**
 * The record type of a deadline `a` if the rule `r` needs fields of the record, else null, which saves the join. Rules for watchers need the record
 * of an exemption or a document, because these are watched with another record.
 */
export const askedRecord = sql`case when r.amount_from is not null or cardinality(r.contract_types) > 0 or cardinality(r.purposes) > 0
  or 'CREATOR' = any (r.tells) or 'WATCHERS' = any (r.tells) and a.record_type in ('EXEMPTION', 'DOCUMENT') then a.record_type end as asked_record`

/** The rules that are switched on. */
export const rulesSwitchedOn = sql`select r.* from reminder_rules r where r.is_active and r.deleted_at is null`

/** The part `ruled` of a `with`: deadlines joined with the rules of their kind, without regard to earlier firings. */
export const ruled = sql`, ruled as materialized (
  select a.*, r.id as rule_id, r.steps, r.repeat_days, r.amount_from, r.contract_types, r.purposes, r.tells, r.role_ids, r.user_ids, ${askedRecord}
  from due a join rules r on r.kind = a.kind)`

/**
 * Joins the record of a row `t` with `asked_record` and `record_id`: its creator, the fields that narrow rules, and the record with which it is
 * watched if it has no page of its own.
 */
export const narrowing = sql`left join lateral (
    select c.created_by as author, c.contract_type, null::text as purpose, null::numeric as amount, null::uuid as watched_with
    from contracts c where t.asked_record = 'CONTRACT' and c.tenant_id = app.tenant_id() and c.id = t.record_id
    union all select d.created_by, c.contract_type, d.purpose, d.open_amount, null
    from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    where t.asked_record = 'DEPOSIT' and d.tenant_id = app.tenant_id() and d.id = t.record_id
    union all select e.created_by, c.contract_type, e.purpose, e.amount, e.contract_id
    from deposit_exemptions e join contracts c on c.tenant_id = e.tenant_id and c.id = e.contract_id
    where t.asked_record = 'EXEMPTION' and e.tenant_id = app.tenant_id() and e.id = t.record_id
    union all select i.created_by, null, null, i.amount, null
    from instruments i where t.asked_record = 'INSTRUMENT' and i.tenant_id = app.tenant_id() and i.id = t.record_id
    union all select f.created_by, null, null, f.limit_amount, null
    from bank_facilities f where t.asked_record = 'FACILITY' and f.tenant_id = app.tenant_id() and f.id = t.record_id
    union all select p.created_by, null, null, p.amount, null
    from bg_plans p where t.asked_record = 'PLAN' and p.tenant_id = app.tenant_id() and p.id = t.record_id
    union all select p.created_by, null, null, null, null
    from projects p where t.asked_record = 'PROJECT' and p.tenant_id = app.tenant_id() and p.id = t.record_id
    union all select s.created_by, null, null, null, null
    from tasks s where t.asked_record = 'TASK' and s.tenant_id = app.tenant_id() and s.id = t.record_id
    union all select g.created_by, null, null, null, null
    from general_tasks g where t.asked_record = 'GENERAL_TASK' and g.tenant_id = app.tenant_id() and g.id = t.record_id
    union all select d.created_by, null, null, null, coalesce(d.contract_id, d.project_id, d.task_id)
    from documents d where t.asked_record = 'DOCUMENT' and d.tenant_id = app.tenant_id() and d.id = t.record_id) record on true`

/** Whether the record matches the conditions of the rule `t`. */
export const isMeant = sql`(t.amount_from is null or record.amount >= t.amount_from)
  and (cardinality(t.contract_types) = 0
    or exists (select from unnest(t.contract_types) type where lower(type) = lower(record.contract_type)))
  and (cardinality(t.purposes) = 0 or record.purpose = any (t.purposes))`

/** The part `viewers (module, user_id)` of a `with`: who may view the modules of the deadlines in `due`. */
export const viewers = sql`viewers as materialized (
  select m.module, holder as user_id from (select distinct module from due) m cross join lateral app.holders(m.module, 'canView') holder)`

/** The users whom a row `t` of rule and deadline names, as `addressee (user_id)`, each once. */
export const named = sql`lateral (
    select t.owner_id where 'OWNER' = any (t.tells)
    union select record.author where 'CREATOR' = any (t.tells)
    union select w.user_id from watchers w where 'WATCHERS' = any (t.tells) and w.tenant_id = app.tenant_id()
      and w.record_id in (t.record_id, record.watched_with)
    union select r.user_id from user_roles r where r.tenant_id = app.tenant_id() and r.role_id = any (t.role_ids)
    union select unnest(t.user_ids)) addressee (user_id)`

/** Limits `addressee` to users who may view the module of the deadline `t`. */
export const seeing = sql`join viewers on viewers.module = t.module and viewers.user_id = addressee.user_id`

/** The named users of a row `t` who may view its module. */
export const addressees = sql`join ${named} on true ${seeing}`

/** Each stage `s` with its deadline and rule `t` and its addressees. Needs `isMeant` as condition. */
export const addressedStages = sql`stages s join ruled t on t.rule_id = s.rule_id and t.record_id = s.record_id and t.kind = s.kind and t.due_on = s.due_on
  ${narrowing} ${addressees}`
