import { ActionIcon } from '@mantine/core'
import { isAllowed, moduleNames } from '@plinth/api/kernel/permissions'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { t } from '../lib/language.ts'
import { usePreference } from '../lib/preference.ts'
import { useUser } from '../lib/session.ts'
import { bySlice } from './by-slice.ts'
import classes from './Sidebar.module.css'
import type { SidebarEntry, SidebarGroup } from './sidebar-entry.ts'
import { Tip } from './Tip.tsx'

const groupLabels: Record<SidebarGroup, string> = {
  administration: t('Administration'),
  work: t('Work'),
  resources: t('Resources'),
  money: t('Money'),
}

const collected = import.meta.glob<SidebarEntry[]>(['../*/*/sidebar.ts', '../pages/sidebar.ts'], {
  eager: true,
  import: 'sidebar',
})
const unordered = Object.values(bySlice(collected)).flat()
const entries = moduleNames.flatMap((name) => unordered.filter(({ module }) => module === name))

/** The sidebar in the order of the modules in the product's specification. */
export const entryGroups = Object.entries(groupLabels).map(([name, label]) => ({
  label,
  entries: entries.filter(({ group }) => group === name),
}))

function SidebarLink({
  entry: { to, label, icon: Icon, also = [] },
  narrow,
}: {
  entry: SidebarEntry
  narrow: boolean
}) {
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

/** The modules without a screen of their own yet, folded behind one line. It is open while one of them is visited. */
function InPreparation({ entries, narrow }: { entries: SidebarEntry[]; narrow: boolean }) {
  const [isUnfolded, unfold] = usePreference('preparationUnfolded', false)
  const isHere = useLocation({
    select: ({ pathname }) => entries.some(({ to, also = [] }) => [to, ...also].includes(pathname)),
  })
  const isOpen = isUnfolded || isHere
  const label = t('In preparation')
  return (
    <div className={classes['group']}>
      <Tip label={label} side="right" disabled={!narrow}>
        <button
          type="button"
          className={classes['link']}
          aria-expanded={isOpen}
          aria-label={narrow ? label : undefined}
          onClick={() => unfold(!isOpen)}
        >
          <span aria-hidden className={classes['fold']}>
            {isOpen ? '▾' : '▸'}
          </span>
          {!narrow && label}
        </button>
      </Tip>
      {isOpen && entries.map((entry) => <SidebarLink key={entry.to} entry={entry} narrow={narrow} />)}
    </div>
  )
}

const isBuilt = ({ isInPreparation }: SidebarEntry) => isInPreparation !== true

export function Sidebar({ narrow, onToggle }: { narrow: boolean; onToggle?: () => void }) {
  const permissions = useUser()?.permissions ?? []
  const maySee = ({ module }: SidebarEntry) => isAllowed({ module, can: 'canView' }, permissions)
  const groups = entryGroups
    .map(({ label, entries }) => ({ label, entries: entries.filter((entry) => isBuilt(entry) && maySee(entry)) }))
    .filter(({ entries }) => entries.length > 0)
  const prepared = entryGroups.flatMap(({ entries }) => entries.filter((entry) => !isBuilt(entry) && maySee(entry)))
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
            {!narrow && <div className={`hint ${classes['label']}`}>{label}</div>}
            {entries.map((entry) => (
              <SidebarLink key={entry.to} entry={entry} narrow={narrow} />
            ))}
          </div>
        ))}
        {prepared.length > 0 && <InPreparation entries={prepared} narrow={narrow} />}
      </nav>
    </div>
  )
}
