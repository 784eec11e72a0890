import type { CallInput } from '@plinth/api/kernel/client'
import { createTask, type Task } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'

type TaskBody = CallInput<typeof createTask>['body']

export const taskBody = (projectId: string, overrides: Partial<TaskBody> = {}): TaskBody => ({
  projectId,
  title: 'Excavation',
  ...overrides,
})

export const newTask = (by: Client, projectId: string, overrides: Partial<TaskBody> = {}): Promise<Task> =>
  by.ok(createTask, { body: taskBody(projectId, overrides) })

/** A row with each column as text: a double would round the compared values. */
export type TextRow = Record<string, string | null>

export async function textRows(db: Db, table: 'tasks' | 'projects'): Promise<TextRow[]> {
  const found = await sql<{ row: TextRow }>`select (select jsonb_object_agg(key, value)
    from jsonb_each_text(to_jsonb(r))) as row from ${sql.table(table)} r`.execute(db)
  return found.rows.map(({ row }) => row)
}

/** The number of decimals in exact figures; no figure here has more. */
const decimals = 7
const one = 10n ** BigInt(decimals)

function exact(text: string | null | undefined): bigint {
  const [whole = '0', fraction = ''] = (text ?? '0').split('.')
  if (/[1-9]/.test(fraction.slice(decimals))) throw new Error(`${text} has too many decimals`)
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}
/** Divides and rounds half up; nothing here is negative. */
const divideRounded = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)
const isNone = (value: bigint | string | null) => value === null || value === 0n

function amountOf(
  quantity: string | null | undefined,
  rate: string | null | undefined,
  tax: string | null | undefined,
) {
  if (quantity == null || rate == null) return null
  const hundredTimes = exact(quantity) * exact(rate) * (100n * one + exact(tax))
  return divideRounded(hundredTimes, one * one * one) * (one / 100n)
}

type Figure = bigint | string | null
type Figures = Record<string, Figure>

const isCancelled = (task: TextRow) => task['status'] === 'CANCELLED'
const isOpen = (task: TextRow) => !['APPROVED', 'CANCELLED'].includes(task['status'] ?? '')
const number = (figure: Figure | undefined) => (typeof figure === 'bigint' ? figure : 0n)
const sum = (figures: readonly bigint[]) => figures.reduce((total, figure) => total + figure, 0n)
const days = (figures: readonly (Figure | undefined)[]) =>
  figures.filter((day) => typeof day === 'string').toSorted((a, b) => (a < b ? -1 : 1))

interface SubTask {
  task: TextRow
  rolled: Figures
}

/** The sums that a row must hold of the live tasks directly below it. */
function sumsOf(below: readonly SubTask[]): Figures {
  const all = (name: string) => below.map(({ rolled }) => rolled[`rolled_${name}`])
  const total = (name: string) => sum(all(name).map(number))
  const weighted = (weight: string) =>
    sum(below.map(({ rolled }) => (number(rolled[`rolled_${weight}`]) * number(rolled['rolled_progress'])) / one))
  const counted = below.filter(({ task }) => !isCancelled(task))
  const weighing = (weight: string) => counted.filter(({ rolled }) => number(rolled[`rolled_${weight}`]) > 0n)
  const count = (tasks: readonly SubTask[]) => BigInt(tasks.length) * one
  const progress = (tasks: readonly SubTask[]) => sum(tasks.map(({ rolled }) => number(rolled['rolled_progress'])))
  return {
    sub_tasks: count(below),
    open_sub_tasks: count(below.filter(({ task }) => isOpen(task))),
    counted_sub_tasks: count(counted),
    ended_sub_tasks: count(counted.filter(({ rolled }) => rolled['rolled_actual_end'] !== null)),
    below_estimated_amount: total('estimated_amount'),
    below_actual_amount: total('actual_amount'),
    below_estimated_hours: total('estimated_hours'),
    below_actual_hours: total('actual_hours'),
    below_amount_progress: weighted('estimated_amount'),
    below_hours_progress: weighted('estimated_hours'),
    below_progress: progress(counted),
    below_amount_tasks: count(weighing('estimated_amount')),
    below_hours_tasks: count(weighing('estimated_hours')),
    below_progress_with_amount: progress(weighing('estimated_amount')),
    below_progress_with_hours: progress(weighing('estimated_hours')),
    below_given_start: days(all('given_start')).at(0) ?? null,
    below_given_end: days(all('given_end')).at(-1) ?? null,
    below_actual_start: days(all('actual_start')).at(0) ?? null,
    below_actual_end: days(all('actual_end')).at(-1) ?? null,
  }
}

/** Weighted by amounts, else by hours, else equally; a task without a weight gets the average weight of the others. */
function progressOf(task: TextRow, sums: Figures): bigint {
  const of = (name: string) => number(sums[name])
  const counted = of('counted_sub_tasks')
  const toFourDecimals = (a: bigint, b: bigint) => divideRounded(a * 10_000n, b) * (one / 10_000n)
  if (!counted) return exact(task['progress'])
  for (const [weight, kind] of [
    ['estimated_amount', 'amount'],
    ['estimated_hours', 'hours'],
  ] as const) {
    const all = of(`below_${weight}`)
    const without = of('below_progress') - of(`below_progress_with_${kind}`)
    if (all)
      return toFourDecimals(of(`below_${kind}_progress`) * of(`below_${kind}_tasks`) + without * all, all * counted)
  }
  return toFourDecimals(of('below_progress'), counted)
}

function actualEndOf(task: TextRow, sums: Figures): Figure {
  const end = sums['below_actual_end'] ?? null
  if (sums['counted_sub_tasks'] === 0n) return end ?? task['actual_end_date'] ?? null
  return sums['ended_sub_tasks'] === sums['counted_sub_tasks'] ? end : null
}

/** The figures that a task must pass on to the row above it. */
function rolledOf(task: TextRow, sums: Figures): Figures {
  const own = {
    estimated_amount: amountOf(task['estimated_quantity'], task['estimated_rate'], task['tax_percentage']),
    actual_amount: amountOf(task['actual_quantity'], task['actual_rate'], task['tax_percentage']),
    estimated_hours: exact(task['estimated_effort_hours']),
    actual_hours: exact(task['actual_effort_hours']),
    given_start: task['given_start_date'] ?? null,
    given_end: task['given_end_date'] ?? null,
    actual_start: task['actual_start_date'] ?? null,
  }
  const rolled = Object.entries(own).map(([name, figure]): [string, Figure] => {
    const below = sums[`below_${name}`] ?? null
    const nothing = typeof below === 'bigint' ? 0n : null
    const isPlanned = /^estimated|^given/.test(name)
    return [`rolled_${name}`, isPlanned && isCancelled(task) ? nothing : ((isNone(below) ? figure : below) ?? nothing)]
  })
  return {
    ...Object.fromEntries(rolled),
    rolled_progress: progressOf(task, sums),
    rolled_actual_end: actualEndOf(task, sums),
    estimated_amount: own.estimated_amount,
    actual_amount: own.actual_amount,
  }
}

/**
 * Recomputes the figures of the tenant's projects (or of one) and their tasks from the leaves up, and lists every stored figure that
 * differs; empty when all are right.
 */
export async function sumFaults(db: Db, projectId?: string): Promise<string[]> {
  const isWanted = (id: string | null | undefined) => !projectId || id === projectId
  const tasks = (await textRows(db, 'tasks')).filter((task) => isWanted(task['project_id']))
  const faults: string[] = []
  const live = Map.groupBy(
    tasks.filter((task) => task['deleted_at'] === null),
    (task) => task['parent_id'] ?? task['project_id'],
  )
  const compare = (row: TextRow, expected: Figures) => {
    for (const [name, figure] of Object.entries(expected)) {
      const stored = row[name] ?? null
      const isSame = typeof figure === 'bigint' ? stored !== null && exact(stored) === figure : stored === figure
      if (!isSame) faults.push(`${row['title'] ?? 'project'} ${row['id']}: ${name} is ${stored}, not ${figure}`)
    }
  }
  const recompute = (row: TextRow): Figures => {
    const below = (live.get(row['id'] ?? '') ?? []).map((task) => ({ task, rolled: recompute(task) }))
    const sums = sumsOf(below)
    const rolled = 'parent_id' in row ? rolledOf(row, sums) : {}
    compare(row, { ...sums, ...rolled })
    return rolled
  }
  const deleted = tasks.filter((task) => task['deleted_at'] !== null)
  const projects = (await textRows(db, 'projects')).filter((project) => isWanted(project['id']))
  for (const row of [...projects, ...deleted]) recompute(row)
  return faults
}

export const testInputs: TestInputs = {
  make: { tasks: async ({ owner }, above) => (await newTask(owner, await above('projects'))).id },
  found: {
    tasks: async ({ owner }, word) => {
      const { id } = await newProject(owner)
      const parent = await newTask(owner, id, { title: 'Earthwork' })
      const name = `Digging ${word}`
      await newTask(owner, id, { title: name, parentId: parent.id })
      return { name, detail: '1.1', status: 'DRAFT' }
    },
  },
  bodies: { createTask: ({ projects }) => taskBody(projects ?? ''), moveTask: () => ({ parentId: null }) },
  queries: { summarizeTaskStatuses: ({ projects }) => ({ projectId: projects }) },
}

/** Rows in the tables of these migrations, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0005_tasks.sql': () => `
    ${within(company.id)}
    insert into tasks (id, project_id, position, title, assigned_to)
    values ('0a000000-0000-4000-8000-000000000021', '${company.project}', 1, 'Earthwork', '${company.owner.id}');
    insert into tasks (project_id, parent_id, level, position, title, estimated_quantity, estimated_rate, tax_percentage, progress)
    values ('${company.project}', '0a000000-0000-4000-8000-000000000021', 1, 1, 'Cutting', 10, 100, 18, 50),
      ('${company.project}', '0a000000-0000-4000-8000-000000000021', 1, 2, 'Filling', 2.5, 200.2, 0, 0);`,
}
