import { IconListTree, IconPackages } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  {
    group: 'work',
    to: '/project-tasks',
    label: t('Project tasks'),
    module: 'Project Tasks',
    icon: IconListTree,
  },
  {
    group: 'resources',
    to: '/inventories',
    label: t('Inventories'),
    module: 'Inventories',
    icon: IconPackages,
  },
]
