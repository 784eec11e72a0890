import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  {
    screens: [{ to: '/reminders/coverage', label: t('Coverage of reminders'), module: 'Reminders', can: 'canView' }],
  },
]
