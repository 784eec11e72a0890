import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type S3Settings } from '../config/config.ts'
import { StartError } from '../start-error.ts'
import { arrivedIn, newKey, stderrDuring } from '../testing/arrivals.ts'
import { freePort } from '../testing/databases.ts'
import { startS3Server } from '../testing/s3-server.ts'
import { verify } from '../testing/s3-signature.ts'
import type { Storage } from './storage.ts'
import { seenFrom } from './storage.ts'
import { openStorage, s3Storage } from './storage-s3.ts'
import { admissionTo } from './store-admission.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plinth-s3-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let server: Awaited<ReturnType<typeof startS3Server>>
let storage: Storage
beforeEach(async () => {
  server = await startS3Server()
  storage = s3Storage({ ...server.config, arrivals: scratch })
})
afterEach(async () => {
  await server.stop()
  for (const name of readdirSync(scratch)) rmSync(join(scratch, name), { recursive: true })
})

const arrived = (bytes: Uint8Array | string) => arrivedIn(storage, Buffer.from(bytes))
const away = { status: 503, retryAfter: 5 }
const full = { status: 507, code: 'disk_full' }
const pdf = { name: 'plan.pdf', type: 'application/pdf' }
const linkTo = async (key: string, file = pdf, seconds = 60) => (await storage.linkTo(key, file, seconds)) ?? ''
const codeIn = async (answer: Response) => /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]

/** The worked examples of "Signature Version 4" in the Amazon S3 API Reference. */
describe('the signature check of the test server', () => {
  const signer = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const now = Date.UTC(2013, 4, 24)
  const host = 'examplebucket.s3.amazonaws.com'
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
  const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const headers = { host, 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': emptyHash }
  const signedBy = (names: string, signature: string) =>
    `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=${signature}`

  test('accepts a presigned link', () => {
    const query = new Map([
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
      ['X-Amz-Credential', scope],
      ['X-Amz-Date', '20130524T000000Z'],
      ['X-Amz-Expires', '86400'],
      ['X-Amz-SignedHeaders', 'host'],
      ['X-Amz-Signature', 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'],
    ])
    const request = { method: 'GET', headers: { host } }
    expect(verify({ request, path: '/test.txt', query, now }, signer)).toBe('UNSIGNED-PAYLOAD')
  })

  test('accepts signed headers with a range and with a query', () => {
    const ranged = {
      ...headers,
      range: 'bytes=0-9',
      authorization: signedBy(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    }
    const object = { path: '/test.txt', query: new Map(), now }
    expect(verify({ request: { method: 'GET', headers: ranged }, ...object }, signer)).toBe(emptyHash)
    const listing = {
      ...headers,
      authorization: signedBy(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    }
    const query = new Map([
      ['max-keys', '2'],
      ['prefix', 'J'],
    ])
    expect(verify({ request: { method: 'GET', headers: listing }, path: '/', query, now }, signer)).toBe(emptyHash)
  })
})

describe('a link to a document', () => {
  const names = [
    'plan.pdf',
    'a b  c.pdf',
    'a+b&c=d%20e.pdf',
    "it's (final)! *really*.pdf",
    'निविदा पत्र १.pdf',
    '"quoted"; filename=evil.exe',
    'line\r\nset-cookie: a=b.pdf',
    '🏗️ \u{1F4C4}.pdf',
    'a/b\\c.pdf',
    '\ud800lone.pdf',
  ]
  test.each(names)('gives the document under the name %j and with its type, without a further header', async (name) => {
    const key = newKey()
    await storage.keep(key, arrived('%PDF'))
    const answer = await fetch(await linkTo(key, { name, type: 'application/pdf' }))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('%PDF')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const [, written = ''] =
      /^attachment; filename\*=UTF-8''([\w.!~%-]+)$/.exec(answer.headers.get('content-disposition') ?? '') ?? []
    expect(decodeURIComponent(written)).toBe(name.toWellFormed())
  })

  test('expires after its seconds, and ends with the document', async () => {
    const [key, gone] = [newKey(), newKey()]
    await storage.keep(key, arrived('a'))
    await storage.keep(gone, arrived('b'))
    const [link, linkToGone] = [await linkTo(key), await linkTo(gone)]
    await storage.remove(gone)
    expect((await fetch(linkToGone)).status).toBe(404)
    expect((await fetch(link)).status).toBe(200)
    server.pass(58_000)
    expect((await fetch(link)).status).toBe(200)
    server.pass(4000)
    expect((await fetch(link)).status).toBe(403)
  })

  test('is refused when anything in it was changed, and for another method', async () => {
    const [key, other] = [newKey(), newKey()]
    await storage.keep(key, arrived('a'))
    await storage.keep(other, arrived('b'))
    const link = await linkTo(key)
    const changed = [link.replace(key, other), link.replace('plan.pdf', 'plan.exe'), `${link}&versionId=1`]
    for (const name of new URL(link).searchParams.keys()) {
      const without = new URL(link)
      without.searchParams.delete(name)
      changed.push(without.href)
    }
    changed.push(
      link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      link.replace('application%2Fpdf', 'text%2Fhtml'),
    )
    for (const url of changed) {
      const answer = await fetch(url)
      expect([url, answer.status >= 400 && answer.status <= 403]).toEqual([url, true])
    }
    expect((await fetch(link, { method: 'PUT', body: 'mine' })).status).toBe(403)
    expect((await fetch(link, { method: 'DELETE' })).status).toBe(403)
    expect(server.objects()).toHaveLength(2)
  })

  test('is required: nothing is given, listed or stored without a signature', async () => {
    const key = newKey()
    await storage.keep(key, arrived('a'))
    const { endpoint, bucket } = server.config
    for (const [method, path] of [
      ['GET', key],
      ['GET', '?list-type=2'],
      ['PUT', newKey()],
      ['DELETE', key],
    ]) {
      const answer = await fetch(`${endpoint}/${bucket}/${path}`, {
        method: method!,
        ...(method === 'PUT' && { body: 'x' }),
      })
      expect([answer.status, await codeIn(answer)]).toEqual([403, 'AccessDenied'])
    }
    expect(server.objects()).toEqual([{ key, size: 1 }])
  })
})

describe('a browser', () => {
  test('sends parts directly to the store and gets their tags', async () => {
    const key = newKey()
    const attempt = await storage.begin(key)
    const sizes = [5 * 1024 * 1024, 10]
    for (const [at, size] of sizes.entries()) {
      const url = (await storage.partLink(key, attempt, at + 1, 60)) ?? ''
      expect(new URL(url).origin).toBe(storage.origin)
      const headers = { origin: 'https://plinth.example' }
      const preflight = { ...headers, 'access-control-request-method': 'PUT' }
      expect(
        (await fetch(url, { method: 'OPTIONS', headers: preflight })).headers.get('access-control-allow-methods'),
      ).toMatch('PUT')
      const answer = await fetch(url, { method: 'PUT', headers, body: Buffer.alloc(size, at + 1) })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-expose-headers')).toBe('ETag')
      expect(answer.headers.get('etag')).toBe((await storage.partsOf(key, attempt)).at(-1)?.tag)
    }
    const parts = await storage.partsOf(key, attempt)
    expect(parts.map(({ size }) => size)).toEqual(sizes)
    await storage.join(key, attempt, parts)
    expect(await storage.sizeOf(key)).toBe(sizes[0]! + 10)
  })

  test('cannot send another part, or to another attempt, by a link for one part', async () => {
    const key = newKey()
    const [attempt, other] = [await storage.begin(key), await storage.begin(key)]
    const link = (await storage.partLink(key, attempt, 1, 60)) ?? ''
    for (const url of [link.replace('partNumber=1', 'partNumber=2'), link.replace(attempt, other)])
      expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403)
    expect(await storage.partsOf(key, attempt)).toEqual([])
  })

  test('is refused when parts that are too small are joined', async () => {
    const key = newKey()
    const attempt = await storage.begin(key)
    for (const number of [1, 2]) await storage.putPart(key, attempt, number, arrived('small'))
    const parts = await storage.partsOf(key, attempt)
    await expect(storage.join(key, attempt, parts)).rejects.toMatchObject({ status: 409 })
  })
})

test('a file that is damaged on its way is not stored', async () => {
  const file = { ...arrived('as it was'), sha256: '0'.repeat(64) }
  const output = await stderrDuring(() => expect(storage.keep(newKey(), file)).rejects.toMatchObject(away))
  expect(output).toMatch('BadDigest')
  expect(server.objects()).toEqual([])
})

test('a full store takes nothing and still gives what it has', async () => {
  const [stored, key] = [newKey(), newKey()]
  await storage.keep(stored, arrived('kept'))
  const attempt = await storage.begin(key)
  await storage.putPart(key, attempt, 1, arrived('part'))
  const parts = await storage.partsOf(key, attempt)
  server.setFull(true)
  await expect(storage.keep(newKey(), arrived('x'.repeat(1_000_000)))).rejects.toMatchObject(full)
  await expect(storage.begin(newKey())).rejects.toMatchObject(full)
  await expect(storage.putPart(key, attempt, 2, arrived('part'))).rejects.toMatchObject(full)
  await expect(storage.join(key, attempt, parts)).rejects.toMatchObject(full)
  expect(server.objects()).toEqual([{ key: stored, size: 4 }])
  expect((await buffer(await storage.open(stored))).toString()).toBe('kept')
  server.setFull(false)
  await storage.join(key, attempt, parts)
})

test.each([
  [403, 'QuotaExceeded', full],
  [507, 'OutOfRoom', full],
  [503, 'SlowDown', away],
  [500, 'InternalError', away],
  [403, 'AccessDenied', away],
  [404, 'NoSuchBucket', away],
  [301, 'PermanentRedirect', away],
])('an answer of %i %s is not reported as a fault of the caller', async (status, code, expected) => {
  server.failNext(status, code)
  await stderrDuring(() => expect(storage.keep(newKey(), arrived('x'))).rejects.toMatchObject(expected))
  expect(server.objects()).toEqual([])
  server.failNext(status, code)
  await stderrDuring(() => expect(storage.open(newKey())).rejects.toMatchObject(expected))
})

test('a store that fails half way keeps nothing of a file, and fails running reads with 503', async () => {
  const [key, cut] = [newKey(), newKey()]
  await storage.keep(key, arrived(randomBytes(30_000_000)))
  const reading = await storage.open(key)
  await once(reading, 'readable')
  const keeping = storage.keep(cut, arrived(randomBytes(60_000_000)))
  while (!server.asked().includes(`PUT ${cut}`)) await wait(1)
  const output = await stderrDuring(async () => {
    server.setDown(true)
    await expect(keeping).rejects.toMatchObject(away)
    await expect(buffer(reading)).rejects.toMatchObject(away)
  })
  expect(output).toMatch(/^(The document store gave no answer .+\n){2}$/)
  server.setDown(false)
  expect(server.objects()).toEqual([{ key, size: 30_000_000 }])
})

test('a wrong secret is refused, reported to the operator, and never shown', async () => {
  const secretAccessKey = randomBytes(30).toString('base64')
  const wrong = s3Storage({ ...server.config, secretAccessKey, arrivals: scratch })
  const output = await stderrDuring(async () => {
    await expect(wrong.keep(newKey(), arrived('x'))).rejects.toMatchObject(away)
    await expect(wrong.begin(newKey())).rejects.toMatchObject(away)
    await expect(Array.fromAsync(wrong.list(''))).rejects.toMatchObject(away)
  })
  expect(output).toBe('The document store answered 403 (SignatureDoesNotMatch).\n'.repeat(3))
  expect([server.objects(), server.uploads()]).toEqual([[], []])
  expect(await codeIn(await fetch((await wrong.linkTo(newKey(), pdf, 60)) ?? ''))).toBe('SignatureDoesNotMatch')
})

test('an answer of another server counts as no answer', async () => {
  const page = createServer((_, response) => response.end('<html>Welcome</html>')).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const address = page.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const settings = { ...server.config, endpoint }
  const other = s3Storage({ ...settings, arrivals: scratch })
  await stderrDuring(async () => {
    for (const call of [
      () => Array.fromAsync(other.list('')),
      () => other.begin(newKey()),
      () => other.partsOf(newKey(), 'attempt'),
      () => other.join(newKey(), 'attempt', [{ number: 1, size: 1, tag: 'a' }]),
      () => other.open(newKey(), { from: 0, to: 1 }),
    ])
      await expect(call()).rejects.toMatchObject(away)
  })
  await expect(openStorage({ s3: settings, dataDir: scratch })).rejects.toThrow(StartError)
  page.close()
  page.closeAllConnections()
})

describe('an opened store', () => {
  const opening = (settings: Partial<S3Settings> = {}) =>
    openStorage({ s3: { ...server.config, ...settings }, dataDir: join(scratch, 'data') })

  test('is S3 when it is configured, and arrivals lie on this machine', async () => {
    const opened = await opening()
    expect(opened).toMatchObject({ bucket: server.config.bucket, origin: server.config.endpoint })
    expect(opened.arrivals).toBe(join(scratch, 'data', 'files', 'arriving'))
    const key = newKey()
    await opened.keep(key, arrivedIn(opened, Buffer.from('a')))
    expect(server.objects()).toEqual([{ key, size: 1 }])
  })

  const secretAccessKey = 'wrong secret'
  test.each<[string, Partial<S3Settings>, RegExp]>([
    ['a bucket that is not there', { bucket: 'elsewhere' }, /^S3_BUCKET elsewhere does not exist at http\S+\.$/],
    ['a wrong secret', { secretAccessKey }, /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY were refused [^\n]+\.$/],
    ['a wrong key', { accessKeyId: 'NOBODY' }, /^S3_ACCESS_KEY_ID and [^\n]+ \(InvalidAccessKeyId\)\.$/],
    ['a wrong region', { region: 'eu-west-1' }, /^S3_REGION eu-west-1 is not the region [^\n]+\.$/],
  ])('with %s stops the start with one sentence', async (_, settings, sentence) => {
    const attempt = opening(settings)
    await expect(attempt).rejects.toThrow(StartError)
    await expect(attempt).rejects.toThrow(sentence)
    await expect(attempt).rejects.not.toThrow(secretAccessKey)
  })

  test('at an endpoint without a listener stops the start with one sentence', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const attempt = opening({ endpoint })
    await expect(attempt).rejects.toThrow(StartError)
    await expect(attempt).rejects.toThrow(`S3_ENDPOINT ${endpoint} cannot be worked with (ECONNREFUSED).`)
  })
})

describe('a page that uses the store directly', () => {
  const page = 'https://plinth.example'

  test('is admitted by the bucket’s CORS rule, for its own origin', async () => {
    const store = s3Storage({ ...server.config, arrivals: scratch })
    server.setCors(page)
    expect(await store.admits(page)).toBe(true)
    expect(await store.admits('https://other.example')).toBe(false)
    expect(await store.admits(undefined)).toBe(false)
    server.setCors('*')
    // Each store instance caches its own answers.
    expect(await s3Storage({ ...server.config, arrivals: scratch }).admits('https://other.example')).toBe(true)
  })

  test('gets no direct link without the rule, and the operator reads what is missing', async () => {
    const store = s3Storage({ ...server.config, arrivals: scratch })
    server.setCors(null)
    const key = newKey()
    const seen = seenFrom(store, page)
    expect(await seen.partLink(key, 'attempt', 1, 60)).toBeUndefined()
    expect(await seen.linkTo(key, { name: 'a', type: 'b' }, 60)).toBeUndefined()
    const lines: string[] = []
    const admits = admissionTo(server.config, (line) => lines.push(line))
    expect([await admits(page), await admits(page)]).toEqual([false, false])
    server.setCors('*')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`The bucket ${server.config.bucket} lets no page of ${page} send files to it`)
    expect(lines[0]).toContain('methods GET and PUT')
  })
})
