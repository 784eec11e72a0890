import { IconAlarm } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  { group: 'work', to: '/reminders', label: t('Reminders'), module: 'Reminders', icon: IconAlarm },
]
