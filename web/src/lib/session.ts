import { type Allow, isAllowed, type SessionUser, sessionUser } from '@plinth/api/kernel/permissions'
import { useSyncExternalStore } from 'react'

const keys = { access: 'accessToken', refresh: 'refreshToken', user: 'user' }

export interface Tokens {
  accessToken: string
  refreshToken: string
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
}

export function storeUser(user: SessionUser): void {
  localStorage.setItem(keys.user, JSON.stringify(user))
  announce()
}

export function clearSession(): void {
  localStorage.clear()
  sessionStorage.clear()
  announce()
}

/** Loads the home page afresh, so that nothing of the ended session stays in memory. */
export function leaveForHome(): void {
  window.location.assign('/')
}

/** Signing out in one tab signs out the others. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if ((key === null || key === keys.access) && accessToken() === null && seen.user !== null) leaveForHome()
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
