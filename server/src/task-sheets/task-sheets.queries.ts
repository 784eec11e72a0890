import { importLimits } from '@plinth/api/import-results'
import type { Answer } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { maxSheetTasks, sheetTask, type uploadTasks } from '@plinth/api/task-sheets'
import { sql } from 'kysely'
import { attempt } from '../kernel/attempt.ts'
import type { StagedContext } from '../kernel/call-contexts.ts'
import { AppError } from '../kernel/errors.ts'
import { companyOf, exportOf } from '../kernel/exports.ts'
import { nameable } from '../kernel/file-names.ts'
import { columnName } from '../kernel/row-writer.ts'
import { noteBook } from '../kernel/sheet-rows.ts'
import { templateOf } from '../kernel/sheet-templates.ts'
import { openSent, type SentFile } from '../kernel/sheets.ts'
import { type Db } from '../kernel/tenancy.ts'
import * as projects from '../projects/projects.queries.ts'
import { apart, lockTree } from '../tasks/tasks.queries.ts'
import { listInOrder } from '../tasks/tree.queries.ts'
import {
  above,
  byLevel,
  levelOf,
  messageOf,
  type Plan,
  type PlannedTask,
  planOf,
  refusedRow,
  type StoredTask,
  stepsOf,
} from './plan.rules.ts'
import { type Facts, type ReadRow, taskFieldNames, taskSheet } from './task-sheets.rules.ts'

const rules = new URL('./rows.rules.ts', import.meta.url)

interface Person {
  id: string
  email: string | null
  mobileNo: string | null
  username: string
  isActive: boolean
}

/** Everybody whom a task may be or was assigned to. */
async function people(db: Db): Promise<Person[]> {
  const found = await sql<Person>`select id, email, mobile_no as "mobileNo", username,
    is_active and deleted_at is null as "isActive" from users`.execute(db)
  return found.rows
}

/** What a sheet writes for each person. */
const namesOf = (everybody: readonly Person[]) =>
  new Map(everybody.map(({ id, email, mobileNo }) => [id, email ?? mobileNo ?? undefined]))

const digitsOf = (mobileNo: string) => mobileNo.replace(/\D/g, '')

/** Finds an active person by e-mail address, else by mobile number, else by a name that only they have. */
function finder(everybody: readonly Person[]) {
  const active = everybody.filter(({ isActive }) => isActive)
  const by = (keyOf: (person: Person) => string | undefined) => Map.groupBy(active, (person) => keyOf(person) ?? '')
  const byEmail = by(({ email }) => email?.toLowerCase())
  const byMobile = by(({ mobileNo }) => digitsOf(mobileNo ?? ''))
  const byName = by(({ username }) => username.trim().toLowerCase())
  return (typed: string): { id: string } | { fault: string } => {
    const key = typed.toLowerCase()
    const mobile = /^\+?[\d\s()-]+$/.test(typed) ? digitsOf(typed) : undefined
    const byNumber = mobile ? byMobile.get(mobile) : undefined
    const [person, ...others] = byEmail.get(key) ?? byNumber ?? byName.get(key) ?? []
    if (person && others.length === 0) return person
    return {
      fault: person
        ? 'is the name of several people: give the e-mail address'
        : 'is nobody who can be assigned a task: give their e-mail address',
    }
  }
}

/** The whole tree of a project as a sheet, in the columns that an upload reads. Throws 404. */
export async function exportTree(db: Db, { projectId, format }: { projectId: string; format: ExportFormat }) {
  await projects.get(db, projectId)
  const names = namesOf(await people(db))
  const nodes = await listInOrder(db, projectId)
  async function* rows() {
    yield nodes.map((node) => ({ ...node, number: node.hierarchyPath, assignedTo: names.get(node.assignedTo ?? '') }))
  }
  const columns = taskSheet.names.map((field) => ({ field, label: taskSheet.labels[field] }))
  return exportOf(rows(), { name: 'Tasks', entity: sheetTask, columns, format, by: await companyOf(db) })
}

/** The tasks as a plan goes by them. */
async function storedTasks(db: Db, projectId: string, names: ReturnType<typeof namesOf>): Promise<StoredTask[]> {
  return (await listInOrder(db, projectId)).map((node) => ({
    id: node.id,
    number: node.hierarchyPath,
    values: Object.fromEntries(taskFieldNames.map((name) => [name, node[name]])),
    assignee: names.get(node.assignedTo ?? ''),
  }))
}

async function mayEdit(db: Db): Promise<boolean> {
  const asked = await sql<{ may: boolean }>`select app.may('Project Tasks', 'canEdit') as may`.execute(db)
  return asked.rows[0]?.may ?? false
}

interface Upload {
  projectId: string
  isDryRun: boolean
}

/** Judges the rows of a sheet against the project, which is held, and stores all of them or nothing. Throws 404. */
async function apply(db: Db, { projectId, isDryRun }: Upload, rows: readonly ReadRow[], facts: Facts): Promise<Plan> {
  await lockTree(db, projectId)
  const everybody = await people(db)
  const tasks = await storedTasks(db, projectId, namesOf(everybody))
  const plan = planOf(rows, facts, { tasks, personOf: finder(everybody), mayEdit: await mayEdit(db) })
  if (isDryRun || plan.failures.length > 0) return plan
  await sql`savepoint sheet`.execute(db)
  try {
    await changeTasks(db, plan.changed)
    await addTasks(db, projectId, plan.added, tasks)
    return plan
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error
    await sql`rollback to savepoint sheet`.execute(db)
    const refused = new Set(error.rows.map(({ task }) => task.number))
    const isSound = ({ number }: PlannedTask) => !refused.has(number)
    return {
      added: plan.added.filter(isSound),
      changed: plan.changed.filter(isSound),
      unchanged: plan.unchanged,
      failures: error.rows.map(({ task, message }) => refusedRow(task, facts, message)),
    }
  }
}

/** Every row of a file, read. Throws 400, 413 and 415 for one that cannot be read. */
async function read(file: SentFile) {
  const opened = await openSent<Facts, ReadRow>(file, rules, maxSheetTasks)
  try {
    const rows: ReadRow[] = []
    for await (const batch of opened.batches()) rows.push(...batch)
    return { rows, facts: opened.facts, sheet: opened.sheet }
  } finally {
    await opened.close()
  }
}

/**
 * Stores what the rows of a file add to a project and change in it, all of it in one transaction or nothing; a dry run only
 * judges. Throws 404 for the project, and 400, 413 and 415 for a file that cannot be read.
 */
export async function upload(
  { stage }: StagedContext,
  file: SentFile,
  aim: Upload,
): Promise<Answer<typeof uploadTasks>> {
  await stage((db) => projects.get(db, aim.projectId))
  const { rows, facts, sheet } = await read(file)
  const plan = await stage((db) => apply(db, aim, rows, facts))
  const notes = noteBook(taskSheet, facts)
  for (const row of rows) if (row.faults.length === 0) notes.add(row.row, row.notes)
  return {
    message: messageOf(plan, aim.isDryRun, sheet),
    isDryRun: aim.isDryRun,
    fileName: nameable(file.name),
    rowsRead: rows.length,
    added: plan.added.length,
    changed: plan.changed.length,
    unchanged: plan.unchanged,
    failed: plan.failures.length,
    ignoredColumns: facts.ignored,
    failures: plan.failures.slice(0, importLimits.listedFailures),
    notes: notes.all(),
  }
}

/** An empty sheet with every column; the workbook tells how to fill it. */
export const template = (format: ExportFormat) =>
  templateOf(format, {
    name: 'Tasks',
    sheet: taskSheet,
    takes: {
      number: `Its place in the tree: 1.2.3 stands below 1.2, behind 1.2.2. A number that the project has changes that task. Leave the column formatted as text`,
      title: 'Text. It must not be empty',
      taxPercentage: 'Per cent. 14 where it is left empty',
      status: 'Draft where it is left empty',
      progress: 'Per cent. 0 where it is left empty',
      isMilestone: 'Yes or No. No where it is left empty',
      isBillable: 'Yes or No. No where it is left empty',
      assignedTo: 'The e-mail address or the mobile number of an active person',
      rejectionReason: 'Text. A rejected task must have one',
    },
    examples: {
      number: '1',
      title: 'Excavation',
      units: 'cum',
      status: 'Planned',
      priority: 'High',
      taskType: 'Earthwork',
      progress: 0,
      givenEndDate: '25/03/2026',
      actualEndDate: '25/03/2026',
    },
  })

const columnNames = taskFieldNames.map((name) => [name, columnName(name)] as const)
const columns = columnNames.map(([, column]) => sql.id(column))
const inColumns = ({ values }: PlannedTask) =>
  Object.fromEntries(columnNames.map(([name, column]) => [column, values[name] ?? null]))

const batchSize = 500

function* batchesOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize)
}

/** Rows that only the database refused: nothing of the sheet is stored. */
class RowsRefused extends Error {
  readonly rows: { task: PlannedTask; message: string }[]
  constructor(rows: RowsRefused['rows']) {
    super('rows were refused')
    this.rows = rows
  }
}

/** Stores rows together; when that is refused, finds out of which it is said. Throws RowsRefused, else the refusal itself. */
async function storeAll<P extends PlannedTask, T>(
  db: Db,
  tasks: readonly P[],
  store: (some: readonly P[]) => Promise<T>,
) {
  const together = await attempt(db, () => store(tasks))
  if (!(together instanceof AppError)) return together
  const refused: RowsRefused['rows'] = []
  for (const task of tasks) {
    const alone = await attempt(db, () => store([task]))
    if (alone instanceof AppError) refused.push({ task, message: alone.message })
  }
  throw refused.length > 0 ? new RowsRefused(refused) : together
}

async function storeChanges(db: Db, tasks: readonly PlannedTask[]): Promise<void> {
  const given = tasks.map((task) => ({ id: task.stored?.id, ...inColumns(task) }))
  const assignments = columns.map((column) => sql`${column} = g.${column}`)
  await sql`update tasks t set ${sql.join(assignments)}
    from jsonb_populate_recordset(null::tasks, ${JSON.stringify(given)}::jsonb) g where t.id = g.id`.execute(db)
}

async function changeTasks(db: Db, changed: readonly PlannedTask[]): Promise<void> {
  for (const step of stepsOf(changed))
    for (const batch of batchesOf(step)) await storeAll(db, batch, (tasks) => storeChanges(db, tasks))
}

interface NewTask extends PlannedTask {
  parentId: string | null
  position: number
}

/** Stores new tasks of one level; their ids by their numbers. */
async function insertTasks(db: Db, projectId: string, tasks: readonly NewTask[]): Promise<Map<string, string>> {
  const given = tasks.map((task) => ({
    parent_id: task.parentId,
    level: levelOf(task.number),
    position: task.position,
    ...inColumns(task),
  }))
  const made = await sql<{ at: number; id: string }>`with given as materialized (
      select uuidv7() as new_id, r.* from jsonb_populate_recordset(null::tasks, ${JSON.stringify(given)}::jsonb)
        with ordinality as r
    ), stored as (
      insert into tasks (id, project_id, parent_id, level, position, ${sql.join(columns)})
      select new_id, ${projectId}::uuid, parent_id, level, position, ${sql.join(columns)} from given order by ordinality
    ) select ordinality as at, new_id as id from given`.execute(db)
  return new Map(made.rows.map(({ at, id }) => [tasks[at - 1]?.number ?? '', id]))
}

/** From the top down, each level behind the siblings that are there, in the order of the numbers. */
export async function addTasks(db: Db, projectId: string, added: readonly PlannedTask[], tasks: readonly StoredTask[]) {
  const ids = new Map(tasks.map(({ number, id }) => [number, id]))
  const last = await sql<{ parentId: string | null; position: number }>`select parent_id as "parentId",
    max(position) as position from tasks where project_id = ${projectId} and deleted_at is null group by 1`.execute(db)
  const positions = new Map(last.rows.map(({ parentId, position }) => [parentId, position]))
  const levels = Map.groupBy(added.toSorted(byLevel), ({ number }) => levelOf(number))
  for (const level of levels.values())
    for (const batch of batchesOf(level)) {
      const placed = batch.map((task): NewTask => {
        const parentId = ids.get(above(task.number)) ?? null
        const position = (positions.get(parentId) ?? 0) + apart
        positions.set(parentId, position)
        return { ...task, parentId, position }
      })
      const made = await storeAll(db, placed, (some) => insertTasks(db, projectId, some))
      for (const [number, id] of made) ids.set(number, id)
    }
}
