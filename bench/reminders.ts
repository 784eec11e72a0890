import { createCalendarFeed } from '@plinth/api/calendar-feeds'
import { filterContracts } from '@plinth/api/contracts'
import { checkBid, getGuaranteeHeadroom } from '@plinth/api/guarantee-headroom'
import { countObligations, filterObligations } from '@plinth/api/obligations'
import { sql } from 'kysely'
import type { Door } from '../server/src/kernel/tenancy.ts'
import { besideTheFirst, inProcess } from './in-process.ts'
import { type Call, line, newCompany, signedIn } from './measures.ts'

/**
 * What the duties of a company cost to read, with some 300 of them and with 10,000, on the screen and in a calendar, which has 2,000 at most, and the headroom of its banks with 200 guarantees and
 * 60 plans, beside the first page of its contracts. One run on a database of its own; quote its ratios.
 */

const sizes = [100, 4_000]
const rounds = 40

const asked: Record<string, (call: Call, contractId: string) => Promise<unknown>> = {
  'first page of contracts': (call) => call(filterContracts, { body: {} }),
  'agenda, everybody’s': (call) => call(filterObligations, { body: { owner: 'ALL' } }),
  'agenda, one’s own': (call) => call(filterObligations, { body: {} }),
  'counts of the agenda': (call) => call(countObligations, { body: { owner: 'ALL' } }),
  'headroom of the banks': (call) => call(getGuaranteeHeadroom, {}),
  'can we bid': (call, id) => call(checkBid, { params: { id } }),
}

const nameOf = (size: number) => `Company of ${size}`

/** A company with so many tenders, deposits and tasks, and the guarantees of two banks. Answers one of its tenders. */
async function furnish(door: Door, size: number): Promise<string> {
  const id = await newCompany(door, nameOf(size), ['Contracts', 'Payments', 'Projects', 'Project Tasks'])
  return door.inTenant(id, null, async (db) => {
    await sql`insert into contracts (bid_id, contract_name, status, closing_date, tender_bid_value)
      select 'BID-' || n, 'Widening of road at km ' || n, case when n % 4 = 0 then 'SUBMITTED' else 'DRAFT' end,
        current_date - 200 + n % 400, 10000000 from generate_series(1, ${size}) n`.execute(db)
    await sql`insert into security_deposits (contract_id, deposit_type, instrument_no, amount, status, deposit_submitted_date, release_basis, fixed_due_on)
      select id, 'EMD', 'DD' || bid_id, 50000, 'SUBMITTED', current_date - 100, 'FIXED', closing_date + 30 from contracts limit ${size / 2}`.execute(
      db,
    )
    await sql`with made as (insert into projects (project_name, status) select 'Road ' || n, 'IN_PROGRESS' from generate_series(1, 10) n returning id)
      insert into tasks (project_id, title, position, given_end_date)
      select made.id, 'Task ' || n, n, current_date - 50 + n % 100 from made, generate_series(1, ${size / 20}) n`.execute(
      db,
    )
    await sql`insert into bank_facilities (bank, limit_amount, margin_percent) values ('State Bank of India', 200000000, 15), ('Canara Bank', 100000000, 10)`.execute(
      db,
    )
    await sql`with made as (insert into instruments (kind, number, amount, issued_on, expires_on, facility_id)
        select 'BG', 'BG' || n, 1000000 + n, current_date - n, current_date + n * 3, (select id from bank_facilities offset n % 2 limit 1)
        from generate_series(1, 200) n returning id)
      insert into instrument_events (instrument_id, kind, happened_on) select id, 'LODGED', current_date from made`.execute(
      db,
    )
    await sql`insert into bg_plans (contract_id, facility_id, purpose, amount, needed_on, until_on)
      select c.id, (select id from bank_facilities limit 1), 'PERFORMANCE_SECURITY', 500000, current_date + 10, current_date + 400
      from contracts c limit 60`.execute(db)
    const { rows } = await sql<{ id: string }>`select contract_id as id from bg_plans limit 1`.execute(db)
    return rows[0]?.id ?? ''
  })
}

await inProcess(async ({ door, admin, url }) => {
  const tenders = new Map<number, string>()
  for (const size of sizes) tenders.set(size, await furnish(door, size))
  await admin.query('vacuum analyze')
  line('', 'duties', 'p50', 'p95', 'p50 to the first page of contracts')
  for (const [size, tender] of tenders) {
    const call = await signedIn(url, nameOf(size))
    const { totalElements } = await call(filterObligations, { body: { owner: 'ALL' } })
    const calls = Object.entries(asked).map(([name, ask]): [string, () => Promise<unknown>] => [
      name,
      () => ask(call, tender),
    ])
    const { address } = await call(createCalendarFeed, { body: { name: 'Phone', scope: 'ALL', detail: 'FULL' } })
    // Fewer rounds than an hour has readings.
    calls.push(['calendar', async () => (await fetch(url + address)).text()])
    await besideTheFirst(Object.fromEntries(calls), rounds, totalElements)
  }
})
