import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type countObligations,
  type filterObligations,
  type Obligation,
  type ObligationTime,
  obligationModules,
  obligationTimes,
} from '@plinth/api/obligations'
import { type SqlBool, sql } from 'kysely'
import { oneOf } from '../kernel/conditions.ts'
import { viewable } from '../kernel/permissions.ts'
import { today } from '../kernel/quick-filters.ts'
import type { Db } from '../kernel/tenancy.ts'
import { about } from './about-records.ts'
import { actBy, kinds } from './obligation-kinds.ts'

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
      select due.*, ${actBy} as act_by,
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
      from page t ${about}
        left join users u on u.tenant_id = t.tenant_id and u.id = t.owner_id) as content`.execute(db)
  const { all = 0, content = [] } = rows[0] ?? {}
  return { content, number: page, size, totalPages: Math.ceil(all / size), totalElements: all }
}
