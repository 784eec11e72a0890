import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDoor } from '../../kernel/db/door.ts'
import { migrate, migrations } from '../../kernel/db/migrate.ts'
import { type Door } from '../../kernel/db/tenancy.ts'
import { adminClient, newId, ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { sumFaults, type TextRow } from './tasks.factory.ts'

/** A database with tasks from before the schema had sums, as it was before and as it is after the step that adds them. */
const step = '0008_task_tree.sql'
let database: TestDatabase
let admin: pg.Client
let door: Door
let before: Record<string, TextRow[]>
let after: Record<string, TextRow[]>
const companies = [newId(), newId()]
/** Titles of the tasks that were approved above open ones, in each company. */
const tooEarly = ['a', 'b', 'c', 'd']

const person = (company: string) => `01980000-0000-7000-8000-${company.slice(-12)}`
const run = async (query: string, values: unknown[] = []) => (await admin.query<TextRow>(query, values)).rows

/** Every row of every table, by table. */
async function everything(): Promise<Record<string, TextRow[]>> {
  const tables = await run(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const rows: Record<string, TextRow[]> = {}
  for (const { name } of tables) {
    const found = await admin.query<{ row: TextRow }>(`select (select jsonb_object_agg(key, value)
      from jsonb_each_text(to_jsonb(r))) as row from ${name} r order by to_jsonb(r) ->> 'id', to_jsonb(r)::text`)
    rows[name ?? ''] = found.rows.map(({ row }) => row)
  }
  return rows
}

async function makeTasks(company: string): Promise<void> {
  await run(`select set_config('app.tenant_id', $1, false), set_config('app.user_id', $2, false)`, [
    company,
    person(company),
  ])
  await run('insert into tenants (id, name, subdomain, schema_name) values ($1, $2, $2, $2)', [
    company,
    `c${company.slice(-12)}`,
  ])
  await run(`insert into users (id, username, email) values ($1, 'Asha', 'asha@test.example')`, [person(company)])
  const [project] = await run(`insert into projects (project_name) values ('Canal') returning id`)
  await run(`insert into projects (project_name) values ('Without tasks')`)
  const ids = new Map<string, string>()
  const task = async (
    title: string,
    parentTitle: string | null,
    level: number,
    values: Record<string, unknown> = {},
  ) => {
    const columns = {
      project_id: project?.['id'],
      title,
      parent_id: parentTitle && ids.get(parentTitle),
      level,
      position: 7,
      ...values,
    }
    const places = Object.keys(columns).map((_, index) => `$${index + 1}`)
    const [created] = await run(
      `insert into tasks (${Object.keys(columns).join(', ')}) values (${places.join(', ')}) returning id`,
      Object.values(columns),
    )
    ids.set(title, created?.['id'] ?? '')
  }
  const cost = { estimated_quantity: 33.333, estimated_rate: 3.003, actual_quantity: 2, actual_rate: 0.005 }
  const days = { given_start_date: '2025-01-05', given_end_date: '2025-02-05', actual_start_date: '2025-01-07' }
  const figures = { ...cost, ...days, estimated_effort_hours: 5.5, actual_effort_hours: 1.25, progress: 33.33 }
  await task('a', null, 0, { status: 'APPROVED', ...figures, position: -3 })
  await task('b', 'a', 1, { status: 'APPROVED', ...figures })
  await task('c', 'b', 2, { status: 'APPROVED', ...figures, progress: 100 })
  await task('d', 'c', 3, { status: 'APPROVED' })
  await task('e', 'd', 4, { status: 'IN_PROGRESS', ...figures, actual_end_date: '2025-03-01' })
  await task('e2', 'd', 4, { status: 'APPROVED', ...figures, given_start_date: '2024-12-31' })
  await task('approved', null, 0, { status: 'APPROVED' })
  await task('approved too', 'approved', 1, { status: 'APPROVED', ...figures })
  await task('cancelled', 'approved', 1, { status: 'CANCELLED', ...figures })
  await task('deleted since', 'approved', 1, figures)
  await task('rejected without a reason', null, 0, { status: 'REJECTED', ...figures })
  for (const title of ['x', 'y', 'z']) await task(title, 'rejected without a reason', 1, { ...figures, progress: 1 })
  await task('without figures', 'rejected without a reason', 1)
  await task('deleted', null, 0, { ...figures, position: 9 })
  await run(`update tasks set deleted_at = now() where title like 'deleted%'`)
  // A deleted task below a branch that was moved down may lie deeper than the last level.
  await task('deleted below the last', 'e', 5, { ...figures, deleted_at: '2025-05-01' })
}

beforeAll(async () => {
  database = await ownDatabase(inject('admin'))
  admin = await adminClient(database.admin)
  // This type makes the step fail, so that the migrations stop before it.
  await admin.query('create type public.tasks_given_start as (id int)')
  await expect(migrate(database.admin, testSecret)).rejects.toThrow('tasks_given_start')
  const done = (await run('select name from app.migrations order by name')).map(({ name }) => name)
  expect(done).toEqual(migrations.filter((name) => name < step))
  for (const company of companies) await makeTasks(company)
  await admin.query('drop type public.tasks_given_start')
  before = await everything()
  door = await openDoor(await migrate(database.admin, testSecret), 2)
  after = await everything()
})
afterAll(async () => {
  await door.close()
  await admin.end()
  await database.stop()
})

const taskRows = () => Map.groupBy(after['tasks'] ?? [], (task) => task['id'])
const wasTooEarly = (task: TextRow) => tooEarly.includes(task['title'] ?? '')

test('tasks that exist already are summed up, in every company', async () => {
  for (const company of companies) {
    expect(await door.inTenant(company, null, sumFaults)).toEqual([])
    const [project] = (after['projects'] ?? []).filter(
      (row) => row['tenant_id'] === company && row['sub_tasks'] !== '0',
    )
    expect(project).toMatchObject({ sub_tasks: '3', below_given_start: '2024-12-31', below_actual_end: null })
    // A leaf is 33.333 x 3.003 with 14 per cent: 114.11. There are e, e2, approved too, x, y and z.
    expect(project).toMatchObject({ below_estimated_amount: '684.66', below_actual_hours: '8.750' })
  }
})

test('positions keep their order and get gaps', () => {
  for (const task of before['tasks'] ?? []) {
    const [now] = taskRows().get(task['id']) ?? []
    expect(Number(now?.['position'])).toBe(Number(task['position']) * 2 ** 20)
  }
})

test('a task approved above open ones is under review again, and its history records that', () => {
  for (const company of companies) {
    const known = new Set((before['status_changes'] ?? []).map((change) => change['id']))
    const changes = (after['status_changes'] ?? []).filter(
      (row) => row['tenant_id'] === company && !known.has(row['id'] ?? ''),
    )
    const titled = changes.map((change) => taskRows().get(change['record_id'])?.[0]?.['title'])
    expect(titled.toSorted()).toEqual(tooEarly)
    for (const change of changes)
      expect(change).toMatchObject({ from_status: 'APPROVED', to_status: 'UNDER_REVIEW', changed_by: null })
  }
  const reviewed = (after['tasks'] ?? []).filter(wasTooEarly)
  expect(reviewed).toHaveLength(tooEarly.length * companies.length)
  for (const task of reviewed) {
    expect(task).toMatchObject({ status: 'UNDER_REVIEW', is_approved: 'false', approved_by: null, approval_date: null })
    expect(task['review_requested_at']).not.toBeNull()
  }
})

test('the step changes nothing else', () => {
  const review = ['status', 'is_approved', 'approved_by', 'approval_date', 'completed_by', 'review_requested_at']
  const expected = { ...before, tasks: (before['tasks'] ?? []).map((row) => ({ ...row })) }
  for (const task of expected.tasks) {
    const [now] = taskRows().get(task['id'] ?? '') ?? []
    task['position'] = String(Number(task['position']) * 2 ** 20)
    if (wasTooEarly(task)) for (const name of [...review, 'updated_at', 'updated_by']) task[name] = now?.[name] ?? null
  }
  for (const [table, rows] of Object.entries(expected)) {
    const ids = rows.map((row) => row['id'])
    const isAddedTo = ['status_changes', 'modules'].includes(table)
    const now = (after[table] ?? []).filter((row) => !isAddedTo || ids.includes(row['id'] ?? null))
    const known = new Set(rows.flatMap((row) => Object.keys(row)))
    const without = now.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name))))
    expect(without, table).toEqual(rows)
  }
})

test('a task rejected before reasons were required can be edited, but not rejected again without a reason', async () => {
  const [company = ''] = companies
  const edit = (values: string) =>
    door.inTenant(company, null, (db) =>
      sql`update tasks set ${sql.raw(values)} where title = 'rejected without a reason'`.execute(db),
    )
  await edit(`progress = 5, status = 'REJECTED', rejection_reason = null`)
  await edit(`status = 'REOPENED'`)
  const refusal = { constraint: '400 rejectionReason is required to reject a task' }
  await expect(edit(`status = 'REJECTED'`)).rejects.toMatchObject(refusal)
  expect(await door.inTenant(company, null, sumFaults)).toEqual([])
})
