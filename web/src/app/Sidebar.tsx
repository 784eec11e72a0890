import { ActionIcon, Tooltip } from '@mantine/core'
import { isAllowed } from '@plinth/api/kernel/permissions'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../lib/language.ts'
import { useUser } from '../lib/session.ts'
import { type Entry, entryGroups } from './navigation.ts'
import classes from './Sidebar.module.css'

function SidebarLink({ entry: { to, label, icon: Icon }, narrow }: { entry: Entry; narrow: boolean }) {
  return (
    <Tooltip label={label} position="right" disabled={!narrow}>
      <Link to={to} className={classes['link']} aria-label={narrow ? label : undefined}>
        <Icon size={20} stroke={1.6} aria-hidden />
        {!narrow && label}
      </Link>
    </Tooltip>
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
