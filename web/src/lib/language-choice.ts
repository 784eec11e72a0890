import { getSession, setLanguage } from '@plinth/api/access/auth'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { chooseLanguage, language } from './language.ts'
import { endpointKey } from './query-client.ts'
import { storeUser } from './session.ts'
import { tabKeys } from './tab-keys.ts'

/**
 * Switches to the language that the user has chosen on another device. Returns true if the page is about to be reloaded in it, so that
 * nothing more needs to be drawn. A choice made in this tab takes precedence.
 */
export function followLanguage(user: SessionUser, to?: string): boolean {
  if (tabKeys.language in sessionStorage) return false
  if (!user.language || user.language === language) {
    sessionStorage.removeItem(tabKeys.followed)
    return false
  }
  // A browser that stores no cookies would reload the page endlessly.
  if (sessionStorage.getItem(tabKeys.followed) === user.language) return false
  sessionStorage.setItem(tabKeys.followed, user.language)
  chooseLanguage(user.language, to)
  return true
}

/** Sends the language that was chosen in this tab to the server. */
export async function tellLanguage(user: SessionUser, queries: QueryClient): Promise<void> {
  if (sessionStorage.getItem(tabKeys.language) !== language) return
  await call(setLanguage, { body: { language } })
  sessionStorage.removeItem(tabKeys.language)
  // A session query that started before this request would restore the previous language.
  const sessions = { queryKey: endpointKey(getSession, {}) }
  await queries.cancelQueries(sessions)
  storeUser({ ...user, language })
  await queries.invalidateQueries(sessions)
}
