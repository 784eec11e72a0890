import { IconUserShield } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  {
    group: 'administration',
    to: '/admin/roles',
    label: t('Roles'),
    module: 'Role',
    icon: IconUserShield,
  },
]
