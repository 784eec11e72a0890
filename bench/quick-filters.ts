import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listContractDepositGroups } from '@plinth/api/contract-deposits'
import { contractStatuses, countContracts, filterContracts, listContractGroups } from '@plinth/api/contracts'
import { countDeposits, depositStatuses, filterDeposits, listDepositGroups } from '@plinth/api/deposits'
import { startLocalPostgres } from '@plinth/local-postgres'
import { sql } from 'kysely'
import { buildApp } from '../server/src/app.ts'
import { openDoor } from '../server/src/kernel/door.ts'
import { migrate } from '../server/src/kernel/migrate.ts'
import { diskStorage } from '../server/src/kernel/storage-disk.ts'
import { type Door } from '../server/src/kernel/tenancy.ts'
import { adminClient, testSecret } from '../server/src/kernel/testing.ts'
import { tokens } from '../server/src/kernel/tokens.ts'
import { type Call, line, milliseconds, newCompany, quantile, signedIn, timed } from './measures.ts'

/**
 * What the counts of quick filters, groups and the search line cost in companies of 1,000, 10,000 and 100,000 contracts with as many
 * deposits, beside the first page of the list. One run on a database of its own; quote its ratios.
 */

const sizes = [1_000, 10_000, 100_000]
const rounds = 40
const batch = 5_000

const asked: Record<string, (call: Call) => Promise<unknown>> = {
  'first page of contracts': (call) => call(filterContracts, { body: {} }),
  'counts of contracts': (call) => call(countContracts, { body: {} }),
  'page of what closes this week': (call) => call(filterContracts, { body: { quickFilters: ['CLOSING_THIS_WEEK'] } }),
  'contracts by one line': (call) => call(filterContracts, { body: { search: 'widening km 77' } }),
  'first page of deposits': (call) => call(filterDeposits, { body: {} }),
  'counts of deposits': (call) => call(countDeposits, { body: {} }),
  'contracts by status': (call) => call(listContractGroups, { body: { by: 'status' } }),
  'contracts by month': (call) => call(listContractGroups, { body: { by: 'closingDate' } }),
  'deposits by status': (call) => call(listDepositGroups, { body: { by: 'status' } }),
  'contracts with their deposits by type': (call) => call(listContractDepositGroups, { body: { by: 'contractType' } }),
}

const nameOf = (size: number) => `Company of ${size}`
const picked = (list: readonly string[], by: string) =>
  sql.raw(`(array['${list.join("','")}'])[1 + (${by}) % ${list.length}]`)

/** A company with so many contracts and deposits, entered with every trigger at work. */
async function furnish(door: Door, size: number): Promise<void> {
  const id = await newCompany(door, nameOf(size), ['Contracts'])
  for (let done = 0; done < size; done += batch)
    await door.inTenant(id, null, async (db) => {
      await sql`with added as (
          insert into contracts (bid_id, contract_name, status, tender_bid_value, closing_date, result_date, actual_end_date)
          select 'BID-' || n, 'Widening of road at km ' || n, ${picked(contractStatuses, 'n')}, n * 125.25,
            current_date - 700 + n % 730, current_date - n % 300, case when n % 2 = 0 then current_date - n % 400 end
          from generate_series(${done + 1}::int, ${Math.min(size, done + batch)}::int) n returning id, tender_bid_value)
        insert into security_deposits (contract_id, deposit_type, instrument_no, amount, status, deposit_submitted_date)
        select id, 'EMD', 'DD' || tender_bid_value, 1 + tender_bid_value, ${picked(depositStatuses, 'tender_bid_value::int')},
          date '2025-01-01' from added`.execute(db)
    })
}

const dir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const postgres = await startLocalPostgres({ dir })
try {
  const door = await openDoor(await migrate(postgres.connection, testSecret), 8)
  const admin = await adminClient(postgres.connection)
  admin.on('error', () => {})
  const app = await buildApp({ door, tokens: tokens(testSecret), storage: diskStorage(join(dir, 'files')) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  for (const size of sizes) await furnish(door, size)
  await admin.query('vacuum analyze')
  line('', 'contracts', 'p50', 'p95', 'p50 to the first page of contracts')
  for (const size of sizes) {
    const call = await signedIn(url, nameOf(size))
    const times = new Map<string, number[]>(Object.keys(asked).map((name) => [name, []]))
    for (let round = 0; round < rounds; round += 1)
      for (const [name, ask] of Object.entries(asked)) times.get(name)?.push(await timed(() => ask(call)))
    const base = quantile(times.get('first page of contracts') ?? [], 0.5)
    for (const [name, own] of times) {
      const p50 = quantile(own, 0.5)
      line(
        name,
        size.toLocaleString('en-IN'),
        milliseconds(p50),
        milliseconds(quantile(own, 0.95)),
        `x ${(p50 / base).toFixed(1)}`,
      )
    }
  }
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
