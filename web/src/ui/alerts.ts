import { useSyncExternalStore } from 'react'

/** What can be done about what a notice tells. */
export interface NoticeAction {
  label: string
  run: () => void
}

export interface Notice {
  id: number
  message: string
  /** What failed, where the message says why. */
  title?: string
  isFailure: boolean
  action?: NoticeAction | undefined
}

const most = 5
const listeners = new Set<() => void>()
let shown: readonly Notice[] = []
let count = 0

function become(next: readonly Notice[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** A failure goes when the next attempt ends. An action is about the last thing that was done, and so is Ctrl+Z. */
function show(notice: Omit<Notice, 'id'>): void {
  count += 1
  const kept = shown.filter(({ isFailure, action }) => !isFailure && !(action && notice.action))
  become([...kept, { ...notice, id: count }].slice(-most))
}

/** Tells of a success; the notice outlives the screen that raised it. */
export async function alertSuccess(message: string, action?: NoticeAction): Promise<void> {
  show({ message, action, isFailure: false })
}

/** Tells of a failure, and why where that is known; it stays until it is dismissed or the next attempt ends. */
export async function alertFailure(message: string, reason?: string): Promise<void> {
  show({ ...(reason === undefined ? { message } : { title: message, message: reason }), isFailure: true })
}

export function dismiss(id: number): void {
  become(shown.filter((notice) => notice.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is to be told at present, the oldest first. */
export const useNotices = () => useSyncExternalStore(subscribe, () => shown)
