import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import { deadlineModules } from '@plinth/api/reminders/deadlines'
import {
  type CoverageState,
  type CoveredDeadline,
  coverageGaps,
  coveredDeadline,
  type exportCoverage,
  type filterCoverage,
  type getCoverage,
} from '@plinth/api/reminders/reminder-coverage'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { viewable } from '../../kernel/http/permissions.ts'
import { oneOf } from '../../kernel/records/conditions.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { pageWith } from '../../kernel/records/record-shape.ts'
import { batchesOf, companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { about } from '../deadlines/about-records.queries.ts'
import { acted, kinds } from '../deadlines/deadline-kinds.queries.ts'
import { askedRecord, isMeant, named, narrowing, rulesSwitchedOn, viewers } from '../reminder-rules/stages.queries.ts'
import { straightCounts } from './straight-counts.queries.ts'
import { undatedCounts } from './undated.queries.ts'

/**
 * The deadlines `o` of the modules that meet the condition, each with its coverage under the current rules and permissions:
 * `judged (…, act_by, state, is_mailed)`. A deadline is covered if a rule of its kind has a stage today or later and names somebody who may view
 * the module.
 */
export const judged = (modules: readonly string[], condition = sql`true`) => sql`with
  rules as materialized (${rulesSwitchedOn}),
  due as materialized (
    select o.*, k.module, k.acts from app.open_deadlines o join ${kinds} on k.kind = o.kind and k.module = any (${[...modules]}::text[])
    where ${condition}),
  ${acted},
  -- A step on days off is moved before them, so a step before the next working day may have passed.
  reach as materialized (select near.after as working from app.work_days(${today}, ${today}) near),
  ${viewers},
  ruled as materialized (
    select a.tenant_id, a.kind, a.module, a.record_type, a.record_id, a.due_on, a.owner_id, r.tells, r.role_ids, r.user_ids, ${askedRecord},
      r.amount_from, r.contract_types, r.purposes,
      -- A deadline with a last open day may end before its next repetition.
      r.repeat_days is not null and (a.open_until is null or a.open_until
          >= app.repeat_day(a.due_on, r.repeat_days, app.repeats_until(a.due_on, r.repeat_days, ${today} - 1) + 1))
        or coalesce(a.act_by - (select min(step) from unnest(r.steps) step)
          >= case when a.acts in ('before', 'bank before') then reach.working else ${today} end, false) as has_stage
    from acted a join rules r on r.kind = a.kind, reach where a.mark_id is null),
  outcome as materialized (
    select t.record_id, t.kind, t.due_on, bool_or(t.has_stage) as has_stage, bool_or(t.has_stage and person.id is not null) as has_person,
      bool_or(t.has_stage and viewers.user_id is not null) as is_seen,
      bool_or(t.has_stage and viewers.user_id is not null and person.email is not null) as is_mailed
    from ruled t ${narrowing} left join ${named} on t.has_stage
    left join users person on person.tenant_id = t.tenant_id and person.id = addressee.user_id and person.is_active and person.deleted_at is null
    left join viewers on viewers.module = t.module and viewers.user_id = person.id
    where ${isMeant} group by 1, 2, 3),
  judged as materialized (
    select a.*, outcome.is_mailed, case when a.mark_id is not null then 'WAIVED' when outcome.is_seen then 'COVERED' when outcome.has_person then 'NOBODY_MAY_SEE'
      when outcome.has_stage then 'NOBODY' when outcome.has_stage is not null then 'NO_STEP_LEFT' else 'NO_RULE' end as state
    from acted a left join outcome on outcome.record_id = a.record_id and outcome.kind = a.kind and outcome.due_on = a.due_on)`

/** The day on which the last daily check ended; null before the first. */
async function lastChecked(db: Db): Promise<string | null> {
  const { rows } = await sql<{ checkedOn: string | null }>`select proved_on as "checkedOn" from reminder_runs`.execute(
    db,
  )
  return rows[0]?.checkedOn ?? null
}

/** The numbers of covered deadlines, gaps and waived ones. One statement reads both counts, so that no change comes between them. */
export async function summary(db: Db): Promise<Answer<typeof getCoverage>> {
  const seen = await viewable(db, deadlineModules)
  const checkedOn = await lastChecked(db)
  const none = { checkedOn, total: 0, covered: 0, inAppOnly: 0, gaps: 0, waived: 0, kinds: [], undated: [] }
  if (seen.size === 0) return none
  const { rows } = await sql<Answer<typeof getCoverage>['kinds'][number] & { inAppOnly: number }>`${judged([...seen])},
    counted as (select kind, state, count(*) as count, count(*) filter (where state = 'COVERED' and not is_mailed) as in_app_only
      from judged group by 1, 2),
    by_kind as (select kind, sum(count)::int as total, sum(in_app_only)::int as in_app_only,
      json_agg(json_build_object('state', state, 'count', count) order by state) as states from counted group by 1)
    select kind, coalesce(total, 0) as total, straight.count as counted, coalesce(states, '[]') as states, coalesce(in_app_only, 0) as "inAppOnly"
    from (${straightCounts(seen)}) straight full join by_kind using (kind) where total > 0 or straight.count > 0 order by kind`.execute(
    db,
  )
  const perKind = rows.map(({ inAppOnly: _, ...row }) => row)
  const sumOf = (...states: CoverageState[]) =>
    perKind
      .flatMap((row) => row.states)
      .reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
  return {
    checkedOn,
    total: perKind.reduce((sum, { total }) => sum + total, 0),
    covered: sumOf('COVERED'),
    inAppOnly: rows.reduce((sum, { inAppOnly }) => sum + inAppOnly, 0),
    gaps: sumOf(...coverageGaps),
    waived: sumOf('WAIVED'),
    kinds: perKind,
    undated: await undatedCounts(db, seen),
  }
}

type Filter = Pick<Body<typeof filterCoverage>, 'kind' | 'state'>

/** The condition of a filter; without states only gaps match. */
const matching = ({ kind, state }: Filter) => sql`${oneOf(sql.ref('t.kind'), kind) ?? sql`true`}
  and ${oneOf(sql.ref('t.state'), state && state.length > 0 ? state : coverageGaps) ?? sql`true`}`

/** The fields of a deadline, from a row `t` of `judged` with the joins below. */
const columns = sql`t.kind, t.record_type as "recordType", t.record_id as "recordId", t.due_on as "dueOn", t.act_by as "actBy",
  coalesce(record.title, '') as title, record.number, record.contract_id as "contractId", record.amount, t.owner_id as "ownerId",
  u.username as "ownerName", t.mark_id as "markId", t.reason as "waivedBecause", t.state`
const joins = sql`${about} left join users u on u.tenant_id = t.tenant_id and u.id = t.owner_id`
const order = sql`t.act_by, t.due_on, t.kind, t.record_id`

/** A page of deadlines with their coverage, by the day by which to act. */
export async function search(db: Db, { pagination, ...filter }: Body<typeof filterCoverage>) {
  const { page, size } = pagination
  const modules = [...(await viewable(db, deadlineModules))]
  const found = sql`${judged(modules)}, found as materialized (select t.* from judged t where ${matching(filter)})`
  const { rows } = await sql<CoveredDeadline & { all: number; kind: CoveredDeadline['kind'] | null }>`${found},
    page as (select t.* from found t order by ${order} limit ${size} offset ${page * size})
    select (select count(*) from found) as all, ${columns} from (values (1)) one (n) left join page t on true ${joins} order by ${order}`.execute(
    db,
  )
  const all = rows[0]?.all ?? 0
  const content = rows.flatMap(({ all: _, ...row }) => (row.kind === null ? [] : [row]))
  return { content, ...pageWith(all, pagination) }
}

/** The same as a sheet. Throws 400 if there are more rows than a sheet may have. */
export async function exported(db: Db, { format, columns: shown, ...filter }: Body<typeof exportCoverage>) {
  const modules = [...(await viewable(db, deadlineModules))]
  const count = await sql<{
    rows: number
  }>`${judged(modules)} select count(*) as rows from judged t where ${matching(filter)}`.execute(db)
  const rows = batchesOf<CoveredDeadline>(
    db,
    count.rows[0]?.rows ?? 0,
    sql`${judged(modules)} select ${columns} from judged t ${joins} where ${matching(filter)} order by ${order}`,
  )
  return exportOf(rows, { name: 'Coverage', entity: coveredDeadline, columns: shown, format, by: await companyOf(db) })
}
