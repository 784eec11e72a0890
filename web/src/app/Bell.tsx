import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../lib/language.ts'
import { fetchAhead, lateScript } from '../lib/scripts.ts'
import classes from './Layout.module.css'

const counting = lateScript(() => import('../reminders/notifications/UnreadCount.tsx'))

/** The way to one's inbox, there from the start. How much of it is unread comes later, and where that does not come the way is there. */
export function Bell() {
  const { module } = useSyncExternalStore(counting.subscribe, counting.now)
  useEffect(() => fetchAhead(counting.fetch), [])
  return (
    <Link to="/notification" className={classes['bell']} title={t('Notification')}>
      <IconBell size={18} aria-hidden />
      <span className={classes['spoken']}>{t('Notification')}</span>
      {module && <module.UnreadCount />}
    </Link>
  )
}
