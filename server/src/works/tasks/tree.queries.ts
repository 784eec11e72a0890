import type { Body } from '@plinth/api/kernel/endpoint'
import { type countTasks, type filterTasks, type Task, type TaskNode, task } from '@plinth/api/works/tasks'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { JsonText } from '../../kernel/http/json-text.ts'
import {
  type Condition,
  contains,
  equals,
  matches,
  oneOf,
  onOrAfter,
  onOrBefore,
} from '../../kernel/records/conditions.ts'
import { everyRule } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { taskQuickRules } from './task-quick-filters.queries.ts'
import { definition, rollupOf } from './tasks.queries.ts'
import { buildTrees } from './tasks.rules.ts'

const tasks = records<Omit<Task, 'hierarchyPath'>>({
  ...definition,
  fixed: [...definition.fixed],
  computed: { contractId: sql.ref('p.contract_id'), rollup: rollupOf('tasks') },
  joined: sql`join projects p on p.tenant_id = tasks.tenant_id and p.id = tasks.project_id`,
})
const { column } = tasks
const answers = tasks.written(task, ['hierarchyPath'])
const bySiblings = { field: 'position', direction: 'asc' } as const

/** The trees of the tasks that meet a condition, reduced to the wanted tasks and those above them; built as JSON text. */
async function treesOf(db: Db, where: Condition, isWanted: (id: string) => boolean): Promise<JsonText<TaskNode[]>> {
  const found = await answers.cells(db, [where], bySiblings)
  const placedRows = found.map((cells) => ({
    cells,
    id: cells[answers.at('id')] ?? '',
    parentId: cells[answers.at('parentId')] ?? null,
    projectId: cells[answers.at('projectId')] ?? '',
  }))
  const trees = buildTrees(placedRows, isWanted)
  return new JsonText(() => {
    const text: string[] = []
    const write = (nodes: typeof trees) =>
      nodes.forEach(({ row, hierarchyPath, children }, at) => {
        text.push(at === 0 ? '' : ',', answers.write(row.cells), `,"hierarchyPath":"${hierarchyPath}","children":[`)
        write(children)
        text.push(']}')
      })
    write(trees)
    return `[${text.join('')}]`
  })
}

function conditionsOf(filter: Body<typeof countTasks>) {
  const conditions = [
    matches([column('title'), column('description'), column('taskType')], filter.search),
    ...everyRule(taskQuickRules, filter.quickFilters),
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

/** The tasks that match, each with the tasks above it; the whole tree without a filter. */
export async function search(db: Db, filter: Body<typeof filterTasks>): Promise<JsonText<TaskNode[]>> {
  const inProject = equals(column('projectId'), filter.projectId)
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return treesOf(db, inProject, () => true)
  const live = sql<SqlBool>`deleted_at is null`
  const matching = await sql<{ id: string; projectId: string }>`select id, project_id as "projectId" from tasks
    where ${sql.join([live, ...(inProject ? [inProject] : []), ...conditions], sql` and `)}`.execute(db)
  const wanted = new Set(matching.rows.map((row) => row.id))
  const projects = [...new Set(matching.rows.map((row) => row.projectId))]
  return treesOf(db, sql<SqlBool>`${column('projectId')} = any(${projects}::uuid[])`, (id) => wanted.has(id))
}

/** How many tasks of a search match each quick filter. */
export const counts = (db: Db, filter: Body<typeof countTasks>) =>
  tasks.counts(db, [equals(column('projectId'), filter.projectId), ...conditionsOf(filter)], taskQuickRules)

/** Every task of a project, in the order of their numbers. */
export async function listInOrder(db: Db, projectId: string): Promise<Task[]> {
  const inProject = sql<SqlBool>`${column('projectId')} = ${projectId}`
  const trees = buildTrees(await tasks.list(db, [inProject], bySiblings), () => true)
  const inOrder = (nodes: typeof trees): Task[] =>
    nodes.flatMap(({ row, hierarchyPath, children }) => [{ ...row, hierarchyPath }, ...inOrder(children)])
  return inOrder(trees)
}
