import { obligations } from '@plinth/api/reminders/obligations.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  linksOf(obligations, { wire: () => import('@plinth/api/reminders/obligations') }),
  { open: [{ to: '/reminders', label: t('Agenda'), only: 'signed-in' }] },
]
