import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'
import type { ArrivedFile } from '../files/arrived-file.ts'
import { faultOfDisk } from '../files/disk-faults.ts'
import { linger } from './connections.ts'

type Upload = NonNullable<Endpoint['upload']>

const smallFields = { fields: 20, parts: 25, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 50 }

const brokenForm = (message = 'The form is not well-formed.') => new AppError(400, 'invalid', message)

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
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return brokenForm('The form has too many fields or files.')
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
    if (name.length > smallFields.fieldNameSize) throw brokenForm('The form has a field whose name is too long.')
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
  if (request.raw.destroyed) throw brokenForm('The form was broken off.')
  const paths: string[] = []
  try {
    const arrive = () => (upload.toDisk ? arrivalOf(request, upload, folder, paths) : fileOf(request, upload))
    request.body = await bounded(request, upload, arrive)
    return await work()
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => {})))
  }
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
