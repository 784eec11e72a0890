import { reminderRules } from '@plinth/api/reminders/reminder-rules.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [
  linksOf(reminderRules, { wire: () => import('@plinth/api/reminders/reminder-rules') }),
]
