import { defaultTimeZone } from '@plinth/api/kernel/fields'
import { currentUser } from './session.ts'

/** The company's time zone, wherever the reader is, so that days on a screen are the days of its filters and sheets. */
export const companyZone = () => currentUser()?.timeZone ?? defaultTimeZone

/** Formats moments in the company's time zone. */
export function clock(locale: string | undefined, options: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (moment: number | string): string => {
    const timeZone = companyZone()
    const format = known.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    known.set(timeZone, format)
    return format.format(new Date(moment))
  }
}

/** The company's day of a moment, as YYYY-MM-DD. */
export const dayOf = clock('sv-SE', { dateStyle: 'short' })

/** The company's current day, as YYYY-MM-DD. */
export const today = () => dayOf(Date.now())
