import { countNotifications } from '@plinth/api/reminders/notifications'
import { CallError } from '../../lib/call-error.ts'
import { hasLine, onLine } from '../../lib/line.ts'
import { errorOf, send } from '../../lib/request.ts'
import { accessToken } from '../../lib/session.ts'
import { isIdle, pauseOf, type Watching } from './asking-rules.ts'
import { openLead } from './leading-tab.ts'

/** What one tab tells the others. */
interface UnreadMessage {
  userId: string
  unread: number
}

const isUnreadMessage = (data: unknown): data is UnreadMessage =>
  typeof data === 'object' && data !== null && 'unread' in data

const isShown = () => document.visibilityState === 'visible'

/** Signs that somebody is there. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Of the lock and the channel that the tabs share. */
const name = 'notification-count'

/** How many notifications are unread. No session is renewed for it, nor ended by it: whoever works does so by what they do. */
async function unreadOf(userId: string, token: string | null, signal: AbortSignal): Promise<number> {
  const response = await send(countNotifications, {}, token, { as: userId, signal })
  if (!response.ok) throw await errorOf(response)
  return Number((await response.json()).unread)
}

/**
 * Asks from now on how many notifications of a person are unread, as `asking-rules.ts` says, and tells each answer: those of other tabs,
 * too.
 */
export class Asking {
  readonly #userId: string
  readonly #tell: (unread: number) => void
  readonly #ended = new AbortController()
  readonly #channel = new BroadcastChannel(name)
  readonly #lead = openLead(name, () => this.#plan())
  readonly #leaveLine: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked: AbortController | undefined
  #askedAt = 0
  #usedAt = Date.now()
  #failures = 0
  #retryAfterMs = 0
  /** The one that was found to have run out. */
  #stale: string | null | undefined

  constructor(userId: string, tell: (unread: number) => void) {
    this.#userId = userId
    this.#tell = tell
    const until = { signal: this.#ended.signal, passive: true }
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data), until)
    document.addEventListener('visibilitychange', () => (isShown() ? this.#comeBack() : this.#goAway()), until)
    window.addEventListener('focus', () => this.#comeBack(), until)
    for (const sign of signs) document.addEventListener(sign, () => this.#use(), { ...until, capture: true })
    this.#leaveLine = onLine(() => (hasLine() && isShown() ? void this.#ask() : this.#plan()))
    this.#comeBack()
  }

  /** Asks at once, where somebody can see the answer. */
  ask(): void {
    if (isShown() && hasLine()) void this.#ask()
  }

  stop(): void {
    this.#ended.abort()
    this.#asked?.abort()
    clearTimeout(this.#timer)
    this.#leaveLine()
    this.#lead.giveUp()
    this.#channel.close()
  }

  #watching(): Watching {
    return {
      isVisible: isShown(),
      isLeader: this.#lead.isLeader(),
      hasLine: hasLine(),
      isStale: this.#isStale(),
      idleMs: Date.now() - this.#usedAt,
      failures: this.#failures,
      retryAfterMs: this.#retryAfterMs,
    }
  }

  #isStale = () => this.#stale !== undefined && this.#stale === accessToken()

  #plan(): void {
    clearTimeout(this.#timer)
    const pause = pauseOf(this.#watching())
    if (pause === null) return
    this.#timer = setTimeout(() => void this.#ask(), Math.max(0, this.#askedAt + pause - Date.now()))
  }

  #learn(unread: number): void {
    this.#failures = 0
    this.#retryAfterMs = 0
    this.#stale = undefined
    this.#askedAt = Date.now()
    this.#tell(unread)
  }

  #hear(data: unknown): void {
    if (!isUnreadMessage(data) || data.userId !== this.#userId) return
    this.#learn(data.unread)
    this.#plan()
  }

  #fail(error: unknown, token: string | null): void {
    // Without a line nothing is asked anyway.
    if (!(error instanceof CallError) || error.status === 0) return
    this.#stale = error.status === 401 ? token : undefined
    if (error.status === 401) return
    this.#failures += 1
    this.#retryAfterMs = (error.retryAfter ?? 0) * 1000
  }

  /** What was asked before is not waited for: it may have been answered before what has just been done. */
  async #ask(): Promise<void> {
    this.#asked?.abort()
    const mine = new AbortController()
    this.#asked = mine
    this.#askedAt = Date.now()
    const token = accessToken()
    try {
      const unread = await unreadOf(this.#userId, token, mine.signal)
      if (mine.signal.aborted) return
      this.#learn(unread)
      this.#channel.postMessage({ userId: this.#userId, unread } satisfies UnreadMessage)
    } catch (error) {
      if (mine.signal.aborted) return
      this.#fail(error, token)
    }
    this.#asked = undefined
    this.#plan()
  }

  /** Somebody is back: they are told at once, but where the server has asked for a pause. */
  #comeBack(): void {
    if (!isShown()) return
    this.#lead.stand()
    this.#usedAt = Date.now()
    if (!hasLine() || this.#failures > 0) this.#plan()
    else if (!this.#asked) void this.#ask()
  }

  #goAway(): void {
    this.#lead.giveUp()
    this.#asked?.abort()
    this.#asked = undefined
    this.#plan()
  }

  #use(): void {
    const wasIdle = isIdle(this.#watching())
    this.#usedAt = Date.now()
    // What somebody did has renewed the session meanwhile.
    if (this.#stale !== undefined && !this.#isStale()) {
      this.#stale = undefined
      void this.#ask()
    } else if (wasIdle) this.#plan()
  }
}
