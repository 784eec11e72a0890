import type { Notification, NotificationBox } from '@plinth/api/reminders/notifications'
import { useState } from 'react'
import { today } from '../../lib/days.ts'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { Keys } from './Keys.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import classes from './Notifications.module.css'
import { groupNotifications } from './notification-groups.ts'
import { isTakenBack } from './notification-text.ts'
import { SelectedNotifications } from './SelectedNotifications.tsx'
import type { NotificationActs } from './useNotificationActs.ts'
import { useNotificationKeys } from './useNotificationKeys.ts'
import type { NotificationList } from './useNotifications.ts'

interface Props {
  list: NotificationList
  notifications: readonly Notification[]
  acts: NotificationActs
}

interface Group {
  name: string
  /** Empty for boxes without headings. */
  title: string
  notifications: readonly Notification[]
}

const groupsOf = (box: NotificationBox, notifications: readonly Notification[]): Group[] =>
  box === 'INBOX' ? groupNotifications(notifications, today()) : [{ name: box, title: '', notifications }]

/** The selection among the shown notifications that can be changed. */
function useSelection(notifications: readonly Notification[], box: NotificationBox) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const mayChange = (notification: Notification) => box !== 'DONE' || isTakenBack(notification)
  const selected = notifications.filter((notification) => ids.has(notification.id) && mayChange(notification))
  return {
    selected,
    mayChange,
    isSelected: ({ id }: Notification) => ids.has(id),
    toggle({ id }: Notification) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    all: () => setIds(new Set(notifications.map(({ id }) => id))),
    none: () => setIds(new Set()),
  }
}

/** The notifications of a box under their headings, with their actions and keyboard shortcuts. */
export function NotificationRows({ list, notifications, acts }: Props) {
  const { box, more, isFetching, isFetchingMore, fetchMore } = list
  const groups = groupsOf(box, notifications)
  const inOrder = groups.flatMap((group) => group.notifications)
  const selection = useSelection(inOrder, box)
  const { selected, mayChange, isSelected, toggle, all, none } = selection
  const [snoozing, setSnoozing] = useState('')
  const { place } = useNotificationKeys({ box, notifications: inOrder, selection, acts, onSnooze: setSnoozing })

  return (
    <div ref={place} tabIndex={-1} className={classes['notifications']} aria-busy={isFetching}>
      {selected.length > 0 && (
        <SelectedNotifications
          box={box}
          selected={selected}
          isAll={selected.length === inOrder.filter(mayChange).length}
          acts={acts}
          onAll={all}
          onNone={none}
          snooze={{ isOpen: snoozing === 'selected', onOpen: (open) => setSnoozing(open ? 'selected' : '') }}
        />
      )}
      {groups.map(({ name, title, notifications: some }) => (
        <section key={name} aria-label={title || undefined} className={classes['group']}>
          {title && <h2 data-late={name === 'overdue' || name === 'critical' || undefined}>{title}</h2>}
          <ul>
            {some.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                box={box}
                acts={mayChange(notification) ? acts : undefined}
                isSelected={isSelected(notification)}
                onSelect={() => toggle(notification)}
                snooze={{
                  isOpen: snoozing === notification.id,
                  onOpen: (open) => setSnoozing(open ? notification.id : ''),
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore
        left={more}
        variant="default"
        size="sm"
        className={classes['more'] ?? ''}
        loading={isFetchingMore}
        onClick={() => void fetchMore()}
        data-screen-only
      />
      <Keys box={box} />
    </div>
  )
}
