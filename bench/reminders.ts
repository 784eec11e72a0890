import { checkBid, getGuaranteeHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { createCalendarFeed } from '@plinth/api/reminders/calendar-feeds'
import { countDeadlines, filterDeadlines } from '@plinth/api/reminders/deadlines'
import { countNotifications, filterNotifications } from '@plinth/api/reminders/notifications'
import { filterCoverage, getCoverage } from '@plinth/api/reminders/reminder-coverage'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Door } from '../server/src/kernel/db/tenancy.ts'
import { newId } from '../server/src/kernel/testing/databases.ts'
import { compose, type MailRow } from '../server/src/reminders/notification-mail/composing.queries.ts'
import { proveCompany } from '../server/src/reminders/reminder-coverage/proving-job.queries.ts'
import { plan } from '../server/src/reminders/reminder-rules/planning.queries.ts'
import { planDue } from '../server/src/reminders/reminder-rules/planning-job.queries.ts'
import { compareWithFirst, inProcess, type Running } from './in-process.ts'
import { type Call, line, milliseconds, newCompany, password, quantile, signedIn, timed } from './measures.ts'

/**
 * Measures reading the deadlines of a company, with some 300 of them and with 10,000, and the headroom of its banks with 200
 * guarantees and 60 plans, compared with the first page of its contracts. Measures the making of reminders: the first time,
 * after sixty days without a server, again after a change, and with a thousand unchanged companies, compared with writing as
 * many rows by hand. Also the delay for others meanwhile, a digest, and reading an inbox of some hundred and of 5,000
 * notifications. One run on a database of its own; quote its ratios.
 */

const sizes = { small: 100, large: 4_000 }
const rounds = 40

const asked: Record<string, (call: Call, contractId: string) => Promise<unknown>> = {
  'first page of contracts': (call) => call(filterContracts, { body: {} }),
  'agenda, everybody’s': (call) => call(filterDeadlines, { body: { owner: 'ALL' } }),
  'agenda, one’s own': (call) => call(filterDeadlines, { body: {} }),
  'counts of the agenda': (call) => call(countDeadlines, { body: { owner: 'ALL' } }),
  'headroom of the banks': (call) => call(getGuaranteeHeadroom, {}),
  'can we bid': (call, id) => call(checkBid, { params: { id } }),
  coverage: (call) => call(getCoverage, {}),
  'first page of gaps': (call) => call(filterCoverage, { body: {} }),
  'badge of the inbox': (call) => call(countNotifications, {}),
  'first page of the inbox': (call) => call(filterNotifications, { body: {} }),
}

const nameOf = (size: number) => `Company of ${size}`

interface Furnished {
  size: number
  company: string
  tender: string
}

/** Creates a company with so many tenders, deposits and tasks, and the guarantees of two banks. Returns one of its tenders. */
async function furnish(door: Door, size: number): Promise<Furnished> {
  const id = await newCompany(door, nameOf(size), ['Contracts', 'Payments', 'Projects', 'Project Tasks', 'Reminders'])
  const tender = await door.inTenant(id, null, async (db) => {
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
  return { size, company: id, tender }
}

/** Gives every deadline to the owner, so that somebody gets its reminder. */
const assignAll = `update contracts set created_by = u.id from users u where u.tenant_id = contracts.tenant_id;
  update projects set created_by = u.id from users u where u.tenant_id = projects.tenant_id;
  update instruments set created_by = u.id from users u where u.tenant_id = instruments.tenant_id;
  update security_deposits set created_by = u.id from users u where u.tenant_id = security_deposits.tenant_id;
  update reminder_rules set since = current_date - 60;
  create table written (like reminder_firings including indexes); create table said (like notifications including defaults including indexes)`

/** Writes as many rows as the reminders did, as the owner of the tables and without any checks. */
const byHand = `with told as (insert into written select * from reminder_firings where tenant_id = $1 returning 1)
  insert into said (tenant_id, user_id, reason, kind, level, told_key)
  select u.tenant_id, u.id, 'REMINDER', 'TASK_DUE', 'DUE', n::text from users u, generate_series(1, 25) n where u.tenant_id = $1`

const stagesOf = async (admin: pg.Client, company: string): Promise<number> => {
  const { rows } = await admin.query('select count(*) as told from reminder_firings where tenant_id = $1', [company])
  return Number(rows[0].told)
}

/** The second longest of a hundred calls, with and without other work going on. */
async function timeBeside(
  ask: () => Promise<unknown>,
  busy: () => Promise<unknown>,
): Promise<[idle: number, beside: number]> {
  const times = async () => {
    const all: number[] = []
    for (let round = 0; round < 100; round += 1) all.push(await timed(ask))
    return quantile(all, 0.99)
  }
  const idle = await times()
  let isOver = false
  const working = (async () => {
    while (!isOver) await busy()
  })()
  const beside = await times()
  isOver = true
  await working
  return [idle, beside]
}

async function ownerOf(admin: pg.Client, company: string): Promise<string> {
  const { rows } = await admin.query('select id from users where tenant_id = $1', [company])
  return rows[0].id
}

const noLinks = { origin: undefined, token: '' }
const digestOf = (userId: string): MailRow => ({
  id: newId(),
  userId,
  kind: 'DIGEST',
  slot: '9999-12-31',
  notificationIds: [],
  dueAt: new Date().toISOString(),
  attempts: 1,
  accessVersion: null,
  recipient: null,
  subject: null,
  body: null,
})

/** Creates so many companies without a change since their last reminders today. */
async function restingCompanies(admin: pg.Client, count: number): Promise<void> {
  await admin.query(`with made as (insert into tenants (name, subdomain, schema_name) select 'Resting ' || n, 'resting-' || n, 'resting_' || n from generate_series(1, ${count}) n returning id)
    insert into reminder_runs (tenant_id, since, ran_at) select id, current_date, clock_timestamp() - interval '61 minutes' from made`)
}

/** Makes reminders for the first time, after sixty days, and again. */
async function measureReminding({ door, admin }: Running, { size, company }: Furnished): Promise<void> {
  const remind = () => timed(() => door.inTenant(company, null, (db) => plan(db)))
  const first = await remind()
  const onceSent = await stagesOf(admin, company)
  await admin.query(`set session_replication_role = replica; delete from reminder_firings where tenant_id = '${company}';
    delete from notifications where tenant_id = '${company}'; set session_replication_role = origin;
    update reminder_runs set since = current_date - 60 where tenant_id = '${company}'`)
  const late = await remind()
  const again = await remind()
  const floor = await timed(() => admin.query(byHand, [company]))
  const allSent = await stagesOf(admin, company)
  const report = (name: string, sent: number, took: number) =>
    line(name, sent.toLocaleString('en-IN'), milliseconds(took), '', `x ${(took / floor).toFixed(1)}`)
  report(`the first time, company of ${size}`, onceSent, first)
  report('after sixty days', allSent, late)
  report('again on that day', allSent, again)
}

/** Notifications of the owner: one for each of the first thousand tenders, or five. */
const fillNotifications = (admin: pg.Client, { size, company }: Furnished) =>
  admin.query(
    `insert into notifications (tenant_id, user_id, reason, kind, module, level, told_key, record_type, record_id, due_on, told_on)
    select c.tenant_id, u.id, 'REMINDER', 'TENDER_CLOSES', 'Contracts', 'DUE', 'bench ' || c.id || n, 'CONTRACT', c.id, c.closing_date, current_date
    from (select * from contracts where tenant_id = $1 limit ${Math.min(size, 1_000)}) c, users u, generate_series(1, ${size > 1_000 ? 5 : 1}) n
    where u.tenant_id = c.tenant_id on conflict do nothing`,
    [company],
  )

async function measureReading({ door, admin, url }: Running, { size, company, tender }: Furnished): Promise<void> {
  const call = await signedIn(url, nameOf(size))
  const { totalElements } = await call(filterDeadlines, { body: { owner: 'ALL' } })
  const { address } = await call(createCalendarFeed, {
    body: { name: 'Phone', scope: 'ALL', detail: 'FULL', currentPassword: password },
  })
  const userId = await ownerOf(admin, company)
  const calls = {
    ...Object.fromEntries(Object.entries(asked).map(([name, ask]) => [name, () => ask(call, tender)])),
    // Fewer rounds than the hourly limit of readings.
    calendar: async () => (await fetch(url + address)).text(),
    'a digest, composed': () => door.inTenant(company, userId, (db) => compose(db, digestOf(userId), noLinks)),
    'coverage, proved': async () => {
      await admin.query('update reminder_runs set checking_on = null')
      return proveCompany(door, company)
    },
  }
  await compareWithFirst(calls, rounds, totalElements)
}

/** The delay for others while a large company gets its reminders over and over, and the cost of a thousand unchanged companies. */
async function measureOthers({ door, admin, url }: Running, other: Furnished, large: Furnished): Promise<void> {
  const call = await signedIn(url, nameOf(other.size))
  const [idle, beside] = await timeBeside(
    () => call(filterContracts, { body: {} }),
    () => door.inTenant(large.company, null, (db) => plan(db)),
  )
  line('first page of contracts', 'p99', milliseconds(idle), 'while reminding', milliseconds(beside))
  await restingCompanies(admin, 1_000)
  line('a thousand companies, nothing changed', '', milliseconds(await timed(() => planDue(door))))
}

await inProcess(async (running) => {
  const { door, admin } = running
  const small = await furnish(door, sizes.small)
  const large = await furnish(door, sizes.large)
  await admin.query(`set session_replication_role = replica; ${assignAll}; set session_replication_role = origin`)
  // Without triggers the deadlines still have the owners of before.
  for (const { company } of [small, large])
    await door.inTenant(company, null, (db) => sql`select app.mend_deadlines()`.execute(db))
  await admin.query('vacuum analyze')
  line('', 'stages', 'took', '', 'to writing as many rows by hand')
  for (const each of [small, large]) {
    await measureReminding(running, each)
    await fillNotifications(admin, each)
  }
  await admin.query('vacuum analyze')
  line('', 'duties', 'p50', 'p95', 'p50 to the first page of contracts')
  for (const each of [small, large]) await measureReading(running, each)
  await measureOthers(running, small, large)
})
