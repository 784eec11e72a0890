import { countInbox } from '@plinth/api/inbox'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import { hasLine, onLine } from '../lib/line.ts'
import { errorOf, send } from '../lib/request.ts'
import { accessToken } from '../lib/session.ts'
import { isIdle, pauseOf, type Watching } from './asking-rules.ts'

/** What one tab tells the others. */
interface Told {
  userId: string
  unread: number
}

const isTold = (data: unknown): data is Told => typeof data === 'object' && data !== null && 'unread' in data

const isShown = () => document.visibilityState === 'visible'

/** Signs that somebody is there. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

const lockName = 'inbox-count'

/** Makes this tab, while it is in sight, the one that asks for all that are open; every tab is where the browser has no locks. */
function openLead(onLead: () => void) {
  // Missing on plain http, where an installation on a local network may run.
  const locks: LockManager | undefined = navigator.locks
  let giveUp: (() => void) | undefined
  let isLeader = false
  function stand(): void {
    if (giveUp) return
    const waiting = new AbortController()
    const held = new Promise<void>((resolve) => {
      giveUp = () => {
        isLeader = false
        giveUp = undefined
        waiting.abort()
        resolve()
      }
    })
    const lead = () => {
      if (waiting.signal.aborted) return undefined
      isLeader = true
      onLead()
      return held
    }
    // Given up while it was waited for, it fails.
    if (locks) locks.request(lockName, { signal: waiting.signal }, lead).catch(() => undefined)
    else void lead()
  }
  return { stand, giveUp: () => giveUp?.(), isLeader: () => isLeader }
}

/** How many words are unread; the session is renewed for it only where somebody is there: else it would never end. */
async function unreadOf(userId: string, isThere: boolean, signal: AbortSignal): Promise<number> {
  const options = { as: userId, signal }
  if (isThere) return (await call(countInbox, {}, options)).unread
  const response = await send(countInbox, {}, accessToken(), options)
  if (!response.ok) throw await errorOf(response)
  return Number((await response.json()).unread)
}

/**
 * Asks from now on how many words of a person are unread, as `asking-rules.ts` says, and tells each answer: those of other tabs,
 * too. `ask` asks at once, and `stop` ends it.
 */
export function startAsking(userId: string, tell: (unread: number) => void) {
  const ended = new AbortController()
  const until = { signal: ended.signal, passive: true }
  const channel = new BroadcastChannel(lockName)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined
  let [usedAt, askedAt, failures, retryAfterMs, isStale] = [Date.now(), 0, 0, 0, false]
  const lead = openLead(plan)

  const watching = (): Watching => ({
    isVisible: isShown(),
    isLeader: lead.isLeader(),
    hasLine: hasLine(),
    isStale,
    idleMs: Date.now() - usedAt,
    failures,
    retryAfterMs,
  })

  function plan(): void {
    clearTimeout(timer)
    const pause = pauseOf(watching())
    if (pause !== null) timer = setTimeout(() => void ask(), Math.max(0, askedAt + pause - Date.now()))
  }

  function learn(unread: number): void {
    ;[failures, retryAfterMs, isStale] = [0, 0, false]
    askedAt = Date.now()
    tell(unread)
  }

  function fail(error: unknown): void {
    // Without a line nothing is asked anyway.
    if (!(error instanceof CallError) || error.status === 0) return
    isStale = error.status === 401
    if (isStale) return
    failures += 1
    retryAfterMs = (error.retryAfter ?? 0) * 1000
  }

  /** What was asked before is not waited for: it may have been answered before what has just been done. */
  async function ask(): Promise<void> {
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    askedAt = Date.now()
    try {
      const unread = await unreadOf(userId, !isIdle(watching()), mine.signal)
      if (mine.signal.aborted) return
      learn(unread)
      channel.postMessage({ userId, unread } satisfies Told)
    } catch (error) {
      if (mine.signal.aborted) return
      fail(error)
    }
    asking = undefined
    plan()
  }

  /** Somebody is back: they are told at once, but where the server has asked for a pause. */
  function comeBack(): void {
    if (!isShown()) return
    lead.stand()
    ;[usedAt, isStale] = [Date.now(), false]
    if (!hasLine() || failures > 0) plan()
    else if (!asking) void ask()
  }

  function use(): void {
    const [wasIdle, wasStale] = [isIdle(watching()), isStale]
    ;[usedAt, isStale] = [Date.now(), false]
    if (wasStale) void ask()
    else if (wasIdle) plan()
  }

  function follow(): void {
    if (isShown()) return comeBack()
    lead.giveUp()
    asking?.abort()
    asking = undefined
    plan()
  }

  channel.addEventListener(
    'message',
    ({ data }) => {
      if (!isTold(data) || data.userId !== userId) return
      learn(data.unread)
      plan()
    },
    until,
  )
  document.addEventListener('visibilitychange', follow, until)
  window.addEventListener('focus', comeBack, until)
  for (const sign of signs) document.addEventListener(sign, use, { ...until, capture: true })
  const leaveLine = onLine(() => (hasLine() && isShown() ? void ask() : plan()))
  comeBack()

  return {
    ask: () => (isShown() && hasLine() ? void ask() : undefined),
    stop() {
      ended.abort()
      asking?.abort()
      clearTimeout(timer)
      leaveLine()
      lead.giveUp()
      channel.close()
    },
  }
}
