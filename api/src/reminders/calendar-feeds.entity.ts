import { entity } from '../kernel/entity.ts'

/** Calendar feeds of users, shown on the page of their owner. */
export const calendarFeeds = entity({
  module: 'User',
  path: '/admin/users',
  audited: { calendar_feeds: 'Calendar' },
})
