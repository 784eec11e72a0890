import { maxDocumentBytes, tooLargeDocument } from '@plinth/api/documents/documents'
import { CallError } from '../../lib/call-error.ts'
import { counted, decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { newKey } from '../../lib/request.ts'

/** Type and purpose that a user sets for files sent together. */
export interface About {
  docType?: string
  purpose?: string
}

export type Stage =
  | { name: 'chosen' | 'waiting' | 'checking' | 'done' | 'cancelled' }
  /** From 0 to 1. */
  | { name: 'sending'; sent: number }
  /** `isFinal`: only another file can help. `wasSent`: false for a file that was refused before sending. */
  | { name: 'failed'; reason: string; isFinal: boolean; wasSent: boolean }

/** A file on its way to the server. */
export interface Upload {
  /** Unique, also used as the Idempotency-Key. */
  key: string
  file: File
  about: About
  stage: Stage
  /** A note on the progress: 'Going on at 40%'. */
  note: string | null
}

export interface Watch {
  onSent: (part: number) => void
  onNote: (note: string | null) => void
  signal: AbortSignal
}

export type Send = (upload: Upload, watch: Watch) => Promise<unknown>

export interface Chosen {
  file: File
  isFolder?: boolean
}

/** A file that no further attempt can send. */
export class UnsendableFile extends Error {}

const maxParallel = 3

function faultOf({ file, isFolder }: Chosen): string | null {
  if (isFolder) return t('This is a folder. Choose the files in it.')
  if (file.size === 0) return t('The file is empty.')
  return file.size > maxDocumentBytes ? translated(tooLargeDocument) : null
}

/**
 * Takes the server's message when there is one. A file that is too large or of a refused kind will be refused again.
 */
function failureOf(error: unknown): Stage {
  const isRefused = error instanceof CallError && (error.status === 413 || error.status === 415)
  const isFinal = error instanceof UnsendableFile || isRefused
  const hasMessage = isFinal || (error instanceof CallError && error.code !== 'unknown' && error.message !== '')
  return {
    name: 'failed',
    isFinal,
    wasSent: true,
    reason: hasMessage ? error.message : t('Upload failed. Please try again.'),
  }
}

export const isLive = ({ stage: { name } }: Upload) => name === 'waiting' || name === 'sending' || name === 'checking'
/** Cancelled, or failed for a reason that may pass. */
export const canRetry = ({ stage }: Upload) => stage.name === 'cancelled' || (stage.name === 'failed' && !stage.isFinal)
const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

const sentOf = ({ stage }: Upload): number => {
  if (stage.name === 'sending') return stage.sent
  return stage.name === 'checking' || stage.name === 'done' ? 1 : 0
}

/** The state of an upload, in words. */
export const textOf = ({ stage, note }: Upload): string => {
  switch (stage.name) {
    case 'chosen':
      return t('Ready to upload')
    case 'waiting':
      return t('Waiting')
    case 'sending': {
      const percent = `${Math.floor(stage.sent * 100)}%`
      if (!note) return t('Sending, {percent}', { percent })
      return stage.sent > 0 ? t('{note}, now {percent}', { note, percent }) : note
    }
    case 'checking':
      return note ?? t('Being checked')
    case 'done':
      return t('Uploaded')
    case 'cancelled':
      return t('Cancelled')
    case 'failed':
      return stage.reason
  }
}

/** Counts and progress of the uploads. */
export function totalsOf(uploads: readonly Upload[]) {
  const named = (name: Stage['name']) => uploads.filter(({ stage }) => stage.name === name)
  const toRetry = named('failed').filter(canRetry)
  const wanted = [...uploads.filter(isLive), ...named('done'), ...toRetry]
  const bytes = wanted.reduce((sum, { file }) => sum + file.size, 0)
  const sent = wanted.reduce((sum, upload) => sum + upload.file.size * sentOf(upload), 0)
  return {
    isBusy: uploads.some(isLive),
    /** Without the cancelled files and those that cannot be sent. */
    files: wanted.length,
    chosen: named('chosen').length,
    done: named('done').length,
    failed: named('failed').length,
    /** The files that failed while they were sent. */
    failedSending: named('failed').filter(({ stage }) => stage.name === 'failed' && stage.wasSent).length,
    toRetry: toRetry.length,
    cancelled: named('cancelled').length,
    /** Bytes sent of the bytes in all, from 0 to 1. */
    part: bytes === 0 ? 0 : sent / bytes,
  }
}

/** The state of all uploads in words; `done` gives the page's own text when all are done. */
export function summaryOf(uploads: readonly Upload[], done?: (count: number) => string): string {
  const totals = totalsOf(uploads)
  if (totals.isBusy) return t('Uploading {files}', { files: counted(totals.files, 'file') })
  if (totals.chosen > 0) return t('{files} ready to upload', { files: counted(totals.chosen, 'file') })
  if (done && totals.done > 0) return done(totals.done)
  const parts = [
    totals.done > 0 && t('{files} uploaded', { files: counted(totals.done, 'file') }),
    totals.failed > 0 && t('{count} failed', { count: decimal(totals.failed) }),
    totals.cancelled > 0 && t('{count} cancelled', { count: decimal(totals.cancelled) }),
  ]
  return parts.filter(Boolean).join(', ')
}

/** Uploads files, a few at a time. One that fails stops no other. */
export class UploadQueue {
  #uploads: readonly Upload[] = []
  readonly #listeners = new Set<() => void>()
  readonly #sending = new Map<string, { file: File; abort: AbortController }>()
  readonly #send: Send
  readonly #onIdle: () => void

  constructor(send: Send, onIdle: () => void) {
    this.#send = send
    this.#onIdle = onIdle
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly uploads = () => this.#uploads

  /** Adds files. Earlier files that can no longer be sent disappear from the list. */
  add(chosen: readonly Chosen[]): void {
    const isBusy = this.#uploads.some(isLive)
    const remaining = this.#uploads.filter(
      ({ stage }) => isBusy || stage.name === 'chosen' || (stage.name === 'failed' && !stage.isFinal),
    )
    const added = chosen.map((one): Upload => {
      const reason = faultOf(one)
      const stage: Stage =
        reason === null ? { name: 'chosen' } : { name: 'failed', reason, isFinal: true, wasSent: false }
      return { key: newKey(), file: one.file, about: {}, stage, note: null }
    })
    this.#setUploads([...remaining, ...added])
  }

  /** Sends the files that were chosen. */
  start(about: About = {}): void {
    this.#requeue(({ stage }) => stage.name === 'chosen', about)
  }

  /** Sends the failed files again, or one that failed or was cancelled. */
  retry(key?: string): void {
    this.#requeue(
      (upload) => (key === undefined ? upload.stage.name === 'failed' : upload.key === key) && canRetry(upload),
    )
  }

  /** Stops one upload, or all. */
  cancel(key?: string): void {
    const isSelected = (upload: Upload) => isLive(upload) && (key === undefined || upload.key === key)
    for (const upload of this.#uploads.filter(isSelected)) this.#sending.get(upload.key)?.abort.abort()
    this.#setUploads(
      this.#uploads.map((upload) =>
        isSelected(upload) ? { ...upload, stage: { name: 'cancelled' }, note: null } : upload,
      ),
    )
  }

  /** Removes one file from the list, or all, but none in progress. */
  remove(key?: string): void {
    this.#setUploads(this.#uploads.filter((upload) => isLive(upload) || (key !== undefined && upload.key !== key)))
  }

  #requeue(isSelected: (upload: Upload) => boolean, about?: About): void {
    this.#setUploads(
      this.#uploads.map((upload) =>
        isSelected(upload) ? { ...upload, ...(about && { about }), stage: { name: 'waiting' }, note: null } : upload,
      ),
    )
    this.#fill()
  }

  #setUploads(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }

  #change(key: string, part: Partial<Upload>): void {
    this.#setUploads(this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)))
  }

  /**
   * Sends the same file twice only one after the other: the server would take the parts of one for those of the other.
   */
  #fill(): void {
    for (const upload of this.#uploads) {
      if (this.#sending.size >= maxParallel) return
      const isSameInProgress = [...this.#sending.values()].some(({ file }) => isSame(file, upload.file))
      if (upload.stage.name === 'waiting' && !isSameInProgress) void this.#run(upload)
    }
  }

  async #run(upload: Upload): Promise<void> {
    const { key, file } = upload
    const abort = new AbortController()
    const { signal } = abort
    this.#sending.set(key, { file, abort })
    let shown = 0
    const onSent = (part: number) => {
      // Notify listeners once per percent, not once per packet.
      const percent = Math.floor(part * 100)
      if (signal.aborted || percent === shown) return
      shown = percent
      this.#change(key, { stage: part === 1 ? { name: 'checking' } : { name: 'sending', sent: part } })
    }
    this.#change(key, { stage: { name: 'sending', sent: 0 } })
    let end: Stage
    try {
      await this.#send(upload, { signal, onSent, onNote: (note) => !signal.aborted && this.#change(key, { note }) })
      end = { name: 'done' }
    } catch (error) {
      end = failureOf(error)
    }
    this.#sending.delete(key)
    if (!signal.aborted) this.#change(key, { stage: end, note: null })
    this.#fill()
    if (!this.#uploads.some(isLive) && this.#sending.size === 0) this.#onIdle()
  }
}
