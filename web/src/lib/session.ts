import { type Allow, isAllowed, type SessionUser, sessionUser } from '@plinth/api/kernel/permissions'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const keys = { access: 'accessToken', refresh: 'refreshToken', user: 'user', life: 'sessionLife' }
/** Of this tab alone. */
export const tabKeys = {
  ended: 'sessionEnded',
  drafts: 'drafts',
  language: 'languageChosen',
  followed: 'languageFollowed',
  carried: 'typed',
}
/** Where it is kept that shortcuts of a single key are switched off. */
export const singleKeys = 'singleKeys'
export const hasSingleKeys = () => localStorage.getItem(singleKeys) !== 'false'

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

export const accessToken = () => localStorage.getItem(keys.access)
export const refreshToken = () => localStorage.getItem(keys.refresh)

let seen: { text: string | null; user: SessionUser | null } = { text: null, user: null }

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
  return seen.user
}

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

export function storeUser(user: SessionUser): void {
  localStorage.setItem(keys.user, JSON.stringify(user))
  announce()
}

/** Signing out: nothing of the person stays in the browser, drafts included. */
export function clearSession(): void {
  localStorage.clear()
  sessionStorage.clear()
  announce()
}

/** Loads the home page afresh, so that nothing of the ended session stays in memory. */
export function leaveForHome(): void {
  window.location.assign('/')
}

const keepers = new Set<() => void>()

/** Has `keep` run before the page is loaded anew although something is typed in it; the answer takes that back. */
export function beforeLosing(keep: () => void): () => void {
  keepers.add(keep)
  return () => keepers.delete(keep)
}

export const hasForms = () => keepers.size > 0

/** Keeps what is typed, where a form can. */
export function keepTyped(): void {
  for (const keep of keepers) keep()
}

/** The session is over without the person having signed out: what they have typed is kept for when they are back. */
export function leaveEnded(to: '/' | '/login' = '/'): void {
  keepTyped()
  for (const key of Object.values(keys)) localStorage.removeItem(key)
  if (to === '/') sessionStorage.setItem(tabKeys.ended, '1')
  window.location.assign(to)
}

/** Signing out in one tab signs out the others, and a session that ends there ends here. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (accessToken() === null && seen.user !== null) {
      if (key === keys.access) leaveEnded()
      else if (key === null) {
        sessionStorage.clear()
        // The router notes where each page was scrolled to when it goes.
        window.addEventListener('pagehide', () => sessionStorage.clear())
        leaveForHome()
      }
    }
    announce()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useUser(): SessionUser | null {
  return useSyncExternalStore(subscribe, currentUser)
}

/** Whether the signed-in user may make this call. It only decides what is shown: the server decides what is done. */
export function useCan({ allow }: { allow: Allow }): boolean {
  const user = useUser()
  if (allow === 'public') return true
  return user !== null && isAllowed(allow, user.permissions)
}

type Values = Record<string, unknown>

/** What was typed into a form and could not be saved. */
interface Draft {
  title: string
  /** When it was kept, in milliseconds. */
  at: number
  /** The fields that differ from the record, without passwords. */
  values: Values
}
type Drafts = Record<string, Draft>

const maxAge = 24 * 3600 * 1000

/** Those of this person in this tab, by the address of their form. Somebody else's are erased unseen. */
function draftsOf(userId: string | undefined): Drafts {
  const text = sessionStorage.getItem(tabKeys.drafts)
  if (text === null || userId === undefined) return {}
  const { owner, drafts } = JSON.parse(text) as { owner: string; drafts: Drafts }
  if (owner === userId)
    return Object.fromEntries(Object.entries(drafts).filter(([, { at }]) => Date.now() - at < maxAge))
  sessionStorage.removeItem(tabKeys.drafts)
  return {}
}

function storeDrafts(owner: string, drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) sessionStorage.removeItem(tabKeys.drafts)
  else sessionStorage.setItem(tabKeys.drafts, JSON.stringify({ owner, drafts }))
}

/** The drafts of the person who is signed in, by the address of their form. */
export const ownDrafts = (): Drafts => draftsOf(currentUser()?.id)

/** Erases one draft of the person who is signed in, or all of them. */
export function forgetDrafts(path?: string): void {
  const user = currentUser()
  if (user) storeDrafts(user.id, Object.fromEntries(Object.entries(ownDrafts()).filter(([at]) => path && at !== path)))
}

const asText = (value: unknown) => JSON.stringify(value ?? '')

/** The fields that differ from the record that the form started from; never a password. */
export const typedInto = (values: Values, record: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !/password/i.test(name) && asText(value) !== asText(record[name]))
      .map(([name, value]) => [name, value ?? null]),
  )

interface Typing {
  title: string
  isUnsaved: () => boolean
  typed: () => Values
}

/** Keeps what is typed in a form when the page goes from under it; `found` is what was kept of it before. */
export function useDraft(typing: Typing) {
  const [{ path, owner, found }] = useState(() => {
    const address = location.pathname + location.search
    return { path: address, owner: currentUser()?.id, found: ownDrafts()[address] }
  })
  const isKept = useRef(false)
  const latest = useRef(typing)
  useEffect(() => {
    latest.current = typing
  })
  useEffect(() => {
    function keep() {
      const { title, isUnsaved, typed } = latest.current
      if (!isUnsaved() || owner === undefined) return
      isKept.current = true
      storeDrafts(owner, { ...draftsOf(owner), [path]: { title, at: Date.now(), values: typed() } })
    }
    const stop = beforeLosing(keep)
    return () => {
      stop()
      keep()
    }
  }, [owner, path])
  const forget = () => forgetDrafts(path)
  function restore(set: (name: string, value: unknown) => void): void {
    for (const [name, value] of Object.entries(found?.values ?? {})) set(name, value)
    forget()
  }
  return { found: found !== undefined, isKept: () => isKept.current, forget, restore }
}
