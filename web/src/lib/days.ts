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
