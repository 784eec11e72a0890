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

/** The parser reports no name for a form field with an empty one, whatever its types say. */
const filenameOf = ({ filename }: { filename?: string }) => filename ?? ''

/**
 * Reads the file of a form whole: its name, its declared type and its bytes. Throws 400 when there is none or the form
 * is broken, 413 when the file is over the limit, 415 when the request is no form.
 */
async function fileOf(request: FastifyRequest, { field = 'file', maxBytes }: Upload) {
  requireForm(request)
  const orBroken = (error: Error): never => {
    throw 'statusCode' in error ? error : brokenForm()
  }
  const part = await request.file({ limits: { ...smallFields, files: 1, fileSize: maxBytes } }).catch(orBroken)
  if (part?.fieldname !== field) throw invalid([{ path: field, message: 'is required' }])
  const bytes = await part.toBuffer().catch(orBroken)
  // A client that has sent everything is silent while its upload is processed, which must not count as a timeout.
  request.socket.setTimeout(0)
  return { name: filenameOf(part), type: part.mimetype, bytes }
}

/**
 * Writes a file as it arrives. Throws 413 as soon as it is over the limit, 400 when it breaks off, 507 on a full disk.
 */
async function writeFile(source: Readable, path: string, { maxBytes, tooLarge }: Upload): Promise<ArrivedFile> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    // Destroying the stream would destroy the request, which could then not be answered.
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

/**
 * The fault of a file that did not arrive whole: a broken form of the client, or a fault of this server's disk if
 * another call than a read failed.
 */
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
  // The size of a file is limited where it is written, because the parser would read on past its own limit.
  const limits = { ...smallFields, files: many || 1, parts: smallFields.parts + many, fileSize: Infinity }
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname.replace(/\[\]$/, '')
    if (name.length > smallFields.fieldNameSize) throw brokenForm('The form has a field whose name is too long.')
    if (part.type === 'file') {
      if (name !== field) throw invalid([{ path: name, message: 'is not a known field' }])
      files.push({ name: filenameOf(part), ...(await writeFile(part.file, pathOfNext(), upload)) })
    } else if (part.valueTruncated || fields.has(name) || name === field)
      throw invalid([{ path: name, message: 'is too long, or is sent twice' }])
    else fields.set(name, part.value)
  }
  return { ...Object.fromEntries(fields), ...(many ? { [field]: files } : files[0] && { [field]: files[0] }) }
}

/**
 * Writes an upload to disk in `folder` as it arrives. The caller removes the files at `paths`, which grows with them.
 * Throws 400 for a form that is broken or breaks off, 413, 415, 507.
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
      : { name: '', ...(await writeFile(request.raw, pathOfNext(), upload)) }
  } catch (error) {
    // Stops reading what is still coming.
    request.raw.unpipe()
    throw arrivalFault(error)
  } finally {
    // A client that has sent everything is silent while its upload is processed, which must not count as a timeout.
    request.socket.setTimeout(0)
  }
}

/** The most bytes that a valid upload can have: its files and the form around them. */
const longest = ({ maxBytes, many = 1 }: Upload) => maxBytes * many + 1_048_576

/**
 * Destroys the connection of a form that is longer than a valid one can be; it may be padded without end around its
 * parts.
 */
async function bounded<T>({ socket }: FastifyRequest, upload: Upload, arrive: () => Promise<T>) {
  const most = socket.bytesRead + longest(upload)
  const timer = setInterval(() => socket.bytesRead > most && socket.destroy(), 50).unref()
  return arrive().finally(() => clearInterval(timer))
}

/**
 * Receives the upload of a call in stages once the permission is checked; removes what is left of it on disk when
 * `work` ends.
 */
export async function withArrival<T>(request: FastifyRequest, upload: Upload, folder: string, work: () => Promise<T>) {
  // A request that was aborted before this point would never emit an end.
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
 * After a refusal, reads on before the connection is closed, because closing at once would lose the answer. A caller
 * with the permission who declared an acceptable length may send everything, because most clients read the answer only
 * then. From others only a little more is read.
 */
export function discardRefusedUpload(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  upload: Upload,
  mayCall: boolean,
): void {
  if (raw.complete) return
  const declaredLength = Number(raw.headers['content-length'] ?? Infinity)
  reply.raw.once('finish', () => {
    raw.unpipe()
    raw.on('error', () => {}).resume()
    // The rest is limited like that of any early answer.
    if (!mayCall || declaredLength > longest(upload)) linger(raw, 1_048_576, 2_000)
  })
}
