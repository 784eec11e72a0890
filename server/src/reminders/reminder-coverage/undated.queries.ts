import type { Body } from '@plinth/api/kernel/endpoint'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import {
  type filterUndated,
  type UndatedKind,
  type UndatedRecord,
  undatedKindNames,
  undatedKinds,
} from '@plinth/api/reminders/reminder-coverage'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { forViewers, viewable } from '../../kernel/http/permissions.ts'
import { pageWith } from '../../kernel/records/record-shape.ts'

const contracts = (
  where: RawBuilder<unknown>,
) => sql`select c.id as record_id, c.id as contract_id, c.contract_name as title, c.bid_id as number
  from contracts c where c.deleted_at is null and ${where}`

/** Records whose state requires a day that is not entered. */
const undated: Record<UndatedKind, RawBuilder<unknown>> = {
  TENDER: contracts(sql`c.status = 'DRAFT' and c.closing_date is null`),
  CONTRACT:
    contracts(sql`c.status in ('AWARDED', 'ACCEPTED', 'WORK_ORDER_ISSUED', 'MOBILIZED', 'WORK_IN_PROGRESS', 'ON_HOLD', 'RESUMED')
    and c.given_end_date is null and c.actual_end_date is null`),
  DEPOSIT: sql`select d.id, d.contract_id, concat_ws(' ', d.deposit_type, d.instrument_no), coalesce(nullif(c.bid_id, ''), c.contract_name)
    from deposit_states s join security_deposits d on d.tenant_id = s.tenant_id and d.id = s.deposit_id
    join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    where s.is_open and s.next_step = 'SET_DUE'`,
  // Exemptions on other grounds have no end, or one that is unknown.
  EXEMPTION: sql`select e.id, e.contract_id, coalesce(nullif(e.certificate_no, ''), c.contract_name), coalesce(nullif(c.bid_id, ''), c.contract_name)
    from deposit_exemptions e join contracts c on c.tenant_id = e.tenant_id and c.id = e.contract_id
    where e.deleted_at is null and e.ground in ('NSIC', 'STARTUP') and e.valid_until is null
    and app.exemption_is_needed(e.state, e.purpose, c.status)`,
  GUARANTEE: sql`select i.id, null::uuid, coalesce(nullif(i.number, ''), nullif(i.favouring, ''), i.kind), i.issuer
    from instruments i where i.deleted_at is null and i.kind in ('BG', 'E_BG', 'SURETY_BOND') and i.state in ('LODGED', 'CLAIMED') and i.expires_on is null`,
  TASK: sql`select t.id, null::uuid, t.title, ${forViewers('Projects', sql.ref('p.project_name'))} from tasks t join projects p on p.tenant_id = t.tenant_id and p.id = t.project_id and p.deleted_at is null
    where t.deleted_at is null and t.sub_tasks = 0 and t.status in ('IN_PROGRESS', 'ON_HOLD') and t.given_end_date is null`,
  GENERAL_TASK: sql`select g.id, null::uuid, g.title, null::text from general_tasks g where g.deleted_at is null and g.state = 'DOING' and g.due_on is null`,
}

const all = (names: readonly UndatedKind[]) =>
  sql.join(
    names.map(
      (kind) =>
        sql`select ${sql.lit(kind)} as kind, x.* from (${undated[kind]}) x (record_id, contract_id, title, number)`,
    ),
    sql` union all `,
  )

const kindsOf = (modules: ReadonlySet<ModuleName>) =>
  undatedKindNames.filter((kind) => modules.has(undatedKinds[kind].module))

/** The number of undated records of each kind of those modules; kinds without any are left out. */
export async function undatedCounts(db: Db, modules: ReadonlySet<ModuleName>) {
  const names = kindsOf(modules)
  if (names.length === 0) return []
  const { rows } = await sql<{ kind: UndatedKind; count: number }>`
    select kind, count(*) as count from (${all(names)}) found group by kind order by kind`.execute(db)
  return rows
}

/** A page of undated records of modules that the caller may view, by kind and title. */
export async function search(db: Db, { kind, pagination }: Body<typeof filterUndated>) {
  const { page, size } = pagination
  const modules = await viewable(db, [...new Set(undatedKindNames.map((name) => undatedKinds[name].module))])
  const names = kindsOf(modules).filter((name) => !kind?.length || kind.includes(name))
  if (names.length === 0) return { content: [], ...pageWith(0, pagination) }
  const { rows } = await sql<UndatedRecord & { all: number }>`with found as materialized (${all(names)})
    select kind, record_id as "recordId", contract_id as "contractId", title, number, (select count(*) from found) as all
    from found order by kind, title, record_id limit ${size} offset ${page * size}`.execute(db)
  const content = rows.map(({ all: _, ...row }) => row)
  return { content, ...pageWith(rows[0]?.all ?? 0, pagination) }
}
