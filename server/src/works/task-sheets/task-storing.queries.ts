import type { Message } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import { type Db } from '../../kernel/db/tenancy.ts'
import { positionGap } from '../../kernel/db/tree-places.ts'
import { tryInsert } from '../../kernel/db/try-insert.ts'
import { AppError } from '../../kernel/errors.ts'
import { columnName } from '../../kernel/records/row-writer.ts'
import { above, byLevel, levelOf, type PlannedTask, type StoredTask, stepsOf } from './plan.rules.ts'
import { taskFieldNames } from './task-sheets.rules.ts'

const columnNames = taskFieldNames.map((name) => [name, columnName(name)] as const)
const columns = columnNames.map(([, column]) => sql.id(column))
const inColumns = ({ values }: PlannedTask) =>
  Object.fromEntries(columnNames.map(([name, column]) => [column, values[name] ?? null]))

const batchSize = 500

function* batchesOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize)
}

/** Rows that only the database refused: nothing of the sheet is stored. */
export class RowsRefused extends Error {
  readonly rows: { task: PlannedTask; said: Message }[]
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
  const together = await tryInsert(db, () => store(tasks))
  if (!(together instanceof AppError)) return together
  const refused: RowsRefused['rows'] = []
  for (const task of tasks) {
    const alone = await tryInsert(db, () => store([task]))
    if (alone instanceof AppError) refused.push({ task, said: alone.sentence })
  }
  throw refused.length > 0 ? new RowsRefused(refused) : together
}

async function storeChanges(db: Db, tasks: readonly PlannedTask[]): Promise<void> {
  const given = tasks.map((task) => ({ id: task.stored?.id, ...inColumns(task) }))
  const assignments = columns.map((column) => sql`${column} = g.${column}`)
  await sql`update tasks t set ${sql.join(assignments)}
    from jsonb_populate_recordset(null::tasks, ${JSON.stringify(given)}::jsonb) g where t.id = g.id`.execute(db)
}

export async function changeTasks(db: Db, changed: readonly PlannedTask[]): Promise<void> {
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

/** From the top down, each level behind the siblings that are there, in the order of the numbers. Returns the ids by the numbers. */
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
        const position = (positions.get(parentId) ?? 0) + positionGap
        positions.set(parentId, position)
        return { ...task, parentId, position }
      })
      const made = await storeAll(db, placed, (some) => insertTasks(db, projectId, some))
      for (const [number, id] of made) ids.set(number, id)
    }
  return ids
}
