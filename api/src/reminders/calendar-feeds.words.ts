import type { WordsOf } from '../kernel/words.ts'
import type * as calendarFeeds from './calendar-feeds.ts'

export const calendarFeedsWords: WordsOf<typeof calendarFeeds> = {
  parameters: {
    id: 'The id of the calendar.',
    token: 'The secret in the address of a calendar.',
  },
  records: {
    calendarFeedMade: {
      examples: { address: '/common/api/calendar-feeds/the-secret-of-this-calendar/events' },
    },
  },
  calls: {
    listUserCalendarFeeds: {
      parameters: { id: 'The id of the person.' },
    },
    endUserCalendarFeeds: {
      parameters: { id: 'The id of the person.' },
    },
  },
}
