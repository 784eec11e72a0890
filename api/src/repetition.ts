/** What repeats on days that a first one and a step make: each task of such a series is due on one of them. */

export const repeatUnits = ['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

export interface Repetition {
  /** The first day, YYYY-MM-DD. */
  from: string
  every: number
  unit: RepeatUnit
}

const dayMs = 86_400_000
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The day of so many months later, the last of its month where that is too short. */
function monthsLater(from: string, months: number): string {
  const month = monthOf(from) + months
  const [year, nth] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, nth + 1, 0)).getUTCDate()
  return textOf(Date.UTC(year, nth, Math.min(Number(from.slice(8)), last)))
}

/** The first day of a series after another, which is not before the series begins: what `app.next_due` of the database says. */
export function nextDay({ from, every, unit }: Repetition, after: string): string {
  if (unit === 'DAYS' || unit === 'WEEKS') {
    const step = every * (unit === 'WEEKS' ? 7 : 1) * dayMs
    const begins = Date.parse(from)
    return textOf(begins + step * (Math.floor((Date.parse(after) - begins) / step) + 1))
  }
  const step = every * (unit === 'YEARS' ? 12 : 1)
  const passed = Math.floor((monthOf(after) - monthOf(from)) / step)
  const due = monthsLater(from, passed * step)
  return due > after ? due : monthsLater(from, (passed + 1) * step)
}

/** The days of a series that follow another, as many as are asked for. */
export function nextDays(repetition: Repetition, after: string, count: number): string[] {
  const days: string[] = []
  for (let last = after; days.length < count; days.push(last)) last = nextDay(repetition, last)
  return days
}
