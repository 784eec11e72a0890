import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isThere = navigator.onLine

/** Notes whether the server was reached, by whoever has just tried. */
export function noteLine(reached: boolean): void {
  if (reached === isThere) return
  isThere = reached
  for (const listener of listeners) listener()
}

/** Believes the browser when it says that there is a line, or none. */
export function followLine(): void {
  window.addEventListener('online', () => noteLine(true))
  window.addEventListener('offline', () => noteLine(false))
}

/** Whether there is a line to the server, as far as is known. */
export const hasLine = () => isThere

/** Asks the server whether there is a line: what the browser says of it may be wrong. */
export async function askForLine(): Promise<boolean> {
  const isReached = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isReached) noteLine(true)
  return isReached
}

/** Calls back when the line goes and comes; the answer ends that. */
export function onLine(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLine = () => useSyncExternalStore(onLine, hasLine)
