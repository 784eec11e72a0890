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

const wholeTime = clock('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** How far the company's clocks are ahead of UTC at a moment, in milliseconds. */
const aheadAt = (moment: number) =>
  Date.parse(`${wholeTime(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000

/**
 * The moment at which the company's clocks show this hour of a day, as ISO 8601 in UTC. An hour that a change to summer time leaves out
 * is the one after it.
 */
export function momentAt(day: string, hour: number): string {
  const shown = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const first = shown - aheadAt(shown)
  return new Date(shown - aheadAt(first)).toISOString()
}

const hourFormat = clock('sv-SE', { hour: '2-digit', hourCycle: 'h23' })

/** The hour that the company's clocks show at a moment, 0 to 23. */
export const hourOf = (moment: number | string) => Number(hourFormat(moment))
