import { fromContract, type Project, projectInput } from '@plinth/api/works/projects'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import { create } from './projects.queries.ts'

/** The sample's projects by the indents of their contracts, in the order of creation; days count from today. */
export const sampleProjects = [
  {
    indent: 365,
    work: 'schoolBuilding',
    status: 'COMPLETED',
    actualStart: -455,
    actualEnd: -70,
    comment:
      'Handed over to the Department of Public Instruction. Second half of the security is due after the monsoon.',
  },
  {
    indent: 318,
    work: 'canalLining',
    status: 'UNDER_REVIEW',
    actualStart: -176,
    comment:
      'Beyond its estimate by hard rock: 6,990 cum more than the tender has. Variation with the Superintending Engineer.',
  },
  {
    indent: 1793,
    work: 'stormWaterDrain',
    status: 'ON_HOLD',
    actualStart: -148,
    comment: 'Stopped for a trunk sewer at ch. 0+512; machinery idle is claimed from the day of the letter.',
  },
  { indent: 97, work: 'waterSupply', status: 'IN_PROGRESS', actualStart: -89 },
  {
    indent: 884,
    work: 'riverBridge',
    status: 'IN_PROGRESS',
    actualStart: -462,
    extension: -10,
    comment: 'Late: 41 days lost to the flood. Girders of the last span and the deck decide the day of completion.',
  },
  { indent: 1214, work: 'stateHighway', status: 'IN_PROGRESS', actualStart: -260 },
] as const
export type SampleProject = (typeof sampleProjects)[number]

/** Creates one of the sample's projects, from an awarded contract. */
export function addSampleProject(db: Db, project: SampleProject, contractId: string, dayAt: DayAt): Promise<Project> {
  return create(
    db,
    projectInput.parse({
      contractId,
      ...fromContract,
      status: project.status,
      actualStartDate: dayAt(project.actualStart),
      ...('actualEnd' in project && { actualEndDate: dayAt(project.actualEnd) }),
      ...('extension' in project && { extensionCount: 1, extensionDate: dayAt(project.extension) }),
      ...('comment' in project && { comment: project.comment }),
    }),
  )
}
