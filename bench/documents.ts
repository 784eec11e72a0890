import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  beginUpload,
  type Document,
  documentModules,
  finishUpload,
  getDocument,
  partBytes,
  putUploadPart,
  uploadDocument,
} from '@plinth/api/documents/documents'
import { startLocalPostgres } from '@plinth/local-postgres'
import { sql } from 'kysely'
import { buildApp } from '../server/src/app.ts'
import { sweep, verify } from '../server/src/documents/documents/sweep.queries.ts'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { type Door } from '../server/src/kernel/db/tenancy.ts'
import { diskStorage } from '../server/src/kernel/files/storage-disk.ts'
import { tokens } from '../server/src/kernel/secrets/tokens.ts'
import { testSecret } from '../server/src/kernel/testing/databases.ts'
import { type Call, line, megabytes, newCompany, quantile, signedIn, timed, tokenOf } from './measures.ts'

/**
 * Measures how fast documents are stored and read, the server's memory meanwhile, and what aborted uploads leave behind. The
 * floor sends the same bytes over plain node:http to a file that is flushed to disk, and reads them back. One run on a database
 * of its own, both servers in processes of their own, in turn; quote its ratios.
 */

const mega = 1024 * 1024
const company = 'Papers'
const partsAtOnce = 3
const smallFiles = { count: 200, bytes: 20 * 1024, atOnce: 3 }
const aborted = { count: 100, atOnce: 5 }

async function serve(folder: string): Promise<void> {
  const [login] = await once(process, 'message')
  const storage = diskStorage(folder)
  const app = await buildApp({ door: await openDoor(login), tokens: tokens(testSecret), storage })
  await app.listen({ port: 0, host: '127.0.0.1' })
  sendPort(app.server.address() as AddressInfo)
}

async function storeAndServe(folder: string, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const path = join(folder, String(asked.url?.slice(1)))
  if (asked.method === 'GET') {
    answer.setHeader('content-length', (await stat(path)).size)
    await pipeline(createReadStream(path), answer)
    return
  }
  const file = await open(path, 'w')
  for await (const chunk of asked) await file.writeFile(chunk)
  await file.sync()
  await file.close()
  answer.end()
}

async function serveFloor(folder: string): Promise<void> {
  const server = createServer((asked, answer) => void storeAndServe(folder, asked, answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  sendPort(server.address() as AddressInfo)
}

function sendPort({ port }: AddressInfo): void {
  process.send?.({ port })
  setInterval(() => process.send?.({ rss: process.memoryUsage.rss() }), 10)
}

/** Starts a server in a process of its own: its address, its memory, and its peak memory since the last reset. */
async function start(what: string, folder: string, login?: object) {
  const server = fork(import.meta.filename, [what, folder])
  if (login) server.send(login)
  const memory = { now: 0, most: 0 }
  const port = await new Promise<number>((resolve) => {
    server.on('message', (message: { port?: number; rss?: number }) => {
      if (message.port) resolve(message.port)
      memory.now = message.rss ?? memory.now
      memory.most = Math.max(memory.most, memory.now)
    })
  })
  return { url: `http://127.0.0.1:${port}`, memory, stop: () => server.kill() }
}
type Server = Awaited<ReturnType<typeof start>>

/** A video of so many bytes, the kind of file that is inspected least. */
function fileOf(bytes: number): File {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1')
  return new File([head, new Uint8Array(randomBytes(bytes - head.length))], 'site.mp4')
}

/** Runs `work` for every item, so many at a time. */
async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

interface Bench {
  call: Call
  tenantId: string
  server: Server
  floor: Server
}

const formOf = (tenantId: string, file: File) => ({ tenantId, entityType: 'PAYMENT', entityId: tenantId, file })
const whole = ({ call, tenantId }: Bench, file: File) => call(uploadDocument, { body: formOf(tenantId, file) })

async function inParts({ call, tenantId }: Bench, file: File): Promise<Document> {
  const { name: fileName, size } = file
  const body = { entityType: 'PAYMENT', entityId: tenantId, fileName, size, fingerprint: randomUUID() }
  const { id, parts } = await call(beginUpload, { body })
  await inLanes(parts, partsAtOnce, ({ number }) => {
    const part = file.slice((number - 1) * partBytes, number * partBytes)
    return call(putUploadPart, { params: { id }, query: { number }, body: part })
  })
  return call(finishUpload, { params: { id } })
}

async function toFloor({ floor }: Bench, file: File): Promise<string> {
  const url = `${floor.url}/${randomUUID()}`
  await fetch(url, { method: 'PUT', body: file })
  return url
}

async function read(url: string): Promise<void> {
  const answer = await fetch(url)
  for await (const _ of answer.body ?? []) void _
}

const perSecond = (bytes: number, time: number) => `${(bytes / mega / (time / 1000)).toFixed(1)} MB/s`

/**
 * Measures the product and the floor in turn: the speed of each, the product's time as a share of the floor's, and memory above
 * idle.
 */
async function compare(
  { server }: Bench,
  name: string,
  bytes: number,
  rounds: number,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<void> {
  const before = server.memory.now
  server.memory.most = before
  const times: { ours: number; floor: number }[] = []
  for (let round = 0; round < rounds; round += 1) times.push({ floor: await timed(theirs), ours: await timed(ours) })
  const mine = quantile(
    times.map((time) => time.ours),
    0.5,
  )
  const floor = quantile(
    times.map((time) => time.floor),
    0.5,
  )
  const memory = [before, server.memory.most - before].map(megabytes)
  line(name, perSecond(bytes, mine), perSecond(bytes, floor), (mine / floor).toFixed(2), ...memory)
}

async function measureUploads(bench: Bench): Promise<void> {
  for (const [size, rounds] of [
    [1, 10],
    [16, 5],
    [100, 3],
  ] as const) {
    const file = fileOf(size * mega)
    const floor = () => toFloor(bench, file)
    await compare(bench, `${size} MB whole`, file.size, rounds, () => whole(bench, file), floor)
    if (size < 100) continue
    await compare(bench, `${size} MB in parts`, file.size, rounds, () => inParts(bench, file), floor)
    const { id } = await whole(bench, file)
    const there = await toFloor(bench, file)
    const { s3Url } = await bench.call(getDocument, { params: { id } })
    await compare(
      bench,
      `${size} MB read`,
      file.size,
      3,
      () => read(bench.server.url + s3Url),
      () => read(there),
    )
  }
  const { count, bytes, atOnce } = smallFiles
  const files = Array.from({ length: count }, () => fileOf(bytes))
  const all = (send: (file: File) => Promise<unknown>) => () => inLanes(files, atOnce, send)
  await compare(
    bench,
    `${count} of 20 KB, ${atOnce} at once`,
    count * bytes,
    2,
    all((file) => whole(bench, file)),
    all((file) => toFloor(bench, file)),
  )
}

/** Sends a form of a megabyte and aborts it: in the middle, or soon after all of it is sent. */
async function breakOff(url: string, token: string, tenantId: string, isSentWhole: boolean): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(formOf(tenantId, fileOf(mega)))) form.append(name, value)
  const { headers, body } = new Request(url, { method: 'POST', body: form })
  const bytes = Buffer.concat(await Array.fromAsync(body ?? []))
  const sent = request(url + uploadDocument.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': headers.get('content-type') ?? '',
      'content-length': bytes.length,
    },
  })
  sent.on('error', () => {})
  const gone = once(sent, 'close').catch(() => {})
  if (isSentWhole) sent.end(bytes, () => void sleep(Math.random() * 200).then(() => sent.destroy()))
  else sent.write(bytes.subarray(0, bytes.length / 2), () => void sleep(20).then(() => sent.destroy()))
  await gone
}

async function measureBrokenOff({ server, tenantId }: Bench, door: Door, folder: string): Promise<void> {
  const storage = diskStorage(folder)
  const token = await tokenOf(server.url, company)
  const counts = async () => {
    const notes = await door.inTenant(tenantId, null, (db) => sql`select from document_uploads`.execute(db))
    const { documents, faults } = await verify(door, storage)
    return {
      documents,
      arrivals: readdirSync(storage.arrivals).length,
      notes: notes.rows.length,
      strays: faults.length,
    }
  }
  const before = await counts()
  const numbers = Array.from({ length: aborted.count }, (_, at) => at)
  await inLanes(numbers, aborted.atOnce, (at) => breakOff(server.url, token, tenantId, at % 2 === 0))
  await sleep(1000)
  const after = await counts()
  line('', 'documents', 'arrivals', 'notes', 'strays')
  const shown = ({ documents, arrivals, notes, strays }: typeof after) =>
    [documents - before.documents, arrivals, notes, strays] as const
  line(`of ${aborted.count} broken off`, ...shown(after))
  await sweep(door, storage, Date.now() + 25 * 3_600_000)
  line('  and after a sweep', ...shown(await counts()))
}

async function measure(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const folders = {
    store: mkdtempSync(join(tmpdir(), 'plinth-bench-files-')),
    floor: mkdtempSync(join(tmpdir(), 'plinth-bench-floor-')),
  }
  const postgres = await startLocalPostgres({ dir })
  const account = await migrate(postgres.connection, testSecret)
  const door = await openDoor(account)
  const server = await start('serve', folders.store, account)
  const floor = await start('floor', folders.floor)
  try {
    const tenantId = await newCompany(door, company, Object.values(documentModules))
    const bench = { call: await signedIn(server.url, company), tenantId, server, floor }
    for (let warm = 0; warm < 10; warm += 1) await whole(bench, fileOf(mega))
    line('', 'ours', 'floor', 'times the floor', 'RSS before', 'RSS above that')
    await measureUploads(bench)
    await measureBrokenOff(bench, door, folders.store)
  } finally {
    server.stop()
    floor.stop()
    await door.close()
    await postgres.stop()
    for (const folder of [dir, ...Object.values(folders)]) rmSync(folder, { recursive: true, force: true })
  }
}

const [, , command, folder = ''] = process.argv
await (command === 'serve' ? serve(folder) : command === 'floor' ? serveFloor(folder) : measure())
