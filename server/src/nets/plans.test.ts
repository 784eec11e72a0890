import { contractStatuses, filterContracts, getContract, listContractGroups } from '@plinth/api/tenders/contracts'
import { getKpis, summarizeContractStatuses } from '@plinth/api/tenders/dashboard'
import { createProject } from '@plinth/api/works/projects'
import { filterTasks } from '@plinth/api/works/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rolesHere } from '../kernel/db/role-names.ts'
import { adminClient, noteStatements, type SentStatement } from '../kernel/testing/databases.ts'
import { newOffice } from '../tenders/offices/offices.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../testing/test-server.ts'

/**
 * The indexes and rows by which PostgreSQL answers the most frequent calls. The statements and settings are the
 * server's own; they are run, and the rows they read are counted.
 */

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const contractsEach = 4_000
const tasksEach = 600
/** The number of contracts of the searched department. */
const ofDepartment = 40
const searched = { status: ['AWARDED', 'ON_HOLD', 'CLOSED'], contractName: 'bridge' } as const

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
let owner: Client & { userId: string }
let companies: { own: string; other: string }
let project: string
let contract: string
/** The settings of the server's login, as statements. */
let app: string
let behaviour: string

/**
 * Inserts contracts of a company without triggers, with the rows that triggers would keep, and users as their authors.
 */
async function fill(tenantId: string, contracts: number): Promise<void> {
  await admin.query(`begin; set local session_replication_role = replica`)
  await admin.query(
    `insert into contracts (tenant_id, contract_name, status, created_at, updated_at)
     select $1, (array['Minor bridge', 'Bypass', 'Check dam'])[1 + n % 3] || ' ' || n, ($3::text[])[1 + n % 19],
       clock_timestamp() + n * interval '1 ms', now() from generate_series(1, $2::int) n`,
    [tenantId, contracts, contractStatuses],
  )
  await admin.query(
    `insert into contract_figures (tenant_id, status, was_awarded, contract_type, contracts, paper_cost)
     select $1, status, false, '', count(*), 0 from contracts where tenant_id = $1 and created_at >= now() group by status`,
    [tenantId],
  )
  await admin.query(
    `insert into users (tenant_id, username, email) select $1, 'Person ' || n, gen_random_uuid() || '@x.example'
     from generate_series(1, 300) n`,
    [tenantId],
  )
  await admin.query('commit')
}

async function fillTasks(tenantId: string, projectId: string): Promise<void> {
  await admin.query(`begin; set local session_replication_role = replica`)
  await admin.query(
    `insert into tasks (tenant_id, project_id, level, position, title)
     select $1, $2, 0, n, 'Excavation ' || n from generate_series(1, $3::int) n`,
    [tenantId, projectId, tasksEach],
  )
  await admin.query('commit')
}

async function fillDepartment(): Promise<void> {
  const { id } = await newOffice(owner, { department: 'PWD' })
  await admin.query(`begin; set local session_replication_role = replica`)
  await admin.query(
    `update contracts set office_id = $1 where id in
      (select id from contracts where tenant_id = $2 order by created_at limit $3)`,
    [id, companies.own, ofDepartment],
  )
  await admin.query('commit')
}

/** Index-only scans need the visibility map, and the planner needs table statistics. */
const settle = () => admin.query('vacuum (analyze) contracts, contract_figures, users, tasks, projects, offices')

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  admin = await adminClient(server.admin ?? {})
  const [own, other] = [await newCompany(server), await newCompany(server)]
  companies = { own: own.id, other: other.id }
  owner = await own.as()
  project = (await owner.ok(createProject, { body: { projectName: 'Measured' } })).id
  const theirs = (await (await other.as()).ok(createProject, { body: { projectName: 'Beside' } })).id
  for (const id of Object.values(companies)) await fill(id, contractsEach)
  await fillTasks(companies.own, project)
  await fillTasks(companies.other, theirs)
  await fillDepartment()
  // The figures of many other companies: a few rows each.
  await admin.query(
    `insert into contract_figures (tenant_id, status, was_awarded, contract_type, contracts, paper_cost)
     select t, s, false, '', 1, 0 from (select gen_random_uuid() as t from generate_series(1, 400)) t cross join unnest($1::text[]) s`,
    [contractStatuses],
  )
  await settle()
  const roles = await rolesHere(admin)
  const { rows } = await admin.query(
    `select string_agg(format('set local %s = %L', split_part(setting, '=', 1), split_part(setting, '=', 2)), '; ') as settings
     from pg_roles, unnest(rolconfig) setting where rolname = $1`,
    [roles.login],
  )
  behaviour = rows[0].settings
  app = roles.app
  contract = (await owner.ok(filterContracts, { body: {} })).content[0]?.id ?? ''
}, 60_000)
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The scans of a call's statement, run as the server runs it. */
async function scansOf({ text, values }: SentStatement): Promise<Plan[]> {
  const parameters = values.map((value) =>
    admin.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
  )
  await admin.query(`begin; set local role ${app}; ${behaviour};
    select set_config('app.tenant_id', '${companies.own}', true); prepare asked as ${text}`)
  const { rows } = await admin.query(
    `explain (analyze, format json) execute asked${parameters.length > 0 ? `(${parameters.join(', ')})` : ''}`,
  )
  await admin.query('deallocate asked; rollback')
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'])
}

/** The rows that a call reads of each table, by index: `contracts_newest: 20`. */
async function readBy(call: () => Promise<unknown>): Promise<Record<string, number>> {
  const noting = noteStatements()
  await call()
  noting.stop()
  const reading = [...noting.sent.values()].filter(
    ({ text }) => /^(select|with)\b.*\bfrom\b/is.test(text) && !text.includes('app.enter('),
  )
  expect(reading).toHaveLength(1)
  const read: Record<string, number> = {}
  for (const statement of reading)
    for (const scan of await scansOf(statement)) {
      const rows = (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']
      const by = scan['Index Name'] ?? (scan['Node Type'] === 'Bitmap Heap Scan' ? 'bitmap' : scan['Node Type'])
      const key = `${scan['Relation Name']} by ${by}`
      read[key] = (read[key] ?? 0) + Math.round(rows)
    }
  return read
}

const search = (body: object) => () => owner.ok(filterContracts, { body })
const ofThreeStatuses = Math.ceil((contractsEach * 3) / 19) + 3

const calls: Record<string, { call: () => Promise<unknown>; most: Record<string, number> }> = {
  'the first page of contracts': {
    call: search({}),
    most: { 'contracts by contracts_newest': 10, 'contracts by contracts_pkey': 10 },
  },
  'a late page': {
    call: search({ pagination: { page: 99, size: 10 } }),
    most: { 'contracts by contracts_newest': 1_000, 'contracts by contracts_pkey': 10 },
  },
  'three statuses and a word of the name': {
    call: search(searched),
    most: {
      'contracts by contracts_by_status': ofThreeStatuses,
      'contracts by bitmap': ofThreeStatuses,
      'contracts by contracts_pkey': 10,
    },
  },
  'the groups of contracts by status': {
    call: () => owner.ok(listContractGroups, { body: { by: 'status' } }),
    most: { 'contracts by bitmap': contractsEach, 'contracts by contracts_newest': contractsEach },
  },
  'a department': {
    call: search({ department: ['PWD'] }),
    most: {
      'contracts by contracts_of_office': ofDepartment,
      'contracts by bitmap': ofDepartment,
      'contracts by contracts_pkey': 10,
    },
  },
  'one contract': {
    call: () => owner.ok(getContract, { params: { id: contract } }),
    most: { 'contracts by contracts_pkey': 1 },
  },
  'all KPIs': { call: () => owner.ok(getKpis, { body: {} }), most: {} },
  'the status summary': { call: () => owner.ok(summarizeContractStatuses, {}), most: {} },
  'the task tree': {
    call: () => owner.ok(filterTasks, { body: { projectId: project } }),
    most: { 'tasks by bitmap': tasksEach, 'tasks by tasks_of_parent': tasksEach },
  },
}

describe.each(Object.entries(calls))('%s', (_, { call, most }) => {
  test('reads no more rows than it answers, unless its index must be scanned', async () => {
    const read = await readBy(call)
    const ofRecords = Object.entries(read).filter(([key]) => /^(contracts|tasks) /.test(key))
    for (const [key, rows] of ofRecords) expect(rows, key).toBeLessThanOrEqual(most[key] ?? 0)
    // A sequential scan would read rows of other companies, even of a small table.
    expect(Object.keys(read).filter((key) => key.endsWith('Seq Scan'))).toEqual([])
  })
})

test('reads as many rows however much other companies have', async () => {
  // The index may change, but not the number of rows.
  const rowsOf = async (call: () => Promise<unknown>) => {
    const rows: Record<string, number> = {}
    for (const [key, count] of Object.entries(await readBy(call))) {
      const [table = ''] = key.split(' ')
      rows[table] = (rows[table] ?? 0) + count
    }
    return rows
  }
  const before = new Map<string, object>()
  for (const [name, { call }] of Object.entries(calls)) before.set(name, await rowsOf(call))
  await fill(companies.other, 3 * contractsEach)
  await settle()
  for (const [name, { call }] of Object.entries(calls)) expect(await rowsOf(call), name).toEqual(before.get(name))
})
