import { IconHistory } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  {
    group: 'administration',
    to: '/admin/audit-trail',
    label: t('Audit Trail'),
    module: 'Audit Trail',
    icon: IconHistory,
  },
]
