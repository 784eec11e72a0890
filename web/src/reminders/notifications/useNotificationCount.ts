import { mostCounted } from '@plinth/api/reminders/notifications'
import { useSyncExternalStore } from 'react'
import { currentUser } from '../../lib/session.ts'
import { Asking } from './notification-count.ts'

const listeners = new Set<() => void>()
let asking: Asking | undefined
let unread: number | undefined

function setUnread(next: number | undefined): void {
  unread = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const user = currentUser()
  if (user) asking ??= new Asking(user.id, setUnread)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    asking?.stop()
    asking = undefined
    unread = undefined
  }
}

/** The number of the signed-in user's unread notifications, at most a hundred; undefined until it is loaded. */
export const useNotificationCount = (): number | undefined => useSyncExternalStore(subscribe, () => unread)

/** Adds `more`, which may be negative, to the count, so that an action is shown before its response. */
export function expectUnread(more: number): void {
  // The maximum of the count may stand for more, so it cannot be changed.
  if (unread !== undefined && unread < mostCounted) setUnread(Math.max(0, unread + more))
}

/** Requests the count at once, after an action on notifications. */
export const askUnread = (): void => asking?.ask()
