import { mostCounted } from '@plinth/api/reminders/notifications'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './UnreadCount.module.css'
import { useNotificationCount } from './useNotificationCount.ts'

/** The number of unread notifications, on the bell and in its accessible name; empty if there are none. */
export function UnreadCount() {
  const unread = useNotificationCount() ?? 0
  if (unread === 0) return null
  const isMore = unread >= mostCounted
  const count = decimal(isMore ? mostCounted - 1 : unread)
  return (
    <>
      <span aria-hidden className={classes['count']}>
        {isMore ? `${count}+` : count}
      </span>
      <span className="spoken">
        {isMore ? t('more than {count} unread', { count }) : t('{count} unread', { count })}
      </span>
    </>
  )
}
