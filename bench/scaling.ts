import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContract, filterContracts, getContract, updateContract } from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { startLocalPostgres } from '@plinth/local-postgres'
import type pg from 'pg'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { adminClient, freePort, testSecret } from '../server/src/kernel/testing/databases.ts'
import { type Call, line, megabytes, milliseconds, newCompany, quantile, serveProduct, signedIn } from './measures.ts'

/**
 * Measures what one machine carries, and checks that servers behind PgBouncer in transaction mode give the same answers: a mix
 * of four reads and a write, from two companies whose answers are searched for each other's names. Needs `pgbouncer` on the
 * PATH (Debian's package). One run on a database of its own; quote its ratios.
 */

const callersAtOnce = 16
const secondsARound = Number(process.env['SECONDS'] ?? 5)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const poolSize = 10
const companies = ['Aravalli Roads', 'Brahmaputra Bridges'] as const
const contractsEach = 500

const folder = mkdtempSync(join(tmpdir(), 'plinth-scaling-'))
chmodSync(folder, 0o755)
const children: ChildProcess[] = []

/** Starts PgBouncer in transaction mode in front of the database, for the server's own login; returns its address. */
async function startPooler(admin: pg.ClientConfig, user: string): Promise<string> {
  const client = await adminClient(admin)
  const { rows } = await client.query<{ secret: string }>(
    'select rolpassword as secret from pg_authid where rolname = $1',
    [user],
  )
  await client.end()
  const port = await freePort()
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${user}" "${rows[0]?.secret}"\n`)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${admin.host} port=${admin.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 2000
`,
  )
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...asNobody, settings], { stdio: ['ignore', 'inherit', 'inherit'] })
  children.push(child)
  await sleep(500)
  if (child.exitCode !== null) throw new Error('pgbouncer did not start')
  return `postgresql://127.0.0.1:${port}/${admin.database}`
}

interface Round {
  answers: number
  /** Milliseconds. */
  times: number[]
  faults: number
  leaks: number
}

/** One caller's turn: a page, a record, the figures, a record, and an edit every other time. */
async function turn(call: Call, own: string, other: string, round: Round, ids: readonly string[], nth: number) {
  const id = ids[nth % ids.length] ?? ''
  const calls = [
    () => call(filterContracts, { body: { pagination: { page: nth % 10, size: 20 } } }),
    () => call(getContract, { params: { id } }),
    () => call(getKpis, { body: {} }),
    () => call(getContract, { params: { id } }),
    () => call(updateContract, { params: { id }, body: { comments: `${own} ${nth}` } }),
  ]
  for (const one of calls) {
    const since = performance.now()
    const answer = await one().catch(() => undefined)
    round.times.push(performance.now() - since)
    round.answers += 1
    if (answer === undefined) round.faults += 1
    else if (JSON.stringify(answer).includes(other)) round.leaks += 1
  }
}

async function load(callers: { call: Call; own: string; other: string; ids: string[] }[]): Promise<Round> {
  const round: Round = { answers: 0, times: [], faults: 0, leaks: 0 }
  const end = performance.now() + secondsARound * 1_000
  await Promise.all(
    callers.map(async ({ call, own, other, ids }, at) => {
      for (let nth = at * 31; performance.now() < end; nth += 1) await turn(call, own, other, round, ids, nth)
    }),
  )
  return round
}

/** So many callers, spread over the servers, half of them of each company. */
async function callersAt(urls: readonly string[]) {
  const people = await Promise.all(
    urls.flatMap((url) =>
      companies.map(async (own, at) => ({ own, other: companies[1 - at] ?? '', call: await signedIn(url, own) })),
    ),
  )
  const withIds = await Promise.all(
    people.map(async (person) => {
      const { content } = await person.call(filterContracts, { body: { pagination: { page: 0, size: 200 } } })
      return { ...person, ids: content.map(({ id }) => id) }
    }),
  )
  return Array.from({ length: callersAtOnce }, (_, at) => withIds[at % withIds.length]).filter(
    (one) => one !== undefined,
  )
}

async function furnish(url: string): Promise<void> {
  for (const own of companies) {
    const call = await signedIn(url, own)
    for (let created = 0; created < contractsEach; created += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          call(createContract, {
            body: { contractName: `${own} ${created + at}`, tenderActualValue: 100_000 + created, status: 'DRAFT' },
          }),
        ),
      )
  }
}

/** Bytes per contract and per audit entry in the database, with their indexes. */
async function sizes(admin: pg.ClientConfig): Promise<void> {
  const client = await adminClient(admin)
  for (const table of ['contracts', 'audit_entries']) {
    const { rows } = await client.query<{ bytes: string; rows: string }>(
      `select pg_total_relation_size('${table}') as bytes, (select count(*) from ${table}) as rows`,
    )
    line(`${table}, a row`, `${Math.round(Number(rows[0]?.bytes) / Number(rows[0]?.rows))} bytes`)
  }
  const { rows } = await client.query<{ held: number }>(
    `select count(*)::int as held from pg_stat_activity where datname = current_database() and usename like 'plinth\\_%\\_login'`,
  )
  line('connections at the end', rows[0]?.held ?? 0)
  await client.end()
}

const postgres = await startLocalPostgres({
  dir: join(folder, 'postgres'),
  settings: { max_connections: '100' },
})
try {
  const admin = postgres.connection
  const login = await migrate(admin, testSecret)
  const door = await openDoor(login, 2)
  for (const name of companies) await newCompany(door, name, ['Contracts'])
  await door.close()
  const pooler = await startPooler(admin, String(login.user))
  const direct = await serveProduct(folder, admin, children)
  await furnish(direct)
  const pooled = await Promise.all(
    [1, 2, 3, 4].map(() => serveProduct(folder, admin, children, { DATABASE_POOL_URL: pooler })),
  )
  const setups = {
    '1 server': await callersAt([direct]),
    '1 server, pooler': await callersAt(pooled.slice(0, 1)),
    '4 servers, pooler': await callersAt(pooled),
  }
  line(`${callersAtOnce} callers`, 'answers/s', 'p50', 'p99', 'faults', 'foreign')
  const rates: Record<string, number[]> = {}
  for (let nth = 0; nth < rounds; nth += 1)
    for (const [name, callers] of Object.entries(setups)) {
      const { answers, times, faults, leaks } = await load(callers)
      rates[name] = [...(rates[name] ?? []), answers / secondsARound]
      line(
        name,
        Math.round(answers / secondsARound),
        milliseconds(quantile(times, 0.5)),
        milliseconds(quantile(times, 0.99)),
        faults,
        leaks,
      )
    }
  const base = quantile(rates['1 server'] ?? [], 0.5)
  for (const [name, found] of Object.entries(rates)) line(`${name}, ratio`, (quantile(found, 0.5) / base).toFixed(2))
  line('memory of this process', megabytes(process.memoryUsage().rss))
  await sizes(admin)
} finally {
  await Promise.all(
    children.map(async (child) => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }),
  )
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
