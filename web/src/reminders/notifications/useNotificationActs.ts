import {
  mostAtOnce,
  type Notification,
  type NotificationState,
  setNotificationStates,
} from '@plinth/api/reminders/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { decimal, momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { undoBy } from '../../ui/form/undo-save.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { acting, notificationsKey } from './acting.ts'
import { type Change, formerStates, withChange } from './notification-changes.ts'
import { hasNextStep } from './notification-text.ts'
import { expectUnread } from './useNotificationCount.ts'
import { boxKey, type NotificationList, type Pages } from './useNotifications.ts'

async function store(ids: readonly string[], change: Change): Promise<void> {
  for (let at = 0; at < ids.length; at += mostAtOnce)
    await call(setNotificationStates, { body: { ...change, ids: ids.slice(at, at + mostAtOnce) } })
}

const isUnread = ({ state }: { state: NotificationState }) => state === 'UNREAD'

/** The message for one or for several notifications. */
const doneText = (notifications: readonly Notification[], one: string, several: (count: string) => string) =>
  notifications.length === 1 ? one : several(decimal(notifications.length))

function putAwayText(notifications: readonly Notification[]): string {
  const [first] = notifications
  const one = first && hasNextStep(first) ? t('Put away. You are told again at the next step.') : t('Put away')
  return doneText(notifications, one, (count) => t('{count} put away', { count }))
}

/** Changes notifications optimistically: the change is shown at once, and reverted if it cannot be stored. */
function useChanging({ box }: NotificationList) {
  const client = useQueryClient()

  async function show(notifications: readonly Notification[], change: Change): Promise<void> {
    await client.cancelQueries({ queryKey: notificationsKey })
    client.setQueryData<Pages>(boxKey(box), (pages) => pages && withChange(pages, notifications, change, box))
    expectUnread((change.state === 'UNREAD' ? notifications.length : 0) - notifications.filter(isUnread).length)
  }

  function undoOf(notifications: readonly Notification[], done: string) {
    const back = () =>
      acting(client, async () => {
        for (const { change, ids } of formerStates(notifications, Date.now())) await store(ids, change)
      })
    return undoBy(back, done, client)
  }

  /** Shows and stores a change, by `store` with ids unless `by` is given. Answers whether it was stored. */
  async function setState(
    notifications: readonly Notification[],
    change: Change,
    by?: () => Promise<unknown>,
  ): Promise<boolean> {
    const ids = notifications.map(({ id }) => id)
    try {
      await show(notifications, change)
      await acting(client, by ?? (() => store(ids, change)))
      return true
    } catch (error) {
      void alertFailure(t('Your notifications were not changed.'), reasonOf(error))
      return false
    }
  }

  return { setState, undoOf }
}

/** The actions on notifications. Those that move notifications to another box show a message with an undo. */
export function useNotificationActs(list: NotificationList) {
  const { notifications: shown = [], fetchedAt, more } = list
  const { setState, undoOf } = useChanging(list)

  async function changeWithUndo(notifications: readonly Notification[], change: Change, done: string): Promise<void> {
    if (notifications.length > 0 && (await setState(notifications, change)))
      void alertSuccess(done, undoOf(notifications, done))
  }

  return {
    done: (notifications: readonly Notification[]) =>
      changeWithUndo(notifications, { state: 'DONE' }, putAwayText(notifications)),
    snooze: (notifications: readonly Notification[], snoozedUntil: string) => {
      const values = { moment: momentText(snoozedUntil) }
      const one = t('Put off until {moment}', values)
      const several = (count: string) => t('{count} put off until {moment}', { count, ...values })
      return changeWithUndo(notifications, { state: 'SNOOZED', snoozedUntil }, doneText(notifications, one, several))
    },
    /** Moves snoozed or done notifications back to the inbox. */
    bring: (notifications: readonly Notification[]) => {
      const several = (count: string) => t('{count} back in the inbox', { count })
      return changeWithUndo(notifications, { state: 'READ' }, doneText(notifications, t('Back in the inbox'), several))
    },
    setRead: async (notifications: readonly Notification[], isRead: boolean) => {
      const others = notifications.filter((notification) => isUnread(notification) === isRead)
      if (others.length > 0) await setState(others, { state: isRead ? 'READ' : 'UNREAD' })
    },
    /** Marks all notifications up to the last fetch as read; newer ones stay unread. */
    async readAll() {
      const unread = shown.filter(isUnread)
      const until = shown.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), fetchedAt)
      const byMoment = () => call(setNotificationStates, { body: { state: 'READ', until } })
      if (!(await setState(unread, { state: 'READ' }, byMoment))) return
      const done = t('All read')
      // Without all pages the former states are unknown, so there is no undo.
      void alertSuccess(done, ...(more === 0 && unread.length > 0 ? [undoOf(unread, done)] : []))
    },
  }
}
export type NotificationActs = ReturnType<typeof useNotificationActs>
