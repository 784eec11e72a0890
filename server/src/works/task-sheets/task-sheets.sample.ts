import type { TaskStatus } from '@plinth/api/works/tasks'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import type { Breakdown } from './breakdown.sample.ts'
import { canalLining } from './canal-lining.sample.ts'
import type { PlannedTask } from './plan.rules.ts'
import { type SampleProjectInput, tasksOf } from './planning.sample.ts'
import { riverBridge } from './river-bridge.sample.ts'
import { schoolBuilding } from './school-building.sample.ts'
import { stateHighway } from './state-highway.sample.ts'
import { stormWaterDrain } from './storm-water-drain.sample.ts'
import { addTasks, changeTasks } from './task-storing.queries.ts'
import { waterSupply } from './water-supply.sample.ts'

const breakdowns = { canalLining, riverBridge, schoolBuilding, stateHighway, stormWaterDrain, waterSupply }
export type Work = keyof typeof breakdowns

/** The status that the site reports for finished work, by the status that the work ends with. */
const reports = new Map<unknown, TaskStatus>([
  ['COMPLETED', 'COMPLETED'],
  ['UNDER_REVIEW', 'UNDER_REVIEW'],
  ['APPROVED', 'UNDER_REVIEW'],
  ['REJECTED', 'UNDER_REVIEW'],
])

const withStatus = (task: PlannedTask, status: unknown): PlannedTask => ({
  ...task,
  values: { ...task.values, status },
})

/**
 * Stores the tasks in three steps: under way, then reported by the engineer, then judged by the owner, since nobody reviews their own
 * work.
 */
async function storeTasks(
  db: Db,
  tasks: readonly PlannedTask[],
  { projectId, people }: SampleProjectInput,
): Promise<void> {
  const reportOf = (task: PlannedTask) => reports.get(task.values.status)
  const started = tasks.map((task) => (reportOf(task) ? withStatus(task, 'IN_PROGRESS') : task))
  const ids = await addTasks(db, projectId, started, [])

  const change = (task: PlannedTask, from: unknown, to: unknown): PlannedTask => {
    const { number, values } = withStatus(task, from)
    const stored = { id: ids.get(number) ?? '', number, values, assignee: undefined }
    return { ...withStatus(task, to), stored }
  }
  const done = tasks.filter(reportOf)
  await actAs(db, people.site)
  await changeTasks(
    db,
    done.map((task) => change(task, 'IN_PROGRESS', reportOf(task))),
  )
  await actAs(db, people.owner)
  const judged = done.filter((task) => task.values.status !== reportOf(task))
  await changeTasks(
    db,
    judged.map((task) => change(task, reportOf(task), task.values.status)),
  )
}

interface SampleTasksInput {
  projectId: string
  work: Work
  dayAt: DayAt
  people: SampleProjectInput['people']
}

/** Adds the tasks of one of the sample's projects, on five levels; some are assigned to the engineer, a few to the owner. */
export async function addSampleTasks(db: Db, { work, ...rest }: SampleTasksInput): Promise<void> {
  const breakdown: Breakdown = breakdowns[work]
  const input = { ...rest, breakdown }
  await storeTasks(db, tasksOf(input), input)
}
