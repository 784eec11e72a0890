import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Settings } from '../config/config.ts'

/** A refusal of S3. */
export class S3Fault extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

const unreserved = /[A-Za-z0-9\-._~]/
const uriEncode = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((sign) =>
      unreserved.test(sign) ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
export const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The signed parts of a request; the path as it was sent, the query decoded. */
export interface SignedRequest {
  request: Pick<IncomingMessage, 'method' | 'headers'>
  path: string
  query: Map<string, string>
  /** Milliseconds. */
  now: number
}

/** The values of a signature, as "Signature Version 4" defines them for S3. */
interface Signature {
  credential: string
  date: string
  headers: string
  signature: string
  payload: string
  expires?: number
}

function signatureOf({ headers }: SignedRequest['request'], query: Map<string, string>): Signature {
  const authorization = headers.authorization
  if (authorization !== undefined) {
    const parts = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([\da-f]{64})$/.exec(
      authorization,
    )
    const [date, payload] = [headers['x-amz-date'], headers['x-amz-content-sha256']]
    if (!parts) throw new S3Fault(400, 'AuthorizationHeaderMalformed')
    if (typeof date !== 'string' || typeof payload !== 'string') throw new S3Fault(403, 'AccessDenied')
    return { credential: parts[1]!, headers: parts[2]!, signature: parts[3]!, date, payload }
  }
  const parameter = (name: string) => query.get(`X-Amz-${name}`)
  const [credential, date, signature, signedHeaders] = [
    parameter('Credential'),
    parameter('Date'),
    parameter('Signature'),
    parameter('SignedHeaders'),
  ]
  if (!credential || !date || !signature || !signedHeaders) throw new S3Fault(403, 'AccessDenied')
  const expires = Number(parameter('Expires'))
  if (parameter('Algorithm') !== 'AWS4-HMAC-SHA256' || !(expires >= 1 && expires <= 604_800))
    throw new S3Fault(400, 'AuthorizationQueryParametersError')
  return { credential, date, headers: signedHeaders, signature, payload: 'UNSIGNED-PAYLOAD', expires }
}

function timeOf(date: string): number {
  const [, year, month, day, hour, minute, secondOf] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${secondOf}Z`)
}

type Signer = Pick<S3Settings, 'accessKeyId' | 'secretAccessKey' | 'region'>

/**
 * Throws like S3 unless the request was signed completely, in time and with the secret. Returns the signed digest of
 * the body.
 */
export function verify({ request, path, query, now }: SignedRequest, config: Signer): string {
  const signed = signatureOf(request, query)
  const [id, day, region, service, ending] = signed.credential.split('/')
  if (id !== config.accessKeyId) throw new S3Fault(403, 'InvalidAccessKeyId')
  if (region !== config.region) throw new S3Fault(400, 'AuthorizationHeaderMalformed')
  const age = (now - timeOf(signed.date)) / 1000
  if (!(Math.abs(age) < 900) && (signed.expires === undefined || !(age > 0)))
    throw new S3Fault(403, 'RequestTimeTooSkewed')
  if (signed.expires !== undefined && age > signed.expires)
    throw new S3Fault(403, 'AccessDenied', 'Request has expired')
  const names = signed.headers.split(';')
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (mustBeSigned.some((name) => !names.includes(name)))
    throw new S3Fault(403, 'AccessDenied', 'There were headers present in the request which were not signed')
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => uriEncode(decodeURIComponent(part)))
      .join('/'),
    [...query]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
      .toSorted(([a], [b]) => before(a, b))
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signed.headers,
    signed.payload,
  ].join('\n')
  const scope = [day, region, service, ending].join('/')
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${config.secretAccessKey}`, signed.date.slice(0, 8)), config.region),
  )
  const expected = hmac(key, ['AWS4-HMAC-SHA256', signed.date, scope, hashOf(canonical)].join('\n')).toString('hex')
  const isInScope = day === signed.date.slice(0, 8) && service === 's3' && ending === 'aws4_request'
  if (!isInScope || expected !== signed.signature) throw new S3Fault(403, 'SignatureDoesNotMatch')
  return signed.payload
}

/** A stored body and its digest. */
export interface StoredBlob {
  path: string
  size: number
  etag: string
  at: Date
}
/** Writes a body to a file, and keeps the file only if it matches the signature. */
export async function receiveBody(request: IncomingMessage, payload: string, folder: string): Promise<StoredBlob> {
  const length = request.headers['content-length']
  if (length === undefined) throw new S3Fault(411, 'MissingContentLength')
  const path = join(folder, randomUUID())
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let size = 0
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      md5.update(chunk)
      sha256.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(request, counting, createWriteStream(path))
    const sum = sha256.digest()
    const declaredSum = request.headers['x-amz-checksum-sha256']
    if (size !== Number(length)) throw new S3Fault(400, 'IncompleteBody')
    if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sum.toString('hex'))
      throw new S3Fault(400, 'XAmzContentSHA256Mismatch')
    if (declaredSum !== undefined && declaredSum !== sum.toString('base64')) throw new S3Fault(400, 'BadDigest')
    return { path, size, etag: `"${md5.digest('hex')}"`, at: new Date() }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
