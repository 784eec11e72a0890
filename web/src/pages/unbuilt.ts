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

/** A module that has no screen of its own yet. */
const unbuilt = (entry: SidebarEntry): Slice => ({ screens: [[screen, entry.to]], sidebar: [entry] })

export const generalTasks: Slice = {
  screens: [[screen, '/general-tasks', '/tasks']],
  sidebar: [
    { group: 'work', to: '/general-tasks', label: t('General tasks'), module: 'General Tasks', icon: IconChecklist },
  ],
}

export const notification = unbuilt({
  group: 'work',
  to: '/notification',
  label: t('Notification'),
  module: 'Notification',
  icon: IconBell,
})

export const reminders = unbuilt({
  group: 'work',
  to: '/reminders',
  label: t('Reminders'),
  module: 'Reminders',
  icon: IconAlarm,
})

export const payroll = unbuilt({
  group: 'resources',
  to: '/payroll',
  label: t('Payroll'),
  module: 'Payroll',
  icon: IconWallet,
})

export const attendance: Slice = {
  screens: [[screen, '/attendance']],
  // (sic) the address that has been given out
  redirects: { '/attendane': '/attendance' },
  sidebar: [
    {
      group: 'resources',
      to: '/attendane',
      label: t('Attendance'),
      module: 'Attendance',
      icon: IconCalendarCheck,
      also: ['/attendance'],
    },
  ],
}

export const estimations = unbuilt({
  group: 'money',
  to: '/estimations',
  label: t('Estimations'),
  module: 'Estimations',
  icon: IconCalculator,
})

export const reports = unbuilt({
  group: 'money',
  to: '/reports',
  label: t('Reports'),
  module: 'Reports',
  icon: IconChartBar,
})

export const gst = unbuilt({ group: 'money', to: '/gst', label: 'GST', module: 'GST', icon: IconReceiptTax })
