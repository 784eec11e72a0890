import { type SessionUser, sessionUser } from '@plinth/api/kernel/permissions'
import { useSyncExternalStore } from 'react'
import { keepTyped } from './keep-typed.ts'
import { removeAnswers } from './remove-answers.ts'
import { tabKeys } from './tab-keys.ts'

const keys = { access: 'accessToken', refresh: 'refreshToken', user: 'user', life: 'sessionLife' }

/** What signing in or renewing brings: two tokens, and in seconds when the session ends and when unless it is renewed. */
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

/** As stored by whichever tab was last; null where nobody is signed in. */
export const accessToken = () => localStorage.getItem(keys.access)
export const refreshToken = () => localStorage.getItem(keys.refresh)

let seen: { text: string | null; user: SessionUser | null } = { text: null, user: null }
/** The id of the person whose data this page has in memory; null where it has nobody's. */
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

/** Stores the session for all tabs. Who is signed in is told by `storeUser`. */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(keys.access, tokens.accessToken)
  localStorage.setItem(keys.refresh, tokens.refreshToken)
  const moments = [tokens.endsIn, tokens.refreshWithin].map((seconds) => Date.now() + seconds * 1000)
  localStorage.setItem(keys.life, moments.join())
}

/** When the session is over whatever is done, and when unless it is refreshed, in milliseconds; never, where nobody has told. */
export function sessionLife(): { ends: number; idles: number } {
  const [ends = Infinity, idles = Infinity] = localStorage.getItem(keys.life)?.split(',').map(Number) ?? []
  return { ends, idles }
}

/** How long before the end of a session it is told, in milliseconds. */
export const warningTime = 5 * 60_000

/** How long the session lasts without a refresh, in milliseconds. */
export function lifeLeft(): number {
  const { ends, idles } = sessionLife()
  return Math.min(ends, idles) - Date.now()
}

/** Stores who is signed in, and has every screen follow. Once the session is over, what is answered late leaves nothing behind. */
export function storeUser(user: SessionUser): void {
  if (accessToken() === null) return
  localStorage.setItem(keys.user, JSON.stringify(user))
  announce()
}

/** Signing out: nothing of the person stays in the browser, drafts and kept answers included. */
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

/** The session is over without the person having signed out: what they have typed is kept for when they are back. */
export function leaveEnded(to: '/' | '/login' = '/'): void {
  keepTyped()
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  if (to === '/') sessionStorage.setItem(tabKeys.ended, '1')
  window.location.assign(to)
}

/** The person has gone: nothing of them stays in this tab. */
function leaveGone(): void {
  sessionStorage.clear()
  // The router notes where each page was scrolled to when it goes.
  window.addEventListener('pagehide', () => sessionStorage.clear())
  leaveForHome()
}

/** Leaves where another person has signed in than the one whose data this page shows: a tab that slept has missed the sign-out. */
function leaveToOther(): void {
  const user = currentUser()
  if (user && shownId !== null && user.id !== shownId) leaveGone()
}

/** Signing out in one tab signs out the others, a session that ends there ends here, and a tab shows nothing to another person. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // Not by `currentUser`: something may have asked for it between the sign-out and this event.
    if (accessToken() === null && shownId !== null) {
      if (key === keys.access) leaveEnded()
      else if (key === null) {
        // This tab may have stored an answer before it saw the sign-out, and the browser keeps what is stored last.
        localStorage.clear()
        leaveGone()
      }
    }
    leaveToOther()
    announce()
  })
  document.addEventListener('visibilitychange', leaveToOther)
  // The browser may show a page again as it was left, with all that it had in memory.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && accessToken() === null && shownId !== null) leaveGone()
    leaveToOther()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The signed-in user, or null; the component follows what is stored. */
export function useUser(): SessionUser | null {
  return useSyncExternalStore(subscribe, currentUser)
}
