import type { ContractStatus } from '@plinth/api/contracts'
import { update } from '../contracts/contracts.queries.ts'
import { addSampleContract, sampleContracts, statusOfSample } from '../contracts/contracts.sample.ts'
import { addSampleDeposits } from '../deposits/deposits.sample.ts'
import type { Db } from '../kernel/tenancy.ts'
import { addSampleProject, sampleProjects } from '../projects/projects.sample.ts'
import { slices } from '../slices.ts'
import { addSampleTasks } from '../task-sheets/task-sheets.sample.ts'

/** A contract that gets a project: it is stored as awarded and takes its later status afterwards. */
interface Awarded {
  id: string
  status: ContractStatus
}

/** The contracts, most with one or two deposits. Returns those that get a project. */
async function addContracts(db: Db): Promise<Awarded[]> {
  const becomeProjects: Awarded[] = []
  for (let index = 0; index < sampleContracts; index += 1) {
    const status = statusOfSample(index)
    const becomesProject =
      ['AWARDED', 'WORK_IN_PROGRESS', 'MOBILIZED', 'COMPLETED'].includes(status) &&
      becomeProjects.length < sampleProjects &&
      index > 4
    const contract = await addSampleContract(db, index, becomesProject ? 'AWARDED' : status)
    if (becomesProject) becomeProjects.push({ id: contract.id, status })
    await addSampleDeposits(db, index, contract.id, contract.tenderActualValue ?? 0)
  }
  return becomeProjects
}

/** The projects of awarded contracts, with their tasks. */
async function addProjects(db: Db, awarded: readonly Awarded[], engineer: string): Promise<void> {
  for (const [index, { id, status }] of awarded.entries()) {
    const project = await addSampleProject(db, index, id)
    if (status !== 'AWARDED') await update(db, id, { status })
    await addSampleTasks(db, index, project, { projects: awarded.length, engineer })
  }
}

/**
 * The records of the sample company, each slice's from its own `<slice>.sample.ts`: what others hang on comes first, what
 * hangs on nothing last. Returns the ids of the contracts that have a project.
 */
export async function addRecords(db: Db, engineer: string): Promise<string[]> {
  const awarded = await addContracts(db)
  await addProjects(db, awarded, engineer)
  for (const { sample } of Object.values(slices)) await sample?.(db)
  return awarded.map(({ id }) => id)
}
