import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { depositStatuses } from '@plinth/api/deposits/deposits'
import { contractStatuses, createContract } from '@plinth/api/tenders/contracts'
import { getKpis, summarizeContractStatuses, summarizeStatusCategories } from '@plinth/api/tenders/dashboard'
import { startLocalPostgres } from '@plinth/local-postgres'
import { sql } from 'kysely'
import { buildApp } from '../server/src/app.ts'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { type Door } from '../server/src/kernel/db/tenancy.ts'
import { diskStorage } from '../server/src/kernel/files/storage-disk.ts'
import { tokens } from '../server/src/kernel/secrets/tokens.ts'
import { adminClient, testSecret } from '../server/src/kernel/testing/databases.ts'
import { type Call, line, milliseconds, newCompany, quantile, signedIn, timed } from './measures.ts'

/**
 * Measures the dashboard in companies of 1,000, 100,000 and 1,000,000 contracts, compared with counting them, and what
 * maintaining the figures adds to entering a contract. One run on a database of its own; quote its ratios.
 */

const sizes = [1_000, 100_000, 1_000_000]
const rounds = 200
const countingRounds = 5
const createRounds = 10
const createsInARound = 150
const batch = 5_000

const calls = {
  kpis: getKpis,
  'status-summary': summarizeContractStatuses,
  'category-summary': summarizeStatusCategories,
}

const nameOf = (size: number) => `Company of ${size}`

const picked = (list: readonly string[], by: string) =>
  sql.raw(`(array['${list.join("','")}'])[1 + (${by}) % ${list.length}]`)

/** Creates a company with so many contracts and a deposit for one in ten, with every trigger active. */
async function furnish(door: Door, size: number): Promise<string> {
  const id = await newCompany(door, nameOf(size), ['Contracts'])
  const enter = (done: number) =>
    door.inTenant(id, null, async (db) => {
      const until = Math.min(size, done + batch)
      await sql`insert into contracts (bid_id, contract_name, status, paper_cost, contract_type, awarded_date)
        select 'BID-' || n, 'Widening of road ' || n, ${picked(contractStatuses, 'n')}, n % 5000,
          ${picked(['EPC', 'Item rate', 'Lump sum', 'Percentage rate'], 'n / 7')}, case when n % 3 = 0 then date '2025-01-01' end
        from generate_series(${done + 1}::int, ${until}::int) n`.execute(db)
      await sql`insert into security_deposits
          (contract_id, deposit_type, instrument_no, amount, status, deposit_submitted_date, deposit_returned_date)
        select id, ${picked(['EMD', 'Performance security'], 'n')}, 'DD' || n, 1 + n, ${picked(depositStatuses, 'n / 2')},
          '2025-01-01', date '2025-01-01' + n % 400
        from (select id, paper_cost::int as n from contracts order by created_at desc, id desc limit ${(until - done) / 10}) c`.execute(
        db,
      )
    })
  // Two writers for two processors.
  await Promise.all(
    [0, 1].map(async (writer) => {
      for (let done = writer * batch; done < size; done += 2 * batch) await enter(done)
    }),
  )
  return id
}

interface Company {
  id: string
  size: number
  call: Call
}

/** The same figures, counted by one statement over the records themselves. */
const count = (door: Door, { id }: Company) =>
  door.inTenant(id, null, (db) =>
    sql`select (select jsonb_agg(c) from (
        select status, app.was_awarded(status, awarded_date), contract_type, count(*), sum(paper_cost)
        from contracts where deleted_at is null group by 1, 2, 3) c) as contracts,
      (select jsonb_agg(d) from (
        select c.status, d.status as of, d.deposit_type, count(*), sum(d.amount),
          sum(d.deposit_returned_date - d.deposit_submitted_date)
        from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
        where d.deleted_at is null group by 1, 2, 3) d) as deposits`.execute(db),
  )

async function measureReads(door: Door, companies: readonly Company[]): Promise<void> {
  const times = new Map<string, number[]>()
  const record = async (key: string, work: () => Promise<unknown>) => {
    const spent = await timed(work)
    times.set(key, [...(times.get(key) ?? []), spent])
  }
  for (let round = 0; round < rounds; round += 1)
    for (const company of companies)
      for (const [name, endpoint] of Object.entries(calls))
        await record(`${name} ${company.size}`, () => company.call(endpoint, {}))
  for (let round = 0; round < countingRounds; round += 1)
    for (const company of companies) await record(`counting ${company.size}`, () => count(door, company))
  line('', 'contracts', 'p50', 'p99', 'p50 to 1,000', 'p99 to 1,000')
  for (const name of [...Object.keys(calls), 'counting']) {
    const base = times.get(`${name} ${sizes[0]}`) ?? []
    for (const { size } of companies) {
      const own = times.get(`${name} ${size}`) ?? []
      const [p50, p99] = [quantile(own, 0.5), quantile(own, 0.99)]
      const ratio = (value: number, share: number) => `x ${(value / quantile(base, share)).toFixed(2)}`
      line(name, size.toLocaleString('en-IN'), milliseconds(p50), milliseconds(p99), ratio(p50, 0.5), ratio(p99, 0.99))
    }
  }
}

/** Contracts entered per second with and without the triggers that maintain the figures, in turn. */
async function measureCreates(admin: Awaited<ReturnType<typeof adminClient>>, { call }: Company): Promise<void> {
  const speeds = { with: new Array<number>(), without: new Array<number>() }
  for (let round = 0; round < createRounds; round += 1)
    for (const way of ['with', 'without'] as const) {
      const verb = way === 'with' ? 'enable' : 'disable'
      await admin.query(`alter table contracts ${verb} trigger figures_new`)
      const spent = await timed(() =>
        Promise.all(
          Array.from({ length: 4 }, async () => {
            for (let created = 0; created < createsInARound / 4; created += 1)
              await call(createContract, {
                body: { contractName: 'Widening of road', contractType: 'EPC', paperCost: 500 },
              })
          }),
        ),
      )
      speeds[way].push((createsInARound / spent) * 1000)
    }
  await admin.query('alter table contracts enable trigger figures_new')
  const [maintained, plain] = [quantile(speeds.with, 0.5), quantile(speeds.without, 0.5)]
  line(
    'create one contract',
    'figures kept',
    `${maintained.toFixed(0)}/s`,
    'not kept',
    `${plain.toFixed(0)}/s`,
    `x ${(maintained / plain).toFixed(2)}`,
  )
}

const dir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const postgres = await startLocalPostgres({ dir })
try {
  const started = performance.now()
  const door = await openDoor(await migrate(postgres.connection, testSecret), 8)
  const admin = await adminClient(postgres.connection)
  // Ignored, so that an earlier error is the one that is reported.
  admin.on('error', () => {})
  const app = await buildApp({
    door,
    tokens: tokens(testSecret),
    storage: diskStorage(join(tmpdir(), 'plinth-bench-files')),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const ids = new Map<number, string>()
  for (const size of sizes) {
    const spent = await timed(async () => ids.set(size, await furnish(door, size)))
    console.log(`${size.toLocaleString('en-IN')} contracts entered in ${(spent / 1000).toFixed(0)} s`)
  }
  await admin.query('vacuum analyze')
  const companies = await Promise.all(
    [...ids].map(async ([size, id]) => ({ id, size, call: await signedIn(url, nameOf(size)) })),
  )
  await measureReads(door, companies)
  if (companies[0]) await measureCreates(admin, companies[0])
  console.log(`in all ${((performance.now() - started) / 1000).toFixed(0)} s`)
  await app.close()
  await door.close()
  await admin.end()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
