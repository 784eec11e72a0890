import { Button, Group } from '@mantine/core'
import type { notifications } from '@mantine/notifications'
import { createElement } from 'react'

type Notifications = Pick<typeof notifications, 'show' | 'hide'>

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
export function showWithAction({ show, hide }: Notifications, message: string, { label, run }: NoticeAction): void {
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
