import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { call } from './call.ts'
import { CallError, unreachable } from './call-error.ts'
import type { CallOptions, Transport } from './request.ts'

/** Receives the sent part of the file, from 0 to 1; `fetch` does not report it. */
type OnSent = (part: number) => void

interface Watch {
  onSent: OnSent
  signal: AbortSignal
}

type UploadOptions = Pick<Watch, 'onSent'> & Omit<CallOptions, 'transport'>

/** A transfer without progress for this long counts as a broken connection. */
const stalledMs = 60_000

const carrying =
  (onSent: OnSent): Transport =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      let stalled: ReturnType<typeof setTimeout> | undefined
      const moved = () => {
        clearTimeout(stalled)
        stalled = setTimeout(() => request.abort(), stalledMs)
      }
      request.open(method, url)
      for (const [name, value] of headers) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => {
        moved()
        onSent(total === 0 ? 0 : loaded / total)
      }
      request.upload.onload = () => {
        clearTimeout(stalled)
        onSent(1)
      }
      request.onload = () => {
        const wait = request.getResponseHeader('retry-after')
        const { status, responseText } = request
        resolve(new Response(responseText || null, { status, headers: wait ? { 'retry-after': wait } : {} }))
      }
      request.onerror = () => reject(new TypeError('no answer'))
      request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
      request.onloadend = () => clearTimeout(stalled)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      moved()
      request.send(body)
    })

/** A call that sends a file. `onSent` may start over: if the access token has expired, the file is sent again. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { onSent, ...options }: UploadOptions,
): Promise<Answer<E>> => call(endpoint, input, { ...options, transport: carrying(onSent) })

/** Sends bytes to the document store itself, by a link that contains all the store needs. */
export async function putToStore(url: string, bytes: Blob, { onSent, signal }: Watch): Promise<void> {
  const response = await carrying(onSent)(url, { method: 'PUT', headers: new Headers(), body: bytes, signal }).catch(
    (error: Error) => {
      throw signal.aborted ? error : unreachable()
    },
  )
  if (!response.ok)
    throw new CallError(response.status, {
      code: 'unknown',
      ...messageOf('The document store answered {status}.', { status: response.status }),
    })
}

/** Whether a file can still be read: one that was saved again after it was chosen would be sent as a broken request. */
export const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
