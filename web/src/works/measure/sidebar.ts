import { IconRuler2 } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  { group: 'work', to: '/measure', label: t('Measure'), module: 'Measurement Book', icon: IconRuler2 },
]
