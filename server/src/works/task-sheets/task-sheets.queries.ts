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
import { contactsOf, people, personFinder } from './people.queries.ts'
import { type Plan, type PlannedTask, planOf, rejectedRow, type StoredTask, sentencesOf } from './plan.rules.ts'
import { type Facts, type ReadRow, taskFieldNames, taskSheet } from './task-sheets.rules.ts'
import { addTasks, changeTasks, RowsRejected } from './task-storing.queries.ts'

const rules = new URL('./rows.rules.ts', import.meta.url)

/** Exports the whole tree of a project as a sheet, in the columns that an upload reads. Throws 404. */
export async function exportTree(db: Db, { projectId, format }: { projectId: string; format: ExportFormat }) {
  await projects.get(db, projectId)
  const names = contactsOf(await people(db))
  const nodes = await listInOrder(db, projectId)
  async function* rows() {
    yield nodes.map((node) => ({ ...node, number: node.hierarchyPath, assignedTo: names.get(node.assignedTo ?? '') }))
  }
  const columns = taskSheet.names.map((field) => ({ field, label: taskSheet.labels[field] }))
  return exportOf(rows(), { name: 'Tasks', entity: sheetTask, columns, format, by: await companyOf(db) })
}

/** The tasks of a project in the form that a plan compares with. */
async function storedTasks(db: Db, projectId: string, names: ReturnType<typeof contactsOf>): Promise<StoredTask[]> {
  return (await listInOrder(db, projectId)).map((node) => ({
    id: node.id,
    number: node.hierarchyPath,
    values: Object.fromEntries(taskFieldNames.map((name) => [name, node[name]])),
    assignee: names.get(node.assignedTo ?? ''),
  }))
}

async function mayEdit(db: Db): Promise<boolean> {
  const result = await sql<{ may: boolean }>`select app.may('Project Tasks', 'canEdit') as may`.execute(db)
  return result.rows[0]?.may ?? false
}

interface Upload {
  projectId: string
  isDryRun: boolean
}

/** Checks the rows of a sheet against the locked project, and stores all of them or nothing. Throws 404. */
async function apply(db: Db, { projectId, isDryRun }: Upload, rows: readonly ReadRow[], facts: Facts): Promise<Plan> {
  await lockTree(db, projectId)
  const users = await people(db)
  const tasks = await storedTasks(db, projectId, contactsOf(users))
  const plan = planOf(rows, facts, { tasks, personOf: personFinder(users), mayEdit: await mayEdit(db) })
  if (isDryRun || plan.failures.length > 0) return plan
  await sql`savepoint sheet`.execute(db)
  try {
    await changeTasks(db, plan.changed)
    await addTasks(db, projectId, plan.added, tasks)
    return plan
  } catch (error) {
    if (!(error instanceof RowsRejected)) throw error
    await sql`rollback to savepoint sheet`.execute(db)
    const rejectedNumbers = new Set(error.rows.map(({ task }) => task.number))
    const isAccepted = ({ number }: PlannedTask) => !rejectedNumbers.has(number)
    return {
      added: plan.added.filter(isAccepted),
      changed: plan.changed.filter(isAccepted),
      unchanged: plan.unchanged,
      failures: error.rows.map(({ task, message }) => rejectedRow(task, facts, message)),
    }
  }
}

/** Reads every row of a file. Throws 400, 413 and 415 for a file that cannot be read. */
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
 * Stores the additions and changes of a file in a project, all of them in one transaction or nothing; a dry run only checks. Throws
 * 404 for the project, and 400, 413 and 415 for a file that cannot be read.
 */
export async function upload(
  { stage }: StagedContext,
  file: SentFile,
  options: Upload,
): Promise<Answer<typeof uploadTasks>> {
  await stage((db) => projects.get(db, options.projectId))
  const { rows, facts, sheet } = await read(file)
  const plan = await stage((db) => apply(db, options, rows, facts))
  const notes = noteBook(taskSheet, facts)
  for (const row of rows) if (row.faults.length === 0) notes.add(row.row, row.notes)
  return {
    ...outcomeOf(sentencesOf(plan, options.isDryRun), sheet),
    isDryRun: options.isDryRun,
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

/** An empty sheet with every column; the workbook explains how to fill it. */
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
