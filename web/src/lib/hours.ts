import { clock } from './days.ts'

const wholeTime = clock('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** The offset of the company's time zone from UTC at a moment, in milliseconds. */
const offsetAt = (moment: number) =>
  Date.parse(`${wholeTime(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000

/**
 * The moment at which the company's clocks show this hour of a day, as ISO 8601 in UTC. For an hour that the change to summer time skips,
 * the hour after it.
 */
export function momentAt(day: string, hour: number): string {
  const shown = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const first = shown - offsetAt(shown)
  return new Date(shown - offsetAt(first)).toISOString()
}

const hourFormat = clock('sv-SE', { hour: '2-digit', hourCycle: 'h23' })

/** The hour that the company's clocks show at a moment, 0 to 23. */
export const hourOf = (moment: number | string) => Number(hourFormat(moment))
