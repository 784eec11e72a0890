import * as exact from '@plinth/api/kernel/decimal'
import type { Task } from '@plinth/api/works/tasks'
import { today } from '../../lib/days.ts'
import { counted, dayText, decimal, percent, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

export const perDay = 86_400_000

/** A day as a whole number: how many there are since 1 January 1970. */
export const dayNumber = (day: string) => Date.parse(day) / perDay

export const dayAt = (number: number) => new Date(number * perDay).toISOString().slice(0, 10)

/** The day that it is for the company, wherever the reader is. */
export const todayNumber = () => dayNumber(today())

/** Days from `start` up to but not including `end`. */
export interface Span {
  start: number
  end: number
}

const daysOf = (start: string | null, end: string | null): Span | null => {
  const first = start ?? end
  const last = end ?? start
  return first === null || last === null ? null : { start: dayNumber(first), end: dayNumber(last) + 1 }
}

export interface Schedule {
  planned: Span | null
  /** What the sub-tasks are planned to take together. */
  below: Span | null
  /** Up to today while `running`. */
  actual: Span | null
  running: boolean
  /** From the day after the given end to the actual one, or to today while there is none. */
  late: Span | null
  daysLate: number
  /** By how many days the sub-tasks are planned to end after the task itself. */
  daysBeyond: number
}

const over: readonly Task['status'][] = ['COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED']

/** A task without days of its own is late when what is below it is. */
function lateSpan({ status, givenEndDate, actualEndDate, rollup }: Task, today: number): Span | null {
  const due = givenEndDate ?? rollup?.givenEndDate ?? null
  const ended = actualEndDate ?? rollup?.actualEndDate ?? null
  const isOver = over.includes(status) || (givenEndDate === null && rollup?.progress === 100)
  if (due === null || (ended === null && isOver)) return null
  const start = dayNumber(due) + 1
  const end = (ended === null ? today : dayNumber(ended)) + 1
  return end > start ? { start, end } : null
}

function actualSpan({ status, actualStartDate, actualEndDate }: Task, today: number) {
  const known = daysOf(actualStartDate, actualEndDate)
  const running = known !== null && actualEndDate === null && !over.includes(status)
  const actual = known && running ? { start: known.start, end: Math.max(known.end, today + 1) } : known
  return { actual, running }
}

/** The days of a task as they are drawn. */
export function scheduleOf(task: Task, today: number): Schedule {
  const { givenStartDate, givenEndDate, rollup } = task
  const planned = daysOf(givenStartDate, givenEndDate)
  const below = rollup ? daysOf(rollup.givenStartDate, rollup.givenEndDate) : null
  const late = lateSpan(task, today)
  const daysBeyond = below && givenEndDate !== null ? Math.max(0, below.end - dayNumber(givenEndDate) - 1) : 0
  return {
    planned,
    below,
    ...actualSpan(task, today),
    late,
    daysLate: late ? late.end - late.start : 0,
    daysBeyond,
  }
}

/** The days from the first to the last of all these. */
export function spanOver(spans: readonly (Span | null)[]): Span | null {
  const known = spans.filter((span) => span !== null)
  if (known.length === 0) return null
  return known.reduce((all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }))
}

/** All that is drawn of a schedule. */
export const extentOf = ({ planned, below, actual, late }: Schedule) => spanOver([planned, below, actual, late])

/** By how much a task is over what was planned; 0 where it is not. */
export interface Overrun {
  /** Rupees with tax. */
  amount: number
  hours: number
  /** Days after the given end: of the actual end, or of today while it has not ended. */
  late: number
  below: {
    amount: number
    hours: number
    /** Days that the sub-tasks are planned to start before the task, and to end after it. */
    early: number
    beyond: number
  }
}

/** Nothing is over an estimate that nobody made. */
const excess = (actual: number | null, estimate: number | null) =>
  actual === null || !estimate
    ? 0
    : Math.max(0, exact.numberOf(exact.subtract(exact.decimal(actual), exact.decimal(estimate))))

type Estimated = 'estimatedAmount' | 'estimatedEffortHours'

/** Whether a task spends more or takes longer than it should, by its schedule as of today. */
export function overrunOf(task: Task, { planned, below, daysLate, daysBeyond }: Schedule): Overrun {
  const { rollup } = task
  // Where the sub-tasks are not estimated, what was given for all of them is.
  const given = (name: Estimated) => rollup?.[name] || task[name]
  const early = planned && below && task.givenStartDate !== null ? Math.max(0, planned.start - below.start) : 0
  return {
    amount: excess(task.actualAmount, task.estimatedAmount),
    hours: excess(task.actualEffortHours, task.estimatedEffortHours),
    late: daysLate,
    below: {
      amount: rollup ? excess(rollup.actualAmount, given('estimatedAmount')) : 0,
      hours: rollup ? excess(rollup.actualEffortHours, given('estimatedEffortHours')) : 0,
      early: rollup?.givenStartDate ? early : 0,
      beyond: rollup?.givenEndDate ? daysBeyond : 0,
    },
  }
}

/** Both in words; nothing of what is not over. */
export const overEstimate = (amount: number) =>
  amount > 0 && t('{amount} over the estimate', { amount: rupees(amount) })
export const hoursOver = (hours: number) => hours > 0 && t('{hours} hours over the estimate', { hours: decimal(hours) })

export const lateText = (days: number) => t('{days} late', { days: counted(days, 'day') })

function periodText(start: string | null, end: string | null): string | undefined {
  if (start !== null && end !== null) return t('{start} to {end}', { start: dayText(start), end: dayText(end) })
  if (start !== null) return t('from {start}', { start: dayText(start) })
  return end === null ? undefined : t('to {end}', { end: dayText(end) })
}

/** All that the bars of a task say. */
export function scheduleText(task: Task, { daysLate, daysBeyond }: Schedule): string {
  const { rollup } = task
  const planned = periodText(task.givenStartDate, task.givenEndDate)
  const actual = periodText(task.actualStartDate, task.actualEndDate)
  const below = rollup ? periodText(rollup.givenStartDate, rollup.givenEndDate) : undefined
  return [
    task.isMilestone && t('milestone'),
    !planned && !actual && !below && t('no dates'),
    planned && t('planned {period}', { period: planned }),
    actual && t('actual {period}', { period: actual }),
    percent(task.progress),
    below && t('sub-tasks planned {period}', { period: below }),
    rollup && t('sub-tasks {percent}', { percent: roundPercent(rollup.progress) }),
    daysLate > 0 && lateText(daysLate),
    daysBeyond > 0 && t('sub-tasks end {days} after it', { days: counted(daysBeyond, 'day') }),
  ]
    .filter(Boolean)
    .join(', ')
}
