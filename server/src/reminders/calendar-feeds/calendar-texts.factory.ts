import ICAL from 'ical.js'
import { fromSomewhere } from '../../platform/contact/contact.factory.ts'
import { type Client, type TestServer } from '../../testing/test-server.ts'

/** What a calendar that was fetched tells of an event. */
export interface SeenEvent {
  uid: string
  title: string
  text: string | null
  start: string
  end: string
  url: string | null
  raw: ICAL.Component
}

/** The calendar of an answer, as another program reads it. */
export const calendarIn = (text: string) => ICAL.Component.fromString(text)

/** Its events in their order. */
export function eventsIn(text: string): SeenEvent[] {
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

/** Asks for the calendar at an address, as somebody else's program does. */
export const fetchCalendar = (
  { stranger }: { stranger: Pick<Client, 'send'> } | Pick<TestServer, 'stranger'>,
  { address }: { address: string },
  headers: Record<string, string> = {},
) => stranger.send('GET', address, undefined, { ...fromSomewhere(), ...headers })
