import { type SessionUser, sessionUser } from '@plinth/api/kernel/permissions'
import { useSyncExternalStore } from 'react'
import { keepTyped } from './keep-typed.ts'
import { removeAnswers } from './remove-answers.ts'
import { tabKeys } from './tab-keys.ts'

const keys = { access: 'accessToken', refresh: 'refreshToken', user: 'user', life: 'sessionLife' }

/** The result of signing in or renewing: two tokens, and in seconds when the session ends and when it ends unless renewed. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  endsIn: number
  refreshWithin: number
}

const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

/** As stored by the tab that wrote last; null if nobody is signed in. */
export const accessToken = () => localStorage.getItem(keys.access)
export const refreshToken = () => localStorage.getItem(keys.refresh)

let seen: { text: string | null; user: SessionUser | null } = { text: null, user: null }
/** The id of the user whose data this page has in memory; null if it has none. */
let shownId: string | null = null

function parseUser(text: string | null): SessionUser | null {
  if (text === null) return null
  try {
    return sessionUser.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The signed-in user, or null. The same object as long as the stored text is the same. */
export function currentUser(): SessionUser | null {
  const text = accessToken() === null ? null : localStorage.getItem(keys.user)
  if (text !== seen.text) seen = { text, user: parseUser(text) }
  shownId ??= seen.user?.id ?? null
  return seen.user
}

/** Stores the session for all tabs. The user is stored by `storeUser`. */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(keys.access, tokens.accessToken)
  localStorage.setItem(keys.refresh, tokens.refreshToken)
  const moments = [tokens.endsIn, tokens.refreshWithin].map((seconds) => Date.now() + seconds * 1000)
  localStorage.setItem(keys.life, moments.join())
}

/** When the session ends in any case, and when it ends unless refreshed, in milliseconds; Infinity if unknown. */
export function sessionLife(): { ends: number; idles: number } {
  const [ends = Infinity, idles = Infinity] = localStorage.getItem(keys.life)?.split(',').map(Number) ?? []
  return { ends, idles }
}

/** How long before its end a session's end is announced, in milliseconds. */
export const warningTime = 5 * 60_000

/** The time left without a refresh, in milliseconds. */
export function lifeLeft(): number {
  const { ends, idles } = sessionLife()
  return Math.min(ends, idles) - Date.now()
}

/** Stores the signed-in user and updates every screen. Once the session is over, a late answer stores nothing. */
export function storeUser(user: SessionUser): void {
  if (accessToken() === null) return
  localStorage.setItem(keys.user, JSON.stringify(user))
  announce()
}

/** Signing out: removes everything of the user from the browser, including drafts and stored answers. */
export function clearSession(): void {
  shownId = null
  localStorage.clear()
  sessionStorage.clear()
  void removeAnswers().catch(() => undefined)
  announce()
}

/** Loads the home page afresh, so that nothing of the ended session stays in memory. */
export function leaveForHome(): void {
  window.location.assign('/')
}

/** Leaves a session that ended without a sign-out: typed values are stored for the user's return. */
export function leaveEnded(to: '/' | '/login' = '/'): void {
  keepTyped()
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  if (to === '/') sessionStorage.setItem(tabKeys.ended, '1')
  window.location.assign(to)
}

/** Leaves after a sign-out: nothing of the user stays in this tab. */
function leaveGone(): void {
  sessionStorage.clear()
  // The router stores the scroll positions when the page is left.
  window.addEventListener('pagehide', () => sessionStorage.clear())
  leaveForHome()
}

/** Leaves if another user has signed in than the one whose data this page shows: a sleeping tab has missed the sign-out. */
function leaveToOther(): void {
  const user = currentUser()
  if (user && shownId !== null && user.id !== shownId) leaveGone()
}

/** Signs out this tab when another tab signs out or its session ends there, and shows nothing to another user. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // Not `currentUser`: it may have been called between the sign-out and this event.
    if (accessToken() === null && shownId !== null) {
      if (key === keys.access) leaveEnded()
      else if (key === null) {
        // This tab may have stored an answer before it saw the sign-out, and the browser keeps the last write.
        localStorage.clear()
        leaveGone()
      }
    }
    leaveToOther()
    announce()
  })
  document.addEventListener('visibilitychange', leaveToOther)
  // The browser may restore a page with everything that it had in memory.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && accessToken() === null && shownId !== null) leaveGone()
    leaveToOther()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The signed-in user, or null; the component follows the stored user. */
export function useUser(): SessionUser | null {
  return useSyncExternalStore(subscribe, currentUser)
}
