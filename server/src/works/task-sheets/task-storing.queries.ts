import type { Message } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import { type Db } from '../../kernel/db/tenancy.ts'
import { positionGap } from '../../kernel/db/tree-places.ts'
import { tryInsert } from '../../kernel/db/try-insert.ts'
import { AppError } from '../../kernel/errors.ts'
import { columnName } from '../../kernel/records/row-writer.ts'
import { byLevel, levelOf, type PlannedTask, parentOf, type StoredTask, stepsOf } from './plan.rules.ts'
import { taskFieldNames } from './task-sheets.rules.ts'

const columnNames = taskFieldNames.map((name) => [name, columnName(name)] as const)
const columns = columnNames.map(([, column]) => sql.id(column))
const columnValuesOf = ({ values }: PlannedTask) =>
  Object.fromEntries(columnNames.map(([name, column]) => [column, values[name] ?? null]))

const batchSize = 500

function* batchesOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize)
}

/** Thrown when only the database rejected rows: nothing of the sheet is stored. */
export class RowsRejected extends Error {
  readonly rows: { task: PlannedTask; message: Message }[]
  constructor(rows: RowsRejected['rows']) {
    super('rows were refused')
    this.rows = rows
  }
}

/**
 * Stores rows together; if that is rejected, finds the rows at fault. Throws RowsRejected, or the original error if each row alone is
 * accepted.
 */
async function storeAll<P extends PlannedTask, T>(
  db: Db,
  tasks: readonly P[],
  store: (some: readonly P[]) => Promise<T>,
) {
  const together = await tryInsert(db, () => store(tasks))
  if (!(together instanceof AppError)) return together
  const rejected: RowsRejected['rows'] = []
  for (const task of tasks) {
    const result = await tryInsert(db, () => store([task]))
    if (result instanceof AppError) rejected.push({ task, message: result.sentence })
  }
  throw rejected.length > 0 ? new RowsRejected(rejected) : together
}

async function storeChanges(db: Db, tasks: readonly PlannedTask[]): Promise<void> {
  const values = tasks.map((task) => ({ id: task.stored?.id, ...columnValuesOf(task) }))
  const assignments = columns.map((column) => sql`${column} = g.${column}`)
  await sql`update tasks t set ${sql.join(assignments)}
    from jsonb_populate_recordset(null::tasks, ${JSON.stringify(values)}::jsonb) g where t.id = g.id`.execute(db)
}

export async function changeTasks(db: Db, changed: readonly PlannedTask[]): Promise<void> {
  for (const step of stepsOf(changed))
    for (const batch of batchesOf(step)) await storeAll(db, batch, (tasks) => storeChanges(db, tasks))
}

interface NewTask extends PlannedTask {
  parentId: string | null
  position: number
}

/** Stores new tasks of one level; returns their ids by their numbers. */
async function insertTasks(db: Db, projectId: string, tasks: readonly NewTask[]): Promise<Map<string, string>> {
  const values = tasks.map((task) => ({
    parent_id: task.parentId,
    level: levelOf(task.number),
    position: task.position,
    ...columnValuesOf(task),
  }))
  const stored = await sql<{ at: number; id: string }>`with given as materialized (
      select uuidv7() as new_id, r.* from jsonb_populate_recordset(null::tasks, ${JSON.stringify(values)}::jsonb)
        with ordinality as r
    ), stored as (
      insert into tasks (id, project_id, parent_id, level, position, ${sql.join(columns)})
      select new_id, ${projectId}::uuid, parent_id, level, position, ${sql.join(columns)} from given order by ordinality
    ) select ordinality as at, new_id as id from given`.execute(db)
  return new Map(stored.rows.map(({ at, id }) => [tasks[at - 1]?.number ?? '', id]))
}

/** Adds tasks from the top level down, after the siblings that exist, in the order of their numbers. Returns all ids by number. */
export async function addTasks(db: Db, projectId: string, added: readonly PlannedTask[], tasks: readonly StoredTask[]) {
  const ids = new Map(tasks.map(({ number, id }) => [number, id]))
  const last = await sql<{ parentId: string | null; position: number }>`select parent_id as "parentId",
    max(position) as position from tasks where project_id = ${projectId} and deleted_at is null group by 1`.execute(db)
  const positions = new Map(last.rows.map(({ parentId, position }) => [parentId, position]))
  const levels = Map.groupBy(added.toSorted(byLevel), ({ number }) => levelOf(number))
  for (const level of levels.values())
    for (const batch of batchesOf(level)) {
      const newTasks = batch.map((task): NewTask => {
        const parentId = ids.get(parentOf(task.number)) ?? null
        const position = (positions.get(parentId) ?? 0) + positionGap
        positions.set(parentId, position)
        return { ...task, parentId, position }
      })
      const stored = await storeAll(db, newTasks, (some) => insertTasks(db, projectId, some))
      for (const [number, id] of stored) ids.set(number, id)
    }
  return ids
}
