import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { login } from '@plinth/api/auth'
import { uploadContracts } from '@plinth/api/contract-imports'
import { contractFields, contractLabels, filterContracts } from '@plinth/api/contracts'
import { requestOf } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { kindsOf } from '@plinth/api/kernel/kinds'
import { flags } from '@plinth/api/kernel/permissions'
import { startLocalPostgres } from '@plinth/local-postgres'
import { writeXlsxStream } from 'hucre/xlsx'
import { buildApp } from '../server/src/app.ts'
import { fieldNames } from '../server/src/contract-imports/columns.rules.ts'
import { migrate } from '../server/src/kernel/migrate.ts'
import { type Door, openDoor } from '../server/src/kernel/tenancy.ts'
import { newId, testSecret } from '../server/src/kernel/testing.ts'
import { tokens } from '../server/src/kernel/tokens.ts'
import { grantRole, insertRole } from '../server/src/roles/roles.queries.ts'
import { foundTenant } from '../server/src/tenants/tenants.queries.ts'
import { insertUser } from '../server/src/users/users.queries.ts'

/**
 * What a bulk upload of 50,000 rows of 20 columns takes, what memory it costs the server, and what another company
 * notices of it. One run on a database of its own, the server in a process of its own.
 */

const rows = 50_000
const idleCalls = 300
const password = 'correct horse battery staple'
const columns = fieldNames.slice(0, 20)
const kinds = kindsOf({ shape: contractFields })

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN
const line = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(14))).join(''))
const milliseconds = (value: number) => `${value.toFixed(1)} ms`
const megabytes = (value: number) => `${Math.round(value / 1024 / 1024)} MB`

/** The server, told where its database is by the process that started it. */
async function serve(): Promise<void> {
  const [given] = await once(process, 'message')
  const app = await buildApp({ door: await openDoor(given), tokens: tokens(testSecret) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as AddressInfo).port })
  setInterval(() => process.send?.({ rss: process.memoryUsage.rss() }), 50)
}

async function furnish(door: Door, name: string): Promise<void> {
  const id = newId()
  await door.inTenant(id, null, async (db) => {
    await foundTenant(db, { id, name, subdomain: `c-${id}`, kind: 'CUSTOMER', contactEmail: null })
    const email = `owner@${name}.example`
    const user = await insertUser(db, { username: 'Owner', email, mobileNo: null, designation: null, password })
    await grantRole(db, user, await insertRole(db, { name: 'All', description: '', grid: { Contracts: flags } }))
  })
}

/** Sends calls as somebody; answers what they come to. */
function caller(url: string, token?: string) {
  return async <E extends Endpoint>(endpoint: E, input: object): Promise<Answer<E>> => {
    const { method, url: path, body } = requestOf(endpoint, input)
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const headers = { ...type, ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Answer<E>
  }
}
type Call = ReturnType<typeof caller>

async function signedIn(url: string, name: string): Promise<Call> {
  const body = { emailOrMobile: `owner@${name}.example`, password, tenantName: name }
  return caller(url, (await caller(url)(login, { body })).accessToken)
}

const words = 'widening of the state highway from km 12 to km 48 with culverts and drains'.split(' ')

function cell(
  field: (typeof columns)[number],
  row: number,
  toDay: (days: number) => string | Date,
): string | number | Date {
  if (field === 'bidId') return `BID-${row}`
  const kind = kinds[field]
  if (kind === 'money') return ((row * 7_919) % 1_000_000_000) / 100
  if (kind === 'percent') return ((row % 4_000) - 2_000) / 100
  if (kind === 'number') return row % 9
  if (kind === 'choice') return 'Awarded'
  if (kind === 'day') return toDay(columns.indexOf(field) * 30 + (row % 28))
  return `${Array.from({ length: 5 }, (_, at) => words[(row * (at + 3) + at) % words.length]).join(' ')} ${row}`
}

const dayAt = (days: number) => new Date(Date.UTC(2024, 0, 1 + days))
const headings = columns.map((name) => contractLabels[name])

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
async function waits(other: Call, isOver: (calls: number) => boolean): Promise<number[]> {
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

/** The server in a process of its own: its address, and the memory it takes and took at most since it was asked. */
async function startServer(account: object) {
  const server = fork(import.meta.filename, ['serve'])
  server.send(account)
  const memory = { now: 0, most: 0 }
  const port = await new Promise<number>((resolve) => {
    server.on('message', (told: { port?: number; rss?: number }) => {
      if (told.port) resolve(told.port)
      memory.now = told.rss ?? memory.now
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
  const times = await waits(other, () => isOver)
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
    for (const name of ['csv', 'xlsx', 'other']) await furnish(door, name)
    const other = await signedIn(server.url, 'other')
    await waits(other, (calls) => calls >= 50)
    line('', 'seconds', 'rows/s', 'file', 'RSS before', 'RSS most', 'other p50', 'other p99')
    const idle = await waits(other, (calls) => calls >= idleCalls)
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
