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

export interface Entry {
  to: string
  label: string
  module: ModuleName
  icon: typeof IconBell
}

/** The sidebar in the order of the product's specification; an entry shows to those who may view its module. */
export const entryGroups: { label: string; entries: Entry[] }[] = [
  {
    label: 'Administration',
    entries: [
      { to: '/admin/tenants', label: 'Tenants', module: 'Tenants', icon: IconBuildingCommunity },
      { to: '/admin/users', label: 'Users', module: 'User', icon: IconUsers },
      { to: '/admin/modules', label: 'Modules', module: 'Modules', icon: IconPuzzle },
      { to: '/admin/roles', label: 'Roles', module: 'Role', icon: IconUserShield },
    ],
  },
  {
    label: 'Work',
    entries: [
      { to: '/contracts', label: 'Contracts', module: 'Contracts', icon: IconFileDescription },
      { to: '/projects', label: 'Projects', module: 'Projects', icon: IconBuildingSkyscraper },
      { to: '/project-tasks', label: 'Project tasks', module: 'Project Tasks', icon: IconListTree },
      { to: '/general-tasks', label: 'General tasks', module: 'General Tasks', icon: IconChecklist },
      { to: '/notification', label: 'Notification', module: 'Notification', icon: IconBell },
      { to: '/reminders', label: 'Reminders', module: 'Reminders', icon: IconAlarm },
    ],
  },
  {
    label: 'Resources',
    entries: [
      { to: '/inventories', label: 'Inventories', module: 'Inventories', icon: IconPackages },
      { to: '/payroll', label: 'Payroll', module: 'Payroll', icon: IconWallet },
      { to: '/vehicles', label: 'Vehicles', module: 'Vehicles', icon: IconTruck },
      { to: '/vehicle-insurance', label: 'Vehicle insurance', module: 'Vehicle Insurance', icon: IconShieldCheck },
      // (sic) the address that has been given out; it leads to /attendance
      { to: '/attendane', label: 'Attendance', module: 'Attendance', icon: IconCalendarCheck },
    ],
  },
  {
    label: 'Money',
    entries: [
      { to: '/payments', label: 'Payments', module: 'Payments', icon: IconCreditCard },
      { to: '/estimations', label: 'Estimations', module: 'Estimations', icon: IconCalculator },
      { to: '/reports', label: 'Reports', module: 'Reports', icon: IconChartBar },
      { to: '/gst', label: 'GST', module: 'GST', icon: IconReceiptTax },
    ],
  },
]
