import { IconCreditCard, IconShieldCheck, IconTruck } from '@tabler/icons-react'
import type { SidebarEntry } from '../../app/sidebar-entry.ts'
import { t } from '../../lib/language.ts'

export const sidebar: SidebarEntry[] = [
  { group: 'resources', to: '/vehicles', label: t('Vehicles'), module: 'Vehicles', icon: IconTruck },
  {
    group: 'resources',
    to: '/vehicle-insurance',
    label: t('Vehicle insurance'),
    module: 'Vehicle Insurance',
    icon: IconShieldCheck,
  },
  { group: 'money', to: '/payments', label: t('Payments'), module: 'Payments', icon: IconCreditCard },
]
