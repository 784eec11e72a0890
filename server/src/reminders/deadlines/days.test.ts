import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'

const happened = 'the day of a past event'
const begins = 'the begin of something that is due by its end'

/** The columns with the values of days before and after an event. */
const beforeAndAfter = (table: string, days: readonly string[], reason: string) =>
  Object.fromEntries(days.flatMap((day) => ['before', 'after'].map((when) => [`${table}.${day}_${when}`, reason])))

/** The columns of days that a record sums up from the tasks below it. */
const rolledUp = (table: string, kinds: readonly string[]) =>
  Object.fromEntries(
    kinds.flatMap((kind) =>
      ['given_start', 'given_end', 'actual_start', 'actual_end'].map((day) => [
        `${table}.${kind}_${day}`,
        'summed up from the tasks below, which have deadlines of their own',
      ]),
    ),
  )

/** Date columns that have no deadline, each with the reason. */
const noDeadline: Record<string, string> = {
  'agreements.agreed_on': happened,
  'agreements.completed_on': happened,
  'agreements.ends_on':
    'for a client the completion of the contract is the deadline; for a work order its tasks have deadlines',
  'agreements.starts_on': begins,
  'bill_heads.valid_from': 'the first day on which a bill head applies',
  'bills.bill_date': 'the day that selects the percentages',
  'bills.passed_on': happened,
  'bills.upto_date': 'the day until which work is counted',
  'company_rules.published_on': happened,
  'company_rules.read_on': happened,
  'company_rules.valid_from': 'the first day on which a rule applies',
  'rules.published_on': happened,
  'rules.read_on': 'the day on which the source was read; the screen of rules marks old ones',
  'rules.valid_from': 'the first day on which a rule applies',
  ...Object.fromEntries(
    ['due_on', 'act_by', 'open_from', 'open_until'].map((day) => [`deadlines.${day}`, 'a day of a deadline']),
  ),
  'bank_facilities.free_cash_on': 'the day of a figure',
  'contracts.actual_start_date': happened,
  'contracts.drafting_date': 'the day on which the agreement is drafted; the terms give the deadline for signing it',
  'contracts.given_start_date': begins,
  'contracts.opening_date': 'nothing has to be done when bids are opened',
  'contracts.submitted_payment_date': happened,
  'deposit_states.over_since': happened,
  'deposit_states.status_since': happened,
  'general_tasks.repeat_from': 'the day from which a series is counted',
  'general_tasks.series_on': 'the day of a task within its series; the task may be due on another day',
  'holidays.on_day': 'moves the days of deadlines',
  ...beforeAndAfter('instrument_events', ['claim_until', 'expires_on', 'issued_on', 'matures_on'], 'a past state'),
  'instrument_liens.freed_on': happened,
  'instrument_liens.marked_on': happened,
  'instruments.effective_on': begins,
  'instruments.ends_on': 'derived from the other days, for the register',
  'instruments.issued_on': happened,
  'measurement_sheets.measured_on': happened,
  'notifications.due_on': 'the day of the deadline of a notification',
  'notifications.told_on': happened,
  'obligation_marks.due_on': 'the day of a deadline that is waived',
  'parties.msme_from': begins,
  'party_gstins.held_from': begins,
  'party_gstins.held_until': 'the day from which a registration is another’s or nobody’s; its former holder cancels it',
  'projects.actual_end_date': happened,
  'projects.actual_start_date': happened,
  'projects.given_start_date': begins,
  'refund_requests.answered_on': happened,
  'refund_requests.letter_on': happened,
  'reminder_firings.due_on': 'the day of the deadline of a sent reminder',
  'reminder_firings.stage_on': 'the day of a reminder',
  'reminder_rules.since': 'the first day on which a rule applies',
  'reminder_runs.checking_on': 'the day of the check of coverage that is under way or ended',
  'reminder_runs.proved_on': 'the day on which coverage was last checked',
  'reminder_runs.since': 'the first day on which a company is reminded',
  'security_deposits.deposit_created_date': happened,
  'security_deposits.deposit_returned_date': happened,
  'security_deposits.deposit_transferred_own_ac_date': happened,
  'tasks.actual_end_date': happened,
  'tasks.actual_start_date': happened,
  'tasks.given_start_date': begins,
  ...rolledUp('projects', ['below']),
  ...rolledUp('tasks', ['below', 'rolled']),
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

/** The date columns that the views of deadlines depend on, directly, through other views or through the states of deposits. */
const readByDeadlines = `with recursive views (oid) as (
    select c.oid from pg_class c where c.relkind = 'v' and (c.relname = 'computed_deposit_states'
      or c.relname in (select lower(type) || '_deadlines' from unnest(app.deadline_types()) type))
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

test('every date column is read by the views of deadlines, or is on the list of columns without a deadline [deposits 11.14]', async () => {
  const read = await names(readByDeadlines)
  const all = await names(daysOfTables)
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter((name) => !read.includes(name))).toEqual(Object.keys(noDeadline).toSorted())
})
