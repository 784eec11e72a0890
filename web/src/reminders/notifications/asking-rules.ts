/** What decides when it is next asked how much is unread. */
export interface Watching {
  /** Whether somebody can see the page. */
  isVisible: boolean
  /** Whether it is this tab that asks for all that are open. */
  isLeader: boolean
  hasLine: boolean
  /** The session is to be renewed first, which is done for what somebody does. */
  isStale: boolean
  /** Since when nobody has touched the page, in milliseconds. */
  idleMs: number
  /** How often in a row no answer came. */
  failures: number
  /** For how long the server asks to be let alone, in milliseconds. */
  retryAfterMs: number
}

const minute = 60_000

/** Whoever does nothing for so long is taken to be elsewhere, in milliseconds. */
export const idleAfter = 5 * minute

const pauses = { atWork: minute / 2, idle: 5 * minute, longest: 30 * minute } as const

export const isIdle = ({ idleMs }: Pick<Watching, 'idleMs'>) => idleMs >= idleAfter

/** How long to wait from one question to the next, in milliseconds; null where none is asked until something changes. */
export function pauseOf(watching: Watching): number | null {
  const { isVisible, isLeader, hasLine, isStale, failures, retryAfterMs } = watching
  if (!isVisible || !isLeader || !hasLine || isStale) return null
  const usual = isIdle(watching) ? pauses.idle : pauses.atWork
  return Math.max(Math.min(usual * 2 ** failures, pauses.longest), retryAfterMs)
}
