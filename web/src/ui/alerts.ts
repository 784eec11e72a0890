import { useSyncExternalStore } from 'react'
import type { NoticeAction } from './action-notice.ts'

const failureId = 'failure'
const listeners = new Set<() => void>()
let wanted = false

// Few visits raise a notice, so the part that shows them is fetched with the first one.
async function notices() {
  wanted = true
  for (const listener of listeners) listener()
  const { notifications } = await import('@mantine/notifications')
  notifications.hide(failureId)
  return notifications
}

/** Tells of a success; the notice outlives the screen that raised it. */
export async function alertSuccess(message: string, action?: NoticeAction): Promise<void> {
  const shown = await notices()
  if (action) (await import('./action-notice.ts')).showWithAction(shown, message, action)
  else shown.show({ message, color: 'petrol', autoClose: 6_000, role: 'alert' })
}

/** Tells of a failure, and why where that is known; it stays until it is dismissed or the next attempt ends. */
export async function alertFailure(message: string, reason?: string): Promise<void> {
  const { show } = await notices()
  const text = reason === undefined ? { message } : { title: message, message: reason }
  show({ id: failureId, ...text, color: 'red', autoClose: false, role: 'alert' })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNoticesWanted = () => useSyncExternalStore(subscribe, () => wanted)
