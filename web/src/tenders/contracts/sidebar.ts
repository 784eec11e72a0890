import { IconFileDescription } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  {
    group: 'work',
    to: '/contracts',
    label: t('Contracts'),
    module: 'Contracts',
    icon: IconFileDescription,
  },
]
