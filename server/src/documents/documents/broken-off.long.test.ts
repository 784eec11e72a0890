import { readdir, rename } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import {
  beginUpload,
  deleteDocument,
  listDocuments,
  maxDocumentBytes,
  maxWholeBytes,
  partBytes,
  putUploadPart,
  uploadDocument,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import { deleteContract } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { storeAway } from '../../kernel/files/storage.ts'
import { adminClient, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  documentForm,
  newDocument,
  noTraces,
  type OpenStore,
  recordForm,
  stores,
  textFile,
  tracesOf,
  uploadBody,
} from './documents.factory.ts'
import { drawDue } from './drawing.queries.ts'
import { sweep } from './sweep.queries.ts'

/** Uploads that break off, arrive many at once or meet a fault. They hold up the database, so the suite has its own. */

let database: Awaited<ReturnType<typeof ownDatabase>>
let admin: Awaited<ReturnType<typeof adminClient>>
let store: OpenStore
let server: TestServer
let company: Company
let owner: Awaited<ReturnType<Company['as']>>
let contractId: string
const sockets: Socket[] = []

beforeAll(async () => {
  database = await ownDatabase(inject('admin'), inject('migrated'))
  admin = await adminClient(database.admin)
  store = await stores['on disk']()
  server = await startTestServer({ login: await migrate(database.admin, testSecret), storage: store.storage })
  server.app.server.on('connection', (socket: Socket) => sockets.push(socket))
})
afterAll(async () => {
  await server.stop()
  await store.stop()
  await admin.end()
  await database.stop()
})
beforeEach(async () => {
  company = await newCompany(server)
  owner = await company.as()
  contractId = (await newContract(owner)).id
})

const traces = () => tracesOf(server, company.id)
/** The traces left once the server has handled every call, also the calls whose clients have gone. */
const eventually = () => expect.poll(traces, { timeout: 20_000 })

/** Polls until `isSo` is true; the time limit of the test ends the wait. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}

interface Sent {
  sent: ClientRequest
  /** The status of the response; undefined when the connection was cut. */
  status: Promise<number | undefined>
  retryAfter: () => string | undefined
}

/** Sends the head of a call with a file; the caller sends the body. */
function head(
  path: string,
  {
    method = 'POST',
    by = owner,
    headers = {},
  }: { method?: string; by?: typeof owner; headers?: Record<string, string | number> } = {},
): Sent {
  const sent = request(server.url + path, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${by.session.accessToken}`,
      'content-type': 'multipart/form-data; boundary=line',
      ...headers,
    },
  })
  let retryAfter: string | undefined
  const status = new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => {
      retryAfter = response.headers['retry-after']
      resolve(response.resume().statusCode)
    })
    sent.on('error', () => resolve(undefined))
  })
  return { sent, status, retryAfter: () => retryAfter }
}

const field = (name: string, value: string) =>
  `--line\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fields = () => field('tenantId', company.id) + field('entityType', 'CONTRACT') + field('entityId', contractId)
const fileHead = '--line\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
const formOf = (bytes: number) =>
  Buffer.concat([Buffer.from(fields() + fileHead), Buffer.alloc(bytes, 'a'), Buffer.from('\r\n--line--\r\n')])

/** Starts an upload and sends half of it. */
function sendHalf(bytes: number, by = owner) {
  const form = formOf(bytes)
  const call = head(uploadDocument.path, { by, headers: { 'content-length': form.length } })
  const half = Math.floor(form.length / 2)
  call.sent.write(form.subarray(0, half))
  return { ...call, finish: () => call.sent.end(form.subarray(half)) }
}

test("a hundred uploads that break off in the middle leave nothing'", async () => {
  const { id } = await owner.ok(beginUpload, { body: uploadBody(contractId, maxWholeBytes) })
  const { arrivals } = store.storage
  const arrived = async () => (await readdir(arrivals)).length
  for (let round = 0; round < 20; round += 1) {
    const before = sockets.length
    const calls = Array.from({ length: 5 }, (_, at) => {
      if (at > 2) return sendHalf(200_000)
      const call = head(`${putUploadPart.path.replace(':id', id)}?number=${(at % 2) + 1}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream', 'content-length': partBytes },
      })
      call.sent.write(Buffer.alloc(300_000))
      return call
    })
    // Some are cut as soon as the server knows of them, some when they lie half on the disk, some in between.
    if (round % 3 === 0) await until(async () => (await arrived()) > 3)
    else if (round % 3 === 1) await until(async () => (await arrived()) >= round % 4)
    for (const { sent } of calls) sent.destroy()
    expect(await Promise.all(calls.map(({ status }) => status))).toEqual(calls.map(() => undefined))
    // Cut calls hold their slots until the server notices; the next round would be refused.
    await until(async () => sockets.slice(before).every(({ destroyed }) => destroyed) && (await arrived()) === 0)
  }
  await eventually().toMatchObject({ ...noTraces, notes: [id], attempts: [{}] })
  // Every slot is free again.
  const eight = Array.from({ length: 8 }, () => newDocument(owner, contractId))
  expect(await Promise.all(eight)).toHaveLength(8)
})

test('calls whose clients left before the server handled them hold no slot', async () => {
  await admin.query('begin')
  await admin.query('lock table tenants')
  const calls = Array.from({ length: 8 }, () => sendHalf(100_000))
  // Only in this database: other suites have theirs on the same PostgreSQL server.
  const waits = `select from pg_locks where not granted and relation = 'tenants'::regclass
    and database = (select oid from pg_database where datname = current_database())`
  const waiting = async () => (await admin.query(waits)).rows.length
  await until(async () => (await waiting()) === 8)
  const first = sockets.slice(-8)
  for (const { sent } of calls) sent.destroy()
  await until(() => first.every((socket) => socket.destroyed))
  await admin.query('commit')
  const eight = Array.from({ length: 8 }, () =>
    owner.sendCall(uploadRecordDocument, { body: recordForm(company.id, contractId) }),
  )
  await until(async () => (await waiting()) === 0)
  expect((await Promise.all(eight)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
  const more = Array.from({ length: 8 }, () => sendHalf(1_000))
  for (const { finish } of more) finish()
  expect(await Promise.all(more.map(({ status }) => status))).toEqual(Array.from({ length: 8 }, () => 201))
  await eventually().toMatchObject({ arrivals: [] })
})

test('the ninth upload of a company at once is answered 429, another company is not', async () => {
  const eight = Array.from({ length: 8 }, () => sendHalf(300_000))
  await until(async () => (await readdir(store.storage.arrivals)).length === 8)
  const ninth = sendHalf(1_000)
  ninth.finish()
  expect(await ninth.status).toBe(429)
  expect(Number(ninth.retryAfter())).toBeGreaterThan(0)
  const other = await newCompany(server)
  const by = await other.as()
  await newDocument(by, (await newContract(by)).id)
  expect(await owner.ok(listDocuments, { query: {} })).toEqual([])
  for (const { finish } of eight) finish()
  expect(await Promise.all(eight.map(({ status }) => status))).toEqual(eight.map(() => 201))
  const tenth = sendHalf(1_000)
  tenth.finish()
  expect(await tenth.status).toBe(201)
})

/** Sends without an end, as fast as the server reads, until it answers or cuts the connection. */
async function sendEndlessly({ sent, status }: Sent, start: string): Promise<number | undefined> {
  const piece = Buffer.alloc(1_048_576, 'a')
  let isOver = false
  void status.then(() => {
    isOver = true
  })
  sent.write(start)
  while (!isOver && !sent.destroyed)
    if (!sent.write(piece)) await Promise.race([status, new Promise((resolve) => sent.once('drain', resolve))])
  sent.destroy()
  return status
}

test('an endless stream is refused shortly after the limit, and its connection cut', async () => {
  const bytesReceived = () => sockets.at(-1)?.bytesRead ?? 0
  const isCut = () => sockets.at(-1)?.destroyed === true
  const form = head(uploadDocument.path, { headers: { 'transfer-encoding': 'chunked' } })
  expect(await sendEndlessly(form, fields() + fileHead)).toBe(413)
  expect(bytesReceived()).toBeLessThan(maxDocumentBytes * 1.01)
  await until(isCut)
  const { id } = await owner.ok(beginUpload, { body: uploadBody(contractId, maxWholeBytes) })
  const path = `${putUploadPart.path.replace(':id', id)}?number=1`
  const part = head(path, { method: 'PUT', headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' } })
  expect(await sendEndlessly(part, '')).toBe(413)
  expect(bytesReceived()).toBeLessThan(partBytes + 1_048_576)
  await until(isCut)
  expect(await traces()).toMatchObject({ ...noTraces, notes: [id], attempts: [{}] })
})

test('an upload to another company or without the permission is refused before its file is read', async () => {
  const viewer = await company.as({ Contracts: ['canView'] })
  const refused = head(uploadDocument.path, { by: viewer, headers: { 'transfer-encoding': 'chunked' } })
  expect(await sendEndlessly(refused, fields() + fileHead)).toBe(403)
  await until(() => sockets.at(-1)?.destroyed === true)
  expect(sockets.at(-1)?.bytesRead).toBeLessThan(4_194_304)
  expect(await traces()).toEqual(noTraces)
})

test('a caller who is still sending receives the refusal', async () => {
  const viewer = await company.as({ Contracts: ['canView'] })
  const body = documentForm(company.id, contractId, { file: textFile('a'.repeat(20_000_000)) })
  for (let round = 0; round < 3; round += 1)
    expect(await viewer.refused(uploadDocument, { body })).toMatchObject({ status: 403, code: 'forbidden' })
  const long = new Blob([new Uint8Array(3 * partBytes)])
  const { id } = await owner.ok(beginUpload, { body: uploadBody(contractId, maxWholeBytes) })
  for (let round = 0; round < 3; round += 1) {
    const part = { params: { id }, query: { number: 1 }, body: long }
    expect(await owner.refused(putUploadPart, part)).toMatchObject({ status: 413, code: 'too_large' })
  }
})

/** Sends this many bytes before it reads any response. */
async function sendWithoutReading(by: typeof owner, bytes: number) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let response = ''
  socket.pause().on('data', (data) => {
    response += data.toString('latin1')
  })
  const closed = new Promise<void>((resolve) => socket.on('error', () => {}).on('close', () => resolve()))
  const headers = `host: x\r\nauthorization: Bearer ${by.session.accessToken}\r\ncontent-type: multipart/form-data; boundary=line`
  socket.write(`POST ${uploadDocument.path} HTTP/1.1\r\n${headers}\r\ncontent-length: ${bytes}\r\n\r\n`)
  for (let left = bytes; left > 0 && !socket.destroyed; left -= 65_536) {
    const hasRoom = socket.write(Buffer.alloc(Math.min(left, 65_536)))
    if (!hasRoom) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
    // A slow sender, so that the server can refuse while the file is still arriving.
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  socket.resume()
  const socketOnServer = sockets.at(-1)
  await until(() => response.includes('\r\n\r\n') || socket.destroyed)
  return { socket, response, closed, bytesReceived: () => socketOnServer?.bytesRead ?? 0 }
}

test('a caller who sends a little more before reading receives the refusal; one who keeps sending is cut off', async () => {
  const viewer = await company.as({ Contracts: ['canView'] })
  const { response, socket } = await sendWithoutReading(viewer, 600_000)
  expect(response).toMatch(/^HTTP\/1.1 403/)
  socket.destroy()
  const { closed, bytesReceived } = await sendWithoutReading(viewer, 20_000_000)
  await closed
  expect(bytesReceived()).toBeLessThan(3_000_000)
})

test('a permitted caller who sends a whole file before reading receives the answer 429', async () => {
  const eight = Array.from({ length: 8 }, () => sendHalf(1_000))
  await until(async () => (await traces()).arrivals.length === 8)
  const { response, socket, bytesReceived } = await sendWithoutReading(owner, 20_000_000)
  expect(response).toMatch(/^HTTP\/1.1 429/)
  await until(() => bytesReceived() > 20_000_000)
  expect(socket.destroyed).toBe(false)
  socket.destroy()
  for (const { finish } of eight) finish()
  expect(await Promise.all(eight.map(({ status }) => status))).toEqual(eight.map(() => 201))
})

test('a record that is deleted while its file arrives gets no document, and nothing is left', async () => {
  store.hooks.keep = async () => {
    delete store.hooks.keep
    await owner.ok(deleteContract, { params: { id: contractId } })
  }
  const refused = await owner.refused(uploadRecordDocument, { body: recordForm(company.id, contractId) })
  expect(refused.status).toBe(404)
  expect(await traces()).toEqual(noTraces)
})

test('a client that disconnects while its file is stored gets no document', async () => {
  const call = sendHalf(1_000)
  store.hooks.keep = async () => {
    delete store.hooks.keep
    call.sent.destroy()
    await until(() => sockets.at(-1)?.destroyed === true)
  }
  call.finish()
  expect(await call.status).toBeUndefined()
  await until(async () => (await traces()).notes.length === 0)
  expect(await traces()).toEqual(noTraces)
})

test('an upload that cannot be undone at once keeps its note, and the sweep removes it', async () => {
  store.hooks.keep = () => {
    delete store.hooks.keep
    throw storeAway()
  }
  store.hooks.remove = () => {
    throw storeAway()
  }
  expect((await owner.refused(uploadRecordDocument, { body: recordForm(company.id, contractId) })).status).toBe(503)
  delete store.hooks.remove
  expect((await traces()).notes).toHaveLength(1)
  await sweep(server.door, store.storage, Date.now() + 3 * 3_600_000)
  expect(await traces()).toEqual(noTraces)
})

test('a picture that finds no room on the disk stays due, and its document is kept', async () => {
  const image = new File([new Uint8Array(await plain().jpeg().toBuffer())], 'Site.jpg')
  const { id } = await newDocument(owner, contractId, image)
  const { arrivals } = store.storage
  Object.assign(store.storage, { arrivals: join(arrivals, 'away') })
  await drawDue(server.door, store.storage, undefined, company.id)
  Object.assign(store.storage, { arrivals })
  const left = await server.door.inTenant(company.id, null, async (db) => {
    const found = await sql`select id, attempts, leased_until from pictures_due`.execute(db)
    await sql`update pictures_due set due_at = now()`.execute(db)
    return found.rows
  })
  expect(left).toEqual([{ id, attempts: 0, leased_until: null }])
  await drawDue(server.door, store.storage, undefined, company.id)
  expect((await traces()).objects).toEqual([id, `${id}.preview`, `${id}.thumbnail`])
  await owner.ok(deleteDocument, { params: { id } })
})

test('without its folder for arrivals the server answers that the document store is unavailable', async () => {
  const { arrivals } = store.storage
  await rename(arrivals, `${arrivals}-away`)
  const refused = await owner.refused(uploadRecordDocument, { body: recordForm(company.id, contractId) })
  await rename(`${arrivals}-away`, arrivals)
  expect(refused).toMatchObject({ status: 503, message: expect.stringContaining('document store') })
  await newDocument(owner, contractId, textFile('again'))
})
