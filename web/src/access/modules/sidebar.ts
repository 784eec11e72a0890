import { IconPuzzle } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  {
    group: 'administration',
    to: '/admin/modules',
    label: t('Modules'),
    module: 'Modules',
    icon: IconPuzzle,
  },
]
