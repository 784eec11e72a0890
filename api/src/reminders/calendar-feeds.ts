import * as z from 'zod/mini'
import { proof } from '../access/account.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import * as r from '../kernel/record.ts'
import { deadlineKindNames } from './deadlines.ts'

export const about =
  'A person’s deadlines in their own calendar, by addresses that calendar programs read. Each shows what that person may view at that moment.'

const base = '/common/api/calendar-feeds'

/** The deadlines in a feed: those of its owner, or all that the owner may view. */
export const feedScopes = ['MINE', 'ALL'] as const
/** The detail of a feed: kind and number only, or also names, amounts and owners. */
export const feedDetails = ['DATES_ONLY', 'FULL'] as const

/** The maximum number of feeds of a user, enforced by the database. */
export const maxFeeds = 5

export const calendarFeedLabels = {
  name: 'Name of the calendar',
  scope: 'Whose duties',
  detail: 'What it says',
  kinds: 'Kinds of duties',
} as const

/** Text without control characters, because the name is written into a line of the calendar. */
const singleLine = (max: number) =>
  f.requiredText(max).check(z.refine((value) => !/\p{Cc}/u.test(value), { error: 'must be a single line of text' }))

const fields = {
  name: singleLine(60),
  scope: z._default(z.enum(feedScopes), 'MINE'),
  detail: z._default(z.enum(feedDetails), 'DATES_ONLY'),
  /** An empty list means all kinds. */
  kinds: z._default(
    z
      .array(z.enum(deadlineKindNames))
      .check(z.refine((kinds) => new Set(kinds).size === kinds.length, { error: 'must name each kind once' })),
    [],
  ),
}

export const calendarFeed = r.stored({
  id: f.id,
  userId: f.id,
  name: z.string(),
  scope: z.enum(feedScopes),
  detail: z.enum(feedDetails),
  kinds: z.array(z.enum(deadlineKindNames)),
  /** When a calendar program last read the feed, to the minute. */
  lastReadAt: z.nullable(f.moment),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const calendarFeedMade = z.object({
  feed: calendarFeed,
  /** The path to subscribe to, relative to the origin of the product. It contains the token and is answered only once. */
  address: z.string(),
})
export type CalendarFeedMade = z.infer<typeof calendarFeedMade>

export const audited = {
  calendar_feeds: { record: calendarFeed, labels: calendarFeedLabels },
}

export const listCalendarFeeds = endpoint({
  method: 'GET',
  path: base,
  summary: 'The caller’s calendars, oldest first',
  allow: 'signed-in',
  response: z.array(calendarFeed),
})

/** The response contains the token, so it is not stored for idempotent retries. */
export const createCalendarFeed = endpoint({
  method: 'POST',
  path: base,
  summary:
    'Create an address from which a calendar program reads the caller’s deadlines, with the caller’s password; at most five. It ends when sessions end',
  allow: 'signed-in',
  signIn: 'own',
  body: z.strictObject({ ...fields, ...proof }),
  response: calendarFeedMade,
})

export const deleteCalendarFeed = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete an address of the caller; it answers 404 from then on',
  allow: 'signed-in',
  params: f.idParams,
})

export const listUserCalendarFeeds = endpoint({
  method: 'GET',
  path: '/platform/api/users/:id/calendar-feeds',
  summary: 'The calendars of a person, oldest first, without their addresses',
  allow: { module: 'User', can: 'canView' },
  scope: 'platform',
  params: f.idParams,
  response: z.array(calendarFeed),
})

export const endUserCalendarFeeds = endpoint({
  method: 'DELETE',
  path: '/platform/api/users/:id/calendar-feeds',
  summary: 'Delete all addresses of a person; they answer 404 from then on',
  allow: { module: 'User', can: 'canEdit' },
  scope: 'platform',
  params: f.idParams,
})

export const downloadCalendar = endpoint({
  method: 'GET',
  path: `${base}/:token/events`,
  summary:
    'The deadlines of a calendar as iCalendar, from 30 days ago until 400 days ahead; 404 for an invalid address',
  allow: 'public',
  params: z.object({ token: z.string() }),
  download: ['text/calendar'],
  response: fileBytes,
})
