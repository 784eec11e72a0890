import { refresh } from '@plinth/api/access/auth'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { CallError } from './call-error.ts'
import { t } from './language.ts'
import { errorOf, send } from './request.ts'
import { accessToken, leaveEnded, refreshToken, storeTokens } from './session.ts'

/** The access token of a session that a call of this page is ending. */
let ending: string | null = null

/** Runs work that ends the session. Other calls that find the session over meanwhile do not navigate: the caller decides where to go. */
export async function whileEnding<T>(work: () => Promise<T>): Promise<T> {
  ending = accessToken()
  try {
    return await work()
  } catch (error) {
    ending = null
    if (error instanceof CallError && error.code === endedCode) leaveEnded()
    throw error
  }
}

function isEndedByCaller(): boolean {
  const token = accessToken()
  return ending !== null && (token === null || token === ending)
}

const endedCode = 'session_ended'

/** Leaves the ended session, and returns the error for the call that found it ended. */
export function sessionEnded(): CallError {
  if (!isEndedByCaller()) leaveEnded()
  return new CallError(401, { code: endedCode, message: t('Your session has ended. Please sign in again.') })
}

async function exchange(stale: string | null): Promise<void> {
  if (accessToken() !== stale) return
  const token = refreshToken()
  if (token === null) throw sessionEnded()
  const response = await send(refresh, { body: { refreshToken: token } }, null, {})
  if (response.status === 400 || response.status === 401) throw sessionEnded()
  if (!response.ok) throw await errorOf(response)
  storeTokens((await response.json()) as Answer<typeof refresh>)
}

let renewal: Promise<void> | undefined

/**
 * Renews the session, unless another access token than `stale` is stored by now. Concurrent calls share one exchange, in this tab and (if
 * the browser has locks) across tabs. Fails as any call does.
 */
export function renew(stale: string | null): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  renewal ??= (locks ? locks.request('session', () => exchange(stale)) : exchange(stale)).finally(() => {
    renewal = undefined
  })
  return renewal
}

/** Renews the session at once. Fails as any call does. */
export const prolong = () => renew(accessToken())
