import { daysBetween } from '@plinth/api/kernel/later-days'
import type { Project, TaskRollup } from '@plinth/api/works/projects'
import { today } from '../../lib/days.ts'
import { counted, dayText, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** A remark on a figure compared with another one; `isOver` marks figures that are too high. */
export interface Finding {
  text: string
  isOver?: boolean
}

const over = (text: string): Finding[] => [{ text, isOver: true }]

/** Compares an amount with the bid value or the estimate: its share, or the amount by which it is over. */
export function shareOf(value: number, whole: number | null, name: 'bid' | 'estimate'): Finding[] {
  if (!whole || whole <= 0) return []
  const ofBid = name === 'bid'
  const amount = rupees(value - whole)
  const share = roundPercent((value / whole) * 100)
  if (value <= whole)
    return [{ text: ofBid ? t('{share} of the bid value', { share }) : t('{share} of the estimate', { share }) }]
  return over(ofBid ? t('{amount} over the bid value', { amount }) : t('{amount} over the estimate', { amount }))
}

const daysFrom = (due: string, end: string) => counted(daysBetween(due, end), 'day')
const afterProject = (due: string, end: string) =>
  t('{days} after the project’s given end, {due}', { days: daysFrom(due, end), due: dayText(due) })
const afterTasks = (due: string, end: string) =>
  t('{days} after the tasks’ given end, {due}', { days: daysFrom(due, end), due: dayText(due) })

export function planFindings({ givenEndDate: end }: TaskRollup, { givenEndDate: due }: Project): Finding[] {
  if (!end || !due) return []
  if (end <= due) return [{ text: t('within the project’s given end, {due}', { due: dayText(due) }) }]
  return over(t('ends {late}', { late: afterProject(due, end) }))
}

const ended: Project['status'][] = ['COMPLETED', 'TERMINATED', 'CANCELLED']

export function workFindings({ actualEndDate: end, givenEndDate: planned }: TaskRollup, project: Project): Finding[] {
  if (!end && ended.includes(project.status)) return []
  const due = project.givenEndDate
  const reached = end ?? today()
  const ofProject = due && reached > due && afterProject(due, reached)
  const late = ofProject || (planned && reached > planned && afterTasks(planned, reached))
  if (late) return over(end ? t('ended {late}', { late }) : late)
  return end ? [{ text: t('ended in time') }] : []
}

export function effortFindings({ actualEffortHours: actual, estimatedEffortHours: estimate }: TaskRollup): Finding[] {
  if (estimate <= 0 || actual <= estimate) return []
  return over(t('{amount} over the estimate', { amount: counted(actual - estimate, 'hour') }))
}
