import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useSyncExternalStore } from 'react'
import type { Search } from '../../lib/search.ts'

/** Takes back what a notice tells. */
export interface NoticeUndo {
  label: string
  run: () => void
}

/** Where to go next from what a notice tells. */
export interface NoticeLink {
  label: string
  to: string
  search?: Search
  /** The call it leads to: only who may make it is offered the link. */
  call?: Pick<Endpoint, 'allow'>
}

export type NoticeAction = NoticeUndo | NoticeLink

export interface Notice {
  id: number
  message: string
  /** What failed, where the message says why. */
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

/** A failure goes when the next attempt ends. Actions are about the last thing that was done, and so is Ctrl+Z. */
function show(notice: Omit<Notice, 'id'>): void {
  count += 1
  const kept = shown.filter(({ isFailure, actions }) => !isFailure && !(actions.length && notice.actions.length))
  become([...kept, { ...notice, id: count }].slice(-most))
}

/** Tells of a success, and what can be done next; the notice outlives the screen that raised it. */
export async function alertSuccess(message: string, ...actions: NoticeAction[]): Promise<void> {
  show({ message, actions, isFailure: false })
}

/** Tells of a failure, and why where that is known; it stays until it is dismissed or the next attempt ends. */
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

/** What is to be told at present, the oldest first. */
export const useNotices = () => useSyncExternalStore(subscribe, () => shown)
