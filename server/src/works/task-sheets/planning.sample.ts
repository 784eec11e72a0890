import { type TaskStatus, taskInput } from '@plinth/api/works/tasks'
import { type DayAt, pick } from '../../sample-values.ts'
import type { Assignee, Breakdown, Item, Part } from './breakdown.sample.ts'
import type { PlannedTask } from './plan.rules.ts'

export interface Making {
  projectId: string
  breakdown: Breakdown
  dayAt: DayAt
  people: Readonly<Record<Assignee, string>>
}

/** A task as it stands, and what those above it go by; days count from today. */
interface Standing {
  values: PlannedTask['values'] & { status: TaskStatus }
  start: number
  end: number
  actualStart: number | null
  actualEnd: number | null
  /** What it is estimated at without tax: by it progress is weighed. */
  amount: number
  progress: number
}

interface Planned {
  standing: Standing
  tasks: PlannedTask[]
}

const isItem = (node: Part | Item): node is Item => Array.isArray(node)

/** Work is looked at within two weeks of its end, and what the department has accepted is approved some weeks later. */
function statusOf([, , , , start, , progress, assignee]: Item, actualEnd: number | null): TaskStatus {
  if (actualEnd !== null) return actualEnd >= -14 ? 'UNDER_REVIEW' : actualEnd >= -40 ? 'COMPLETED' : 'APPROVED'
  if (progress > 0) return progress > 10 ? 'IN_PROGRESS' : 'INITIATED'
  if (assignee) return 'ASSIGNED'
  return start > 150 ? 'DRAFT' : 'PLANNED'
}

/** Work begins and ends about its days, a little of it late, and all of it by as many as the whole is behind. */
function actualDays([, , , , start, end, progress]: Item, index: number, slip: number) {
  const actualEnd = progress === 100 ? Math.min(end + slip + pick([-2, 0, -4, 0, -1, -3, 0, 3, -2], index), -1) : null
  const begun = start + slip + pick([0, 1, 0, 2, 0, 0], index)
  return { actualStart: progress > 0 ? Math.min(begun, actualEnd ?? -1) : null, actualEnd }
}

const counted = ['nos', 'job', 'km', 'ha', 'hours']

/** What is counted comes to what was estimated; what is measured, mostly to a little less. */
function figuresOf([, quantity, units, rate, start, end, progress]: Item, index: number) {
  const effort = (end - start + 1) * 8 * (2 + ((index * 7) % 9))
  const share = (progress / 100) * (counted.includes(units) ? 1 : pick([0.97, 1, 0.99, 1, 0.98, 1, 1.02], index))
  const amount = quantity * share
  // One that is not finished is not counted yet.
  const measured =
    units === 'nos' ? Math.floor(amount) : quantity < 100 ? Math.round(amount * 100) / 100 : Math.round(amount)
  return {
    estimatedQuantity: quantity,
    units,
    estimatedRate: rate,
    estimatedEffortHours: effort,
    ...(progress > 0 && {
      actualQuantity: measured,
      actualRate: index % 23 === 0 ? Math.round(rate * 1.03) : rate,
      actualEffortHours: Math.round(
        (effort * progress * pick([0.97, 1, 0.94, 0.98, 1.05, 1, 0.96, 0.99], index)) / 100,
      ),
    }),
  }
}

const dayOrNone = (dayAt: DayAt, days: number | null) => (days === null ? null : dayAt(days))

function standingOfItem(item: Item, index: number, { projectId, breakdown, dayAt, people }: Making): Standing {
  const [title, quantity, , rate, start, end, progress, assignee] = item
  const { actualStart, actualEnd } = actualDays(item, index, breakdown.slip)
  const values = taskInput.parse({
    projectId,
    title,
    ...figuresOf(item, index),
    taxPercentage: 18,
    status: statusOf(item, actualEnd),
    givenStartDate: dayAt(start),
    givenEndDate: dayAt(end),
    actualStartDate: dayOrNone(dayAt, actualStart),
    actualEndDate: dayOrNone(dayAt, actualEnd),
    progress,
    isBillable: true,
    assignedTo: assignee ? people[assignee] : null,
    ...breakdown.remarks[title],
  })
  return { values, start, end, actualStart, actualEnd, amount: quantity * rate, progress }
}

const isOver = ({ values: { status } }: Standing) => ['APPROVED', 'CANCELLED'].includes(status)
const isDone = (below: Standing) => isOver(below) || ['COMPLETED', 'UNDER_REVIEW'].includes(below.values.status)

/** A heading stands as what is below it does. */
function statusAbove(below: readonly Standing[]): TaskStatus {
  const open = below.filter((one) => !isOver(one))
  if (open.length === 0) return 'APPROVED'
  const has = (status: TaskStatus) => open.some(({ values }) => values.status === status)
  if (below.every(isDone)) return has('UNDER_REVIEW') ? 'UNDER_REVIEW' : 'COMPLETED'
  if (open.filter((one) => !isDone(one)).every(({ values }) => values.status === 'ON_HOLD')) return 'ON_HOLD'
  return below.some(({ actualStart }) => actualStart !== null) ? 'IN_PROGRESS' : 'PLANNED'
}

/** Under way is what has begun and is not done, however little or much of it is left. */
function progressAbove(below: readonly Standing[], amount: number): number {
  if (below.every(isDone)) return 100
  const done = below.reduce((sum, one) => sum + one.amount * one.progress, 0)
  return done === 0 ? 0 : Math.min(95, Math.max(10, Math.round(done / amount)))
}

function standingOfPart(title: string, all: readonly Standing[], { projectId, dayAt }: Making): Standing {
  const below = all.filter(({ values }) => values.status !== 'CANCELLED')
  const start = Math.min(...below.map((one) => one.start))
  const end = Math.max(...below.map((one) => one.end))
  const begun = below.flatMap(({ actualStart }) => actualStart ?? [])
  const actualStart = begun.length > 0 ? Math.min(...begun) : null
  const actualEnd = below.every(isDone) ? Math.max(...below.flatMap((one) => one.actualEnd ?? [])) : null
  const amount = below.reduce((sum, one) => sum + one.amount, 0)
  const progress = progressAbove(below, amount)
  const values = taskInput.parse({
    projectId,
    title,
    taxPercentage: 18,
    status: statusAbove(below),
    givenStartDate: dayAt(start),
    givenEndDate: dayAt(end),
    actualStartDate: dayOrNone(dayAt, actualStart),
    actualEndDate: dayOrNone(dayAt, actualEnd),
    progress,
  })
  return { values, start, end, actualStart, actualEnd, amount, progress }
}

/** The tasks of a breakdown as the rows of a sheet would make them, each before those below it. */
export function tasksOf(making: Making): PlannedTask[] {
  let index = 0
  const taskAt = (number: string, { values }: Standing): PlannedTask => ({
    row: { row: 0, refId: number, number, given: {}, typed: {}, faults: [], notes: [] },
    number,
    stored: undefined,
    values,
  })
  function plannedOf(node: Part | Item, number: string): Planned {
    index += 1
    if (isItem(node)) {
      const standing = standingOfItem(node, index, making)
      return { standing, tasks: [taskAt(number, standing)] }
    }
    const below = node.below.map((one, at) => plannedOf(one, `${number}.${at + 1}`))
    const standing = standingOfPart(
      node.title,
      below.map((one) => one.standing),
      making,
    )
    return { standing, tasks: [taskAt(number, standing), ...below.flatMap(({ tasks }) => tasks)] }
  }
  return making.breakdown.parts.flatMap((one, at) => plannedOf(one, String(at + 1)).tasks)
}
