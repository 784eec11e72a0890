import type { CallInput } from '@plinth/api/kernel/client'
import { createSite, type Site } from '@plinth/api/works/sites'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'

type SiteBody = CallInput<typeof createSite>['body']

let count = 0

/** The fields of a site as a form would send them, without the project. */
export function siteFieldsOf(fields: Partial<SiteBody> = {}): Omit<SiteBody, 'projectId'> {
  count += 1
  return { name: `Site ${count}`, ...fields }
}

/** A site; created with a new project unless the fields name one. */
export async function newSite(by: Client, fields: Partial<SiteBody> = {}): Promise<Site> {
  const projectId = fields.projectId ?? (await newProject(by)).id
  return by.ok(createSite, { body: { ...siteFieldsOf(fields), projectId } })
}

export const testInputs: TestInputs = {
  make: { sites: async ({ owner }) => (await newSite(owner)).id },
  searched: {
    filterSites: async ({ owner }, key) => {
      const { id: projectId } = await newProject(owner, { projectName: 'Causeway' })
      const { id } = await newSite(owner, { projectId, name: `Ghat ${key}`, remarks: 'Laterite' })
      return { id, words: `LATERITE ghat causeway ${key}` }
    },
  },
  found: {
    sites: async ({ owner }, word) => {
      const { id: projectId, projectName } = await newProject(owner)
      const { name } = await newSite(owner, { projectId, name: `Ghat ${word}` })
      return { name, detail: projectName, status: null }
    },
  },
  bodies: { createSite: ({ projects: projectId = '' }) => ({ ...siteFieldsOf(), projectId }) },
}

/** Rows for the upgrade test, in the tables of the named migrations. */
export const upgradeRows: UpgradeRows = {
  '0074_sites.sql': () => `
    ${within(company.id)}
    insert into sites (name, project_id, state, weekly_off, shift_hours) values ('Ghat', '${company.project}', '29', 'SUNDAY', 8.5);`,
}
