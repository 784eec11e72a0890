import type { ModuleName } from '@plinth/api/kernel/permissions'
import {
  IconAlarm,
  IconBell,
  IconBuildingCommunity,
  IconBuildingSkyscraper,
  IconCalculator,
  IconCalendarCheck,
  IconChartBar,
  IconChecklist,
  IconCreditCard,
  IconFileDescription,
  IconListTree,
  IconPackages,
  IconPuzzle,
  IconReceiptTax,
  IconShieldCheck,
  IconTruck,
  IconUserShield,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import { t } from '../lib/language.ts'

export interface Entry {
  to: string
  label: string
  module: ModuleName
  icon: typeof IconBell
}

/** The sidebar in the order of the product's specification; an entry shows to those who may view its module. */
export const entryGroups: { label: string; entries: Entry[] }[] = [
  {
    label: t('Administration'),
    entries: [
      { to: '/admin/tenants', label: t('Tenants'), module: 'Tenants', icon: IconBuildingCommunity },
      { to: '/admin/users', label: t('Users'), module: 'User', icon: IconUsers },
      { to: '/admin/modules', label: t('Modules'), module: 'Modules', icon: IconPuzzle },
      { to: '/admin/roles', label: t('Roles'), module: 'Role', icon: IconUserShield },
    ],
  },
  {
    label: t('Work'),
    entries: [
      { to: '/contracts', label: t('Contracts'), module: 'Contracts', icon: IconFileDescription },
      { to: '/projects', label: t('Projects'), module: 'Projects', icon: IconBuildingSkyscraper },
      { to: '/project-tasks', label: t('Project tasks'), module: 'Project Tasks', icon: IconListTree },
      { to: '/general-tasks', label: t('General tasks'), module: 'General Tasks', icon: IconChecklist },
      { to: '/notification', label: t('Notification'), module: 'Notification', icon: IconBell },
      { to: '/reminders', label: t('Reminders'), module: 'Reminders', icon: IconAlarm },
    ],
  },
  {
    label: t('Resources'),
    entries: [
      { to: '/inventories', label: t('Inventories'), module: 'Inventories', icon: IconPackages },
      { to: '/payroll', label: t('Payroll'), module: 'Payroll', icon: IconWallet },
      { to: '/vehicles', label: t('Vehicles'), module: 'Vehicles', icon: IconTruck },
      { to: '/vehicle-insurance', label: t('Vehicle insurance'), module: 'Vehicle Insurance', icon: IconShieldCheck },
      // (sic) the address that has been given out; it leads to /attendance
      { to: '/attendane', label: t('Attendance'), module: 'Attendance', icon: IconCalendarCheck },
    ],
  },
  {
    label: t('Money'),
    entries: [
      { to: '/payments', label: t('Payments'), module: 'Payments', icon: IconCreditCard },
      { to: '/estimations', label: t('Estimations'), module: 'Estimations', icon: IconCalculator },
      { to: '/reports', label: t('Reports'), module: 'Reports', icon: IconChartBar },
      { to: '/gst', label: 'GST', module: 'GST', icon: IconReceiptTax },
    ],
  },
]
