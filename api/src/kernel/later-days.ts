/** Arithmetic on days, each as YYYY-MM-DD. */

const dayMs = 86_400_000

/** The day `days` days after another; before it if negative. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** How many days the second day is after the first; negative if it is before it. */
export const daysBetween = (first: string, second: string): number => (Date.parse(second) - Date.parse(first)) / dayMs

/**
 * The same day `months` months later, or the last day of a shorter month, as PostgreSQL computes it: 31 Aug + 6 = 28
 * Feb.
 */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
