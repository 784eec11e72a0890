import { type TaskStatus, taskInput } from '@plinth/api/works/tasks'
import { type DayAt, pick } from '../../sample-values.ts'
import type { Assignee, Breakdown, Item, Part } from './breakdown.sample.ts'
import type { PlannedTask } from './plan.rules.ts'

export interface SampleProjectInput {
  projectId: string
  breakdown: Breakdown
  dayAt: DayAt
  people: Readonly<Record<Assignee, string>>
}

/** A task with the figures that its parents are computed from; days count from today. */
interface TaskFigures {
  values: PlannedTask['values'] & { status: TaskStatus }
  start: number
  end: number
  actualStart: number | null
  actualEnd: number | null
  /** The estimate without tax, by which progress is weighted. */
  amount: number
  progress: number
}

interface PlannedNode {
  standing: TaskFigures
  tasks: PlannedTask[]
}

const isItem = (node: Part | Item): node is Item => Array.isArray(node)

/** Finished work is under review for two weeks, then completed, and approved after 40 days. */
function statusOf([, , , , start, , progress, assignee]: Item, actualEnd: number | null): TaskStatus {
  if (actualEnd !== null) return actualEnd >= -14 ? 'UNDER_REVIEW' : actualEnd >= -40 ? 'COMPLETED' : 'APPROVED'
  if (progress > 0) return progress > 10 ? 'IN_PROGRESS' : 'INITIATED'
  if (assignee) return 'ASSIGNED'
  return start > 150 ? 'DRAFT' : 'PLANNED'
}

/** Work starts and ends around its planned days, shifted by the slip of the whole project. */
function actualDays([, , , , start, end, progress]: Item, index: number, slip: number) {
  const actualEnd = progress === 100 ? Math.min(end + slip + pick([-2, 0, -4, 0, -1, -3, 0, 3, -2], index), -1) : null
  const startedOn = start + slip + pick([0, 1, 0, 2, 0, 0], index)
  return { actualStart: progress > 0 ? Math.min(startedOn, actualEnd ?? -1) : null, actualEnd }
}

const countedUnits = ['nos', 'job', 'km', 'ha', 'hours']

/** Counted units reach their estimate; measured ones mostly a little less. */
function figuresOf([, quantity, units, rate, start, end, progress]: Item, index: number) {
  const effort = (end - start + 1) * 8 * (2 + ((index * 7) % 9))
  const share = (progress / 100) * (countedUnits.includes(units) ? 1 : pick([0.97, 1, 0.99, 1, 0.98, 1, 1.02], index))
  const amount = quantity * share
  // An unfinished piece does not count yet.
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

function figuresOfTask(
  item: Item,
  index: number,
  { projectId, breakdown, dayAt, people }: SampleProjectInput,
): TaskFigures {
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

const isOver = ({ values: { status } }: TaskFigures) => ['APPROVED', 'CANCELLED'].includes(status)
const isDone = (below: TaskFigures) => isOver(below) || ['COMPLETED', 'UNDER_REVIEW'].includes(below.values.status)

/** The status of a heading, derived from the tasks below it. */
function statusFromBelow(below: readonly TaskFigures[]): TaskStatus {
  const open = below.filter((one) => !isOver(one))
  if (open.length === 0) return 'APPROVED'
  const has = (status: TaskStatus) => open.some(({ values }) => values.status === status)
  if (below.every(isDone)) return has('UNDER_REVIEW') ? 'UNDER_REVIEW' : 'COMPLETED'
  if (open.filter((one) => !isDone(one)).every(({ values }) => values.status === 'ON_HOLD')) return 'ON_HOLD'
  return below.some(({ actualStart }) => actualStart !== null) ? 'IN_PROGRESS' : 'PLANNED'
}

/** The progress of a heading: 10 to 95 per cent once work has begun, until everything is done. */
function progressFromBelow(below: readonly TaskFigures[], amount: number): number {
  if (below.every(isDone)) return 100
  const done = below.reduce((sum, one) => sum + one.amount * one.progress, 0)
  return done === 0 ? 0 : Math.min(95, Math.max(10, Math.round(done / amount)))
}

function figuresOfPart(
  title: string,
  all: readonly TaskFigures[],
  { projectId, dayAt }: SampleProjectInput,
): TaskFigures {
  const below = all.filter(({ values }) => values.status !== 'CANCELLED')
  const start = Math.min(...below.map((one) => one.start))
  const end = Math.max(...below.map((one) => one.end))
  const startedOn = below.flatMap(({ actualStart }) => actualStart ?? [])
  const actualStart = startedOn.length > 0 ? Math.min(...startedOn) : null
  const actualEnd = below.every(isDone) ? Math.max(...below.flatMap((one) => one.actualEnd ?? [])) : null
  const amount = below.reduce((sum, one) => sum + one.amount, 0)
  const progress = progressFromBelow(below, amount)
  const values = taskInput.parse({
    projectId,
    title,
    taxPercentage: 18,
    status: statusFromBelow(below),
    givenStartDate: dayAt(start),
    givenEndDate: dayAt(end),
    actualStartDate: dayOrNone(dayAt, actualStart),
    actualEndDate: dayOrNone(dayAt, actualEnd),
    progress,
  })
  return { values, start, end, actualStart, actualEnd, amount, progress }
}

/** The tasks of a breakdown as the rows of a sheet would give them, each before those below it. */
export function tasksOf(input: SampleProjectInput): PlannedTask[] {
  let index = 0
  const taskAt = (number: string, { values }: TaskFigures): PlannedTask => ({
    row: { row: 0, refId: number, number, given: {}, typed: {}, faults: [], notes: [] },
    number,
    stored: undefined,
    values,
  })
  function plannedOf(node: Part | Item, number: string): PlannedNode {
    index += 1
    if (isItem(node)) {
      const standing = figuresOfTask(node, index, input)
      return { standing, tasks: [taskAt(number, standing)] }
    }
    const below = node.below.map((one, at) => plannedOf(one, `${number}.${at + 1}`))
    const standing = figuresOfPart(
      node.title,
      below.map((one) => one.standing),
      input,
    )
    return { standing, tasks: [taskAt(number, standing), ...below.flatMap(({ tasks }) => tasks)] }
  }
  return input.breakdown.parts.flatMap((one, at) => plannedOf(one, String(at + 1)).tasks)
}
