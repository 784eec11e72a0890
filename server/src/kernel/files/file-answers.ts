import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attachmentNamed } from './file-names.ts'
import type { Span } from './storage.ts'

/**
 * A file as an answer, with its media type and the name for the download. A file that is requested repeatedly has an
 * entity tag of its state: a client that has that state is answered 304 without the file.
 */
export class FileAnswer {
  readonly type: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly tag: string | undefined

  constructor(type: string, name: string, bytes: Uint8Array, tag?: string) {
    this.type = type
    this.name = name
    this.bytes = bytes
    this.tag = tag
  }
}

/** A file as an answer that is read while it is sent; clients may request any range of its `size` bytes. */
export class StreamedFile {
  readonly type: string
  readonly name: string
  readonly size: number
  readonly open: (span: Span) => Promise<Readable>

  constructor(type: string, name: string, size: number, open: (span: Span) => Promise<Readable>) {
    this.type = type
    this.name = name
    this.size = size
    this.open = open
  }
}

/** A file that the client fetches from another address. */
export class FileElsewhere {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }
}

/**
 * The span that a Range header requests of a file of `size` bytes: a span, all of it, or none (RFC 9110, section 14).
 */
function spanOf(range: string | undefined, size: number): Span | 'all' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  const isReversed = first !== '' && last !== '' && Number(first) > Number(last)
  if ((first === '' && last === '') || isReversed) return 'all'
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from >= size || (first === '' && last === '0') ? 'none' : { from, to }
}

/** Whatever the file contains, a browser that shows it runs no script of it and loads nothing for it. */
const sealed = { 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'private, no-store' }

async function sendStream({ headers, method }: FastifyRequest, reply: FastifyReply, file: StreamedFile) {
  const span = headers['if-range'] === undefined ? spanOf(headers.range, file.size) : 'all'
  reply
    .type(file.type)
    .headers({ ...sealed, 'accept-ranges': 'bytes', 'content-disposition': attachmentNamed(file.name) })
  if (span === 'none') return reply.code(416).header('content-range', `bytes */${file.size}`).send('')
  const { from, to } = span === 'all' ? { from: 0, to: file.size - 1 } : span
  if (span !== 'all') reply.code(206).header('content-range', `bytes ${from}-${to}/${file.size}`)
  reply.header('content-length', to - from + 1)
  return reply.send(method === 'HEAD' ? Readable.from([]) : await file.open({ from, to }))
}

/** Answers with a file; undefined if the answer is no file. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, answer: unknown) {
  if (answer instanceof FileElsewhere) return reply.redirect(answer.url, 302)
  if (answer instanceof StreamedFile) return sendStream(request, reply, answer)
  if (!(answer instanceof FileAnswer)) return undefined
  const { type, name, bytes, tag } = answer
  if (tag !== undefined) {
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  }
  return reply
    .type(type)
    .header('content-disposition', attachmentNamed(name))
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
