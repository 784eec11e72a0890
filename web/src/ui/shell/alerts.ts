import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useSyncExternalStore } from 'react'
import type { Search } from '../../lib/search.ts'

/** Undoes what a notice reports. */
export interface NoticeUndo {
  label: string
  run: () => void
}

/** A link to a next step in a notice. */
export interface NoticeLink {
  label: string
  to: string
  search?: Search
  /** The call of the linked page: only users who may make it see the link. */
  call?: Pick<Endpoint, 'allow'>
}

export type NoticeAction = NoticeUndo | NoticeLink

export interface Notice {
  id: number
  message: string
  /** What failed, if the message says why. */
  title?: string
  isFailure: boolean
  actions: readonly NoticeAction[]
}

const most = 5
const listeners = new Set<() => void>()
let shown: readonly Notice[] = []
let count = 0

function become(next: readonly Notice[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Failures are removed when the next attempt ends. Only the latest notice has actions, so that Ctrl+Z undoes the latest act. */
function show(notice: Omit<Notice, 'id'>): void {
  count += 1
  const remaining = shown.filter(({ isFailure, actions }) => !isFailure && !(actions.length && notice.actions.length))
  become([...remaining, { ...notice, id: count }].slice(-most))
}

/** Reports a success, with next steps; the notice outlives the screen that raised it. */
export async function alertSuccess(message: string, ...actions: NoticeAction[]): Promise<void> {
  show({ message, actions, isFailure: false })
}

/** Reports a failure, and why if that is known; it stays until it is dismissed or the next attempt ends. */
export async function alertFailure(message: string, reason?: string): Promise<void> {
  show({ ...(reason === undefined ? { message } : { title: message, message: reason }), actions: [], isFailure: true })
}

export function dismiss(id: number): void {
  become(shown.filter((notice) => notice.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The present notices, the oldest first. */
export const useNotices = () => useSyncExternalStore(subscribe, () => shown)
