import type { WordsOf } from '../kernel/words.ts'
import type * as calendarFeeds from './calendar-feeds.ts'

export const calendarFeedsWords: WordsOf<typeof calendarFeeds> = {
  parameters: {
    id: 'The id of the calendar.',
    token: 'The secret in an address that was answered or mailed: of a calendar, or of a kind of mail that is to stop.',
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
