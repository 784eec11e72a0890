import type { CallInput } from '@plinth/api/kernel/client'
import { createProject, type Project } from '@plinth/api/works/projects'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type ProjectBody = CallInput<typeof createProject>['body']

/** A project without a contract. */
export const projectBody = (overrides: Partial<ProjectBody> = {}): ProjectBody => ({
  projectName: 'Canal lining',
  ...overrides,
})

export const newProject = (by: Client, overrides: Partial<ProjectBody> = {}): Promise<Project> =>
  by.ok(createProject, { body: projectBody(overrides) })

export const testInputs: TestInputs = {
  make: { projects: async ({ owner }) => (await newProject(owner)).id },
  found: {
    projects: async ({ owner }, word) => {
      const name = `Canal ${word}`
      await newProject(owner, { projectName: name, contractBidId: 'B/7' })
      return { name, detail: 'B/7', status: 'DRAFT' }
    },
  },
  bodies: { createProject: () => projectBody() },
}

/** Rows in the tables of these migrations, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0004_projects.sql': () => `
    ${within(company.id)}
    insert into projects (id, contract_id, project_name, status) values ('${company.project}', '${company.awarded}', 'SH-4', 'IN_PROGRESS');`,
}
