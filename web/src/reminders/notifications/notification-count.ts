import { countNotifications } from '@plinth/api/reminders/notifications'
import { CallError } from '../../lib/call-error.ts'
import { hasLine, onLine } from '../../lib/line.ts'
import { errorOf, send } from '../../lib/request.ts'
import { accessToken } from '../../lib/session.ts'
import { isIdle, pauseOf, type Watching } from './asking-rules.ts'
import { openLead } from './leading-tab.ts'

/** The message of the polling tab to the others. */
interface UnreadMessage {
  userId: string
  unread: number
}

const isUnreadMessage = (data: unknown): data is UnreadMessage =>
  typeof data === 'object' && data !== null && 'unread' in data

const isShown = () => document.visibilityState === 'visible'

/** Events that show that the user is active. */
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** The name of the lock and the channel that the tabs share. */
const name = 'notification-count'

/** The number of unread notifications. The request neither renews nor ends the session; only actions of the user do. */
async function fetchUnread(userId: string, token: string | null, signal: AbortSignal): Promise<number> {
  const response = await send(countNotifications, {}, token, { as: userId, signal })
  if (!response.ok) throw await errorOf(response)
  return Number((await response.json()).unread)
}

/**
 * Polls the number of unread notifications of a user by the rules of `asking-rules.ts`, and reports each result, also those that other tabs
 * share.
 */
export class Asking {
  readonly #userId: string
  readonly #onCount: (unread: number) => void
  readonly #ended = new AbortController()
  readonly #channel = new BroadcastChannel(name)
  readonly #lead = openLead(name, () => this.#plan())
  readonly #leaveLine: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined
  #requestedAt = 0
  #usedAt = Date.now()
  #failures = 0
  #retryAfterMs = 0
  /** The access token that has expired. */
  #stale: string | null | undefined

  constructor(userId: string, onCount: (unread: number) => void) {
    this.#userId = userId
    this.#onCount = onCount
    const until = { signal: this.#ended.signal, passive: true }
    this.#channel.addEventListener('message', ({ data }) => this.#receive(data), until)
    document.addEventListener('visibilitychange', () => (isShown() ? this.#comeBack() : this.#goAway()), until)
    window.addEventListener('focus', () => this.#comeBack(), until)
    for (const event of activityEvents) document.addEventListener(event, () => this.#use(), { ...until, capture: true })
    this.#leaveLine = onLine(() => (hasLine() && isShown() ? void this.#ask() : this.#plan()))
    this.#comeBack()
  }

  /** Requests the count at once, if the tab is visible. */
  ask(): void {
    if (isShown() && hasLine()) void this.#ask()
  }

  stop(): void {
    this.#ended.abort()
    this.#request?.abort()
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
    this.#timer = setTimeout(() => void this.#ask(), Math.max(0, this.#requestedAt + pause - Date.now()))
  }

  #accept(unread: number): void {
    this.#failures = 0
    this.#retryAfterMs = 0
    this.#stale = undefined
    this.#requestedAt = Date.now()
    this.#onCount(unread)
  }

  #receive(data: unknown): void {
    if (!isUnreadMessage(data) || data.userId !== this.#userId) return
    this.#accept(data.unread)
    this.#plan()
  }

  #fail(error: unknown, token: string | null): void {
    // Offline nothing is polled anyway, so this is no failure of the server.
    if (!(error instanceof CallError) || error.status === 0) return
    this.#stale = error.status === 401 ? token : undefined
    if (error.status === 401) return
    this.#failures += 1
    this.#retryAfterMs = (error.retryAfter ?? 0) * 1000
  }

  /** Aborts an earlier request, because its response may be older than an action of the user. */
  async #ask(): Promise<void> {
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    this.#requestedAt = Date.now()
    const token = accessToken()
    try {
      const unread = await fetchUnread(this.#userId, token, request.signal)
      if (request.signal.aborted) return
      this.#accept(unread)
      this.#channel.postMessage({ userId: this.#userId, unread } satisfies UnreadMessage)
    } catch (error) {
      if (request.signal.aborted) return
      this.#fail(error, token)
    }
    this.#request = undefined
    this.#plan()
  }

  /** The user is back: requests at once, unless the last requests failed. */
  #comeBack(): void {
    if (!isShown()) return
    this.#lead.apply()
    this.#usedAt = Date.now()
    if (!hasLine() || this.#failures > 0) this.#plan()
    else if (!this.#request) void this.#ask()
  }

  #goAway(): void {
    this.#lead.giveUp()
    this.#request?.abort()
    this.#request = undefined
    this.#plan()
  }

  #use(): void {
    const wasIdle = isIdle(this.#watching())
    this.#usedAt = Date.now()
    // An action of the user has renewed the session meanwhile.
    if (this.#stale !== undefined && !this.#isStale()) {
      this.#stale = undefined
      void this.#ask()
    } else if (wasIdle) this.#plan()
  }
}
