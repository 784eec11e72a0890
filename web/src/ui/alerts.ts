import { Button, Group } from '@mantine/core'
import { createElement, useSyncExternalStore } from 'react'

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

/** What can be done about what a notice tells. */
export interface NoticeAction {
  label: string
  run: () => void
}

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null

/** Ctrl+Z, but where it takes back what is being typed. */
const takesBack = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  event.key.toLowerCase() === 'z' &&
  !writes(event.target)

let actionId: string | undefined

/** One at a time: it is about the last thing that was done, and so is Ctrl+Z. */
async function alertWithAction(message: string, { label, run }: NoticeAction): Promise<void> {
  const { show, hide } = await notices()
  if (actionId !== undefined) hide(actionId)
  const act = () => {
    hide(id)
    run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!takesBack(event)) return
    event.preventDefault()
    act()
  }
  const content = createElement(
    Group,
    { justify: 'space-between', wrap: 'nowrap', gap: 'sm' },
    createElement('span', null, message),
    createElement(
      Button<'button'>,
      { variant: 'light', size: 'compact-sm', flex: 'none', onClick: act, title: 'Ctrl+Z' },
      label,
    ),
  )
  window.addEventListener('keydown', onKeyDown)
  const id = show({
    message: content,
    color: 'petrol',
    autoClose: 10_000,
    role: 'alert',
    onClose: () => window.removeEventListener('keydown', onKeyDown),
  })
  actionId = id
}

/** Tells of a success; the notice outlives the screen that raised it. */
export async function alertSuccess(message: string, action?: NoticeAction): Promise<void> {
  if (action) return alertWithAction(message, action)
  const { show } = await notices()
  show({ message, color: 'petrol', autoClose: 6_000, role: 'alert' })
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
