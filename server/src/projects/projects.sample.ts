import { fromContract, type Project, projectInput } from '@plinth/api/projects'
import type { Db } from '../kernel/tenancy.ts'
import { pick } from '../sample-values.ts'
import { create } from './projects.queries.ts'

const statuses = ['INITIATED', 'IN_PROGRESS', 'IN_PROGRESS', 'ON_HOLD', 'UNDER_REVIEW', 'COMPLETED'] as const

/** As many as there are awarded contracts for in the sample. */
export const sampleProjects = statuses.length

/** One of the sample's projects, from an awarded contract. */
export const addSampleProject = (db: Db, index: number, contractId: string): Promise<Project> =>
  create(db, projectInput.parse({ contractId, ...fromContract, status: pick(statuses, index) }))
