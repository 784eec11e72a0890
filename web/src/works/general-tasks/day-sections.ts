import type { ListedGeneralTask } from '@plinth/api/works/general-tasks'
import { sundayOf } from '../../lib/weekdays.ts'

type Task = Pick<ListedGeneralTask, 'dueOn' | 'priority'>

export const daySections = ['OVERDUE', 'TODAY', 'THIS_WEEK', 'LATER', 'WITHOUT_DAY'] as const
export type DaySection = (typeof daySections)[number]

export function sectionOf({ dueOn }: Pick<Task, 'dueOn'>, today: string): DaySection {
  if (dueOn === null) return 'WITHOUT_DAY'
  if (dueOn < today) return 'OVERDUE'
  if (dueOn === today) return 'TODAY'
  return dueOn <= sundayOf(today) ? 'THIS_WEEK' : 'LATER'
}

const weight = { HIGH: 0, NORMAL: 1, LOW: 2 }

/** Sorts by due day, and within a day by priority. */
const byUrgency = (one: Task, other: Task) =>
  (one.dueOn ?? '').localeCompare(other.dueOn ?? '') || weight[one.priority] - weight[other.priority]

/** Groups tasks by when they are due; empty sections are left out. */
export function sectionsOf<T extends Task>(tasks: readonly T[], today: string): { name: DaySection; tasks: T[] }[] {
  const grouped = Map.groupBy(tasks, (task) => sectionOf(task, today))
  return daySections.flatMap((name) => {
    const some = grouped.get(name)
    return some ? [{ name, tasks: some.toSorted(byUrgency) }] : []
  })
}
