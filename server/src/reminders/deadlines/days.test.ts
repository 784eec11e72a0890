import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'

const happened = 'tells what happened'
const begins = 'when something begins: it is due by its end'

/** The columns that tell a day before and after an event. */
const of = (table: string, days: readonly string[], reason: string) =>
  Object.fromEntries(days.flatMap((day) => ['before', 'after'].map((when) => [`${table}.${day}_${when}`, reason])))

/** The days that a record keeps of those below it. */
const rolled = (table: string, kinds: readonly string[]) =>
  Object.fromEntries(
    kinds.flatMap((kind) =>
      ['given_start', 'given_end', 'actual_start', 'actual_end'].map((day) => [
        `${table}.${kind}_${day}`,
        'of the tasks below, which have deadlines of their own',
      ]),
    ),
  )

/** Days of records that nobody has to act on, each with the reason. */
const noDeadline: Record<string, string> = {
  'agreements.agreed_on': happened,
  'agreements.completed_on': happened,
  'agreements.ends_on':
    'a client’s is the completion of its contract; the work under a work order is late by its tasks',
  'agreements.starts_on': begins,
  'bill_heads.valid_from': 'from which day on a head of bills counts',
  'bills.bill_date': 'the day that picks percentages',
  'bills.passed_on': happened,
  'bills.upto_date': 'until when work is counted',
  'company_rules.published_on': happened,
  'company_rules.read_on': happened,
  'company_rules.valid_from': 'from which day on a rule counts',
  'rules.published_on': happened,
  'rules.read_on': 'when it was looked up: the screen of rules says when that is long ago',
  'rules.valid_from': 'from which day on a rule counts',
  'bank_facilities.free_cash_on': 'of which day a figure is',
  'contracts.actual_start_date': happened,
  'contracts.drafting_date': 'when the agreement is drafted: it is signed by the days of the terms',
  'contracts.given_start_date': begins,
  'contracts.opening_date': 'when bids are opened says nothing to do',
  'contracts.submitted_payment_date': happened,
  'general_tasks.repeat_from': 'from which day a series is counted',
  'general_tasks.series_on': 'which day of its series a task stands for: it is due on another where it was moved',
  'holidays.on_day': 'moves the days of deadlines, and is none',
  ...of('instrument_events', ['claim_until', 'expires_on', 'issued_on', 'matures_on'], 'a state that was'),
  'instrument_liens.freed_on': happened,
  'instrument_liens.marked_on': happened,
  'instruments.effective_on': begins,
  'instruments.ends_on': 'one of its other days, kept for the register',
  'instruments.issued_on': happened,
  'measurement_sheets.measured_on': happened,
  'notifications.due_on': 'the day of a deadline that somebody was told of',
  'notifications.told_on': happened,
  'obligation_marks.due_on': 'the day of a deadline that is waived',
  'parties.msme_from': begins,
  'party_gstins.held_from': begins,
  'party_gstins.held_until': 'since when a registration is another’s or nobody’s: it is cancelled by whoever held it',
  'projects.actual_end_date': happened,
  'projects.actual_start_date': happened,
  'projects.given_start_date': begins,
  'refund_requests.answered_on': happened,
  'refund_requests.letter_on': happened,
  'reminder_firings.due_on': 'the day of a deadline that was told',
  'reminder_firings.stage_on': 'the day of a reminder',
  'reminder_rules.since': 'from which day on a rule tells',
  'reminder_runs.proved_on': 'when coverage was proved last',
  'reminder_runs.since': 'from which day on a company is reminded',
  'security_deposits.deposit_created_date': happened,
  'security_deposits.deposit_returned_date': happened,
  'security_deposits.deposit_transferred_own_ac_date': happened,
  'tasks.actual_end_date': happened,
  'tasks.actual_start_date': happened,
  'tasks.given_start_date': begins,
  ...rolled('projects', ['below']),
  ...rolled('tasks', ['below', 'rolled']),
}

let admin: Awaited<ReturnType<typeof adminClient>>
beforeAll(async () => {
  admin = await adminClient(inject('admin'))
})
afterAll(() => admin.end())

async function names(text: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(text)
  return rows.map(({ name }) => name)
}

/** What the deadlines are read from: the columns that their view, and the views that it reads, depend on. */
const readByDeadlines = `with recursive views (oid) as (
    select 'app.obligations'::regclass::oid
    union select d.refobjid from views join pg_rewrite r on r.ev_class = views.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
      join pg_class c on c.oid = d.refobjid and c.relkind = 'v')
  select distinct c.relname || '.' || a.attname as name from views join pg_rewrite r on r.ev_class = views.oid
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
    join pg_class c on c.oid = d.refobjid and c.relkind in ('r', 'p')
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid and a.atttypid = 'date'::regtype
  order by 1`

const daysOfTables = `select c.relname || '.' || a.attname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'date'::regtype
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`

test('every day of a table is one of a deadline, or is on the list of those that are none [deposits 11.14]', async () => {
  const read = await names(readByDeadlines)
  const all = await names(daysOfTables)
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter((name) => !read.includes(name))).toEqual(Object.keys(noDeadline).toSorted())
})
