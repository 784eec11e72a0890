import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { renew, sessionEnded } from './renewal.ts'
import { type CallOptions, errorOf, type RequestParts, send } from './request.ts'
import { accessToken } from './session.ts'

/** The response of a successful call. Renews an expired access token once and repeats the call. */
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

/** Calls an endpoint and returns its parsed answer. Fails with a `CallError`, or as aborted. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const response = await responseTo(endpoint, input, options)
  return (response.status === 204 ? undefined : await response.json()) as Answer<E>
}
