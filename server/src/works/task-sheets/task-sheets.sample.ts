import type { TaskStatus } from '@plinth/api/works/tasks'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import type { Breakdown } from './breakdown.sample.ts'
import { canalLining } from './canal-lining.sample.ts'
import type { PlannedTask } from './plan.rules.ts'
import { type Making, tasksOf } from './planning.sample.ts'
import { riverBridge } from './river-bridge.sample.ts'
import { schoolBuilding } from './school-building.sample.ts'
import { stateHighway } from './state-highway.sample.ts'
import { stormWaterDrain } from './storm-water-drain.sample.ts'
import { addTasks, changeTasks } from './task-storing.queries.ts'
import { waterSupply } from './water-supply.sample.ts'

const breakdowns = { canalLining, riverBridge, schoolBuilding, stateHighway, stormWaterDrain, waterSupply }
export type Work = keyof typeof breakdowns

/** What the site reports of work that is done, by the status that the work comes to. */
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

/** Stored as under way, reported by the engineer and judged by the owner: a review takes four eyes. */
async function storeTasks(db: Db, tasks: readonly PlannedTask[], { projectId, people }: Making): Promise<void> {
  const reportOf = (task: PlannedTask) => reports.get(task.values.status)
  const begun = tasks.map((task) => (reportOf(task) ? withStatus(task, 'IN_PROGRESS') : task))
  const ids = await addTasks(db, projectId, begun, [])

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

interface Aim {
  projectId: string
  work: Work
  dayAt: DayAt
  people: Making['people']
}

/** The tasks of one of the sample's projects, on five levels; some are the engineer's, a few the owner's. */
export async function addSampleTasks(db: Db, { work, ...aim }: Aim): Promise<void> {
  const breakdown: Breakdown = breakdowns[work]
  const making = { ...aim, breakdown }
  await storeTasks(db, tasksOf(making), making)
}
