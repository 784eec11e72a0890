import type { Page } from '@plinth/api/kernel/paging'
import type { Notification, NotificationBox, NotificationState } from '@plinth/api/reminders/notifications'

/** The new state of notifications; only SNOOZED has a time. */
export interface Change {
  state: NotificationState
  snoozedUntil?: string
}

const boxOf = (state: NotificationState): NotificationBox => (state === 'SNOOZED' || state === 'DONE' ? state : 'INBOX')

type Pages = { pages: Page<Notification>[]; pageParams: number[] }

/** The cached pages of a box after a change, without notifications that move to another box. */
export function withChange(
  pages: Pages,
  notifications: readonly Notification[],
  change: Change,
  box: NotificationBox,
): Pages {
  const ids = new Set(notifications.map(({ id }) => id))
  const stays = boxOf(change.state) === box
  const changed = (notification: Notification): Notification => ({
    ...notification,
    state: change.state,
    snoozedUntil: change.snoozedUntil ?? null,
    doneBecause: change.state === 'DONE' ? 'PERSON' : null,
  })
  const removedCount = stays ? 0 : ids.size
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      content: page.content.flatMap((notification) =>
        ids.has(notification.id) ? (stays ? [changed(notification)] : []) : [notification],
      ),
      totalElements: Math.max(0, page.totalElements - removedCount),
    })),
  }
}

/** The changes that restore the current states of notifications, grouped by state. An expired snooze becomes unread. */
export function formerStates(notifications: readonly Notification[], now: number): { change: Change; ids: string[] }[] {
  const groups = new Map<string, { change: Change; ids: string[] }>()
  for (const { id, state, snoozedUntil } of notifications) {
    const isOver = state === 'SNOOZED' && (snoozedUntil === null || Date.parse(snoozedUntil) <= now)
    const change: Change = isOver
      ? { state: 'UNREAD' }
      : { state, ...(state === 'SNOOZED' && snoozedUntil !== null && { snoozedUntil }) }
    const key = JSON.stringify(change)
    const group = groups.get(key) ?? { change, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
