import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import {
  type listAssignees,
  type listTaskProjects,
  type moveTask,
  type Task,
  type TaskStatus,
  type taskEdit,
  taskFields,
  type taskInput,
} from '@plinth/api/works/tasks'
import { type SqlBool, sql } from 'kysely'
import type { output } from 'zod/v4/core'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type Placed, treePlaces } from '../../kernel/db/tree-places.ts'
import { notFound } from '../../kernel/errors.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { records } from '../../kernel/records/records.ts'
import { statusHistory } from '../../kernel/records/status-history.ts'

const { parentId: _, ...ownFields } = taskFields
export const definition = {
  table: 'tasks' as const,
  fields: Object.keys(ownFields),
  fixed: [
    'tenantId',
    'projectId',
    'parentId',
    'completedBy',
    'approvedBy',
    'approvalDate',
    'isApproved',
    'reviewRequestedBy',
    'reviewRequestedAt',
    'rejectedBy',
    'rejectedAt',
    'estimatedAmount',
    'actualAmount',
  ] as const,
}

/** The progress of the tasks directly below each row of `table`, in per cent; null where none of them counts. */
export const belowProgress = (table: 'tasks' | 'projects') =>
  sql`app.weighted_progress(${sql.join(
    [
      'below_amount_progress',
      'below_estimated_amount',
      'below_amount_tasks',
      'below_progress_with_amount',
      'below_hours_progress',
      'below_estimated_hours',
      'below_hours_tasks',
      'below_progress_with_hours',
      'below_progress',
      'counted_sub_tasks',
    ].map((column) => sql.ref(`${table}.${column}`)),
  )})`

/** The totals of the tasks directly below each row of `table`, in the form of the wire; null where there are none. */
export const rollupOf = (table: 'tasks' | 'projects') => {
  const columnOf = (column: string) => sql.ref(`${table}.${column}`)
  return sql`case when ${columnOf('sub_tasks')} > 0 then jsonb_build_object('tasks', ${columnOf('sub_tasks')},
    'estimatedAmount', ${columnOf('below_estimated_amount')}, 'actualAmount', ${columnOf('below_actual_amount')},
    'estimatedEffortHours', ${columnOf('below_estimated_hours')}, 'actualEffortHours', ${columnOf('below_actual_hours')},
    'progress', coalesce(${belowProgress(table)}, 0),
    'givenStartDate', ${columnOf('below_given_start')}, 'givenEndDate', ${columnOf('below_given_end')},
    'actualStartDate', ${columnOf('below_actual_start')},
    'actualEndDate', case when ${columnOf('ended_sub_tasks')} = ${columnOf('counted_sub_tasks')} then ${columnOf('below_actual_end')} end) end`
}
const contractId = sql`(select p.contract_id from projects p where p.tenant_id = tasks.tenant_id and p.id = tasks.project_id)`

type Stored = Omit<Task, 'hierarchyPath'>
type TaskEdit = Omit<output<typeof taskEdit>, 'parentId'>

const rows = records<Stored>({
  ...definition,
  fixed: [...definition.fixed],
  computed: { contractId, rollup: rollupOf('tasks') },
})
const number = sql`app.task_number(tasks.id)`
const numbered = records<Task>({
  ...definition,
  fixed: [...definition.fixed],
  computed: { contractId, rollup: rollupOf('tasks'), hierarchyPath: number },
})
const findable = { name: rows.column('title'), detail: number, status: rows.column('status') }
export const find: Find = (db, sought) => findIn(db, 'tasks', findable, sought)

export const get = (db: Db, id: string) => numbered.get(db, { id })

/** Every project by its name. Callers who may not view projects get only those with tasks, without their names. */
export async function projects(db: Db): Promise<Answer<typeof listTaskProjects>> {
  const { rows } = await sql<{ id: string; projectName: string | null }>`
    with caller as materialized (select app.may('Projects', 'canView') as views)
    select id, case when views then project_name end as "projectName" from projects, caller
    where deleted_at is null and (views or sub_tasks > 0) order by created_at desc, id desc`.execute(db)
  return rows
}

/** How many live tasks of a project have each status. */
export async function countByStatus(db: Db, projectId: string): Promise<{ status: TaskStatus; count: number }[]> {
  const counts = await sql<{ status: TaskStatus; count: number }>`select status, count(*)::int as count from tasks
    where project_id = ${projectId} and deleted_at is null group by status`.execute(db)
  return counts.rows
}

/** The tasks above a task, from the top down, followed by the task itself. Throws 404. */
export async function branch(db: Db, id: string): Promise<Task[]> {
  const upward = await sql<{ id: string }>`with recursive upward as (
      select t.id, t.parent_id from tasks t where t.id = ${id} and t.deleted_at is null
      union all
      select t.id, t.parent_id from upward u join tasks t on t.id = u.parent_id)
    select id from upward`.execute(db)
  if (upward.rows.length === 0) throw notFound()
  const ids = upward.rows.map((row) => row.id)
  return numbered.list(db, [sql<SqlBool>`${rows.column('id')} = any(${ids}::uuid[])`], {
    field: 'level',
    direction: 'asc',
  })
}

/** Throws 404. */
export async function history(db: Db, id: string) {
  await get(db, id)
  return statusHistory(db, 'tasks', id)
}

const notBelow = messageOf('is the task itself or below it')

/**
 * Locks the project row, so that one transaction at a time writes its tasks: each change updates the sums up to the project, and two
 * concurrent moves could make a cycle. Throws 404.
 */
export async function lockTree(db: Db, projectId: string): Promise<void> {
  const live = await sql`
    select from projects where id = ${projectId} and deleted_at is null for no key update`.execute(db)
  if (live.rows.length === 0) throw notFound()
}

const places = treePlaces({
  table: 'tasks',
  root: 'project_id',
  siblings: (projectId, parentId) => sql`above_id = ${parentId ?? projectId} and deleted_at is null`,
  refusals: {
    otherTree: {
      text: messageOf('The parent task is in another project.'),
      field: messageOf('is in another project'),
    },
    noSibling: {
      text: messageOf('The task to come before is not below that parent.'),
      field: messageOf('is not a sub-task of that parent'),
    },
    beforeItself: { text: messageOf('A task cannot come before itself.'), field: notBelow },
    inItself: { text: messageOf('A task cannot be moved below itself.'), field: notBelow },
  },
})

/** Locks the tree of a task, and returns the place of the task in it. Throws 404. */
async function lockTreeOf(db: Db, id: string): Promise<Placed> {
  await lockTree(db, (await places.placeOf(db, id)).rootId)
  return places.placeOf(db, id)
}

/**
 * Adds a task after its siblings. Throws 404 for an unknown project or parent, 409 below the last level and for an open task below an
 * approved one.
 */
export async function create(db: Db, values: output<typeof taskInput>): Promise<Task> {
  const { projectId } = values
  const parentId = values.parentId ?? null
  await lockTree(db, projectId)
  const place = await places.placeIn(db, projectId, { parentId, beforeId: null })
  const { id } = await rows.insert(db, values, { projectId, parentId, ...place })
  return get(db, id)
}

/**
 * Moves a task to another place in its tree. Throws 404 for an unknown task, parent or sibling, 409 for a place below itself, in
 * another project, too deep, or below an approved task.
 */
export async function move(db: Db, id: string, { parentId, beforeId }: Body<typeof moveTask>): Promise<Task> {
  await places.put(db, id, await lockTreeOf(db, id), { parentId, beforeId: beforeId ?? null })
  return get(db, id)
}

/** Edits a task; a `parentId` other than the stored one moves it after its new siblings. Throws 404, 409 and 412. */
export async function update(db: Db, id: string, edit: output<typeof taskEdit>): Promise<Task> {
  const { parentId } = edit
  const place = await lockTreeOf(db, id)
  await rows.update(db, { id }, edit)
  if (parentId !== undefined && parentId !== place.parentId)
    await places.put(db, id, place, { parentId, beforeId: null })
  return get(db, id)
}

/** Edits a task by what `derive` returns for its stored values, under the lock of its tree. Throws 404, and what `derive` throws. */
export async function revise(db: Db, id: string, derive: (stored: Stored) => TaskEdit): Promise<Task> {
  await lockTreeOf(db, id)
  await rows.update(db, { id }, {}, derive)
  return get(db, id)
}

/** Throws 404 for an unknown task, 409 when it has sub-tasks. */
export async function remove(db: Db, id: string): Promise<void> {
  await lockTreeOf(db, id)
  await rows.remove(db, { id })
}

const reviewers = sql`(select app.holders('Project Tasks', 'canEdit'))`

/** Active users of the tenant, by name. */
export async function assignees(db: Db): Promise<Answer<typeof listAssignees>> {
  const found = await sql<Answer<typeof listAssignees>[number]>`
    select id, username, designation, id in ${reviewers} as "mayReview"
    from users where is_active and deleted_at is null order by username`.execute(db)
  return found.rows
}
