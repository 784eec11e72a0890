import type { Notification, NotificationBox } from '@plinth/api/reminders/notifications'
import { useEffect, useRef } from 'react'
import { hasSingleKeys } from '../../lib/preference.ts'
import type { NotificationActs } from './useNotificationActs.ts'

interface Options {
  box: NotificationBox
  /** In display order. */
  notifications: readonly Notification[]
  selection: {
    selected: readonly Notification[]
    mayChange: (notification: Notification) => boolean
    toggle: (notification: Notification) => void
    none: () => void
  }
  acts: NotificationActs
  /** Opens the snooze menu of a notification by its id, or that of the selection by `selected`. */
  onSnooze: (which: string) => void
}

const typing =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** The id of the notification whose row has the focus. */
const focusedId = () => document.activeElement?.closest<HTMLElement>('[data-notification]')?.dataset['notification']

/** Focuses the link of a row, or the row itself if it has no link. */
function focusNotification(place: HTMLElement | null, id: string | undefined): void {
  const row = id && place?.querySelector<HTMLElement>(`[data-notification="${CSS.escape(id)}"]`)
  if (!row) return
  ;(row.querySelector<HTMLElement>('[data-main]') ?? row).focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** The action of a key on notifications; undefined without one. */
function actOf(key: string, notifications: readonly Notification[], { box, selection, acts, onSnooze }: Options) {
  const [first] = notifications
  if (!first) return undefined
  const isOpen = box !== 'DONE'
  const several = selection.selected.length > 0
  const does: Partial<Record<string, () => void>> = {
    ...(isOpen && { e: () => void acts.done(notifications), h: () => onSnooze(several ? 'selected' : first.id) }),
    ...(box === 'INBOX' && {
      u: () =>
        void acts.setRead(
          notifications,
          notifications.some(({ state }) => state === 'UNREAD'),
        ),
    }),
  }
  return does[key]
}

/** Moves the focus by one row; if no row has it, to the one that had it last. */
function step(by: number, { notifications }: Options, place: HTMLElement | null, lastAt: number): boolean {
  const at = notifications.findIndex(({ id }) => id === focusedId())
  const beside = Math.min(Math.max(lastAt, 0), notifications.length - 1)
  const next = notifications[at < 0 ? beside : at + by]
  focusNotification(place, next?.id)
  return next !== undefined
}

/** Runs the action of a key; answers whether it had one. */
function press(key: string, options: Options, place: HTMLElement | null, lastAt: number): boolean {
  const { notifications, selection } = options
  const { selected } = selection
  if (key === 'j' || key === 'k') return step(key === 'j' ? 1 : -1, options, place, lastAt)
  const row = notifications.find(({ id }) => id === focusedId())
  if (key === 'x' && row && selection.mayChange(row)) selection.toggle(row)
  else if (key === 'escape' && selected.length > 0) selection.none()
  else {
    const mine = row && selection.mayChange(row) ? [row] : []
    const act = actOf(key, selected.length > 0 ? selected : mine, options)
    if (!act) return false
    act()
    if (key !== 'h') selection.none()
  }
  return true
}

/**
 * The keyboard shortcuts of the inbox, except while the user types: j and k move the focus, and other keys act on the selected rows or on the
 * focused one. If the focused row disappears, the next one gets the focus. Pass `place` as the ref of the element around the rows.
 */
export function useNotificationKeys(options: Options) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(options)
  const last = useRef({ id: '', at: -1 })
  const { notifications } = options

  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const { id, at } = last.current
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (at >= 0 && isLost && !notifications.some((notification) => notification.id === id))
      focusNotification(place.current, notifications[Math.min(at, notifications.length - 1)]?.id)
  }, [notifications])

  useEffect(() => {
    const note = () => {
      const id = focusedId()
      const at = latest.current.notifications.findIndex((notification) => notification.id === id)
      if (id && at >= 0) last.current = { id, at }
    }

    function follow(event: KeyboardEvent): void {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event
      if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
      if (!(target instanceof Element) || target.closest(typing)) return
      if (key !== 'Escape' && !hasSingleKeys()) return
      if (press(key.toLowerCase(), latest.current, place.current, last.current.at)) event.preventDefault()
    }

    document.addEventListener('keydown', follow)
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('keydown', follow)
      document.removeEventListener('focusin', note)
    }
  }, [])

  return { place }
}
