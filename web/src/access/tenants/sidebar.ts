import { IconBuildingCommunity } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  {
    group: 'administration',
    to: '/admin/tenants',
    label: t('Tenants'),
    module: 'Tenants',
    icon: IconBuildingCommunity,
  },
]
