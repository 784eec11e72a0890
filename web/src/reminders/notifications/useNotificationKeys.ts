import type { Notification, NotificationBox } from '@plinth/api/reminders/notifications'
import { useEffect, useRef } from 'react'
import { hasSingleKeys } from '../../lib/preference.ts'
import type { NotificationActs } from './useNotificationActs.ts'

interface Options {
  box: NotificationBox
  /** In the order in which they are shown. */
  notifications: readonly Notification[]
  selection: {
    selected: readonly Notification[]
    mayChange: (notification: Notification) => boolean
    toggle: (notification: Notification) => void
    none: () => void
  }
  acts: NotificationActs
  /** Asks until when: of one notification by its id, of those that are selected by their name. */
  onSnooze: (which: string) => void
}

const typing =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** The notification whose row has the focus, by its id. */
const focused = () => document.activeElement?.closest<HTMLElement>('[data-notification]')?.dataset['notification']

/** The keyboard goes to a row: to its link, or to the row itself where it leads nowhere. */
function focusNotification(place: HTMLElement | null, id: string | undefined): void {
  const row = id && place?.querySelector<HTMLElement>(`[data-notification="${CSS.escape(id)}"]`)
  if (!row) return
  ;(row.querySelector<HTMLElement>('[data-main]') ?? row).focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** What a letter does to notifications; undefined where it does nothing. */
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

/** Goes to the next row or the one before it; where none has the focus, to the one that had it last. */
function step(by: number, { notifications }: Options, place: HTMLElement | null, lastAt: number): boolean {
  const at = notifications.findIndex(({ id }) => id === focused())
  const beside = Math.min(Math.max(lastAt, 0), notifications.length - 1)
  const next = notifications[at < 0 ? beside : at + by]
  focusNotification(place, next?.id)
  return next !== undefined
}

/** Does what a key says; whether it said anything. */
function press(key: string, options: Options, place: HTMLElement | null, lastAt: number): boolean {
  const { notifications, selection } = options
  const { selected } = selection
  if (key === 'j' || key === 'k') return step(key === 'j' ? 1 : -1, options, place, lastAt)
  const row = notifications.find(({ id }) => id === focused())
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
 * The keys of the inbox, wherever nobody types: j and k go from row to row, and what is done is done to the row that has the focus,
 * or to those that are selected. Where the row goes that had it, the next one gets it. The rows stand in the box that gets `place`.
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
      const id = focused()
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
