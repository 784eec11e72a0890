import ICAL from 'ical.js'
import { fromSomewhere } from '../../platform/contact/contact.factory.ts'
import { type Client, type TestServer } from '../../testing/test-server.ts'

/** An event of a fetched calendar. */
export interface CalendarEvent {
  uid: string
  title: string
  text: string | null
  start: string
  end: string
  url: string | null
  raw: ICAL.Component
}

/** Parses a response with an independent library, as a calendar program would. */
export const calendarIn = (text: string) => ICAL.Component.fromString(text)

/** The events of a calendar in their order. */
export function eventsIn(text: string): CalendarEvent[] {
  return calendarIn(text)
    .getAllSubcomponents('vevent')
    .map((raw) => {
      const value = (name: string) => raw.getFirstPropertyValue(name)?.toString() ?? null
      return {
        uid: value('uid') ?? '',
        title: value('summary') ?? '',
        text: value('description'),
        start: value('dtstart') ?? '',
        end: value('dtend') ?? '',
        url: value('url'),
        raw,
      }
    })
}

/** Fetches the calendar at an address without a session, as a calendar program does. */
export const fetchCalendar = (
  { stranger }: { stranger: Pick<Client, 'send'> } | Pick<TestServer, 'stranger'>,
  { address }: { address: string },
  headers: Record<string, string> = {},
) => stranger.send('GET', address, undefined, { ...fromSomewhere(), ...headers })
