import {
  IconAlarm,
  IconBell,
  IconCalculator,
  IconCalendarCheck,
  IconChartBar,
  IconChecklist,
  IconReceiptTax,
  IconWallet,
} from '@tabler/icons-react'
import type { SidebarEntry, Slice } from '../app/slice.ts'
import { t } from '../lib/language.ts'
import { screenPart } from '../ui/Part.tsx'

const screen = screenPart(() => import('./PlainPages.tsx'), 'UnderConstruction')

const isInPreparation = true

const entries = [
  { group: 'work', to: '/general-tasks', label: t('General tasks'), module: 'General Tasks', icon: IconChecklist },
  { group: 'work', to: '/notification', label: t('Notification'), module: 'Notification', icon: IconBell },
  { group: 'work', to: '/reminders', label: t('Reminders'), module: 'Reminders', icon: IconAlarm },
  { group: 'resources', to: '/payroll', label: t('Payroll'), module: 'Payroll', icon: IconWallet },
  { group: 'money', to: '/estimations', label: t('Estimations'), module: 'Estimations', icon: IconCalculator },
  { group: 'money', to: '/reports', label: t('Reports'), module: 'Reports', icon: IconChartBar },
  { group: 'money', to: '/gst', label: 'GST', module: 'GST', icon: IconReceiptTax },
] satisfies SidebarEntry[]

const attendance = {
  group: 'resources',
  // (sic) the address that has been given out
  to: '/attendane',
  label: t('Attendance'),
  module: 'Attendance',
  icon: IconCalendarCheck,
  also: ['/attendance'],
} satisfies SidebarEntry

/** Modules that have no screen of their own yet. */
export const unbuilt: Slice = {
  screens: [[screen, ...entries.map(({ to }) => to), '/tasks', '/attendance']],
  redirects: { [attendance.to]: '/attendance' },
  sidebar: [...entries, attendance].map((entry) => ({ ...entry, isInPreparation })),
}
