import { countDeposits, depositStatuses, filterDeposits, listDepositGroups } from '@plinth/api/deposits/deposits'
import { listContractDepositGroups } from '@plinth/api/tenders/contract-deposits'
import { contractStatuses, countContracts, filterContracts, listContractGroups } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { type Door } from '../server/src/kernel/db/tenancy.ts'
import { compareWithFirst, inProcess } from './in-process.ts'
import { type Call, line, newCompany, signedIn } from './measures.ts'

/**
 * Measures the counts of quick filters, groups and the search line in companies of 1,000, 10,000 and 100,000 contracts with as
 * many deposits, compared with the first page of the list. One run on a database of its own; quote its ratios.
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

/** Creates a company with so many contracts and deposits, with every trigger active. */
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

await inProcess(async ({ door, admin, url }) => {
  for (const size of sizes) await furnish(door, size)
  await admin.query('vacuum analyze')
  line('', 'contracts', 'p50', 'p95', 'p50 to the first page of contracts')
  for (const size of sizes) {
    const call = await signedIn(url, nameOf(size))
    const calls = Object.entries(asked).map(([name, ask]) => [name, () => ask(call)])
    await compareWithFirst(Object.fromEntries(calls), rounds, size)
  }
})
