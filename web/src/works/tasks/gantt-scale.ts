import * as exact from '@plinth/api/kernel/decimal'
import type { Task } from '@plinth/api/works/tasks'
import { today } from '../../lib/days.ts'
import { counted, dayText, decimal, percent, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

export const perDay = 86_400_000

/** A day as a whole number: the days since 1 January 1970. */
export const dayNumber = (day: string) => Date.parse(day) / perDay

export const dayAt = (number: number) => new Date(number * perDay).toISOString().slice(0, 10)

/** The company's present day, independent of the user's time zone. */
export const todayNumber = () => dayNumber(today())

/** The days from `start` up to but not including `end`. */
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
  /** The planned span of all sub-tasks together. */
  below: Span | null
  /** Up to today while `running`. */
  actual: Span | null
  running: boolean
  /** From the day after the given end to the actual end, or to today if there is none. */
  late: Span | null
  daysLate: number
  /** The number of days by which the sub-tasks are planned to end after the task itself. */
  daysBeyond: number
}

const over: readonly Task['status'][] = ['COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED']

/** The late days of a task; without dates of its own it is late when its sub-tasks are. */
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

/** The spans that the bars of a task show. */
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

/** The span from the first to the last of these days. */
export function spanOver(spans: readonly (Span | null)[]): Span | null {
  const known = spans.filter((span) => span !== null)
  if (known.length === 0) return null
  return known.reduce((all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }))
}

/** The span of everything that is shown of a schedule. */
export const extentOf = ({ planned, below, actual, late }: Schedule) => spanOver([planned, below, actual, late])

/** The amounts by which a task exceeds its plan; 0 where it does not. */
export interface Overrun {
  /** In rupees with tax. */
  amount: number
  hours: number
  /** Days after the given end, up to the actual end, or up to today if the task has not ended. */
  late: number
  below: {
    amount: number
    hours: number
    /** The days by which the sub-tasks are planned to start before the task, and to end after it. */
    early: number
    beyond: number
  }
}

/** The excess over an estimate; 0 without an estimate. */
const excess = (actual: number | null, estimate: number | null) =>
  actual === null || !estimate
    ? 0
    : Math.max(0, exact.numberOf(exact.subtract(exact.decimal(actual), exact.decimal(estimate))))

type Estimated = 'estimatedAmount' | 'estimatedEffortHours'

/** By how much a task spends more or takes longer than planned, by its schedule as of today. */
export function overrunOf(task: Task, { planned, below, daysLate, daysBeyond }: Schedule): Overrun {
  const { rollup } = task
  // Without estimates of the sub-tasks, the estimate of the task stands for all of them.
  const estimateOf = (name: Estimated) => rollup?.[name] || task[name]
  const early = planned && below && task.givenStartDate !== null ? Math.max(0, planned.start - below.start) : 0
  return {
    amount: excess(task.actualAmount, task.estimatedAmount),
    hours: excess(task.actualEffortHours, task.estimatedEffortHours),
    late: daysLate,
    below: {
      amount: rollup ? excess(rollup.actualAmount, estimateOf('estimatedAmount')) : 0,
      hours: rollup ? excess(rollup.actualEffortHours, estimateOf('estimatedEffortHours')) : 0,
      early: rollup?.givenStartDate ? early : 0,
      beyond: rollup?.givenEndDate ? daysBeyond : 0,
    },
  }
}

/** The excess in words; false if there is none. */
export const overEstimate = (amount: number) =>
  amount > 0 && t('{amount} over the estimate', { amount: rupees(amount) })
export const hoursOver = (hours: number) => hours > 0 && t('{hours} hours over the estimate', { hours: decimal(hours) })

export const lateText = (days: number) => t('{days} late', { days: counted(days, 'day') })

function periodText(start: string | null, end: string | null): string | undefined {
  if (start !== null && end !== null) return t('{start} to {end}', { start: dayText(start), end: dayText(end) })
  if (start !== null) return t('from {start}', { start: dayText(start) })
  return end === null ? undefined : t('to {end}', { end: dayText(end) })
}

/** The bars of a task in words. */
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
