import { getSession, setLanguage } from '@plinth/api/access/auth'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { chooseLanguage, language } from './language.ts'
import { endpointKey } from './query-client.ts'
import { storeUser } from './session.ts'
import { tabKeys } from './tab-keys.ts'

/**
 * Takes over the language that the person has chosen on another device; true where the page is on its way to being loaded in
 * it, so that nothing more is to be drawn. What was chosen in this tab comes first.
 */
export function followLanguage(user: SessionUser, to?: string): boolean {
  if (tabKeys.language in sessionStorage) return false
  if (!user.language || user.language === language) {
    sessionStorage.removeItem(tabKeys.followed)
    return false
  }
  // A browser that keeps no cookies would load the page anew for ever.
  if (sessionStorage.getItem(tabKeys.followed) === user.language) return false
  sessionStorage.setItem(tabKeys.followed, user.language)
  chooseLanguage(user.language, to)
  return true
}

/** Tells the server of the language that was chosen in this tab. */
export async function tellLanguage(user: SessionUser, queries: QueryClient): Promise<void> {
  if (sessionStorage.getItem(tabKeys.language) !== language) return
  await call(setLanguage, { body: { language } })
  sessionStorage.removeItem(tabKeys.language)
  // A session asked for before the choice was told would bring back the language before it.
  const sessions = { queryKey: endpointKey(getSession, {}) }
  await queries.cancelQueries(sessions)
  storeUser({ ...user, language })
  await queries.invalidateQueries(sessions)
}
