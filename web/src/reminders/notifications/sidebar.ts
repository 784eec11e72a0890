import { IconBell } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  { group: 'work', to: '/notification', label: t('Notification'), module: 'Notification', icon: IconBell },
]
