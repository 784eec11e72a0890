import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError, invalid } from './errors.ts'
import type { ArrivedFile } from './storage.ts'
import { faultOfDisk } from './storage-disk.ts'

type Upload = NonNullable<Endpoint['upload']>

/** A route that is given any file's bytes as they are, whatever type it is said to be of. */
export function routeOfFiles(app: FastifyInstance, options: RouteOptions): void {
  void app.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    files.route(options)
  })
}

/** A route that is given any file's bytes as a stream, which is read when `arrivalOf` asks for it: after the permission. */
export function routeOfStreams(app: FastifyInstance, options: RouteOptions): void {
  void app.register(async (streams) => {
    streams.removeAllContentTypeParsers()
    streams.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    streams.route(options)
  })
}

/** A route that is sent a form with a file in it, which is read when `fileOf` asks for it: after the permission. */
export function routeOfForms(app: FastifyInstance, options: RouteOptions): void {
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    await forms.register(multipart)
    forms.addContentTypeParser('*', (_request, _payload, done) => done(null))
    forms.route(options)
  })
}

const smallFields = { fields: 20, parts: 25, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 50 }

const brokenForm = (why = 'is not well-formed') => new AppError(400, 'invalid', `The form ${why}.`)

function requireForm(request: FastifyRequest): void {
  if (!request.isMultipart())
    throw new AppError(415, 'unsupported_type', 'The content type must be multipart/form-data.')
}

/**
 * The file of a form, whole: its name and bytes. Throws 400 when there is none or the form is broken, 413 when the file
 * is over the limit, 415 when the request is no form.
 */
async function fileOf(request: FastifyRequest, { field = 'file', maxBytes }: Upload) {
  requireForm(request)
  const part = await request
    .file({ limits: { ...smallFields, files: 1, fileSize: maxBytes } })
    .catch((error: Error) => {
      if ('statusCode' in error) throw error
      throw brokenForm()
    })
  if (part?.fieldname !== field) throw invalid([{ path: field, message: 'is required' }])
  const bytes = await part.toBuffer()
  // Whoever has sent it all waits in silence while it is worked on, and is not cut off for that.
  request.socket.setTimeout(0)
  return { name: part.filename, bytes }
}

/** A file's name without what would turn it round or break a line. */
export const nameable = (name: string) =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .slice(-255)
    .toWellFormed()
    .trim() || 'Unnamed'

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

/** What is wrong when a file does not arrive whole: with who sends it, or with the disk here. */
function arrivalFault(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return brokenForm('has too many fields or files')
  const isOurs = 'syscall' in error && error.syscall !== 'read'
  return isOurs ? faultOfDisk(error) : brokenForm()
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
      files.push({ name: part.filename, ...(await written(part.file, pathOfNext(), upload)) })
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

const removeArrivals = (paths: readonly string[]) =>
  Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => {})))

/** What a call in stages is sent, taken in once the permission is known; what is left on disk of it goes when it ends. */
export async function withArrival<T>(request: FastifyRequest, upload: Upload, folder: string, work: () => Promise<T>) {
  // Of one that was broken off before anybody listened, no end would ever be heard.
  if (request.raw.destroyed) throw brokenForm('was broken off')
  if (!upload.toDisk) {
    request.body = await fileOf(request, upload)
    return work()
  }
  const paths: string[] = []
  try {
    request.body = await arrivalOf(request, upload, folder, paths)
    return await work()
  } finally {
    await removeArrivals(paths)
  }
}

const lingering = { bytes: 1_048_576, milliseconds: 2_000 }

/**
 * After a refusal of what has not arrived whole: the answer goes out, a little more is taken so that it is not lost on
 * the way (a line that is closed at once takes its last answer with it), and then the line is cut.
 */
export function cutWhatIsRefused({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw
  if (raw.complete) return
  reply.raw.once('finish', () => {
    raw.unpipe()
    raw.on('error', () => {}).resume()
    const mostBytes = socket.bytesRead + lingering.bytes
    const end = Date.now() + lingering.milliseconds
    const timer = setInterval(() => {
      if (raw.complete) clearInterval(timer)
      else if (socket.bytesRead > mostBytes || Date.now() > end) socket.destroy()
    }, 20).unref()
    socket.once('close', () => clearInterval(timer))
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

/** Who sends a file to a call. */
export function uploadTurns() {
  const [inMemory, inArrivals] = [turns(held), turns(onDisk)]
  /** Runs `work` in a turn of the company's. Throws 429 when too many uploads of theirs run, or all places are taken. */
  return <T>(key: string, { toDisk }: Upload, work: () => Promise<T>): Promise<T> =>
    toDisk ? inArrivals(key, work) : inMemory(key, work)
}
