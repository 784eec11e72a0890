import type { Task } from '@plinth/api/works/tasks'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { lateText, scheduleOf, todayNumber } from './gantt-scale.ts'

/** The due day of a task: its own, else that of its sub-tasks. */
export const dueOf = ({ givenEndDate, rollup }: Task) => givenEndDate ?? rollup?.givenEndDate ?? null

/** How late the task is, or when it is due. */
export function dueText(task: Task): { detail: string; isAlarm?: true } {
  const due = dueOf(task)
  const { daysLate } = scheduleOf(task, todayNumber())
  if (daysLate > 0) return { detail: lateText(daysLate), isAlarm: true }
  return { detail: due ? t('due {day}', { day: dayText(due) }) : t('no dates') }
}
