import { requestOf } from '@plinth/api/kernel/client'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { exportTasks, uploadTasks } from '@plinth/api/works/task-sheets'
import { filterTasks, type TaskNode } from '@plinth/api/works/tasks'
import { fileOf } from '../../platform/contract-imports/contract-imports.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import { type Client, newCompany, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'

export type Content = Parameters<typeof fileOf>[0]
export type Owner = Awaited<ReturnType<Awaited<ReturnType<typeof newCompany>>['as']>>

/** A company, its owner with every permission, and a project. */
export async function newTree(server: TestServer) {
  const company = await newCompany(server)
  const owner = await company.as()
  return { company, owner, projectId: (await newProject(owner)).id }
}

export const uploadSheet = (
  by: Client,
  projectId: string,
  content: Content,
  dryRun?: 'true',
): Promise<Answer<typeof uploadTasks>> =>
  by.ok(uploadTasks, { query: { projectId, ...(dryRun && { dryRun }) }, body: fileOf(content, 'tasks.csv') })

const flatten = (nodes: readonly TaskNode[]): TaskNode[] => nodes.flatMap((node) => [node, ...flatten(node.children)])

/** The tasks of a project in the order of their numbers. */
export const tasksOf = async (by: Client, projectId: string): Promise<TaskNode[]> =>
  flatten(await by.ok(filterTasks, { body: { projectId } }))

/** The sheet that a project is exported as, in bytes. */
export async function exported(server: TestServer, { session }: Owner, projectId: string, format: 'csv' | 'xlsx') {
  const { url } = requestOf(exportTasks, { query: { projectId, format } })
  const response = await fetch(server.url + url, { headers: { authorization: `Bearer ${session.accessToken}` } })
  if (!response.ok) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}

export const testInputs: TestInputs = {
  bodies: { uploadTasks: () => fileOf('Number,Title\n1,Task of the matrix\n', 'tasks.csv') },
  queries: {
    exportTasks: ({ projects }) => ({ projectId: projects, format: 'csv' }),
    uploadTasks: ({ projects }) => ({ projectId: projects }),
  },
}
