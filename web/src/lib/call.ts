import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { renew, sessionEnded } from './renewal.ts'
import { type CallOptions, errorOf, type RequestParts, send } from './request.ts'
import { accessToken } from './session.ts'

/** The answer as it came, of a success. An access token that ran out is renewed once and the call made again. */
export async function responseTo(endpoint: Endpoint, parts: RequestParts, options: CallOptions): Promise<Response> {
  const token = endpoint.allow === 'public' ? null : accessToken()
  let response = await send(endpoint, parts, token, options)
  if (response.status === 401 && endpoint.allow !== 'public') {
    await renew(token)
    response = await send(endpoint, parts, accessToken(), options)
    if (response.status === 401) throw sessionEnded()
  }
  if (!response.ok) throw await errorOf(response)
  return response
}

/** Makes a call of the wire, and gives what it is answered. Fails with a `CallError`, or as aborted. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const response = await responseTo(endpoint, input, options)
  return (response.status === 204 ? undefined : await response.json()) as Answer<E>
}
