import { daysAfter, daysBetween, monthsAfter } from '../kernel/later-days.ts'

/** A series of days given by a first day and a step. Each task that repeats is due on one of these days. */

export const repeatUnits = ['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

export interface Repetition {
  /** The first day, YYYY-MM-DD. */
  from: string
  every: number
  unit: RepeatUnit
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/**
 * The first day of a series after another day, which must not be before the start of the series. Equals `app.next_due` in the
 * database.
 */
export function nextDay({ from, every, unit }: Repetition, after: string): string {
  if (unit === 'DAYS' || unit === 'WEEKS') {
    const step = every * (unit === 'WEEKS' ? 7 : 1)
    return daysAfter(from, step * (Math.floor(daysBetween(from, after) / step) + 1))
  }
  const step = every * (unit === 'YEARS' ? 12 : 1)
  const passed = Math.floor((monthOf(after) - monthOf(from)) / step)
  const due = monthsAfter(from, passed * step)
  return due > after ? due : monthsAfter(from, (passed + 1) * step)
}

/** The next `count` days of a series after another day. */
export function nextDays(repetition: Repetition, after: string, count: number): string[] {
  const days: string[] = []
  for (let last = after; days.length < count; days.push(last)) last = nextDay(repetition, last)
  return days
}
