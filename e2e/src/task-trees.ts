import { createProject } from '@plinth/api/works/projects'
import { createTask, filterTasks, type TaskNode } from '@plinth/api/works/tasks'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { eventually, treeRows } from './screen.ts'

/** The address of a project's task tree. */
export const tree = (projectId: string) => `/project-tasks?projectId=${projectId}`

/** The row of a task by its title. */
export const rowOf = (page: Page, name: string) =>
  page
    .getByRole('treegrid', { name: 'Tasks' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

/** The tree that every test starts from: the parent of each task by its title. */
const plan = {
  Footing: null,
  Trench: 'Footing',
  Shoring: 'Trench',
  Planks: 'Shoring',
  Nails: 'Planks',
  Pump: 'Footing',
  Hose: 'Pump',
  Frame: null,
} as const
export type Title = keyof typeof plan
/** Its rows, with the number of each. */
export const numbers = [
  '1 Footing',
  '1.1 Trench',
  '1.1.1 Shoring',
  '1.1.1.1 Planks',
  '1.1.1.1.1 Nails',
  '1.2 Pump',
  '1.2.1 Hose',
  '2 Frame',
]

/** Creates a project with this tree; returns the id of each task by its title. */
export async function newTree(owner: Client, projectName: string) {
  const { id: projectId } = await owner.ok(createProject, { body: { projectName } })
  const ids: Partial<Record<Title, string>> = {}
  for (const [name, parent] of Object.entries(plan) as [Title, Title | null][]) {
    const body = { projectId, title: name, parentId: parent === null ? null : ids[parent] }
    ids[name] = (await owner.ok(createTask, { body })).id
  }
  return { projectId, ids: ids as Record<Title, string> }
}

/** Creates such a project and opens its tree. */
export async function openTree(page: Page, owner: Client, projectName: string) {
  const created = await newTree(owner, projectName)
  await page.goto(tree(created.projectId))
  await eventually(() => treeRows(page)).toEqual(numbers)
  return created
}

const flat = (nodes: TaskNode[]): string[] =>
  nodes.flatMap(({ hierarchyPath, title: name, children }) => [`${hierarchyPath} ${name}`, ...flat(children)])

/** The rows of the tree as the server has them. */
export const stored = async (owner: Client, projectId: string) =>
  flat(await owner.ok(filterTasks, { body: { projectId } }))
