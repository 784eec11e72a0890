import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { S3Settings } from '../config/config.ts'
import { before, receiveBody, S3Fault, type StoredBlob, verify } from './s3-signature.ts'

interface Attempt {
  key: string
  initiated: Date
  parts: Map<number, StoredBlob>
}
interface S3Request {
  request: IncomingMessage
  response: ServerResponse
  /** Decoded. */
  key: string
  query: Map<string, string>
  /** The signed SHA-256 of the body, or UNSIGNED-PAYLOAD. */
  payload: string
}

const xmlText = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const elements = (fields: Record<string, string | number | boolean>) =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`)
    .join('')

function answerXml(response: ServerResponse, root: string, inside: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</${root}>`
  response.setHeader('content-type', 'application/xml').end(xml)
}

/** A list that is answered in pages. */
interface List {
  root: string
  item: string
  limit: string
  marker: string
  entries: [place: string, fields: Record<string, string | number>][]
  next: (place: string) => string
}

interface Options {
  /** The most entries in a page of a list. */
  pageSize?: number
  /** The least bytes of every part except the last. */
  smallestPart?: number
}

function storeIn(folder: string, { pageSize = 1000, smallestPart = 5 * 1024 * 1024 }: Options) {
  const objects = new Map<string, StoredBlob>()
  const attempts = new Map<string, Attempt>()

  function attemptOf({ key, query }: S3Request): Attempt {
    const attempt = attempts.get(query.get('uploadId') ?? '')
    if (attempt?.key !== key) throw new S3Fault(404, 'NoSuchUpload')
    return attempt
  }

  /** Answers the page after the marker, its entries ordered by `place`, and the marker of the next page. */
  function answerPage({ response, query }: S3Request, list: List): void {
    const rest = list.entries.toSorted(([a], [b]) => before(a, b)).filter(([place]) => place > list.marker)
    const items = rest.slice(0, Math.min(Number(query.get(list.limit) ?? 1000), pageSize))
    const last = items.at(-1)
    const isTruncated = items.length < rest.length
    const next = isTruncated && last ? list.next(last[0]) : ''
    const inside = items.map(([, fields]) => `<${list.item}>${elements(fields)}</${list.item}>`).join('')
    answerXml(response, list.root, elements({ IsTruncated: isTruncated }) + next + inside)
  }

  const listObjects = (call: S3Request) =>
    answerPage(call, {
      root: 'ListBucketResult',
      item: 'Contents',
      limit: 'max-keys',
      marker: Buffer.from(call.query.get('continuation-token') ?? '', 'base64').toString(),
      next: (place) => elements({ NextContinuationToken: Buffer.from(place).toString('base64') }),
      entries: [...objects]
        .filter(([key]) => key.startsWith(call.query.get('prefix') ?? ''))
        .map(([Key, { size, etag, at }]) => [Key, { Key, LastModified: at.toISOString(), ETag: etag, Size: size }]),
    })

  const listAttempts = (call: S3Request) =>
    answerPage(call, {
      root: 'ListMultipartUploadsResult',
      item: 'Upload',
      limit: 'max-uploads',
      marker: `${call.query.get('key-marker') ?? ''} ${call.query.get('upload-id-marker') ?? ''}`,
      next: (place) => elements({ NextKeyMarker: place.split(' ')[0]!, NextUploadIdMarker: place.split(' ')[1]! }),
      entries: [...attempts].map(([UploadId, { key, initiated }]) => [
        `${key} ${UploadId}`,
        { Key: key, UploadId, Initiated: initiated.toISOString() },
      ]),
    })

  const placeOf = (number: number) => String(number).padStart(5, '0')
  const listParts = (call: S3Request) =>
    answerPage(call, {
      root: 'ListPartsResult',
      item: 'Part',
      limit: 'max-parts',
      marker: placeOf(Number(call.query.get('part-number-marker') ?? 0)),
      next: (place) => elements({ NextPartNumberMarker: Number(place) }),
      entries: [...attemptOf(call).parts].map(([PartNumber, { size, etag }]) => [
        placeOf(PartNumber),
        { PartNumber, ETag: etag, Size: size },
      ]),
    })

  async function send({ key, query, request, response }: S3Request): Promise<void> {
    const object = objects.get(key)
    if (!object) throw new S3Fault(404, 'NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = Math.min(to ? Number(to) : Infinity, object.size - 1)
    if (from !== undefined && start > end) throw new S3Fault(416, 'InvalidRange')
    response.statusCode = from === undefined ? 200 : 206
    if (from !== undefined) response.setHeader('content-range', `bytes ${start}-${end}/${object.size}`)
    response.setHeaders(
      new Map([
        ['content-length', String(end - start + 1)],
        ['etag', object.etag],
        ['content-type', query.get('response-content-type') ?? 'application/octet-stream'],
      ]),
    )
    const disposition = query.get('response-content-disposition')
    if (disposition !== undefined) response.setHeader('content-disposition', disposition)
    if (request.method === 'HEAD' || object.size === 0) response.end()
    else await pipeline(createReadStream(object.path, { start, end }), response)
  }

  async function complete(call: S3Request): Promise<void> {
    const attempt = attemptOf(call)
    const xml = await textOf(call.request)
    const wanted = [...xml.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag><\/Part>/g)].map(
      ([, number, etag = '']) => ({ number: Number(number), etag: etag.replace(/"|&quot;|&#34;/g, '') }),
    )
    if (wanted.length === 0) throw new S3Fault(400, 'MalformedXML')
    const parts = wanted.map(({ number, etag }) => {
      const part = attempt.parts.get(number)
      if (part?.etag !== `"${etag}"`) throw new S3Fault(400, 'InvalidPart')
      return part
    })
    if (wanted.some(({ number }, at) => at > 0 && number <= wanted[at - 1]!.number))
      throw new S3Fault(400, 'InvalidPartOrder')
    if (parts.slice(0, -1).some(({ size }) => size < smallestPart)) throw new S3Fault(400, 'EntityTooSmall')
    const path = join(folder, randomUUID())
    for (const part of parts) await pipeline(createReadStream(part.path), createWriteStream(path, { flags: 'a' }))
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    objects.set(call.key, { path, size, etag: `"${randomBytes(16).toString('hex')}-${parts.length}"`, at: new Date() })
    attempts.delete(call.query.get('uploadId')!)
    answerXml(call.response, 'CompleteMultipartUploadResult', elements({ ETag: objects.get(call.key)!.etag }))
  }

  async function put(call: S3Request): Promise<void> {
    const attempt = call.query.has('uploadId') ? attemptOf(call) : undefined
    const blob = await receiveBody(call.request, call.payload, folder)
    if (attempt) attempt.parts.set(Number(call.query.get('partNumber')), blob)
    else objects.set(call.key, blob)
    call.response.setHeader('etag', blob.etag).end()
  }

  async function answer(call: S3Request): Promise<void> {
    const { request, response, key, query } = call
    const has = (name: string) => query.has(name)
    switch (`${request.method} ${key === '' ? 'bucket' : 'object'}`) {
      case 'GET bucket':
        return has('uploads') ? listAttempts(call) : listObjects(call)
      case 'GET object':
        return has('uploadId') ? listParts(call) : send(call)
      case 'HEAD object':
        return send(call)
      case 'PUT object':
        return put(call)
      case 'POST object': {
        if (has('uploadId')) return complete(call)
        const id = randomBytes(12).toString('base64url')
        attempts.set(id, { key, initiated: new Date(), parts: new Map() })
        return answerXml(response, 'InitiateMultipartUploadResult', elements({ Key: key, UploadId: id }))
      }
      case 'DELETE object':
        if (has('uploadId')) attemptOf(call)
        if (has('uploadId')) attempts.delete(query.get('uploadId')!)
        else objects.delete(key)
        response.writeHead(204).end()
        return
      default:
        throw new S3Fault(405, 'MethodNotAllowed')
    }
  }

  return { objects, attempts, answer }
}

/** The CORS headers for a browser of another origin; on S3 the bucket's settings decide them. */
function allowBrowsers(request: IncomingMessage, response: ServerResponse, admitted: string | null): void {
  const { origin } = request.headers
  if (origin === undefined || admitted === null || (admitted !== '*' && admitted !== origin)) return
  response.setHeader('access-control-allow-origin', admitted).setHeader('access-control-expose-headers', 'ETag')
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT')
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
}

/** Starts a store with an empty bucket that speaks S3 and checks every signature. */
export async function startS3Server(options: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-s3-'))
  const { objects, attempts, answer } = storeIn(folder, options)
  const config: S3Settings = {
    endpoint: '',
    region: 'ap-south-1',
    bucket: 'plinth-test',
    accessKeyId: 'PLINTHTESTKEY',
    secretAccessKey: randomBytes(30).toString('base64'),
  }
  const state = {
    ahead: 0,
    isDown: false,
    isFull: false,
    failures: [] as S3Fault[],
    asked: [] as string[],
    corsOrigin: '*' as string | null,
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    allowBrowsers(request, response, state.corsOrigin)
    if (request.method === 'OPTIONS')
      return void response.writeHead(response.hasHeader('access-control-allow-origin') ? 200 : 403).end()
    const [path = '', search = ''] = (request.url ?? '').split('?')
    const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
    const pairs = search.split('&').filter(Boolean)
    const query = new Map(
      pairs.map((pair) => [decoded(pair.split('=', 1)[0]!), decoded(/=(.*)/s.exec(pair)?.[1] ?? '')]),
    )
    const payload = verify({ request, path, query, now: Date.now() + state.ahead }, config)
    const [, bucket, key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(path)) ?? []
    state.asked.push(`${request.method} ${key}`)
    if (bucket !== config.bucket) throw new S3Fault(404, 'NoSuchBucket')
    const failure = state.failures.shift()
    if (failure) throw failure
    if (state.isFull && ['PUT', 'POST'].includes(request.method ?? '')) throw new S3Fault(507, 'InsufficientStorage')
    await answer({ request, response, key, query, payload })
  }

  const server = createServer((request, response) => {
    if (state.isDown) return void request.socket.destroy()
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) return void request.socket.destroy()
      const fault = error instanceof S3Fault ? error : new S3Fault(500, 'InternalError', String(error))
      response.statusCode = fault.status
      const xml = `<Error>${elements({ Code: fault.code, Message: fault.message })}</Error>`
      response.setHeader('content-type', 'application/xml').end(request.method === 'HEAD' ? undefined : xml)
      request.resume()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  config.endpoint = `http://127.0.0.1:${address.port}`

  return {
    config,
    /** The keys and sizes of the stored objects. */
    objects: () => [...objects].map(([key, { size }]) => ({ key, size })),
    /** Uploads in parts that were begun and not ended. */
    uploads: () => [...attempts].map(([id, { key, parts }]) => ({ id, key, parts: [...parts.keys()] })),
    /** The requests so far whose signature was valid. */
    asked: () => state.asked,
    /** Down: every connection is closed, also those in use. */
    setDown(isDown: boolean) {
      state.isDown = isDown
      if (isDown) server.closeAllConnections()
    },
    /** Full: every write is refused with 507. */
    setFull: (isFull: boolean) => void (state.isFull = isFull),
    /** Answers the next `times` requests with this refusal. */
    failNext(status: number, code: string, times = 1) {
      state.failures.push(...Array.from({ length: times }, () => new S3Fault(status, code)))
    },
    /** Sets the bucket's CORS rule to pages of this origin; `*` for all, null for none. */
    setCors: (origin: string | null) => void (state.corsOrigin = origin),
    /** Moves the store's clock forward. */
    pass: (milliseconds: number) => void (state.ahead += milliseconds),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
