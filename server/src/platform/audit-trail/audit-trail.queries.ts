import { type AuditedTable, auditedRecords } from '@plinth/api/entities'
import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import { namesOf } from '@plinth/api/kernel/record'
import {
  type AuditEntry,
  auditEntry,
  type exportAuditTrail,
  type filterAuditTrail,
} from '@plinth/api/platform/audit-trail'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { anyPart, equals, oneOf, within } from '../../kernel/records/conditions.ts'
import { batchesOf, companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { referred } from './readers.rules.ts'
import { isShown, type Shown, shownToCaller } from './shown.queries.ts'

const record = sql.ref('e.record_id')
const person = sql`(select u.username from users u where u.id = ${record})`

/** What a record with this id is called, of those that others belong to. */
const called = {
  contract: (id: Expression<unknown>) => sql`(select c.contract_name from contracts c where c.id = ${id})`,
  deposit: (id: Expression<unknown>) =>
    sql`(select d.deposit_type || ' ' || d.instrument_no from security_deposits d where d.id = ${id})`,
  instrument: (id: Expression<unknown>) =>
    sql`(select concat_ws(' ', i.kind, i.number) from instruments i where i.id = ${id})`,
  request: (id: Expression<unknown>) => sql`(select r.number from refund_requests r where r.id = ${id})`,
  project: (id: Expression<unknown>) => sql`(select p.project_name from projects p where p.id = ${id})`,
  task: (id: Expression<unknown>) => sql`(select t.title from tasks t where t.id = ${id})`,
  party: (id: Expression<unknown>) => sql`(select p.legal_name from parties p where p.id = ${id})`,
  sheet: (id: Expression<unknown>) => sql`(select concat_ws(' / ', a.number, s.number) from measurement_sheets s
    join agreements a on a.tenant_id = s.tenant_id and a.id = s.agreement_id where s.id = ${id})`,
  generalTask: (id: Expression<unknown>) => sql`(select t.title from general_tasks t where t.id = ${id})`,
}
/** What a sub-record of this table refers to by the column. */
const its = (table: AuditedTable, column: string) =>
  sql`(select x.${sql.ref(column)} from ${sql.table(table)} x where x.id = ${record})`

/**
 * What a record is called whose table has no column `name`; a sub-record is called after what it belongs to. Without
 * its line here PostgreSQL refuses every query of the trail.
 */
const names: Partial<Record<AuditedTable, RawBuilder<unknown>>> = {
  contracts: called.contract(record),
  security_deposits: called.deposit(record),
  deposit_settlements: called.deposit(its('deposit_settlements', 'deposit_id')),
  contract_terms: called.contract(its('contract_terms', 'contract_id')),
  deposit_exemptions: called.contract(its('deposit_exemptions', 'contract_id')),
  release_rules: sql`(select concat_ws(' ', r.purpose, nullif(r.outcome, 'ANY')) from release_rules r where r.id = ${record})`,
  letterheads: sql`null::text`,
  deposit_settings: sql`null::text`,
  company_settings: sql`null::text`,
  reminder_rules: sql`(select r.name from reminder_rules r where r.id = ${record})`,
  obligation_marks: sql`(select m.kind from obligation_marks m where m.id = ${record})`,
  refund_requests: called.request(record),
  refund_request_items: called.request(its('refund_request_items', 'request_id')),
  agreements: sql`(select concat_ws(' ', a.number, a.name) from agreements a where a.id = ${record})`,
  measurement_sheets: called.sheet(record),
  measurement_lines: called.sheet(its('measurement_lines', 'sheet_id')),
  schedule_items: sql`(select concat_ws(' ', i.item_no, left(i.description, 80)) from schedule_items i where i.id = ${record})`,
  bill_heads: sql`(select concat_ws(' / ', a.number, h.head) from bill_heads h
    join agreements a on a.tenant_id = h.tenant_id and a.id = h.agreement_id where h.id = ${record})`,
  bills: sql`(select concat_ws(' / ', a.number, app.bill_name(b.title, b.number)) from bills b
    join agreements a on a.tenant_id = b.tenant_id and a.id = b.agreement_id where b.id = ${record})`,
  parties: called.party(record),
  party_gstins: called.party(its('party_gstins', 'party_id')),
  party_banks: called.party(its('party_banks', 'party_id')),
  bank_facilities: sql`(select app.facility_name(f.bank, f.name) from bank_facilities f where f.id = ${record})`,
  bg_plans: called.contract(its('bg_plans', 'contract_id')),
  company_rules: sql`(select concat_ws(' ', r.kind, r.scope) from company_rules r where r.id = ${record})`,
  rule_confirmations: sql`(select concat_ws(' ', r.kind, r.scope) from rule_confirmations c join rules r on r.id = c.rule_id where c.id = ${record})`,
  instruments: called.instrument(record),
  instrument_events: called.instrument(its('instrument_events', 'instrument_id')),
  instrument_liens: called.instrument(its('instrument_liens', 'guarantee_id')),
  contract_imports: sql`(select i.file_name from contract_imports i where i.id = ${record})`,
  projects: called.project(record),
  tasks: called.task(record),
  general_tasks: called.generalTask(record),
  general_task_lines: called.generalTask(its('general_task_lines', 'task_id')),
  notes: sql`coalesce(${called.contract(its('notes', 'contract_id'))}, ${called.deposit(its('notes', 'deposit_id'))},
    ${called.instrument(its('notes', 'instrument_id'))}, ${called.project(its('notes', 'project_id'))},
    ${called.task(its('notes', 'task_id'))}, ${called.generalTask(its('notes', 'general_task_id'))})`,
  documents: sql`(select d.file_name from documents d where d.id = ${record})`,
  role_permissions: sql`(select r.name from roles r where r.id = ${record})`,
  users: person,
  user_passwords: person,
  user_roles: person,
  second_factors: person,
  profile_images: person,
  sessions: person,
}
const nameOf = sql.join(
  namesOf(auditedRecords).map((table) => {
    const name = names[table] ?? sql`(select r.name from ${sql.table(table)} r where r.id = ${record})`
    return sql`when ${sql.lit(table)} then ${name}`
  }),
  sql` `,
)

/** Kinds that are called after a record of another module. */
const namedAfter = { bg_plans: 'contracts' } as const

/** What an entry says to whom: where its values are not shown, the columns that changed without them, and no name. */
const selectedFor = (shown: Shown) => {
  const nameless = namesOf(namedAfter).filter((kind) => !shown.names.includes(namedAfter[kind]))
  return sql`e.id, e.at as "createdAt", e.actor_id as "actorId",
  (select u.username from users u where u.id = e.actor_id) as "actorName", e.is_operator as "isOperator", e.action,
  e.record_type as "recordType", e.record_id as "recordId", case when s.shown and e.record_type <> all (${nameless}::text[]) then case e.record_type ${nameOf} end end as "recordName",
  case when s.shown then e.changes
    else (select coalesce(jsonb_object_agg(key, null), '{}') from jsonb_object_keys(e.changes) key) end as changes, not s.shown as "isHidden",
  e.address, e.session_id as "sessionId", e.request_id as "requestId", e.seal`
}

type Filter = Pick<Body<typeof filterAuditTrail>, 'actorName' | 'action' | 'recordType' | 'recordId' | 'dateRange'>

const whereOf = ({ actorName, action, recordType, recordId, dateRange }: Filter) => {
  const conditions = [
    actorName
      ? sql<SqlBool>`e.actor_id = any (array(select u.id from users u where u.username ilike ${anyPart(actorName)}))`
      : undefined,
    oneOf(sql.ref('e.action'), action),
    oneOf(sql.ref('e.record_type'), recordType),
    equals(record, recordId),
    within(sql.ref('e.at'), dateRange),
  ].filter((condition) => condition !== undefined)
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** Ids are given in the order of time. */
const rowsOf = (filter: Filter, direction: 'asc' | 'desc', shown: Shown) =>
  sql`select ${selectedFor(shown)} from audit_entries e cross join lateral (select ${isShown(shown)} as shown) s ${whereOf(filter)}
    order by e.id ${sql.raw(direction)}`

async function count(db: Db, filter: Filter): Promise<number> {
  const counted = await sql<{ rows: number }>`select count(*) as rows from audit_entries e ${whereOf(filter)}`.execute(
    db,
  )
  return counted.rows[0]?.rows ?? 0
}

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The names of the records whose ids are among the changes, as far as the caller may see them. */
async function namesIn(db: Db, entries: readonly AuditEntry[], shown: Shown): Promise<Record<string, string>> {
  const values = entries.flatMap(({ changes }) => Object.values(changes).flat())
  const ids = [...new Set(values.filter((value) => typeof value === 'string' && isId.test(value)))]
  if (ids.length === 0) return {}
  const named = shown.names.map(
    (table) => sql`select id, ${sql.ref(referred[table].name)} as name from ${sql.table(table)} join named using (id)`,
  )
  const found = await sql<{ id: string; name: string }>`with named (id) as (select unnest(${ids}::uuid[]))
    ${sql.join(named, sql` union all `)}`.execute(db)
  return Object.fromEntries(found.rows.map(({ id, name }) => [id, name]))
}

/** One page of the company's trail, with the values that the caller may read in the records themselves. */
export async function search(
  db: Db,
  { pagination: { page: number, size }, sort, ...filter }: Body<typeof filterAuditTrail>,
): Promise<Answer<typeof filterAuditTrail>> {
  const shown = await shownToCaller(db)
  const totalElements = await count(db, filter)
  const { rows: content } = await sql<AuditEntry>`${rowsOf(filter, sort.direction, shown)}
    limit ${size} offset ${number * size}`.execute(db)
  const totalPages = Math.ceil(totalElements / size)
  return { content, number, size, totalPages, totalElements, names: await namesIn(db, content, shown) }
}

/** The entries that the same search finds. Throws 400 when they are more than a sheet may hold. */
export async function exportAll(db: Db, { sort, format, columns, ...filter }: Body<typeof exportAuditTrail>) {
  const found = rowsOf(filter, sort.direction, await shownToCaller(db))
  const rows = batchesOf<AuditEntry>(db, await count(db, filter), found)
  return exportOf(rows, { name: 'Audit trail', entity: auditEntry, columns, format, by: await companyOf(db) })
}
