import { deadlines } from '@plinth/api/reminders/deadlines.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  linksOf(deadlines, { wire: () => import('@plinth/api/reminders/deadlines') }),
  { open: [{ to: '/reminders', label: t('Agenda'), only: 'signed-in' }] },
]
