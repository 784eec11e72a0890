import type { CalendarFeed } from '@plinth/api/reminders/calendar-feeds'
import { recordPath } from '@plinth/api/reminders/record-path'
import ical, { ICalEventTransparency } from 'ical-generator'
import type { CalendarDeadline } from '../deadlines/deadlines.queries.ts'
import { wordsOf } from './feed-words.rules.ts'

/** How a calendar is shown, and to whom. */
export interface Shown extends Pick<CalendarFeed, 'name' | 'detail'> {
  language: string | null
  /** Where the product is: scheme and host; undefined where nobody can tell. */
  origin: string | undefined
}

/** Between two readings of a calendar that keeps to it, in seconds. */
const sixHours = 6 * 60 * 60
const dayLength = 24 * 60 * 60_000

/** A line break stays; of the other characters that do something rather than stand for something iCalendar knows none but the tab. */
const legible = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

const hostOf = (origin: string | undefined) => (origin === undefined ? 'plinth' : new URL(origin).hostname)

/**
 * Deadlines as iCalendar (RFC 5545), a whole day each. The same deadlines are the same text at any moment: what says when an event was
 * made says when it last changed.
 */
export function calendarOf(deadlines: readonly CalendarDeadline[], { name, detail, language, origin }: Shown): string {
  const host = hostOf(origin)
  const calendar = ical({ prodId: { company: 'Plinth', product: 'Duties' }, ttl: sixHours })
  // The library writes its own `name` as it is; what is custom it escapes.
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
      summary: legible(title),
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(text !== '' && { description: legible(text) }),
      ...(origin !== undefined && { url: origin + recordPath(deadline) }),
    })
  }
  return calendar.toString()
}
