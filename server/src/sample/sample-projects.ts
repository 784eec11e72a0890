import type { ContractStatus } from '@plinth/api/contracts'
import { fromContract, projectInput } from '@plinth/api/projects'
import { taskInput, taskStatuses } from '@plinth/api/tasks'
import * as contracts from '../contracts/contracts.queries.ts'
import type { Db } from '../kernel/tenancy.ts'
import * as projects from '../projects/projects.queries.ts'
import * as tasks from '../tasks/tasks.queries.ts'
import { pick } from './pick.ts'
import { dayAt } from './sample-contracts.ts'

const taskCount = 400
const phases = ['Mobilisation', 'Earthwork', 'Structures', 'Finishing', 'Handing over'] as const
const packages = ['Survey and setting out', 'Excavation', 'Reinforcement', 'Concrete', 'Testing'] as const
const steps = ['Material approval', 'Execution', 'Curing', 'Measurement', 'Rectification'] as const
const details = ['Left side', 'Right side', 'Approach', 'Joint', 'Record entry'] as const
const titles = [phases, phases, packages, steps, details] as const
const units = ['cum', 'sqm', 'rmt', 'MT', 'nos'] as const

interface Plan {
  level: number
  index: number
}

function taskAt(projectId: string, parentId: string | null, { level, index }: Plan, engineer: string) {
  const status = pick(taskStatuses, index * 5 + level)
  const isDone = status === 'COMPLETED' || status === 'APPROVED'
  const start = 60 + (index % 200)
  return taskInput.parse({
    projectId,
    parentId,
    title: `${pick(titles[level] ?? details, index)}${level > 1 ? `, chainage ${index % 12}+${String((index * 130) % 1000).padStart(3, '0')}` : ''}`,
    estimatedQuantity: 40 + ((index * 31) % 460),
    units: pick(units, index),
    estimatedRate: 180 + ((index * 17) % 90) * 25.5,
    taxPercentage: 18,
    ...(isDone && { actualQuantity: 42 + ((index * 31) % 470), actualRate: 185 + ((index * 17) % 90) * 26 }),
    estimatedEffortHours: 8 + (index % 40),
    status,
    priority: pick(['MEDIUM', 'HIGH', 'LOW', 'MEDIUM', 'URGENT', 'BLOCKER'] as const, index),
    taskType: pick(['Civil', 'Electrical', 'Survey', 'Quality'], index),
    givenStartDate: dayAt(start),
    givenEndDate: dayAt(start + 14 + level * 3),
    progress: isDone ? 100 : (index * 13) % 95,
    isMilestone: index % 23 === 0,
    isBillable: level < 3,
    assignedTo: index % 4 === 0 ? engineer : null,
  })
}

/** Children of every parent, level by level, until the project has its share; every level gets some. */
async function addTasks(db: Db, projectId: string, share: number, engineer: string): Promise<void> {
  const widths = [3, 2, 2, 2, 2]
  let parents: (string | null)[] = [null]
  let added = 0
  for (const [level, width] of widths.entries()) {
    const next: string[] = []
    for (const parentId of parents) {
      for (let place = 0; place < width && added < share; place += 1) {
        const task = await tasks.create(db, taskAt(projectId, parentId, { level, index: added }, engineer))
        next.push(task.id)
        added += 1
      }
    }
    parents = next
  }
}

/** Six projects from awarded contracts and four hundred tasks on five levels among them. */
export async function addProjects(
  db: Db,
  awarded: { id: string; status: ContractStatus }[],
  engineer: string,
): Promise<void> {
  const statuses = ['INITIATED', 'IN_PROGRESS', 'IN_PROGRESS', 'ON_HOLD', 'UNDER_REVIEW', 'COMPLETED'] as const
  for (const [index, { id, status }] of awarded.entries()) {
    const project = await projects.create(
      db,
      projectInput.parse({ contractId: id, ...fromContract, status: pick(statuses, index) }),
    )
    if (status !== 'AWARDED') await contracts.update(db, id, { status })
    const share = Math.floor(taskCount / awarded.length) + (index < taskCount % awarded.length ? 1 : 0)
    await addTasks(db, project.id, share, engineer)
  }
}
