import type { Notification, NotificationBox } from '@plinth/api/reminders/notifications'
import { useState } from 'react'
import { today } from '../../lib/days.ts'
import { RowGroup, RowGroups } from '../../ui/list/RowGroups.tsx'
import { Keys } from './Keys.tsx'
import { NotificationRow } from './NotificationRow.tsx'
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
  const { box } = list
  const groups = groupsOf(box, notifications)
  const inOrder = groups.flatMap((group) => group.notifications)
  const selection = useSelection(inOrder, box)
  const { selected, mayChange, isSelected, toggle, all, none } = selection
  const [snoozing, setSnoozing] = useState('')
  const { place } = useNotificationKeys({ box, notifications: inOrder, selection, acts, onSnooze: setSnoozing })

  return (
    <>
      <RowGroups place={place} found={list}>
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
          <RowGroup key={name} title={title} isLate={name === 'overdue' || name === 'critical'}>
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
          </RowGroup>
        ))}
      </RowGroups>
      <Keys box={box} />
    </>
  )
}
