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
/** Sends a request to the server and returns the response; fails when there is none. */
export type Transport = (url: string, request: Sent) => Promise<Response>

export interface CallOptions {
  /** The server carries out only the first of the calls with the same key. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The id of the user whose call this is, for a call that may run after another user signed in. */
  as?: string
  /** Used instead of `fetch` when the progress of the request is needed. */
  transport?: Transport
}

/** A new Idempotency-Key. `crypto.randomUUID` is missing on plain http, where an installation on a local network may run. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The input of an endpoint. */
export type RequestParts = Parameters<typeof requestOf>[1]

/** Sends one request and returns any response. Fails as `unreachable` without one, or as aborted. */
export async function send(
  endpoint: Endpoint,
  input: RequestParts,
  token: string | null,
  options: CallOptions,
): Promise<Response> {
  // A call is not made in the name of another user who signed in later; that user sees no message.
  if (options.as && currentUser()?.id !== options.as) throw new CallError(401, { code: 'session_ended', message: '' })
  const { method, url, body } = requestOf(endpoint, input)
  const headers = new Headers({ accept: endpoint.download ? '*/*' : 'application/json' })
  if (body instanceof Blob) headers.set('content-type', body.type || 'application/octet-stream')
  // For a form the browser sets the type itself, with the boundary.
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

/** The company has required a second factor since the user signed in: only their own page is open to them. */
function leaveForSecondFactor(): void {
  const user = currentUser()
  if (user) storeUser({ ...user, mustSetUpSecondFactor: true })
}

/** The message of a response without a code, such as a proxy may send. */
function messageIn(body: unknown): string | undefined {
  const { message } = Object(body) as { message?: unknown }
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** The error in a response that is not a success. */
export async function errorOf(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => null)
  const parsed = errorAnswer.safeParse(body)
  const message = messageIn(body)
  if (response.status === 403 && parsed.data?.code === 'second_factor_missing') leaveForSecondFactor()
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
