import type { QueryClient } from '@tanstack/react-query'
import { askUnread } from './useNotificationCount.ts'

/** Under which the notifications of every box are kept: not among the answers of the call itself, as they are several of them. */
export const notificationsKey = ['notifications']

/** Acts that are on their way. */
let under = 0

/** Whether something is on its way that what is fetched now may not know of. */
export const isActing = () => under > 0

/** Does it, and fetches everything anew once nothing else is on its way. */
export async function acting(client: QueryClient, act: () => Promise<unknown>): Promise<void> {
  under += 1
  try {
    await act()
  } finally {
    under -= 1
    if (!isActing()) {
      askUnread()
      void client.invalidateQueries({ queryKey: notificationsKey })
    }
  }
}
