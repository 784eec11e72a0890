import { mostCounted } from '@plinth/api/reminders/notifications'
import { useSyncExternalStore } from 'react'
import { currentUser } from '../../lib/session.ts'
import { Asking } from './notification-count.ts'

const listeners = new Set<() => void>()
let asking: Asking | undefined
let unread: number | undefined

function become(next: number | undefined): void {
  unread = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const user = currentUser()
  if (user) asking ??= new Asking(user.id, become)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    asking?.stop()
    asking = undefined
    unread = undefined
  }
}

/** How many of the signed-in person’s notifications are unread, at most a hundred; undefined until that is known. How it is learnt is nobody else’s concern. */
export const useNotificationCount = (): number | undefined => useSyncExternalStore(subscribe, () => unread)

/** So many are unread more than before, or less where it is negative: what was just done is shown before it is answered. */
export function expectUnread(more: number): void {
  // Of a hundred nobody knows how many more there are.
  if (unread !== undefined && unread < mostCounted) become(Math.max(0, unread + more))
}

/** Asks anew at once, after something was done to one’s notifications. */
export const askUnread = (): void => asking?.ask()
