import { isAllowed, type SessionUser } from '@plinth/api/kernel/permissions'
import { IconCalendarCheck, IconDots, IconListTree, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../lib/language.ts'
import classes from './PhoneBar.module.css'
import { tabs } from './phone-tabs.ts'

interface Props {
  user: SessionUser
  onMenu: () => void
  onSearch: () => void
}

/** The main links on a phone, as far as the user may see them. */
export function PhoneBar({ user, onMenu, onSearch }: Props) {
  const seesTasks = isAllowed({ module: 'Project Tasks', can: 'canView' }, user.permissions)
  const mayPhotograph = isAllowed({ module: 'Project Tasks', can: 'canCreate' }, user.permissions)
  return (
    <nav aria-label={t('Mostly used')} className={classes['bar']}>
      <Link to="/" className={classes['tab']} activeOptions={{ exact: true }}>
        <IconCalendarCheck size={22} stroke={1.6} aria-hidden />
        {t('Today')}
      </Link>
      {seesTasks && (
        <Link to="/project-tasks/list" className={classes['tab']} activeOptions={{ includeSearch: false }}>
          <IconListTree size={22} stroke={1.6} aria-hidden />
          {t('Tasks')}
        </Link>
      )}
      {seesTasks && mayPhotograph && <tabs.Camera className={classes['tab'] ?? ''} />}
      <button type="button" className={classes['tab']} aria-haspopup="dialog" onClick={onSearch}>
        <IconSearch size={22} stroke={1.6} aria-hidden />
        {t('Search')}
      </button>
      <button type="button" className={classes['tab']} aria-haspopup="dialog" onClick={onMenu}>
        <IconDots size={22} stroke={1.6} aria-hidden />
        {t('More')}
      </button>
    </nav>
  )
}
