import {
  beginUpload,
  cancelUpload,
  type Document,
  defaultBucket,
  defaultDocType,
  finishUpload,
  getUpload,
  maxWholeBytes,
  putUploadPart,
  type ResumableUpload,
  uploadDocument,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { isReadable, putToStore, upload } from '../../lib/upload.ts'
import { type Send, UnsendableFile, type Upload, UploadQueue, type Watch } from './upload-queue.ts'
import { type Place, useDocumentCache } from './useDocuments.ts'

type Part = ResumableUpload['parts'][number]

/** The calls for a document in parts. */
export interface PartsWire {
  begin: () => Promise<ResumableUpload>
  look: (id: string) => Promise<ResumableUpload>
  put: (id: string, part: Part, bytes: Blob, watch: Pick<Watch, 'onSent' | 'signal'>) => Promise<unknown>
  finish: (id: string) => Promise<Document>
  cancel: (id: string) => Promise<unknown>
}

type Pause = (ms: number, signal: AbortSignal) => Promise<void>

const pauseFor: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const pausesMs = [1_000, 4_000]
const busyMs = 5_000

type RetryOptions = Pick<Watch, 'onNote' | 'signal'> & { pause?: Pause }

/**
 * Retries a call: any number of times while the server asks to wait, and twice, after growing pauses, when the
 * connection broke or the server is briefly unavailable.
 */
export async function withRetries<T>(act: () => Promise<T>, watch: RetryOptions): Promise<T> {
  const { onNote, signal, pause = pauseFor } = watch
  const left = [...pausesMs]
  for (;;) {
    try {
      signal.throwIfAborted()
      return await act()
    } catch (error) {
      if (signal.aborted || !(error instanceof CallError) || ![0, 429, 503].includes(error.status)) throw error
      const requestedMs = error.retryAfter === null ? undefined : error.retryAfter * 1_000
      const ms = error.status === 429 ? (requestedMs ?? busyMs) : left.shift()
      if (ms === undefined) throw error
      onNote(error.status === 0 ? t('The connection broke. Trying again') : t('The server is busy. Trying again'))
      await pause(Math.max(ms, requestedMs ?? 0), signal)
      onNote(null)
    }
  }
}

const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof CallError && statuses.includes(error.status)

const parallelParts = 2

/** One attempt to send a file in parts. */
class Attempt {
  readonly #file: File
  readonly #wire: PartsWire
  readonly #watch: Watch & RetryOptions
  readonly #stop = new AbortController()
  readonly #sent: Map<number, number>
  #upload: ResumableUpload

  constructor(file: File, wire: PartsWire, watch: Watch & RetryOptions, upload: ResumableUpload) {
    this.#file = file
    this.#wire = wire
    const signal = AbortSignal.any([watch.signal, this.#stop.signal])
    this.#watch = { ...watch, signal }
    this.#upload = upload
    this.#sent = new Map(upload.parts.map(({ number, size, hasArrived }) => [number, hasArrived ? size : 0]))
  }

  async send(): Promise<void> {
    const left = this.#upload.parts.filter(({ hasArrived }) => !hasArrived)
    if (left.length < this.#upload.parts.length)
      this.#watch.onNote(t('Going on at {percent}', { percent: `${Math.floor(this.#reportProgress() * 100)}%` }))
    const work = async () => {
      for (let part = left.shift(); part; part = left.shift()) await this.#putWithRetries(part)
    }
    await Promise.all(Array.from({ length: parallelParts }, work)).finally(() => this.#stop.abort())
  }

  /** Progress reaches 1 only after every part has been answered. */
  #reportProgress(): number {
    const part = [...this.#sent.values()].reduce((sum, bytes) => sum + bytes, 0) / this.#file.size
    this.#watch.onSent(part)
    return part
  }

  async #putWithRetries({ number, size }: Part): Promise<void> {
    await withRetries(() => this.#put(number), this.#watch)
    this.#sent.set(number, size)
    this.#reportProgress()
  }

  /** A link works for minutes only, so a refused one is replaced once. */
  async #put(number: number): Promise<void> {
    try {
      await this.#putOnce(number)
    } catch (error) {
      if (!hasStatus(error, 403, 404)) throw error
      this.#upload = await this.#wire.look(this.#upload.id)
      await this.#putOnce(number)
    }
  }

  async #putOnce(number: number): Promise<void> {
    const { id, parts } = this.#upload
    const part = parts.find((one) => one.number === number)
    if (!part || part.hasArrived) return
    const start = parts.reduce((sum, one) => (one.number < number ? sum + one.size : sum), 0)
    const onSent = (share: number) => {
      this.#sent.set(number, Math.min(share * part.size, part.size - 1))
      this.#reportProgress()
    }
    const { signal } = this.#watch
    await this.#wire.put(id, part, this.#file.slice(start, start + part.size), { onSent, signal })
  }
}

async function attempt(file: File, wire: PartsWire, watch: Watch & RetryOptions): Promise<Document> {
  const upload = await withRetries(wire.begin, watch)
  try {
    await new Attempt(file, wire, watch, upload).send()
    watch.onNote(null)
    return await withRetries(() => wire.finish(upload.id), watch)
  } catch (error) {
    // Wait until the server has dropped the upload, before the same file is sent again.
    if (watch.signal.aborted) await wire.cancel(upload.id).catch(() => undefined)
    throw error
  }
}

/** Sends a file in parts, retries each part, and resumes where an earlier attempt was interrupted. */
export const sendInParts = (file: File, wire: PartsWire, watch: Watch & RetryOptions): Promise<Document> =>
  attempt(file, wire, watch).catch((error: unknown) => {
    // The server no longer knows the upload.
    if (hasStatus(error, 404)) return attempt(file, wire, watch)
    throw error
  })

/** The service that takes a document sent whole. */
export type Service = 'project' | 'common'

async function requireReadable(file: File): Promise<void> {
  if (!(await isReadable(file)))
    throw new UnsendableFile(t('The file was changed or removed since it was chosen. Please choose it again.'))
}

interface Sending {
  place: Place
  tenantId: string
  upload: Upload
  watch: Watch
}

function sendWhole(service: Service, { place, tenantId, upload: one, watch }: Sending): Promise<Document> {
  const { file, about, key } = one
  const { entityType, entityId } = place
  const { docType = defaultDocType, purpose } = about
  const options = { ...watch, idempotencyKey: key }
  if (service === 'common') {
    const body = { tenantId, entityType, entityId, bucketName: defaultBucket, docType, purpose, file }
    return upload(uploadDocument, { body }, options)
  }
  const [, extension] = /\.([^.]+)$/.exec(file.name) ?? []
  const body = {
    file,
    tenant_id: tenantId,
    entity_type: entityType,
    entity_id: entityId,
    doc_type: docType,
    purpose,
    bucket_name: defaultBucket,
    file_name: file.name,
    file_type: file.type,
    file_extension: extension,
    size: String(file.size),
  }
  return upload(uploadRecordDocument, { body }, options)
}

/** True once a part that the store did not accept from this browser arrived through the server. */
let isStoreUnreachable = false

/** Sends a part to its link, or through the server when the browser cannot reach the store. */
async function putToLink(id: string, { number, url }: Part, bytes: Blob, watch: Pick<Watch, 'onSent' | 'signal'>) {
  const byServer = () => upload(putUploadPart, { params: { id }, query: { number }, body: bytes }, watch)
  if (url.startsWith('/') || isStoreUnreachable) return byServer()
  try {
    return await putToStore(url, bytes, watch)
  } catch (error) {
    if (watch.signal.aborted || !hasStatus(error, 0)) throw error
    await byServer()
    isStoreUnreachable = true
  }
}

const partsWireOf = ({ place, upload: { file, about } }: Sending): PartsWire => ({
  begin: () =>
    call(beginUpload, {
      body: {
        ...place,
        docType: about.docType ?? defaultDocType,
        purpose: about.purpose,
        fileName: file.name,
        size: file.size,
        fingerprint: `${file.size} ${file.lastModified} ${file.name}`.slice(0, 200),
      },
    }),
  look: (id) => call(getUpload, { params: { id } }),
  put: async (id, part, bytes, watch) => {
    await requireReadable(file)
    await putToLink(id, part, bytes, watch)
  },
  finish: (id) => call(finishUpload, { params: { id } }),
  cancel: (id) => call(cancelUpload, { params: { id } }),
})

/**
 * Sends files to a record by one of the two services, large ones in parts, and adds stored documents to the list at
 * once.
 */
export function useUploads(place: Place, service: Service, onFault?: (error: unknown) => void) {
  const { tenantId, add, refetch } = useDocumentCache(place)
  const [queue] = useState(() => {
    const send: Send = async (one, watch) => {
      const sending = { place, tenantId, upload: one, watch }
      const whole = async () => {
        await requireReadable(one.file)
        return sendWhole(service, sending)
      }
      try {
        const isLarge = one.file.size > maxWholeBytes
        add(await (isLarge ? sendInParts(one.file, partsWireOf(sending), watch) : withRetries(whole, watch)))
      } catch (error) {
        if (!watch.signal.aborted) onFault?.(error)
        throw error
      }
    }
    return new UploadQueue(send, refetch)
  })
  // Cancel uploads that no screen shows any more.
  useEffect(() => () => queue.cancel(), [queue])
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) }
}
