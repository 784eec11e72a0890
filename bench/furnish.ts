import { randomUUID } from 'node:crypto'
import { depositStatuses } from '@plinth/api/deposits/deposits'
import { contractColumnLabels, contractFields, contractStatuses } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Door } from '../server/src/kernel/db/tenancy.ts'
import { columnName } from '../server/src/kernel/records/row-writer.ts'
import { fieldNames } from '../server/src/platform/contract-imports/contract-sheet.rules.ts'
import { spelling } from '../server/src/tenders/contracts/contracts.rules.ts'
import { newCompany, peopleOf } from './measures.ts'

/** The data for the product and the floor: twenty companies with contracts, deposits, and a project with its tasks. */

export const measuredCompany = 'Measured Roads'
const companies = [measuredCompany, ...Array.from({ length: 19 }, (_, at) => `Beside ${at}`)]
const people = 16
const contractsEach = 10_000
const batch = 5_000

/** Sub-tasks below each task, by level; a larger size multiplies the first level. */
const widths = [4, 4, 5, 6, 4]

export interface Furnished {
  tenantId: string
  userId: string
  project: string
  contracts: string[]
  people: object[]
}

const quoted = (list: readonly string[]) => `array['${list.join("','")}']`
export const picked = (list: readonly string[], by: string) => `(${quoted(list)})[1 + (${by}) % ${list.length}]`

const works = ['Widening', 'Strengthening', 'Construction', 'Resurfacing', 'Repair', 'Maintenance', 'Design and build']
const things = [
  'state highway',
  'Bridge',
  'storm drain',
  'school building',
  'bypass',
  'check dam',
  'canal',
  'water tank',
  'culvert',
]

/** Every field of the nth contract, as SQL by column. */
export const cells: Record<string, string> = {
  bid_id: `'BID-' || n`,
  contract_name: `${picked(works, 'n')} || ' of ' || ${picked(things, 'n / 7')} || ' at km ' || n`,
  reference_no: `'NIT-2026/' || n`,
  description: `'Earthwork, sub-base, base and wearing courses, culverts and side drains, reach ' || n % 97`,
  status: picked(contractStatuses, 'n / 3'),
  paper_cost: 'n % 5000',
  tender_actual_value: '1000000 + n * 125.25',
  tender_bid_value: '970000 + n * 121.5',
  tender_bid_percentage: '-3',
  contract_type: picked(['EPC', 'Item rate', 'Lump sum', 'Percentage rate'], 'n / 7'),
  termination_reason: `case when n % 40 = 0 then 'Site never handed over' end`,
  extension_count: 'n % 3',
  opening_date: `date '2024-01-01' + n % 700`,
  closing_date: `date '2024-02-01' + n % 700`,
  result_date: `date '2024-03-01' + n % 700`,
  drafting_date: `date '2023-12-20' + n % 700`,
  submitted_payment_date: `case when n % 5 = 0 then date '2025-06-01' end`,
  awarded_date: `case when n % 3 = 0 then date '2025-01-01' end`,
  agreement_date: `case when n % 3 = 0 then date '2025-01-20' end`,
  given_start_date: `date '2025-02-01' + n % 300`,
  given_end_date: `date '2026-02-01' + n % 300`,
  actual_start_date: `case when n % 4 = 0 then date '2025-02-11' end`,
  actual_end_date: `case when n % 8 = 0 then date '2026-02-11' end`,
  license_id: `'LIC-' || n % 12`,
  license_holder_name: picked(['Asha Rao', 'Vikram Singh', 'Meera Nair'], 'n'),
  license_no: `'KA/PWD/CL-I/' || 2200 + n % 12`,
  comments: `'Pre-bid meeting held; corrigendum ' || n % 7`,
  contract_metadata: `jsonb_build_object('division', 'PWD ' || n % 9, 'lead km', n % 50)`,
}
const [names, values] = [Object.keys(cells).join(', '), Object.values(cells).join(', ')]
const numbers = 'generate_series($1::int, $2::int) n'

/** Inserts contracts from one number to another as a person would, with every trigger active. */
const enter = (db: Db, from: number, until: number) =>
  sql
    .raw(
      `insert into contracts (${names}) select ${values} from ${numbers.replace('$1', String(from)).replace('$2', String(until))}`,
    )
    .execute(db)

const enterDeposits = (db: Db, deposits: number) =>
  sql`insert into security_deposits
      (contract_id, deposit_type, instrument_no, amount, status, deposit_submitted_date, deposit_returned_date)
    select id, ${sql.raw(picked(['EMD', 'Performance security'], 'n'))}, 'DD' || n, 1 + n, ${sql.raw(picked(depositStatuses, 'n / 2'))},
      '2025-01-01', date '2025-01-01' + n % 400
    from (select id, paper_cost::int as n from contracts order by created_at desc, id desc limit ${deposits}) c`.execute(
    db,
  )

/** Copies the contracts to the other companies with their figures and history, without triggers: these are only ballast. */
async function fillOthers(admin: pg.Client, tenants: readonly string[], from: number, until: number): Promise<void> {
  await admin.query('begin; set local session_replication_role = replica')
  await admin.query(
    `insert into contracts (tenant_id, ${names}, created_at, updated_at)
     select t, ${values}, clock_timestamp(), clock_timestamp() from unnest($3::uuid[]) t cross join ${numbers}`,
    [from, until, tenants],
  )
  await admin.query(
    `insert into status_changes (tenant_id, record_type, record_id, to_status)
     select tenant_id, 'contracts', id, status from contracts where tenant_id = any($1) and created_at >= now()`,
    [tenants],
  )
  await admin.query(
    `insert into contract_figures (tenant_id, status, was_awarded, contract_type, contracts, paper_cost)
     select tenant_id, status, app.was_awarded(status, awarded_date), contract_type, count(*), sum(paper_cost)
     from contracts where tenant_id = any($1) and created_at >= now() group by 1, 2, 3, 4`,
    [tenants],
  )
  await admin.query('commit')
}

/** Creates a project of 2,500 tasks on five levels, times `size`. */
export async function growTree(db: Db, size: number): Promise<string> {
  // A level of a large tree takes longer than the statement timeout of calls.
  await sql`set local statement_timeout = 0`.execute(db)
  const result = await sql<{
    id: string
  }>`insert into projects (project_name, status) values (${`Tree ${size}`}, 'DRAFT')
    returning id`.execute(db)
  const project = result.rows[0]?.id ?? ''
  for (const [level, width] of widths.entries())
    await sql`insert into tasks (project_id, parent_id, level, position, title, description, units,
        estimated_quantity, estimated_rate, estimated_effort_hours, progress, given_start_date, given_end_date, priority, task_type)
      select ${project}, p.id, ${level}::int, n::bigint << 20, 'Excavation of reach ' || n, 'In all kinds of soil, lead up to 50 m', 'cum',
        10 + n % 90, 125.5, 8, n % 100, date '2026-01-01' + n % 300, date '2026-02-01' + n % 300, 'MEDIUM', 'Earthwork'
      from (select id from tasks where project_id = ${project} and level = ${level - 1}
        union all select null where ${level} = 0) p
      cross join generate_series(1, ${width * (level === 0 ? size : 1)}::int) n`.execute(db)
  return project
}

/** Inserts as many tasks into the other companies, without levels. */
async function fillOtherTasks(admin: pg.Client, tenants: readonly string[], project: string): Promise<void> {
  await admin.query('begin; set local session_replication_role = replica')
  await admin.query(
    `with made as (insert into projects (tenant_id, project_name, status)
       select t, 'Beside', 'DRAFT' from unnest($1::uuid[]) t returning tenant_id, id)
     insert into tasks (tenant_id, project_id, level, position, title)
     select m.tenant_id, m.id, 0, t.position, t.title from made m cross join tasks t where t.project_id = $2`,
    [tenants, project],
  )
  await admin.query('commit')
}

const modules = ['Contracts', 'Projects', 'Project Tasks'] as const
const tenants: string[] = []

/** Fills every company with `size` times 10,000 contracts and the measured one's tree with `size` times 2,500 tasks. */
export async function furnish(door: Door, admin: pg.Client, size: number): Promise<Furnished> {
  for (const name of companies.slice(tenants.length))
    tenants.push(await newCompany(door, name, modules, name === measuredCompany ? people : 1))
  const [own = '', ...others] = tenants
  const until = contractsEach * size
  const { rows } = await admin.query(
    'select count(*)::int as done from contracts where tenant_id = $1 and bid_id ~ $2',
    [own, '^BID-'],
  )
  for (let done: number = rows[0].done; done < until; done += batch) {
    const last = Math.min(until, done + batch)
    await door.inTenant(own, null, async (db) => {
      await enter(db, done + 1, last)
      await enterDeposits(db, batch / 10)
    })
    await fillOthers(admin, others, done + 1, last)
  }
  const project = await door.inTenant(own, null, (db) => growTree(db, size))
  await fillOtherTasks(admin, others, project)
  const found = await admin.query(
    'select (array(select id from contracts where tenant_id = $1 order by id limit 5000)) as contracts, (select id from users where tenant_id = $1 limit 1) as user',
    [own],
  )
  return {
    tenantId: own,
    userId: found.rows[0].user,
    project,
    contracts: found.rows[0].contracts,
    people: peopleOf(measuredCompany, people),
  }
}

const isNumber = (field: string) => ['extension_count', 'paper_cost'].includes(field) || field.startsWith('tender_')

function cell(column: string, name: string, row: number): string {
  if (column === 'bid_id') return name
  if (column === 'contract_type') return ['EPC', 'Item rate', 'Lump sum'][row % 3] ?? ''
  if (column.startsWith('license_')) return `${column} ${row % 12}`
  if (column === 'status') return contractStatuses[row % contractStatuses.length] ?? ''
  if (isNumber(column)) return String(column === 'tender_bid_percentage' ? -3 : row % 9_000)
  if (column.endsWith('_date')) return `2026-0${1 + (row % 3)}-1${row % 9}`
  return `${works[row % works.length]} of ${things[row % things.length]} ${column} ${row}`
}

/** A sheet of so many contracts for an upload, and the same rows for a COPY into the floor's table. */
export function sheetOf(prefix: string, rows: number) {
  const fields = fieldNames.filter((name) => name in contractFields && name !== 'contractMetadata')
  const columns = fields.map((name) => columnName(name, spelling))
  const lines = Array.from({ length: rows }, (_, row) => columns.map((column) => cell(column, `${prefix}-${row}`, row)))
  const nameAt = columns.indexOf('contract_name')
  const tenant = tenants[0] ?? ''
  const moment = new Date().toISOString()
  return {
    csv: `${[fields.map((name) => contractColumnLabels[name]), ...lines].map((line) => line.join(',')).join('\n')}\n`,
    copiedColumns: ['tenant_id', 'id', 'created_at', 'updated_at', 'lower_name', ...columns],
    copied: `${lines
      .map((line) => [tenant, randomUUID(), moment, moment, line[nameAt]?.toLowerCase(), ...line].join(','))
      .join('\n')}\n`,
  }
}
