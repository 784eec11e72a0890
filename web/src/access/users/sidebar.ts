import { IconUsers } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  {
    group: 'administration',
    to: '/admin/users',
    label: t('Users'),
    module: 'User',
    icon: IconUsers,
    also: ['/admin/user-module-permissions', '/admin/user-roles-mapping'],
  },
]
