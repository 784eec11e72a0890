import { calendarFeeds } from '@plinth/api/reminders/calendar-feeds.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [
  linksOf(calendarFeeds, { wire: () => import('@plinth/api/reminders/calendar-feeds') }),
]
