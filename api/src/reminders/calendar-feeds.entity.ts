import { entity } from '../kernel/entity.ts'

/** People's calendars, which are shown on the page of their owner. */
export const calendarFeeds = entity({
  module: 'User',
  path: '/admin/users',
  audited: { calendar_feeds: 'Calendar' },
})
