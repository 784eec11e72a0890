import { siteInput } from '@plinth/api/works/sites'
import type { Db } from '../../kernel/db/tenancy.ts'
import * as projects from '../projects/projects.queries.ts'
import { create } from './sites.queries.ts'

/** The sites of the sample's projects, by the indents of their contracts. */
const sampleSites = [
  {
    indent: 1214,
    name: 'Hassan bypass yard',
    weeklyOff: 'SUNDAY',
    shiftHours: 8.5,
    remarks: 'Hot mix plant and stores',
  },
  {
    indent: 884,
    name: 'Bridge yard, left bank',
    shiftHours: 10,
    remarks: 'Girders are cast here: work goes on every day',
  },
] as const

/** Adds the sites of two projects of the sample company. */
export async function addSampleSites(db: Db, contracts: ReadonlyMap<number, string>): Promise<void> {
  for (const { indent, ...fields } of sampleSites) {
    const [project] = await projects.search(db, { contractId: contracts.get(indent) })
    await create(db, siteInput.parse({ projectId: project?.id, state: '29', ...fields }))
  }
}
