import type { Project } from '@plinth/api/projects'
import { maxTaskLevel, taskInput } from '@plinth/api/tasks'
import type { Db } from '../kernel/tenancy.ts'
import { dayAt, pick } from '../sample-values.ts'
import type { PlannedTask } from './plan.rules.ts'
import { addTasks } from './task-storing.queries.ts'

/** Of all projects of the sample together. */
const sampleTasks = 400

const phases = ['Mobilisation', 'Earthwork', 'Structures', 'Finishing', 'Handing over'] as const
const packages = ['Survey and setting out', 'Excavation', 'Reinforcement', 'Concrete', 'Testing'] as const
const steps = ['Material approval', 'Execution', 'Curing', 'Measurement', 'Rectification'] as const
const details = ['Left side', 'Right side', 'Approach', 'Joint', 'Record entry'] as const
const reaches = ['Reach 1', 'Reach 2', 'Reach 3'] as const
const titles = [phases, reaches, packages, steps, details] as const
const units = ['cum', 'sqm', 'rmt', 'MT', 'nos'] as const

/** The days from the first to the last, as numbers that `dayAt` takes. */
interface Slot {
  start: number
  end: number
}

interface Plan extends Slot {
  /** Its place in the tree, such as 1.2.3. */
  number: string
  level: number
  index: number
}

const daysTo = (day: string | null) => (Date.parse(day ?? dayAt(120)) - Date.UTC(2025, 6, 1)) / 86_400_000

/** The day on which the sample company stands. */
const sampleDay = 500

const past = ['COMPLETED', 'APPROVED', 'COMPLETED', 'UNDER_REVIEW', 'TERMINATED', 'COMPLETED', 'CANCELLED'] as const
const present = ['IN_PROGRESS', 'INITIATED', 'ON_HOLD', 'IN_PROGRESS', 'REJECTED', 'REOPENED', 'UNDER_REVIEW'] as const
const future = ['PLANNED', 'DRAFT', 'ASSIGNED'] as const

/** Above the last level nothing is approved, since not all below it is. */
function statusAt({ level, index, start, end }: Plan) {
  const status = pick(end < sampleDay ? past : start > sampleDay ? future : present, index)
  return status === 'APPROVED' && level < maxTaskLevel ? 'COMPLETED' : status
}

/** Packages of work are estimated as a whole, and again by the steps below them; the phases above are sums alone. */
function figuresAt({ level, index }: Plan, isDone: boolean) {
  if (level === 0) return {}
  const estimatedQuantity = (40 + ((index * 31) % 460)) * (level === 1 ? 12 : 1)
  const estimatedRate = 180 + ((index * 17) % 90) * 25.5
  const effort = (8 + (index % 40)) * (level === 1 ? 10 : 1)
  const isOver = index % 7 === 0
  return {
    estimatedQuantity,
    units: pick(units, index),
    estimatedRate,
    estimatedEffortHours: effort,
    ...(isDone && {
      actualQuantity: Math.round(estimatedQuantity * (isOver ? 1.12 : 0.97)),
      actualRate: isOver ? estimatedRate + 12 : estimatedRate,
      actualEffortHours: effort + (isOver ? 6 : -1),
    }),
  }
}

/** As a row of a sheet of the project would make it. */
function taskAt(projectId: string, plan: Plan, engineer: string): PlannedTask {
  const { number, level, index, start, end } = plan
  const status = statusAt(plan)
  const isDone = status === 'COMPLETED' || status === 'APPROVED'
  const isBegun = isDone || (start <= sampleDay && status !== 'CANCELLED')
  const values = taskInput.parse({
    projectId,
    title: `${pick(titles[level] ?? details, index)}${level > 1 ? `, chainage ${index % 12}+${String((index * 130) % 1000).padStart(3, '0')}` : ''}`,
    ...figuresAt(plan, isDone),
    taxPercentage: 18,
    status,
    ...(status === 'REJECTED' && { rejectionReason: 'Levels differ from the drawing by more than 10 mm' }),
    priority: pick(['MEDIUM', 'HIGH', 'LOW', 'MEDIUM', 'URGENT', 'BLOCKER'] as const, index),
    taskType: pick(['Civil', 'Electrical', 'Survey', 'Quality'], index),
    givenStartDate: dayAt(start),
    givenEndDate: dayAt(end),
    actualStartDate: isBegun ? dayAt(start + (index % 4)) : null,
    actualEndDate: isDone ? dayAt(Math.max(start + (index % 4), end + (index % 5) - 3)) : null,
    progress: isDone ? 100 : isBegun ? 10 + ((index * 13) % 80) : 0,
    isMilestone: index % 23 === 0,
    isBillable: level < 3,
    assignedTo: index % 4 === 0 ? engineer : null,
  })
  const row = { row: index + 1, refId: number, number, given: {}, typed: {}, faults: [], notes: [] }
  return { row, number, stored: undefined, values }
}

/** Children of every parent, level by level, until the project has its share; they follow each other in its time. */
function tasksOf(project: Project, share: number, engineer: string): PlannedTask[] {
  const widths = [3, 2, 2, 2, 2]
  const whole = { start: daysTo(project.givenStartDate), end: daysTo(project.givenEndDate) }
  const planned: PlannedTask[] = []
  let parents: (Slot & { number: string })[] = [{ number: '', ...whole }]
  for (const [level, width] of widths.entries()) {
    const next: typeof parents = []
    for (const parent of parents) {
      const days = (parent.end - parent.start + 1) / width
      for (let place = 0; place < width && planned.length < share; place += 1) {
        const start = parent.start + Math.round(days * place)
        const end = Math.max(start, parent.start + Math.round(days * (place + 1)) - 1)
        const number = parent.number ? `${parent.number}.${place + 1}` : String(place + 1)
        planned.push(taskAt(project.id, { number, level, index: planned.length, start, end }, engineer))
        next.push({ number, start, end })
      }
    }
    parents = next
  }
  return planned
}

/** The share of one of so many projects in the sample's tasks, on five levels; some are the engineer's. */
export async function addSampleTasks(
  db: Db,
  index: number,
  project: Project,
  { projects, engineer }: { projects: number; engineer: string },
): Promise<void> {
  const share = Math.floor(sampleTasks / projects) + (index < sampleTasks % projects ? 1 : 0)
  await addTasks(db, project.id, tasksOf(project, share, engineer), [])
}
