import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import {
  type listTaskProjects,
  type moveTask,
  type Task,
  type TaskStatus,
  type taskEdit,
  taskFields,
  type taskInput,
} from '@plinth/api/tasks'
import { type SqlBool, sql } from 'kysely'
import type { output } from 'zod/v4/core'
import { conflict, notFound } from '../kernel/errors.ts'
import { type Find, findIn } from '../kernel/found-records.ts'
import { records } from '../kernel/records.ts'
import { statusHistory } from '../kernel/status-history.ts'
import type { Db } from '../kernel/tenancy.ts'

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

/** How far the tasks directly below each row of `table` are, in per cent; null where none of them counts. */
export const belowProgress = (table: 'tasks' | 'projects') =>
  sql`app.weighted_progress(${sql.join(
    [
      'below_amount_progress',
      'below_estimated_amount',
      'below_hours_progress',
      'below_estimated_hours',
      'below_progress',
      'counted_sub_tasks',
    ].map((column) => sql.ref(`${table}.${column}`)),
  )})`

/** What the tasks directly below each row of `table` come to, as the wire has it; null where there are none. */
export const rollupOf = (table: 'tasks' | 'projects') => {
  const held = (column: string) => sql.ref(`${table}.${column}`)
  return sql`case when ${held('sub_tasks')} > 0 then jsonb_build_object('tasks', ${held('sub_tasks')},
    'estimatedAmount', ${held('below_estimated_amount')}, 'actualAmount', ${held('below_actual_amount')},
    'estimatedEffortHours', ${held('below_estimated_hours')}, 'actualEffortHours', ${held('below_actual_hours')},
    'progress', coalesce(${belowProgress(table)}, 0),
    'givenStartDate', ${held('below_given_start')}, 'givenEndDate', ${held('below_given_end')},
    'actualStartDate', ${held('below_actual_start')},
    'actualEndDate', case when ${held('ended_sub_tasks')} = ${held('counted_sub_tasks')} then ${held('below_actual_end')} end) end`
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

/** Every project by its name; for who may not view projects, those with tasks, and null for their names. */
export async function projects(db: Db): Promise<Answer<typeof listTaskProjects>> {
  const { rows } = await sql<{ id: string; projectName: string | null }>`
    with caller as materialized (select app.may('Projects', 'canView') as views)
    select id, case when views then project_name end as "projectName" from projects, caller
    where deleted_at is null and (views or sub_tasks > 0) order by created_at desc, id desc`.execute(db)
  return rows
}

/** How many live tasks of a project have each status. */
export async function countByStatus(db: Db, projectId: string): Promise<{ status: TaskStatus; count: number }[]> {
  const counted = await sql<{ status: TaskStatus; count: number }>`select status, count(*)::int as count from tasks
    where project_id = ${projectId} and deleted_at is null group by status`.execute(db)
  return counted.rows
}

/** The tasks above a task, from the top down, and the task itself. Throws 404. */
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

const notBelow = { path: 'parentId', message: 'is the task itself or below it' }

/**
 * Waits until nobody else writes a task of the project: what each of them changes climbs to the project, and two trees
 * that change their shape at once could become one that is none. Throws 404.
 */
export async function lockTree(db: Db, projectId: string): Promise<void> {
  const live = db.selectFrom('projects').select('id').where('id', '=', projectId).where('deleted_at', 'is', null)
  if (!(await live.forNoKeyUpdate().executeTakeFirst())) throw notFound()
}

interface Placed {
  projectId: string
  parentId: string | null
  level: number
  position: number
}

/** Where a task stands. Throws 404. */
async function placeOf(db: Db, id: string): Promise<Placed> {
  const place = await db
    .selectFrom('tasks')
    .select(['project_id as projectId', 'parent_id as parentId', 'level', 'position'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!place) throw notFound()
  return place
}

/** Holds the tree that a task is in, and answers where in it the task stands. Throws 404. */
async function lockTreeOf(db: Db, id: string): Promise<Placed> {
  await lockTree(db, (await placeOf(db, id)).projectId)
  return placeOf(db, id)
}

/** The level below a parent (null: the top). Throws 404 for no such parent, 409 for one in another project. */
async function levelBelow(db: Db, projectId: string, parentId: string | null): Promise<number> {
  if (!parentId) return 0
  const parent = await placeOf(db, parentId)
  if (parent.projectId === projectId) return parent.level + 1
  throw conflict('The parent task is in another project.', [{ path: 'parentId', message: 'is in another project' }])
}

/** Between two places there is room for twenty more, one after another; then the siblings are set apart anew. */
export const apart = 2 ** 20

const siblings = (projectId: string, parentId: string | null) =>
  sql`above_id = ${parentId ?? projectId} and deleted_at is null`

/** The place behind all siblings. */
export async function lastPosition(db: Db, projectId: string, parentId: string | null): Promise<number> {
  const last = await sql<{
    position: number
  }>`select coalesce(max(position), 0) + ${apart}::bigint as position from tasks
    where ${siblings(projectId, parentId)}`.execute(db)
  return last.rows[0]?.position ?? apart
}

/** The place right before a sibling. Throws 404 for no such task, 409 for one that is no sub-task of the parent. */
async function positionBefore(db: Db, place: Placed, beforeId: string): Promise<number> {
  const { projectId, parentId } = place
  const before = await placeOf(db, beforeId)
  if (before.projectId !== projectId || before.parentId !== parentId)
    throw conflict('The task to come before is not below that parent.', [
      { path: 'beforeId', message: 'is not a sub-task of that parent' },
    ])
  const found = await sql<{ position: number | null }>`select max(position) as position from tasks
    where ${siblings(projectId, parentId)} and (position, id) < (${before.position}::bigint, ${beforeId}::uuid)`.execute(
    db,
  )
  const after = found.rows[0]?.position ?? before.position - 2 * apart
  const between = Math.floor((after + before.position) / 2)
  if (between > after) return between
  await sql`update tasks t set position = s.place * ${apart}::bigint from (
      select id, row_number() over (order by position, id) as place from tasks where ${siblings(projectId, parentId)}) s
    where t.id = s.id and t.position <> s.place * ${apart}::bigint`.execute(db)
  return positionBefore(db, place, beforeId)
}

/**
 * Adds a task at the end of its siblings. Throws 404 for an unknown project or parent, 409 below the last level and for an
 * open task below an approved one.
 */
export async function create(db: Db, values: output<typeof taskInput>): Promise<Task> {
  const { projectId } = values
  const parentId = values.parentId ?? null
  await lockTree(db, projectId)
  const level = await levelBelow(db, projectId, parentId)
  const position = await lastPosition(db, projectId, parentId)
  const { id } = await rows.insert(db, values, { projectId, parentId, level, position })
  return get(db, id)
}

/** Every task of the subtree, itself first, deleted ones included: their keys name the level of their parent too. */
const subtree = (id: string) => sql`below as (
  select id, 0 as depth from tasks where id = ${id}
  union all
  select t.id, b.depth + 1 from tasks t join below b on t.parent_id = b.id)`

interface Target {
  parentId: string | null
  /** The sibling it comes before; null for the last place. */
  beforeId: string | null
}

/** Moves a task of a locked tree, with all below it. */
async function put(db: Db, id: string, from: Placed, { parentId, beforeId }: Target): Promise<void> {
  if (beforeId === id) throw conflict('A task cannot come before itself.', [{ ...notBelow, path: 'beforeId' }])
  const within = await sql`with recursive ${subtree(id)} select id from below where id = ${parentId}`.execute(db)
  if (within.rows.length > 0) throw conflict('A task cannot be moved below itself.', [notBelow])
  const level = await levelBelow(db, from.projectId, parentId)
  const position = beforeId
    ? await positionBefore(db, { ...from, parentId }, beforeId)
    : await lastPosition(db, from.projectId, parentId)
  await sql`with recursive ${subtree(id)}
    update tasks t set level = ${level}::int + b.depth,
      parent_id = case when t.id = ${id} then ${parentId}::uuid else t.parent_id end,
      position = case when t.id = ${id} then ${position}::bigint else t.position end
    from below b where t.id = b.id and (t.id = ${id} or ${level} <> ${from.level})`.execute(db)
}

/**
 * Puts a task to another place of its tree. Throws 404 for an unknown task, parent or sibling, 409 for a place below
 * itself, in another project, too deep, or below an approved task.
 */
export async function move(db: Db, id: string, { parentId, beforeId }: Body<typeof moveTask>): Promise<Task> {
  await put(db, id, await lockTreeOf(db, id), { parentId, beforeId: beforeId ?? null })
  return get(db, id)
}

/** Changes a task; a `parentId` other than the stored one moves it behind its new siblings. Throws 404, 409 and 412. */
export async function update(db: Db, id: string, edit: output<typeof taskEdit>): Promise<Task> {
  const { parentId } = edit
  const place = await lockTreeOf(db, id)
  await rows.update(db, { id }, edit)
  if (parentId !== undefined && parentId !== place.parentId) await put(db, id, place, { parentId, beforeId: null })
  return get(db, id)
}

/** Changes a task by what `derive` makes of it as it is stored, with nobody in between. Throws 404, and what `derive` throws. */
export async function revise(db: Db, id: string, derive: (stored: Stored) => TaskEdit): Promise<Task> {
  await lockTreeOf(db, id)
  await rows.update(db, { id }, {}, derive)
  return get(db, id)
}

/** Throws 404 when it is not there, 409 when it has sub-tasks. */
export async function remove(db: Db, id: string): Promise<void> {
  await lockTreeOf(db, id)
  await rows.remove(db, { id })
}

const reviewers = sql`(select app.holders('Project Tasks', 'canEdit'))`

/** Active people of the tenant, by name. */
export const assignees = (db: Db) =>
  db
    .selectFrom('users')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('username')
    .select(['id', 'username', 'designation', sql<boolean>`id in ${reviewers}`.as('mayReview')])
    .execute()
