import type { CallInput } from '@plinth/api/kernel/client'
import { createProject, type Project } from '@plinth/api/projects'
import type { Aims } from '../test-aims.ts'
import type { Client } from '../test-server.ts'

type ProjectBody = CallInput<typeof createProject>['body']

/** A project that has no contract. */
export const projectBody = (given: Partial<ProjectBody> = {}): ProjectBody => ({
  projectName: 'Canal lining',
  ...given,
})

export const newProject = (by: Client, given: Partial<ProjectBody> = {}): Promise<Project> =>
  by.ok(createProject, { body: projectBody(given) })

export const aims: Aims = {
  make: { projects: async ({ owner }) => (await newProject(owner)).id },
  bodies: { createProject: () => projectBody() },
}
