import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { call, type Transport } from './call.ts'

/** From 0 to 1: how much of the file has left the browser, of which `fetch` tells nothing. */
type OnSent = (part: number) => void

const carrying =
  (onSent: OnSent): Transport =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of headers) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total)
      request.upload.onload = () => onSent(1)
      request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }))
      request.onerror = () => reject(new TypeError('no answer'))
      request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body)
    })

/** A call that sends a file. `onSent` may start over: after the access token ran out, the file is sent again. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { onSent, signal }: { onSent: OnSent; signal: AbortSignal },
): Promise<Answer<E>> => call(endpoint, input, { signal, transport: carrying(onSent) })
