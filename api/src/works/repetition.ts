import { daysAfter, daysBetween, monthsAfter } from '../kernel/later-days.ts'

/** What repeats on days that a first one and a step make: each task of such a series is due on one of them. */

export const repeatUnits = ['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

export interface Repetition {
  /** The first day, YYYY-MM-DD. */
  from: string
  every: number
  unit: RepeatUnit
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The first day of a series after another, which is not before the series begins: what `app.next_due` of the database says. */
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

/** The days of a series that follow another, as many as are asked for. */
export function nextDays(repetition: Repetition, after: string, count: number): string[] {
  const days: string[] = []
  for (let last = after; days.length < count; days.push(last)) last = nextDay(repetition, last)
  return days
}
