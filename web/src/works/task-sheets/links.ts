import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  {
    screens: [
      { to: '/project-tasks/bulk-upload', label: t('Upload tasks'), module: 'Project Tasks', can: 'canCreate' },
    ],
  },
]
