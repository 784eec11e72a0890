import type { Task } from '@plinth/api/tasks'
import { decimal, rupees } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import type { Schedule } from './gantt-scale.ts'

const scaled = (value: number, decimals: number) => BigInt(Math.round(value * 10 ** decimals))

/**
 * Quantity by rate, with the tax on top, in rupees and paise, half a paisa counting as a whole one: what the server makes of
 * them. Null when one of the two is missing.
 */
export function amountOf(quantity: unknown, rate: unknown, tax: unknown): number | null {
  if (typeof quantity !== 'number' || typeof rate !== 'number') return null
  const percent = typeof tax === 'number' ? tax : 0
  // Of a thousandth by a thousandth by a ten-thousandth of a per cent, so many make a paisa.
  const parts = 10n ** 10n
  const exact = scaled(quantity, 3) * scaled(rate, 3) * scaled(100 + percent, 4)
  return Number((exact + parts / 2n) / parts) / 100
}

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
const over = (actual: number | null, estimate: number | null) =>
  actual === null || !estimate ? 0 : Math.max(0, Math.round((actual - estimate) * 1000) / 1000)

type Estimated = 'estimatedAmount' | 'estimatedEffortHours'

/** Whether a task spends more or takes longer than it should, by its schedule as of today. */
export function overrunOf(task: Task, { planned, below, daysLate, daysBeyond }: Schedule): Overrun {
  const { rollup } = task
  // Where the sub-tasks are not estimated, what was given for all of them is.
  const given = (name: Estimated) => rollup?.[name] || task[name]
  const early = planned && below && task.givenStartDate !== null ? Math.max(0, planned.start - below.start) : 0
  return {
    amount: over(task.actualAmount, task.estimatedAmount),
    hours: over(task.actualEffortHours, task.estimatedEffortHours),
    late: daysLate,
    below: {
      amount: rollup ? over(rollup.actualAmount, given('estimatedAmount')) : 0,
      hours: rollup ? over(rollup.actualEffortHours, given('estimatedEffortHours')) : 0,
      early: rollup?.givenStartDate ? early : 0,
      beyond: rollup?.givenEndDate ? daysBeyond : 0,
    },
  }
}

/** Both in words; nothing of what is not over. */
export const overEstimate = (amount: number) =>
  amount > 0 && t('{amount} over the estimate', { amount: rupees(amount) })
export const hoursOver = (hours: number) => hours > 0 && t('{hours} hours over the estimate', { hours: decimal(hours) })
