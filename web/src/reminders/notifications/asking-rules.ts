/** The facts that determine when the unread count is polled next. */
export interface Watching {
  /** Whether the tab is visible. */
  isVisible: boolean
  /** Whether this tab polls for all open tabs. */
  isLeader: boolean
  hasLine: boolean
  /** Whether the session must be renewed first; polling does not renew it, only actions of the user do. */
  isStale: boolean
  /** Milliseconds since the last input of the user. */
  idleMs: number
  /** The number of consecutive failures. */
  failures: number
  /** The retry-after of the server, in milliseconds. */
  retryAfterMs: number
}

const minute = 60_000

/** Milliseconds without input after which the user counts as idle. */
export const idleAfter = 5 * minute

const pauses = { atWork: minute / 2, idle: 5 * minute, longest: 30 * minute } as const

export const isIdle = ({ idleMs }: Pick<Watching, 'idleMs'>) => idleMs >= idleAfter

/** Milliseconds from one request to the next; null if there is none until something changes. */
export function pauseOf(watching: Watching): number | null {
  const { isVisible, isLeader, hasLine, isStale, failures, retryAfterMs } = watching
  if (!isVisible || !isLeader || !hasLine || isStale) return null
  const basePause = isIdle(watching) ? pauses.idle : pauses.atWork
  return Math.max(Math.min(basePause * 2 ** failures, pauses.longest), retryAfterMs)
}
