import type { Document } from '@plinth/api/documents/documents'
import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Returns a fresh link to a document whose link expired; null when there is none any more. */
export type Renew = () => Promise<string | null>

/** Loads the bytes of a document as PDF.js asks for them; renews an expired link once per request. */
export class DocumentBytes extends PDFDataRangeTransport {
  readonly #leaving = new AbortController()
  readonly #renew: Renew
  readonly #fail: () => void
  #link: string

  constructor({ size, previewUrl }: Document, renew: Renew, fail: () => void) {
    super(size, null)
    this.#link = previewUrl ?? ''
    this.#renew = renew
    this.#fail = fail
  }

  override requestDataRange(begin: number, end: number): void {
    this.#fetchRange(begin, end).then(
      (bytes) => this.onDataRange(begin, bytes),
      () => this.#leaving.signal.aborted || this.#fail(),
    )
  }

  override abort(): void {
    this.#leaving.abort()
  }

  async #fetchRange(begin: number, end: number): Promise<Uint8Array> {
    const first = await this.#ask(begin, end).catch(() => null)
    if (first) return first
    this.#link = (await this.#renew()) ?? this.#link
    return this.#ask(begin, end)
  }

  async #ask(begin: number, end: number): Promise<Uint8Array> {
    const range = `bytes=${begin}-${end - 1}`
    const response = await fetch(this.#link, { headers: { range }, signal: this.#leaving.signal })
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return response.status === 206 ? bytes : bytes.slice(begin, end)
  }
}
