import { ActionIcon } from '@mantine/core'
import { isAllowed, type ModuleName } from '@plinth/api/kernel/permissions'
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
  IconHistory,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
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
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { t } from '../lib/language.ts'
import { useUser } from '../lib/session.ts'
import classes from './Sidebar.module.css'

interface Entry {
  to: string
  label: string
  module: ModuleName
  icon: typeof IconBell
  /** Where else the screens of the entry lie. */
  also?: string[]
}

/** The sidebar in the order of the product's specification; an entry shows to those who may view its module. */
export const entryGroups: { label: string; entries: Entry[] }[] = [
  {
    label: t('Administration'),
    entries: [
      { to: '/admin/tenants', label: t('Tenants'), module: 'Tenants', icon: IconBuildingCommunity },
      {
        to: '/admin/users',
        label: t('Users'),
        module: 'User',
        icon: IconUsers,
        also: ['/admin/user-module-permissions', '/admin/user-roles-mapping'],
      },
      { to: '/admin/modules', label: t('Modules'), module: 'Modules', icon: IconPuzzle },
      { to: '/admin/roles', label: t('Roles'), module: 'Role', icon: IconUserShield },
      { to: '/admin/audit-trail', label: t('Audit Trail'), module: 'Audit Trail', icon: IconHistory },
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
      {
        to: '/attendane',
        label: t('Attendance'),
        module: 'Attendance',
        icon: IconCalendarCheck,
        also: ['/attendance'],
      },
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

interface TipProps {
  label: string
  side: 'right' | 'below'
  disabled?: boolean
  children: ReactNode
}

/** What a picture stands for, while it is pointed at or has the focus; Escape takes it away. Mantine's weighs a tenth of the frame. */
export function Tip({ label, side, disabled = false, children }: TipProps) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  const hide = () => setPlace(null)
  function show({ currentTarget }: SyntheticEvent) {
    const { right, top, bottom } = currentTarget.getBoundingClientRect()
    setPlace(side === 'right' ? { left: right + 8, top } : { left: right, top: bottom + 8 })
  }
  useEffect(() => {
    if (!place) return
    const follow = ({ key }: KeyboardEvent) => key === 'Escape' && setPlace(null)
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [place])
  return (
    <span
      className={classes['tipped']}
      onPointerEnter={(event) => event.pointerType !== 'touch' && show(event)}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      {place && !disabled && (
        <span role="tooltip" className={classes['tip']} data-side={side} style={place}>
          {label}
        </span>
      )}
    </span>
  )
}

function SidebarLink({ entry: { to, label, icon: Icon, also = [] }, narrow }: { entry: Entry; narrow: boolean }) {
  const isBelow = useLocation({ select: ({ pathname }) => also.some((path) => pathname.startsWith(path)) })
  return (
    <Tip label={label} side="right" disabled={!narrow}>
      <Link
        to={to}
        className={classes['link']}
        aria-label={narrow ? label : undefined}
        {...(isBelow && { 'data-status': 'active', 'aria-current': 'page' as const })}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        {!narrow && label}
      </Link>
    </Tip>
  )
}

export function Sidebar({ narrow, onToggle }: { narrow: boolean; onToggle?: () => void }) {
  const permissions = useUser()?.permissions ?? []
  const groups = entryGroups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ module }) => isAllowed({ module, can: 'canView' }, permissions)),
    }))
    .filter(({ entries }) => entries.length > 0)
  const toggleLabel = narrow ? t('Widen the sidebar') : t('Narrow the sidebar')

  return (
    <div className={classes['sidebar']} data-narrow={narrow || undefined}>
      {onToggle && (
        <div className={classes['top']}>
          {!narrow && <span className={classes['brand']}>Plinth</span>}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={toggleLabel}
            aria-expanded={!narrow}
            onClick={onToggle}
          >
            {narrow ? <IconLayoutSidebarLeftExpand size={20} /> : <IconLayoutSidebarLeftCollapse size={20} />}
          </ActionIcon>
        </div>
      )}
      <nav aria-label={t('Modules')} className={classes['nav']}>
        {groups.map(({ label, entries }) => (
          <div key={label} className={classes['group']}>
            {!narrow && <div className={classes['label']}>{label}</div>}
            {entries.map((entry) => (
              <SidebarLink key={entry.to} entry={entry} narrow={narrow} />
            ))}
          </div>
        ))}
      </nav>
    </div>
  )
}
