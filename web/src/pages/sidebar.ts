import { IconCalculator, IconCalendarCheck, IconChartBar, IconReceiptTax, IconWallet } from '@tabler/icons-react'
import type { SidebarEntry } from '../app/sidebar-entry.ts'
import { t } from '../lib/language.ts'

const isInPreparation = true

const entries: SidebarEntry[] = [
  { group: 'resources', to: '/payroll', label: t('Payroll'), module: 'Payroll', icon: IconWallet },
  { group: 'money', to: '/estimations', label: t('Estimations'), module: 'Estimations', icon: IconCalculator },
  { group: 'money', to: '/reports', label: t('Reports'), module: 'Reports', icon: IconChartBar },
  { group: 'money', to: '/gst', label: 'GST', module: 'GST', icon: IconReceiptTax },
]

const attendance: SidebarEntry = {
  group: 'resources',
  // (sic) this address has been published
  to: '/attendane',
  label: t('Attendance'),
  module: 'Attendance',
  icon: IconCalendarCheck,
  also: ['/attendance'],
}

/** The sidebar lines of the modules without a screen of their own yet. */
export const sidebar: SidebarEntry[] = [...entries, attendance].map((entry) => ({ ...entry, isInPreparation }))
