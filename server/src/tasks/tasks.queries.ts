import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type filterTasks,
  type Task,
  type TaskNode,
  type taskEdit,
  taskFields,
  type taskInput,
} from '@plinth/api/tasks'
import { type SqlBool, sql } from 'kysely'
import type { output } from 'zod/v4/core'
import { contains, equals, oneOf, onOrAfter, onOrBefore } from '../kernel/conditions.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import { records } from '../kernel/records.ts'
import type { Db } from '../kernel/tenancy.ts'
import { buildTrees, type TaskRow } from './tasks.rules.ts'

const { parentId: _, ...ownFields } = taskFields
const definition = {
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
  ] as const,
}
const contractId = sql`(select p.contract_id from projects p where p.tenant_id = tasks.tenant_id and p.id = tasks.project_id)`

const rows = records<TaskRow>({ ...definition, fixed: [...definition.fixed], computed: { contractId } })
const numbered = records<Task>({
  ...definition,
  fixed: [...definition.fixed],
  computed: { contractId, hierarchyPath: sql`app.task_number(tasks.id)` },
})
const { column } = rows

function conditionsOf(filter: Body<typeof filterTasks>) {
  const conditions = [
    contains(column('title'), filter.title),
    contains(column('description'), filter.description),
    contains(column('taskType'), filter.taskType),
    oneOf(column('status'), filter.status),
    oneOf(column('priority'), filter.priority),
    equals(column('assignedTo'), filter.assignedTo),
    onOrAfter(column('givenStartDate'), filter.givenStartDate),
    onOrBefore(column('givenEndDate'), filter.givenEndDate),
  ]
  return conditions.filter((condition) => condition !== undefined)
}

/** The tasks that match, each with the tasks above it; the whole tree when nothing is asked for. */
export async function search(db: Db, filter: Body<typeof filterTasks>): Promise<TaskNode[]> {
  const inProject = equals(column('projectId'), filter.projectId)
  const bySiblings = { field: 'position', direction: 'asc' } as const
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return buildTrees(await rows.list(db, [inProject], bySiblings), () => true)
  const live = sql<SqlBool>`deleted_at is null`
  const matching = await sql<{ id: string; projectId: string }>`select id, project_id as "projectId" from tasks
    where ${sql.join([live, ...(inProject ? [inProject] : []), ...conditions], sql` and `)}`.execute(db)
  const wanted = new Set(matching.rows.map((row) => row.id))
  const projects = [...new Set(matching.rows.map((row) => row.projectId))]
  const inTheirProjects = sql<SqlBool>`${column('projectId')} = any(${projects}::uuid[])`
  return buildTrees(await rows.list(db, [inTheirProjects], bySiblings), (id) => wanted.has(id))
}

export const get = (db: Db, id: string) => numbered.get(db, { id })

/** Waits until nobody else changes the shape of the project's tree. Throws 404. */
async function lockTree(db: Db, projectId: string): Promise<void> {
  const locked =
    await sql`select 1 from projects where id = ${projectId} and deleted_at is null for no key update`.execute(db)
  if (locked.rows.length === 0) throw notFound()
}

interface Place {
  parent_id: string | null
  level: number
  position: number
}

/** The last place below a parent (null: the top). Throws 404 for no such parent, 409 for one in another project. */
async function lastPlace(db: Db, projectId: string, parentId: string | null): Promise<Place> {
  const parent = parentId
    ? await sql<{ projectId: string; level: number }>`
    select project_id as "projectId", level from tasks where id = ${parentId} and deleted_at is null`.execute(db)
    : undefined
  const above = parent?.rows[0]
  if (parentId && !above) throw notFound()
  if (above && above.projectId !== projectId)
    throw conflict('The parent task is in another project.', [{ path: 'parentId', message: 'is in another project' }])
  const last = await sql<{ position: number }>`select coalesce(max(position), 0) + 1 as position from tasks
    where project_id = ${projectId} and parent_id is not distinct from ${parentId}`.execute(db)
  return { parent_id: parentId, level: above ? above.level + 1 : 0, position: last.rows[0]?.position ?? 1 }
}

/** Adds a task at the end of its siblings. Throws 404 for an unknown project or parent, 409 below the last level. */
export async function create(db: Db, values: output<typeof taskInput>): Promise<Task> {
  const { projectId, parentId } = values
  await lockTree(db, projectId)
  const { parent_id, level, position } = await lastPlace(db, projectId, parentId ?? null)
  const { id } = await rows.insert(db, values, { projectId, parentId: parent_id, level, position })
  return get(db, id)
}

/** Every task of the subtree, itself first, deleted ones included: their keys name the level of their parent too. */
const subtree = (id: string) => sql`below as (
  select id, 0 as depth from tasks where id = ${id}
  union all
  select t.id, b.depth + 1 from tasks t join below b on t.parent_id = b.id)`

/** Moves a task with all below it. Throws 409 for a place below itself, in another project or too deep. */
async function move(db: Db, task: TaskRow, parentId: string | null): Promise<void> {
  const within = await sql`with recursive ${subtree(task.id)} select id from below where id = ${parentId}`.execute(db)
  if (within.rows.length > 0)
    throw conflict('A task cannot be moved below itself.', [
      { path: 'parentId', message: 'is the task itself or below it' },
    ])
  const place = await lastPlace(db, task.projectId, parentId)
  await sql`with recursive ${subtree(task.id)}
    update tasks t set level = ${place.level}::int + b.depth,
      parent_id = case when t.id = ${task.id} then ${place.parent_id}::uuid else t.parent_id end,
      position = case when t.id = ${task.id} then ${place.position}::bigint else t.position end
    from below b where t.id = b.id`.execute(db)
}

/** Changes a task; a `parentId` other than the stored one moves it. Throws 404, 409 and 412. */
export async function update(db: Db, id: string, edit: output<typeof taskEdit>): Promise<Task> {
  const { parentId } = edit
  if (parentId !== undefined) await lockTree(db, (await rows.get(db, { id })).projectId)
  const task = await rows.update(db, { id }, edit)
  if (parentId !== undefined && parentId !== task.parentId) await move(db, task, parentId)
  return get(db, id)
}

/** Throws 404 when it is not there, 409 when it has sub-tasks. */
export const remove = (db: Db, id: string) => rows.remove(db, { id })

/** Active people of the tenant, by name. */
export const assignees = (db: Db) =>
  db
    .selectFrom('users')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('username')
    .select(['id', 'username', 'designation'])
    .execute()
