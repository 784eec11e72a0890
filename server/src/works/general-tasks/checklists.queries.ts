import type { ChecklistLineInput, GeneralTaskLine } from '@plinth/api/works/general-tasks'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid, notFound } from '../../kernel/errors.ts'

/** The checklist lines of a task, in their order. */
export async function linesOf(db: Db, taskId: string): Promise<GeneralTaskLine[]> {
  const { rows } = await sql<GeneralTaskLine>`select id, text, is_required as "isRequired", is_done as "isDone"
    from general_task_lines where task_id = ${taskId} and deleted_at is null order by position, id`.execute(db)
  return rows
}

/**
 * Replaces the checklist of a task whose row this transaction has locked. Lines without an id are added unticked, stored lines that
 * are missing here are deleted, and the others keep their ticks. Throws 400 for the id of a line of another task, 409 where the task
 * is done or cancelled.
 */
export async function replaceLines(db: Db, taskId: string, newLines: readonly ChecklistLineInput[]): Promise<void> {
  const own = new Set((await linesOf(db, taskId)).map(({ id }) => id))
  const keptIds = newLines.flatMap(({ id }) => id ?? [])
  if (keptIds.some((id) => !own.has(id))) throw invalid([{ path: 'lines', message: 'must be lines of this task' }])
  await sql`update general_task_lines set deleted_at = now()
    where task_id = ${taskId} and deleted_at is null and id <> all (${keptIds}::uuid[])`.execute(db)
  for (const [at, { id, text, isRequired }] of newLines.entries()) {
    const position = at + 1
    if (id)
      await sql`update general_task_lines set position = ${position}, text = ${text}, is_required = ${isRequired}
        where id = ${id} and (position, text, is_required) is distinct from (${position}::int, ${text}, ${isRequired}::boolean)`.execute(
        db,
      )
    else
      await sql`insert into general_task_lines (task_id, position, text, is_required)
        values (${taskId}, ${position}, ${text}, ${isRequired})`.execute(db)
  }
}

/**
 * Ticks or unticks a line of a task whose row this transaction has locked. Throws 404, and 409 where the task is done or cancelled.
 */
export async function tick(db: Db, taskId: string, lineId: string, isDone: boolean): Promise<void> {
  const { rows } = await sql<{ isDone: boolean }>`select is_done as "isDone" from general_task_lines
    where id = ${lineId} and task_id = ${taskId} and deleted_at is null`.execute(db)
  const [line] = rows
  if (!line) throw notFound()
  if (line.isDone !== isDone)
    await sql`update general_task_lines set is_done = ${isDone} where id = ${lineId}`.execute(db)
}
