import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isThere = navigator.onLine

/** Records whether the latest request reached the server. */
export function noteLine(reached: boolean): void {
  if (reached === isThere) return
  isThere = reached
  for (const listener of listeners) listener()
}

/** Follows the online and offline events of the browser. */
export function followLine(): void {
  window.addEventListener('online', () => noteLine(true))
  window.addEventListener('offline', () => noteLine(false))
}

/** Whether the server is reachable, as far as is known. */
export const hasLine = () => isThere

/** Asks the server whether it is reachable: the browser's own state may be wrong. */
export async function askForLine(): Promise<boolean> {
  const isReached = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReached) noteLine(true)
  return isReached
}

/** Calls the listener when the connection is lost or restored; returns a function that removes it. */
export function onLine(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLine = () => useSyncExternalStore(onLine, hasLine)
