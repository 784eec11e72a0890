import { useSyncExternalStore } from 'react'
import type { Operation } from './outbox-rules.ts'

/** What the person has entered and no server has taken yet. What keeps it comes later than the first screen. */
export interface Waiting {
  operations: readonly Operation[]
  /** Whether they have to wait: an attempt to send them failed. */
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

/** Whether the person is asked at this moment if they leave although something waits, and how they answer. */
export const useLeaving = () => useSyncExternalStore(subscribe, () => answer)

/** Asks the person who signs out while something waits. True where nothing does. */
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
