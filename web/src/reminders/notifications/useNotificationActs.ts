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

/** What was said of several, or of the only one. */
const doneText = (notifications: readonly Notification[], one: string, several: (count: string) => string) =>
  notifications.length === 1 ? one : several(decimal(notifications.length))

function putAwayText(notifications: readonly Notification[]): string {
  const [first] = notifications
  const one = first && hasNextStep(first) ? t('Put away. You are told again at the next step.') : t('Put away')
  return doneText(notifications, one, (count) => t('{count} put away', { count }))
}

/** Changes notifications: they are shown as changed before that is stored, and as they were where it was not. */
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

  /** Whether it was stored; how is said by `by`, else each by its id. */
  async function become(
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

  return { become, undoOf }
}

/** What can be done to notifications: what takes them out of sight tells of itself, and offers the way back. */
export function useNotificationActs(list: NotificationList) {
  const { notifications: shown = [], fetchedAt, more } = list
  const { become, undoOf } = useChanging(list)

  async function changeWithUndo(notifications: readonly Notification[], change: Change, done: string): Promise<void> {
    if (notifications.length > 0 && (await become(notifications, change)))
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
    /** Out of what sleeps or is done. */
    bring: (notifications: readonly Notification[]) => {
      const several = (count: string) => t('{count} back in the inbox', { count })
      return changeWithUndo(notifications, { state: 'READ' }, doneText(notifications, t('Back in the inbox'), several))
    },
    setRead: async (notifications: readonly Notification[], isRead: boolean) => {
      const others = notifications.filter((notification) => isUnread(notification) === isRead)
      if (others.length > 0) await become(others, { state: isRead ? 'READ' : 'UNREAD' })
    },
    /** All that has come until it was fetched; what has come since then stays unread. */
    async readAll() {
      const unread = shown.filter(isUnread)
      const until = shown.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), fetchedAt)
      const byMoment = () => call(setNotificationStates, { body: { state: 'READ', until } })
      if (!(await become(unread, { state: 'READ' }, byMoment))) return
      const done = t('All read')
      // Of what is not shown nobody knows any more whether it was read before.
      void alertSuccess(done, ...(more === 0 && unread.length > 0 ? [undoOf(unread, done)] : []))
    },
  }
}
export type NotificationActs = ReturnType<typeof useNotificationActs>
