import { IconChecklist } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  { group: 'work', to: '/general-tasks', label: t('General tasks'), module: 'General Tasks', icon: IconChecklist },
]
