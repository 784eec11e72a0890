import { defaultTimeZone } from '@plinth/api/kernel/fields'
import { currentUser } from './session.ts'

/** Of the company, wherever the reader is: what a screen calls a day is what its filters and sheets call it. */
export const companyZone = () => currentUser()?.timeZone ?? defaultTimeZone

/** Writes moments as the company's clocks show them. */
export function clock(locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (moment: number | string): string => {
    const timeZone = companyZone()
    const format = known.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    known.set(timeZone, format)
    return format.format(new Date(moment))
  }
}

/** The day that a moment is of, as YYYY-MM-DD. */
export const dayOf = clock('sv-SE', { dateStyle: 'short' })

/** The day that it is, as YYYY-MM-DD. */
export const today = () => dayOf(Date.now())

/** How many days the second day is after the first; below zero where it is before it. */
export const daysBetween = (first: string, second: string) => (Date.parse(second) - Date.parse(first)) / 86_400_000

/** The day so many days after this one, before it where the number is negative. */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
