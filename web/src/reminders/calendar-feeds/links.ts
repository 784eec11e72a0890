import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  audited: {
    calendar_feeds: {
      module: 'User',
      path: (id) => `/admin/users/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/reminders/calendar-feeds')),
        ({ calendarFeed, calendarFeedLabels }) => ({ labels: calendarFeedLabels, kinds: kindsOf(calendarFeed) }),
      ),
    },
  },
}
