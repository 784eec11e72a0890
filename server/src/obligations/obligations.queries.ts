import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type countObligations,
  type filterObligations,
  type Obligation,
  type ObligationTime,
  obligationKinds,
  obligationModules,
  obligationTimes,
} from '@plinth/api/obligations'
import { type SqlBool, sql } from 'kysely'
import { oneOf } from '../kernel/conditions.ts'
import { viewable } from '../kernel/permissions.ts'
import { today } from '../kernel/quick-filters.ts'
import type { Db } from '../kernel/tenancy.ts'

/** The kinds of duties as rows, with what each goes by. */
const kinds = sql`(values ${sql.join(
  Object.entries(obligationKinds).map(
    ([kind, { module, actBy }]) => sql`(${sql.lit(kind)}, ${sql.lit(module)}, ${sql.lit(actBy)})`,
  ),
)}) k (kind, module, acts)`

type Asked = Pick<Body<typeof countObligations>, 'kind' | 'owner'>

const owned: Record<NonNullable<Asked['owner']>, ReturnType<typeof sql<SqlBool>>> = {
  MINE: sql<SqlBool>`o.owner_id = app.user_id()`,
  NOBODYS: sql<SqlBool>`o.owner_id is null`,
  ALL: sql<SqlBool>`true`,
}

/** Which duties are seen, each with the day by which to act and when that is. Days that nobody plans for are taken as they are. */
async function seen(db: Db, { kind, owner }: Asked) {
  const modules = [...(await viewable(db, obligationModules))]
  return sql`with due as materialized (
      select o.*, k.acts from app.obligations o join ${kinds} on k.kind = o.kind and k.module = any(${modules}::text[])
      where ${owned[owner]} and ${oneOf(sql.ref('o.kind'), kind) ?? sql`true`}),
    spans as materialized (select greatest(min(due_on), ${today} - 4000) as first, least(max(due_on), ${today} + 4000) as last from due),
    days as materialized (select d.* from spans, app.work_days(spans.first, spans.last) d where spans.first <= spans.last),
    acted as materialized (
      select due.*, coalesce(case due.acts when 'before' then days.before when 'after' then days.after end, due.due_on) as act_by,
        m.id as mark_id, m.reason
      from due left join days on days.day = due.due_on
      left join obligation_marks m on m.tenant_id = due.tenant_id and m.record_id = due.record_id and m.kind = due.kind
        and m.due_on = due.due_on and m.deleted_at is null),
    timed as materialized (
      select acted.*, case when mark_id is not null then 'WAIVED' when act_by < ${today} then 'OVERDUE' when act_by = ${today} then 'TODAY'
        when act_by < ${today} + 7 then 'THIS_WEEK' else 'LATER' end as time from acted)`
}

/** How much is to be done when. */
export async function counts(db: Db, asked: Body<typeof countObligations>) {
  const { rows } = await sql<{ today: string; time: ObligationTime | null; count: number }>`${await seen(db, asked)}
    select ${today} as today, t.time, t.count from (values (1)) one (n) left join
      (select time, count(*) as count from timed group by time) t on true`.execute(db)
  const found = new Map(rows.map(({ time, count }) => [time, count]))
  return {
    today: rows[0]?.today ?? '',
    counts: obligationTimes.map((time) => ({ time, count: found.get(time) ?? 0 })),
  }
}

/** What a duty is called after the record that it is about. */
const told = sql`
  left join lateral (select c.contract_name as title, c.bid_id as number, c.id as contract_id, null::numeric as amount
    from contracts c where t.record_type = 'CONTRACT' and c.tenant_id = t.tenant_id and c.id = t.record_id
    union all select concat_ws(' ', d.deposit_type, d.instrument_no), coalesce(nullif(c.bid_id, ''), c.contract_name), c.id, d.open_amount
    from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    where t.record_type = 'DEPOSIT' and d.tenant_id = t.tenant_id and d.id = t.record_id
    union all select coalesce(nullif(i.number, ''), nullif(i.favouring, ''), i.kind), i.issuer, null, i.amount
    from instruments i where t.record_type = 'INSTRUMENT' and i.tenant_id = t.tenant_id and i.id = t.record_id
    union all select app.facility_name(f.bank, f.name), f.branch, null, f.limit_amount
    from bank_facilities f where t.record_type = 'FACILITY' and f.tenant_id = t.tenant_id and f.id = t.record_id
    union all select app.facility_name(f.bank, f.name), case when (select app.may('Contracts', 'canView')) then coalesce(nullif(c.bid_id, ''), c.contract_name) end,
      null, g.amount
    from bg_plans g join bank_facilities f on f.tenant_id = g.tenant_id and f.id = g.facility_id
    join contracts c on c.tenant_id = g.tenant_id and c.id = g.contract_id
    where t.record_type = 'PLAN' and g.tenant_id = t.tenant_id and g.id = t.record_id
    union all select p.project_name, p.contract_bid_id, null, null
    from projects p where t.record_type = 'PROJECT' and p.tenant_id = t.tenant_id and p.id = t.record_id
    union all select s.title, p.project_name, null, null
    from tasks s join projects p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where t.record_type = 'TASK' and s.tenant_id = t.tenant_id and s.id = t.record_id
    union all select g.title, null, null, null
    from general_tasks g where t.record_type = 'GENERAL_TASK' and g.tenant_id = t.tenant_id and g.id = t.record_id
    union all select d.file_name, coalesce(nullif(c.bid_id, ''), c.contract_name, p.project_name, s.title, r.number, d.purpose), null, null
    from documents d left join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    left join projects p on p.tenant_id = d.tenant_id and p.id = d.project_id
    left join tasks s on s.tenant_id = d.tenant_id and s.id = d.task_id
    left join refund_requests r on r.tenant_id = d.tenant_id and r.id = d.refund_request_id
    where t.record_type = 'DOCUMENT' and d.tenant_id = t.tenant_id and d.id = t.record_id) record on true
  left join users u on u.tenant_id = t.tenant_id and u.id = t.owner_id`

/** Duties that are open, by the day by which to act; what is waived only where that is asked for. */
export async function search(db: Db, { pagination, time, ...asked }: Body<typeof filterObligations>) {
  const { page, size } = pagination
  const wanted = time && time.length > 0 ? time : obligationTimes.filter((one) => one !== 'WAIVED')
  const { rows } = await sql<{ all: number; content: Obligation[] }>`${await seen(db, asked)},
    found as materialized (select * from timed where ${oneOf(sql.ref('time'), wanted) ?? sql`true`}),
    page as (select * from found order by act_by, due_on, kind, record_id limit ${size} offset ${page * size})
    select (select count(*) from found) as all, (select coalesce(json_agg(json_build_object('kind', t.kind, 'recordType', t.record_type,
        'recordId', t.record_id, 'dueOn', t.due_on, 'actBy', t.act_by, 'title', coalesce(record.title, ''), 'number', record.number,
        'contractId', record.contract_id, 'amount', record.amount, 'ownerId', t.owner_id, 'ownerName', u.username,
        'markId', t.mark_id, 'waivedBecause', t.reason) order by t.act_by, t.due_on, t.kind, t.record_id), '[]')
      from page t ${told}) as content`.execute(db)
  const { all = 0, content = [] } = rows[0] ?? {}
  return { content, number: page, size, totalPages: Math.ceil(all / size), totalElements: all }
}
