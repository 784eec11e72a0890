import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import { contractColumnLabels, filterContracts } from '@plinth/api/tenders/contracts'
import { startLocalPostgres } from '@plinth/local-postgres'
import { writeXlsxStream } from 'hucre/xlsx'
import { buildApp } from '../server/src/app.ts'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { diskStorage } from '../server/src/kernel/files/storage-disk.ts'
import { tokens } from '../server/src/kernel/secrets/tokens.ts'
import { testSecret } from '../server/src/kernel/testing/databases.ts'
import { contractSheet, fieldNames } from '../server/src/platform/contract-imports/contract-sheet.rules.ts'
import { type Call, line, megabytes, milliseconds, newCompany, quantile, signedIn } from './measures.ts'

/**
 * Measures a bulk upload of 50,000 rows of 20 columns: its duration, the server's memory, and the delay for another company.
 * One run on a database of its own, the server in a process of its own.
 */

const rows = 50_000
const idleCalls = 300
// Rows with an office need it to exist before.
const columns = fieldNames.filter((name) => name !== 'department' && name !== 'officeName').slice(0, 20)

/** The server; the parent process sends it the database connection. */
async function serve(): Promise<void> {
  const [account] = await once(process, 'message')
  const storage = diskStorage(mkdtempSync(join(tmpdir(), 'plinth-bench-files-')))
  const app = await buildApp({ door: await openDoor(account), tokens: tokens(testSecret), storage })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
  setInterval(() => process.send?.({ rss: process.memoryUsage.rss() }), 50)
}

const words = 'widening of the state highway from km 12 to km 48 with culverts and drains'.split(' ')

function cell(
  field: (typeof columns)[number],
  row: number,
  toDay: (days: number) => string | Date,
): string | number | Date {
  if (field === 'bidId') return `BID-${row}`
  const kind = contractSheet.kinds[field]
  if (kind === 'money') return ((row * 7_919) % 1_000_000_000) / 100
  if (kind === 'percent') return ((row % 4_000) - 2_000) / 100
  if (kind === 'number') return row % 9
  if (kind === 'choice') return 'Awarded'
  if (kind === 'day') return toDay(columns.indexOf(field) * 30 + (row % 28))
  return `${Array.from({ length: 5 }, (_, at) => words[(row * (at + 3) + at) % words.length]).join(' ')} ${row}`
}

const dayAt = (days: number) => new Date(Date.UTC(2024, 0, 1 + days))
const headings = columns.map((name) => contractColumnLabels[name])

function csv(): Buffer {
  const toDay = (days: number) => dayAt(days).toISOString().slice(0, 10)
  const body = Array.from({ length: rows }, (_, row) => columns.map((field) => cell(field, row, toDay)).join(','))
  return Buffer.from(`${[headings.join(','), ...body].join('\n')}\n`)
}

async function xlsx(): Promise<Buffer> {
  function* body() {
    for (let row = 0; row < rows; row += 1) yield columns.map((field) => cell(field, row, dayAt))
  }
  const sheet = headings.map((header) => ({ header }))
  const parts: Uint8Array[] = []
  for await (const part of writeXlsxStream(body(), { name: 'Contracts', columns: sheet })) parts.push(part)
  return Buffer.concat(parts)
}

const search = { body: { contractName: 'road', pagination: { size: 20 } } }

/** How long each call of another company takes while `work` goes on. */
async function timeCalls(other: Call, isOver: (calls: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver(times.length)) {
    const start = performance.now()
    await other(filterContracts, search)
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return times
}

const shown = (times: readonly number[]) => [milliseconds(quantile(times, 0.5)), milliseconds(quantile(times, 0.99))]

/** Starts the server in a process of its own: its address, its memory, and its peak memory since the last call. */
async function startServer(account: object) {
  const server = fork(import.meta.filename, ['serve'])
  server.send(account)
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

type Server = Awaited<ReturnType<typeof startServer>>

async function measureUpload({ url, memory }: Server, name: string, bytes: Buffer, other: Call): Promise<void> {
  const owner = await signedIn(url, name)
  const before = memory.now
  memory.most = memory.now
  const body = new File([new Uint8Array(bytes)], `bench.${name}`)
  let isOver = false
  const start = performance.now()
  const upload = owner(uploadContracts, { query: {}, body }).finally(() => {
    isOver = true
  })
  const times = await timeCalls(other, () => isOver)
  const { import: run } = await upload
  const seconds = (performance.now() - start) / 1000
  if (run.created !== rows) throw new Error(JSON.stringify(run))
  const sizes = [bytes.length, before, memory.most].map(megabytes)
  line(`${rows} rows as ${name}`, seconds.toFixed(1), Math.round(rows / seconds), ...sizes, ...shown(times))
}

async function measure(): Promise<void> {
  const files = { csv: csv(), xlsx: await xlsx() }
  const dir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const postgres = await startLocalPostgres({ dir })
  const account = await migrate(postgres.connection, testSecret)
  const door = await openDoor(account)
  const server = await startServer(account)
  try {
    for (const name of ['csv', 'xlsx', 'other']) await newCompany(door, name, ['Contracts'])
    const other = await signedIn(server.url, 'other')
    await timeCalls(other, (calls) => calls >= 50)
    line('', 'seconds', 'rows/s', 'file', 'RSS before', 'RSS most', 'other p50', 'other p99')
    const idle = await timeCalls(other, (calls) => calls >= idleCalls)
    line('idle', '', '', '', megabytes(server.memory.now), '', ...shown(idle))
    await measureUpload(server, 'csv', files.csv, other)
    await measureUpload(server, 'xlsx', files.xlsx, other)
  } finally {
    server.stop()
    await door.close()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

await (process.argv[2] === 'serve' ? serve() : measure())
