import type { Answer } from '@plinth/api/kernel/endpoint'
import type { ExportFormat } from '@plinth/api/kernel/exports'
import { importLimits } from '@plinth/api/platform/import-results'
import { maxSheetTasks, sheetTask, type uploadTasks } from '@plinth/api/works/task-sheets'
import { sql } from 'kysely'
import { type Db } from '../../kernel/db/tenancy.ts'
import { nameable } from '../../kernel/files/file-names.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { noteBook } from '../../kernel/sheets/sheet-rows.ts'
import { templateOf } from '../../kernel/sheets/sheet-templates.ts'
import { openSent, type SentFile } from '../../kernel/sheets/sheets.ts'
import { outcomeOf } from '../../kernel/sheets/upload-outcomes.ts'
import * as projects from '../projects/projects.queries.ts'
import { lockTree } from '../tasks/tasks.queries.ts'
import { listInOrder } from '../tasks/tree.queries.ts'
import { finder, namesOf, people } from './people.queries.ts'
import { type Plan, type PlannedTask, planOf, refusedRow, type StoredTask, sentencesOf } from './plan.rules.ts'
import { type Facts, type ReadRow, taskFieldNames, taskSheet } from './task-sheets.rules.ts'
import { addTasks, changeTasks, RowsRefused } from './task-storing.queries.ts'

const rules = new URL('./rows.rules.ts', import.meta.url)

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
      failures: error.rows.map(({ task, said }) => refusedRow(task, facts, said)),
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
    ...outcomeOf(sentencesOf(plan, aim.isDryRun), sheet),
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
