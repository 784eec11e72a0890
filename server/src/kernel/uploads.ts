import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, invalid } from './errors.ts'
import { faultOfDisk } from './storage-disk.ts'

type Upload = NonNullable<Endpoint['upload']>

/** Routes whose bodies are taken in one way alone, whatever type they are said to be of. */
const routeTaking =
  (take: (scope: FastifyInstance) => Promise<void> | void) =>
  (app: FastifyInstance, options: RouteOptions): void => {
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      await take(scope)
      scope.route(options)
    })
  }

/** A route that is given any file's bytes as they are. */
export const routeOfFiles = routeTaking((scope) => {
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
})

/** A route that is given any file's bytes as a stream, which is read when `arrivalOf` asks for it: after the permission. */
export const routeOfStreams = routeTaking((scope) => {
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
})

/** A route that is sent a form with a file in it, which is read when `fileOf` asks for it: after the permission. */
export const routeOfForms = routeTaking(async (scope) => {
  await scope.register(multipart)
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
})

const smallFields = { fields: 20, parts: 25, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 50 }

const brokenForm = (why = 'is not well-formed') => new AppError(400, 'invalid', `The form ${why}.`)

function requireForm(request: FastifyRequest): void {
  if (!request.isMultipart())
    throw new AppError(415, 'unsupported_type', 'The content type must be multipart/form-data.')
}

/** A form may leave a file's name empty: then the parser tells none, whatever its types say. */
const filenameOf = ({ filename }: { filename?: string }) => filename ?? ''

/**
 * The file of a form, whole: its name, what type it is said to be of, and its bytes. Throws 400 when there is none or the form is broken, 413 when the file
 * is over the limit, 415 when the request is no form.
 */
async function fileOf(request: FastifyRequest, { field = 'file', maxBytes }: Upload) {
  requireForm(request)
  const orBroken = (error: Error): never => {
    throw 'statusCode' in error ? error : brokenForm()
  }
  const part = await request.file({ limits: { ...smallFields, files: 1, fileSize: maxBytes } }).catch(orBroken)
  if (part?.fieldname !== field) throw invalid([{ path: field, message: 'is required' }])
  const bytes = await part.toBuffer().catch(orBroken)
  // Whoever has sent it all waits in silence while it is worked on, and is not cut off for that.
  request.socket.setTimeout(0)
  return { name: filenameOf(part), type: part.mimetype, bytes }
}

/** A file's name without what would turn it round or break a line. */
export const nameable = (name: string) =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .slice(-255)
    .toWellFormed()
    .trim() || 'Unnamed'

/** The header that has a file kept under its name and never shown as a page of ours, as RFC 8187 writes it. */
export function attachmentNamed(name: string): string {
  const sign = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, sign)}`
}

/** A file on this machine's disk that is whole, with what was found of it while it arrived. */
export interface ArrivedFile {
  path: string
  /** Bytes. */
  size: number
  /** SHA-256 as 64 hexadecimal digits. */
  sha256: string
}

/** Writes a file as it arrives. Throws 413 as soon as it is over the limit, 400 when it breaks off, 507 on a full disk. */
async function written(source: Readable, path: string, { maxBytes, tooLarge }: Upload): Promise<ArrivedFile> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    // A request that is destroyed with its stream could no longer be answered.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) throw new AppError(413, 'too_large', tooLarge)
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { path, size, sha256: hash.digest('hex') }
}

/** What is wrong when a file does not arrive whole: with who sends it, or, where more than reading failed, with the disk here. */
function arrivalFault(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return brokenForm('has too many fields or files')
  return 'syscall' in error && error.syscall !== 'read' ? faultOfDisk(error) : brokenForm()
}

async function formArrival(request: FastifyRequest, upload: Upload, pathOfNext: () => string): Promise<unknown> {
  requireForm(request)
  const { field = 'file', many = 0 } = upload
  const fields = new Map<string, unknown>()
  const files: (ArrivedFile & { name: string })[] = []
  // A file's size is limited where it is written: the parser would go on reading what is over, as fast as it comes.
  const limits = { ...smallFields, files: many || 1, parts: smallFields.parts + many, fileSize: Infinity }
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname.replace(/\[\]$/, '')
    if (name.length > smallFields.fieldNameSize) throw brokenForm('has a field whose name is too long')
    if (part.type === 'file') {
      if (name !== field) throw invalid([{ path: name, message: 'is not a known field' }])
      files.push({ name: filenameOf(part), ...(await written(part.file, pathOfNext(), upload)) })
    } else if (part.valueTruncated || fields.has(name) || name === field)
      throw invalid([{ path: name, message: 'is too long, or is sent twice' }])
    else fields.set(name, part.value)
  }
  return { ...Object.fromEntries(fields), ...(many ? { [field]: files } : files[0] && { [field]: files[0] }) }
}

/**
 * Takes what a call is sent to disk as it arrives, into `folder`. Whoever calls this removes the files at `paths`, which
 * grows with them. Throws 400 for a form that is broken or breaks off, 413, 415, 507.
 */
async function arrivalOf(request: FastifyRequest, upload: Upload, folder: string, paths: string[]) {
  const pathOfNext = () => {
    const path = join(folder, randomUUID())
    paths.push(path)
    return path
  }
  try {
    return upload.field
      ? await formArrival(request, upload, pathOfNext)
      : { name: '', ...(await written(request.raw, pathOfNext(), upload)) }
  } catch (error) {
    // What is still coming stays where it is.
    request.raw.unpipe()
    throw arrivalFault(error)
  } finally {
    // Whoever has sent it all waits in silence while it is worked on, and is not cut off for that.
    request.socket.setTimeout(0)
  }
}

/** As long as what a call is sent can be: its files, and a form around them. */
const longest = ({ maxBytes, many = 1 }: Upload) => maxBytes * many + 1_048_576

/** A form may be padded without end around its parts: one that is longer than these can be loses its line. */
async function bounded<T>({ socket }: FastifyRequest, upload: Upload, arrive: () => Promise<T>) {
  const most = socket.bytesRead + longest(upload)
  const timer = setInterval(() => socket.bytesRead > most && socket.destroy(), 50).unref()
  return arrive().finally(() => clearInterval(timer))
}

/** What a call in stages is sent, taken in once the permission is known; what is left on disk of it goes when it ends. */
export async function withArrival<T>(request: FastifyRequest, upload: Upload, folder: string, work: () => Promise<T>) {
  // Of one that was broken off before anybody listened, no end would ever be heard.
  if (request.raw.destroyed) throw brokenForm('was broken off')
  const paths: string[] = []
  try {
    const arrive = () => (upload.toDisk ? arrivalOf(request, upload, folder, paths) : fileOf(request, upload))
    request.body = await bounded(request, upload, arrive)
    return await work()
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => {})))
  }
}

/** Takes so many bytes more at most, for so long, of what has not arrived whole; then the line is cut. */
function linger(raw: IncomingMessage, bytes: number, milliseconds: number): void {
  const { socket } = raw
  const mostBytes = socket.bytesRead + bytes
  const end = Date.now() + milliseconds
  const timer = setInterval(() => {
    const isOver = socket.bytesRead > mostBytes || Date.now() > end
    if (raw.complete || isOver) clearInterval(timer)
    if (!raw.complete && isOver) raw.destroy()
  }, 50).unref()
  // Of the request: a connection that is kept alive has many.
  raw.once('close', () => clearInterval(timer))
}

/**
 * After a refusal of what has not arrived whole: the answer goes out, and more is taken so that it is not lost on the way
 * (a line that is closed at once takes its last answer with it). Of who may call, and has said a length that the call
 * takes, that is all of it: most listen only then. Of others it is a little. Then the line is cut.
 */
export function cutWhatIsRefused({ raw }: FastifyRequest, reply: FastifyReply, upload: Upload, mayCall: boolean): void {
  if (raw.complete) return
  const said = Number(raw.headers['content-length'] ?? Infinity)
  reply.raw.once('finish', () => {
    raw.unpipe()
    raw.on('error', () => {}).resume()
    // The rest is waited for as that of any answer that comes early.
    if (!mayCall || said > longest(upload)) linger(raw, 1_048_576, 2_000)
  })
}

/** Of a company so many at a time, and so many in all: a file is held in memory, or it is on disk and costs little. */
const held = { each: 1, all: 3 }
const onDisk = { each: 8, all: 32 }

function turns(places: typeof held) {
  const running: string[] = []
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (running.length >= places.all || running.filter((one) => one === key).length >= places.each)
      throw new AppError(429, 'too_many', 'Another upload is under way. Please try again when it is done.', {
        retryAfter: 5,
      })
    running.push(key)
    try {
      return await work()
    } finally {
      running.splice(running.indexOf(key), 1)
    }
  }
}

/** What runs `work` in a turn of the company's. That throws 429 when too many uploads of theirs run, or all places are taken. */
export function uploadTurns() {
  const [inMemory, inArrivals] = [turns(held), turns(onDisk)]
  return <T>(key: string, { toDisk }: Upload, work: () => Promise<T>): Promise<T> =>
    toDisk ? inArrivals(key, work) : inMemory(key, work)
}

/**
 * Closing waits for every connection that Node counts as busy, for a minute or more. Three kinds only look it: one that
 * a browser opened ahead of need and has sent nothing, one kept alive after a call that was under way, and one whose call
 * was answered before all of it had arrived, such as a file that nobody takes.
 */
export function closePromptly(app: FastifyInstance): void {
  const open = new Set<Socket>()
  const answeredEarly = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of open) if (socket.bytesRead === 0 || answeredEarly.has(socket)) socket.destroy()
  })
  app.addHook('onResponse', async ({ raw, routeOptions }) => {
    const { socket } = raw
    if (raw.complete) return
    if (isClosing) socket.destroy()
    answeredEarly.add(socket)
    raw.once('close', () => answeredEarly.delete(socket))
    // Nobody waits for the rest: as much as the call would have taken may still come, and not for long.
    linger(raw, routeOptions.bodyLimit, slowBodyLimit)
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** The slowest that a file may arrive: 20 MB on a line of one megabit a second takes some three minutes. */
export const slowUploadLimit = 300_000

const slowBodyLimit = 28_000

/** Cuts off a body that trickles in, where it is no file. */
export function cutSlowBodies(app: FastifyInstance, limit = slowBodyLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.takesFile || request.method === 'GET') return
    const timer = setTimeout(() => {
      if (request.raw.complete || reply.sent) return
      const late = new AppError(408, 'timeout', 'The request took too long to arrive.')
      reply.raw.on('finish', () => request.raw.destroy())
      void reply.code(late.status).header('connection', 'close').send(late.answer())
    }, limit).unref()
    request.raw.once('close', () => clearTimeout(timer))
    request.raw.once('end', () => clearTimeout(timer))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files take longer to arrive than anything else may. */
    takesFile?: boolean
  }
}
