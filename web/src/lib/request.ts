import { requestOf } from '@plinth/api/kernel/client'
import { type Endpoint, errorAnswer } from '@plinth/api/kernel/endpoint'
import { CallError, unreachable } from './call-error.ts'
import { t } from './language.ts'
import { noteLine } from './line.ts'
import { currentUser, storeUser } from './session.ts'

interface Sent {
  method: string
  headers: Headers
  body: string | Blob | FormData | null
  signal: AbortSignal | null
}
/** Carries a request to the server and brings the answer; fails when there is none. */
export type Transport = (url: string, request: Sent) => Promise<Response>

export interface CallOptions {
  /** Of calls with the same one, the server carries out the first alone. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Whose the call is, by their id, where somebody else may have signed in since it was asked for. */
  as?: string
  /** Where `fetch` does not tell enough of how far it is. */
  transport?: Transport
}

/** A new Idempotency-Key. `crypto.randomUUID` is missing on plain http, where an installation on a local network may run. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What an endpoint is called with. */
export type RequestParts = Parameters<typeof requestOf>[1]

/** Sends one request, and gives whatever answer there is. Fails as `unreachable` without one, or as aborted. */
export async function send(
  endpoint: Endpoint,
  input: RequestParts,
  token: string | null,
  options: CallOptions,
): Promise<Response> {
  // Nobody's call is made in the name of who has signed in after them, who has nothing to be told.
  if (options.as && currentUser()?.id !== options.as) throw new CallError(401, { code: 'session_ended', message: '' })
  const { method, url, body } = requestOf(endpoint, input)
  const headers = new Headers({ accept: endpoint.download ? '*/*' : 'application/json' })
  if (body instanceof Blob) headers.set('content-type', body.type || 'application/octet-stream')
  // Of a form the browser says the type itself, with the boundary.
  else if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const { transport = fetch, signal = null } = options
  try {
    const response = await transport(url, { method, headers, body: body ?? null, signal })
    noteLine(true)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    noteLine(false)
    throw unreachable()
  }
}

/** The company has begun to ask for a second factor since the person signed in: their own page is all that is open. */
function holdBack(): void {
  const user = currentUser()
  if (user) storeUser({ ...user, mustSetUpSecondFactor: true })
}

/** The message of an answer that has no code, as a proxy may send it. */
function messageIn(body: unknown): string | undefined {
  const { message } = Object(body) as { message?: unknown }
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** What an answer that is no success says. */
export async function errorOf(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => null)
  const parsed = errorAnswer.safeParse(body)
  const message = messageIn(body)
  if (response.status === 403 && parsed.data?.code === 'second_factor_missing') holdBack()
  return new CallError(
    response.status,
    parsed.success
      ? parsed.data
      : message !== undefined
        ? { code: 'uncoded', message }
        : { code: 'unknown', message: t('The server answered {status}.', { status: response.status }) },
    Number(response.headers.get('retry-after')) || null,
  )
}
