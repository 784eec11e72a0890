import { namesOf } from '@plinth/api/kernel/record'
import type { Notification } from '@plinth/api/reminders/notifications'
import { t } from '../../lib/language.ts'

type Placed = Pick<Notification, 'level' | 'actBy'>

const titles = {
  critical: t('Critical'),
  overdue: t('Overdue'),
  today: t('Today'),
  later: t('Later'),
  happened: t('What happened'),
}
type GroupName = keyof typeof titles
const names = namesOf(titles)

/** Notifications under one heading. */
export interface NotificationGroup<W extends Placed> {
  name: GroupName
  title: string
  notifications: W[]
}

/** Critical ones form a group with any day, others are grouped by the day by which to act; those without a day are happenings. */
function groupOf({ level, actBy }: Placed, today: string): GroupName {
  if (level === 'CRITICAL') return 'critical'
  if (actBy === null) return 'happened'
  if (actBy === today) return 'today'
  return actBy < today ? 'overdue' : 'later'
}

/** Groups notifications under headings in their order; empty headings are left out. */
export function groupNotifications<W extends Placed>(
  notifications: readonly W[],
  today: string,
): NotificationGroup<W>[] {
  const grouped = Map.groupBy(notifications, (notification) => groupOf(notification, today))
  return names.flatMap((name) => {
    const some = grouped.get(name)
    return some ? [{ name, title: titles[name], notifications: some }] : []
  })
}
