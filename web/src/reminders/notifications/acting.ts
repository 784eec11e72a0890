import type { QueryClient } from '@tanstack/react-query'
import { askUnread } from './useNotificationCount.ts'

/** The query key of the notifications of all boxes. It is not that of the endpoint, because several pages are cached as one. */
export const notificationsKey = ['notifications']

/** The number of actions in progress. */
let actsInProgress = 0

/** Whether an action is in progress, so that a response may be older than it. */
export const isActing = () => actsInProgress > 0

/** Runs an action, and refetches everything once no other action is in progress. */
export async function acting(client: QueryClient, act: () => Promise<unknown>): Promise<void> {
  actsInProgress += 1
  try {
    await act()
  } finally {
    actsInProgress -= 1
    if (!isActing()) {
      askUnread()
      void client.invalidateQueries({ queryKey: notificationsKey })
    }
  }
}
