import { useSyncExternalStore } from 'react'
import type { Operation } from './outbox-rules.ts'

/** What the user has entered and no server has accepted yet. The outbox, which stores it, is loaded after the first screen. */
export interface Waiting {
  operations: readonly Operation[]
  /** Whether the operations have to wait: an attempt to send them failed. */
  isStuck: boolean
}

export const nothingWaits: Waiting = { operations: [], isStuck: false }

const listeners = new Set<() => void>()
let waiting = nothingWaits
let answer: ((mayLeave: boolean) => void) | undefined

function announce(): void {
  for (const listener of listeners) listener()
}

export function showWaiting(next: Waiting): void {
  waiting = next
  announce()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useWaiting = () => useSyncExternalStore(subscribe, () => waiting)

/** The open question whether the user leaves although something waits, as the function that answers it. */
export const useLeaving = () => useSyncExternalStore(subscribe, () => answer)

/** Asks a user who signs out while something waits. True if nothing waits. */
export function askToLeave(): Promise<boolean> {
  if (waiting.operations.length === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    answer = (mayLeave) => {
      answer = undefined
      announce()
      resolve(mayLeave)
    }
    announce()
  })
}
