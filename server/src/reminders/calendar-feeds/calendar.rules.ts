import type { CalendarFeed } from '@plinth/api/reminders/calendar-feeds'
import { recordPath } from '@plinth/api/reminders/record-path'
import ical, { ICalEventTransparency } from 'ical-generator'
import type { CalendarDeadline } from '../deadlines/deadlines.queries.ts'
import { wordsOf } from './feed-words.rules.ts'

/** The name, detail, language and links of a calendar. */
export interface CalendarOptions extends Pick<CalendarFeed, 'name' | 'detail'> {
  language: string | null
  /** Scheme and host of the product; undefined if unknown. */
  origin: string | undefined
}

/** The interval at which calendar programs should read the feed again, in seconds. */
const sixHours = 6 * 60 * 60
const dayLength = 24 * 60 * 60_000

/** Removes control characters except line breaks and tabs: iCalendar allows no others. */
const withoutControls = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

const hostOf = (origin: string | undefined) => (origin === undefined ? 'plinth' : new URL(origin).hostname)

/**
 * Deadlines as iCalendar (RFC 5545), a whole day each. DTSTAMP is the time of the last change, so that the same deadlines always give the
 * same text.
 */
export function calendarOf(
  deadlines: readonly CalendarDeadline[],
  { name, detail, language, origin }: CalendarOptions,
): string {
  const host = hostOf(origin)
  const calendar = ical({ prodId: { company: 'Plinth', product: 'Duties' }, ttl: sixHours })
  // The library escapes custom properties, but not its own `name`.
  calendar.x('X-WR-CALNAME', name)
  for (const deadline of deadlines) {
    const { title, text } = wordsOf(deadline, detail, language === 'hi' ? 'hi' : 'en')
    const start = new Date(deadline.actBy)
    const changed = new Date(deadline.changedAt)
    calendar.createEvent({
      id: `${deadline.kind}.${deadline.recordId}.${deadline.dueOn}@${host}`,
      allDay: true,
      start,
      end: new Date(start.getTime() + dayLength),
      stamp: changed,
      lastModified: changed,
      summary: withoutControls(title),
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(text !== '' && { description: withoutControls(text) }),
      ...(origin !== undefined && { url: origin + recordPath(deadline) }),
    })
  }
  return calendar.toString()
}
