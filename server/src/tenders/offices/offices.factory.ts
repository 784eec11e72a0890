import type { CallInput } from '@plinth/api/kernel/client'
import { createOffice, type Office } from '@plinth/api/tenders/offices'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type OfficeBody = CallInput<typeof createOffice>['body']

let count = 0

/** An office as a form would send it. */
export function officeBody(fields: Partial<OfficeBody> = {}): OfficeBody {
  count += 1
  return { department: 'Public Works Department', name: `Division ${count}`, ...fields }
}

export const newOffice = (by: Client, fields: Partial<OfficeBody> = {}): Promise<Office> =>
  by.ok(createOffice, { body: officeBody(fields) })

export const testInputs: TestInputs = {
  make: { offices: async ({ owner }) => (await newOffice(owner)).id },
  searched: {
    filterOffices: async ({ owner }, key) => {
      const designation = 'Section engineer'
      const { id } = await newOffice(owner, { department: `Railways ${key}`, name: `Yard ${key}`, designation })
      return { id, words: `SECTION ${key}` }
    },
  },
  found: {
    offices: async ({ owner }, word) => {
      const name = `Division ${word}`
      await newOffice(owner, { name, designation: 'Chief Engineer', department: 'Irrigation' })
      return { name, detail: 'Chief Engineer, Irrigation', status: null }
    },
  },
  bodies: { createOffice: () => officeBody() },
}

/** Rows for the upgrade test, in the tables of the named migrations. */
export const upgradeRows: UpgradeRows = {
  '0027_offices.sql': () => `
    ${within(company.id)}
    insert into offices (department, name, designation) values ('Public Works', 'Division I, Alibag', 'Executive Engineer');`,
}
