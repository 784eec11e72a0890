import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { startSuite } from '../../testing/test-server.ts'
import {
  enterCompany,
  event,
  holiday,
  ids,
  item,
  keepOnlyDeadlineTriggers,
  note,
  requests,
  settlement,
  storedDeadlines,
  storeRecords,
} from './deadline-rows.factory.ts'

const { server } = await startSuite({ alone: true })
const admin = await adminClient(server.admin ?? {})
beforeAll(async () => {
  await keepOnlyDeadlineTriggers(admin)
  await admin.query('set plan_cache_mode = force_generic_plan')
  await storeRecords(admin)
})
afterAll(() => admin.end())
beforeEach(async () => {
  await admin.query('begin')
  await enterCompany(admin)
})
afterEach(() => admin.query('rollback'))

/** The record of each table that the cases change. */
const changedRecord: Record<string, string> = {
  contracts: ids.contract,
  contract_terms: ids.terms,
  security_deposits: ids.deposit,
  deposit_settlements: ids.settlement,
  refund_requests: ids.request,
  refund_request_items: ids.item,
  notes: ids.note,
  release_rules: ids.rule,
  deposit_settings: ids.settings,
  deposit_exemptions: ids.exemption,
  instruments: ids.instrument,
  instrument_events: ids.event,
  bank_facilities: ids.facility,
  bg_plans: ids.plan,
  projects: ids.project,
  tasks: ids.task,
  general_tasks: ids.generalTask,
  documents: ids.document,
  holidays: ids.holiday,
  company_settings: ids.companySettings,
  users: ids.asha,
  tenants: ids.company,
}

const status = (of: string) => `update contracts set status = '${of}' where id = '${ids.contract}';`
const onDeposit = (values: string) => `update security_deposits set ${values} where id = '${ids.deposit}';`
const underway = status('WORK_IN_PROGRESS')
const performance = onDeposit(`purpose = 'PERFORMANCE_SECURITY'`)
const noRule = 'update release_rules set deleted_at = now();'
const claimed = `update instruments set state = 'CLAIMED'; ${event}`
const ofProject = `${underway} ${performance} update projects set contract_id = '${ids.contract}' where id = '${ids.project}';`
const underReview = `update tasks set status = 'UNDER_REVIEW', review_requested_at = '2031-01-01 20:00Z';`

type Case = [column: string, value: string, ofCase?: string]

/**
 * Changes of one column each: the column, its new value, and what the records are before, besides those of all cases. Where
 * deadlines of several records depend on a column, it has several cases.
 */
const changes: Case[] = [
  ['contracts.deleted_at', 'now()'],
  ['contracts.status', `'CLOSED'`],
  ['contracts.status', `'TERMINATED'`, `${performance} ${underway}`],
  ['contracts.status', `'REJECTED'`, status('SUBMITTED')],
  ['contracts.office_id', `'${ids.office}'`],
  ['contracts.closing_date', `'2031-05-20'`, status('DRAFT')],
  ['contracts.closing_date', `'2031-05-20'`, status('SUBMITTED')],
  ['contracts.result_date', `'2031-06-20'`, status('SUBMITTED')],
  ['contracts.result_date', `'2031-06-20'`, onDeposit(`release_basis = 'RESULT'`)],
  ['contracts.awarded_date', `'2031-07-20'`],
  ['contracts.agreement_date', `'2031-07-20'`],
  ['contracts.agreement_date', `'2031-07-20'`, onDeposit(`release_basis = 'AGREEMENT'`)],
  ['contracts.given_end_date', `'2033-07-20'`, underway],
  ['contracts.given_end_date', `'2033-07-20'`, performance],
  ['contracts.given_end_date', 'null', onDeposit(`release_basis = 'COMPLETION'`)],
  ['contracts.actual_end_date', `'2033-07-20'`, underway],
  ['contracts.actual_end_date', `'2033-07-20'`, performance],
  ['contracts.actual_end_date', `'2033-07-20'`, onDeposit(`release_basis = 'COMPLETION'`)],
  ['contract_terms.deleted_at', 'now()'],
  ['contract_terms.contract_id', `'${ids.otherContract}'`],
  ['contract_terms.owner_id', `'${ids.ravi}'`],
  ['contract_terms.bid_validity_days', '100', status('SUBMITTED')],
  ['contract_terms.bid_valid_until', `'2031-09-09'`, status('SUBMITTED')],
  ['contract_terms.ps_days', '25'],
  ['contract_terms.ps_valid_beyond_days', '90', performance],
  ['contract_terms.agreement_days', '25'],
  ['contract_terms.dlp_months', '24', `update contracts set actual_end_date = '2033-06-30';`],
  [
    'contract_terms.dlp_months',
    '24',
    `update contracts set actual_end_date = '2033-06-30'; ${onDeposit(`release_basis = 'DLP_END'`)}`,
  ],
  ['contract_terms.dlp_ends_on', `'2034-07-01'`],
  ['contract_terms.completed_on', `'2033-06-20'`],
  ['contract_terms.completed_on', `'2033-06-20'`, performance],
  ['contract_terms.final_bill_on', `'2033-06-20'`, onDeposit(`release_basis = 'FINAL_BILL'`)],
  ['security_deposits.deleted_at', 'now()'],
  ['security_deposits.contract_id', `'${ids.otherContract}'`],
  ['security_deposits.instrument_id', 'null'],
  ['security_deposits.purpose', `'RETENTION'`],
  ['security_deposits.purpose', `'PERFORMANCE_SECURITY'`],
  ['security_deposits.status', `'DRAFT'`],
  [
    'security_deposits.status',
    `'DRAFT'`,
    `${performance}
    update security_deposits set release_basis = 'SECURITY_LODGED' where id = '${ids.otherDeposit}';`,
  ],
  ['security_deposits.office_id', `'${ids.office}'`],
  ['security_deposits.owner_id', `'${ids.ravi}'`],
  ['security_deposits.release_basis', `'AGREEMENT'`],
  ['security_deposits.release_days', '40', onDeposit(`release_basis = 'AWARD'`)],
  ['security_deposits.deposit_submitted_date', `'2031-04-20'`, noRule],
  [
    'security_deposits.deposit_submitted_date',
    `'2031-04-20'`,
    `${performance}
    update security_deposits set release_basis = 'SECURITY_LODGED' where id = '${ids.otherDeposit}';`,
  ],
  ['security_deposits.fixed_due_on', `'2032-01-01'`, onDeposit(`release_basis = 'FIXED'`)],
  ['security_deposits.acknowledged_on', `'2032-01-01'`],
  ['security_deposits.disputed_on', `'2031-12-01'`],
  ['security_deposits.own_next_on', `'2031-12-09'`, onDeposit(`own_next_step = 'Call', own_next_on = '2031-12-01'`)],
  ['deposit_settlements.deposit_id', `'${ids.otherDeposit}'`, settlement],
  ['deposit_settlements.settled_on', `'2031-08-21'`, settlement],
  ['deposit_settlements.cancelled_at', 'now()', settlement],
  ['refund_requests.deleted_at', 'now()', requests + item],
  ['refund_requests.state', `'WITHDRAWN'`, requests + item],
  ['refund_requests.sent_on', `'2031-08-05'`, requests + item],
  ['refund_request_items.deleted_at', 'now()', requests + item],
  ['refund_request_items.request_id', `'${ids.draftRequest}'`, requests + item],
  ['refund_request_items.deposit_id', `'${ids.otherDeposit}'`, requests + item],
  ['notes.deleted_at', 'now()', requests + item + note],
  ['notes.kind', `'NOTE'`, requests + item + note],
  ['notes.happened_on', `'2031-08-12'`, requests + item + note],
  ['release_rules.deleted_at', 'now()'],
  ['release_rules.purpose', `'RETENTION'`],
  ['release_rules.outcome', `'NOT_WON'`],
  ['release_rules.basis', `'RESULT'`],
  ['release_rules.days', '45'],
  // What a settled deposit was due by is kept too.
  ['release_rules.days', '45', onDeposit('received_amount = amount')],
  ['deposit_settings.deleted_at', 'now()'],
  ['deposit_settings.follow_up_days', `'{12}'`, requests + item],
  ['deposit_settings.limitation_years', '4'],
  ['deposit_exemptions.deleted_at', 'now()'],
  ['deposit_exemptions.contract_id', `'${ids.otherContract}'`],
  ['deposit_exemptions.purpose', `'RETENTION'`, underway],
  ['deposit_exemptions.state', `'REFUSED'`],
  ['deposit_exemptions.valid_until', `'2032-02-02'`],
  ['instruments.deleted_at', 'now()'],
  ['instruments.state', `'RETURNED'`],
  ['instruments.expires_on', `'2032-01-30'`],
  ['instruments.claim_until', `'2032-06-30'`, `update instruments set state = 'LODGED';`],
  ['instruments.matures_on', `'2032-06-30'`, `update instruments set kind = 'FDR', expires_on = null;`],
  ['instruments.stale_on', `'2031-07-01'`, `update instruments set kind = 'DD', expires_on = null;`],
  ['instrument_events.instrument_id', `'${ids.otherInstrument}'`, claimed],
  ['instrument_events.kind', `'STAYED'`, claimed],
  ['instrument_events.happened_on', `'2031-11-11'`, claimed],
  ['bank_facilities.deleted_at', 'now()'],
  ['bank_facilities.is_active', 'false'],
  ['bank_facilities.review_on', `'2031-09-09'`],
  ['bg_plans.deleted_at', 'now()'],
  [
    'bg_plans.contract_id',
    `'${ids.otherContract}'`,
    `update contracts set status = 'REJECTED' where id = '${ids.otherContract}';`,
  ],
  ['bg_plans.state', `'DROPPED'`],
  ['bg_plans.needed_on', `'2031-10-09'`],
  ['bg_plans.until_on', `'2032-10-09'`],
  // The database refuses to delete a project with tasks.
  ['projects.deleted_at', 'now()', 'update tasks set deleted_at = now();'],
  ['projects.contract_id', `'${ids.contract}'`, underway],
  ['projects.contract_id', 'null', ofProject],
  ['projects.status', `'COMPLETED'`],
  ['projects.extension_date', `'2033-10-10'`],
  ['projects.extension_date', `'2033-10-10'`, ofProject],
  ['projects.given_end_date', `'2033-10-10'`],
  ['projects.given_end_date', `'2033-10-10'`, ofProject],
  ['tasks.deleted_at', 'now()'],
  ['tasks.project_id', `'${ids.otherProject}'`],
  ['tasks.sub_tasks', '1'],
  ['tasks.status', `'COMPLETED'`],
  ['tasks.given_end_date', `'2032-03-03'`],
  ['tasks.assigned_to', `'${ids.ravi}'`],
  ['tasks.review_requested_at', `'2031-01-08 20:00Z'`, underReview],
  ['general_tasks.deleted_at', 'now()'],
  ['general_tasks.state', `'DONE'`],
  ['general_tasks.due_on', `'2031-11-11'`],
  ['general_tasks.assignee_id', `'${ids.ravi}'`],
  ['documents.deleted_at', 'now()'],
  ['documents.valid_until', `'2031-11-11'`],
  ['holidays.deleted_at', 'now()', holiday],
  ['holidays.on_day', `'2031-07-23'`, holiday],
  ['holidays.closed', `'BANKS'`, holiday],
  ['company_settings.deleted_at', 'now()'],
  ['company_settings.weekly_off', `'{2}'`],
  ['company_settings.saturdays_off', `'{2}'`],
  ['users.deleted_at', 'now()'],
  ['users.is_active', 'false'],
  ['tenants.time_zone', `'Europe/London'`, underReview],
  [
    'tenants.time_zone',
    `'Europe/London'`,
    `${noRule} ${onDeposit(`deposit_submitted_date = null, created_at = '2031-01-01 20:00Z'`)}`,
  ],
]

/** Columns that change together with others. */
const together: Record<string, string> = {
  'security_deposits.open_amount': 'received_amount = amount',
  'documents.entity_type': `entity_type = 'TASK', project_id = null, task_id = '${ids.task}'`,
}

async function expectWritten(act: () => Promise<unknown>): Promise<void> {
  const before = await storedDeadlines(admin)
  await act()
  const after = await storedDeadlines(admin)
  expect(after.differences).toEqual([])
  expect([after.rows, after.states]).not.toEqual([before.rows, before.states])
}

const update = (table: string, values: string) =>
  admin.query(`update ${table} set ${values} where id = '${changedRecord[table]}'`)

describe('a change of a column that deadlines depend on writes them', () => {
  test.each(changes)('%s becomes %s', async (column, value, ofCase = '') => {
    const [table = '', name = ''] = column.split('.')
    await admin.query(ofCase)
    await expectWritten(() => update(table, `${name} = ${value}`))
  })

  test.each(Object.entries(together))('%s', async (column, values) => {
    await expectWritten(() => update(column.split('.')[0] ?? '', values))
  })
})

/** The columns of which a trigger notes changes. */
async function watchedColumns(): Promise<string[]> {
  const { rows } = await admin.query<{ table: string; prosrc: string }>(
    `select substr(proname, 19) as table, prosrc from pg_proc where proname like 'note\\_deadlines\\_of\\_%'`,
  )
  const watched = rows.flatMap(({ table, prosrc }) => {
    const [, columns = ''] = /row\((n\.[^)]*)\) is distinct from/.exec(prosrc) ?? []
    return columns.split(', ').map((column) => column.replace(/^n\./, `${table}.`))
  })
  return [...watched, 'tenants.time_zone'].toSorted()
}

test('every watched column has a case above', async () => {
  const covered = new Set([...changes.map(([column]) => column), ...Object.keys(together)])
  expect([...covered].toSorted()).toEqual(await watchedColumns())
})

/** The columns that the views of deadlines read, and what the writing of rows reads beside them, through views and functions. */
const readByDeadlines = `with recursive used (class, oid) as (
    select 'pg_class'::regclass::oid, c.oid from pg_class c where c.relkind = 'v' and (c.relname = 'computed_deposit_states'
      or c.relname in (select lower(type) || '_deadlines' from unnest(app.deadline_types()) type))
    union select 'pg_proc'::regclass::oid, p.oid from pg_proc p
      where p.pronamespace = 'app'::regnamespace and p.proname in ('act_days', 'first_active')
    union select d.refclassid, d.refobjid from used
      left join pg_rewrite r on used.class = 'pg_class'::regclass and r.ev_class = used.oid
      join pg_depend d on d.classid = case when r.oid is null then used.class else 'pg_rewrite'::regclass end
        and d.objid = coalesce(r.oid, used.oid) and d.refclassid in ('pg_class'::regclass, 'pg_proc'::regclass))
  select distinct c.relname || '.' || a.attname as name from used
    left join pg_rewrite r on used.class = 'pg_class'::regclass and r.ev_class = used.oid
    join pg_depend d on d.classid = case when r.oid is null then used.class else 'pg_rewrite'::regclass end
      and d.objid = coalesce(r.oid, used.oid) and d.refclassid = 'pg_class'::regclass
    join pg_class c on c.oid = d.refobjid and c.relkind in ('r', 'p') and c.relname <> 'deposit_states'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid and a.attnum > 0
  where used.class = 'pg_proc'::regclass or r.oid is not null
  order by 1`

/** Columns that the views read and whose changes no trigger needs to note, beside those that never change. */
const unwatched: Record<string, string> = {
  'company_settings.day_ends_at': 'moves no deadline',
  'company_settings.day_starts_at': 'moves no deadline',
  'deposit_settings.interest_percent': 'moves no deadline',
  'deposit_settings.request_prefix': 'moves no deadline',
  'notes.record_id': 'the database refuses to move a note to another record',
  'refund_requests.number': 'shown with a deposit',
  'release_rules.is_sure': 'shown with a deposit',
  'release_rules.source': 'shown with a deposit',
  'status_changes.changed_at': 'a status is never changed in the history, and is watched in its record',
  'status_changes.record_id': 'likewise',
  'status_changes.record_type': 'likewise',
}
const neverChanges = /\.(id|tenant_id|created_at|created_by)$/

test('every column that deadlines depend on is watched, or on the list of columns that need not be', async () => {
  const { rows } = await admin.query<{ name: string }>(readByDeadlines)
  const watched = await watchedColumns()
  const others = rows.map(({ name }) => name).filter((name) => !watched.includes(name) && !neverChanges.test(name))
  expect(others).toEqual(Object.keys(unwatched).toSorted())
})

/** Records whose insertion writes deadlines of others, and what the records are before. */
const insertions: [what: string, insert: string, ofCase?: string][] = [
  [
    'terms of a contract',
    `insert into contract_terms (contract_id, agreement_days) values ('${ids.otherContract}', 20)`,
  ],
  [
    'a performance security',
    `insert into security_deposits (contract_id, deposit_type, instrument_no, amount, purpose, deposit_submitted_date)
      values ('${ids.contract}', 'PS', 'DD 1', 100, 'PERFORMANCE_SECURITY', '2031-07-10')`,
    onDeposit(`release_basis = 'SECURITY_LODGED'`),
  ],
  ['a settlement', settlement],
  ['a deposit asked for', item, requests],
  ['a note', note, requests + item],
  [
    'a release rule',
    `insert into release_rules (purpose, outcome, basis) values ('SECURITY_DEPOSIT', 'WON', 'RESULT')`,
  ],
  ['an event of an instrument', event, `update instruments set state = 'CLAIMED'`],
  [
    'a project of a contract',
    `insert into projects (contract_id, project_name) values ('${ids.contract}', 'Bridge')`,
    underway,
  ],
  ['a holiday', holiday],
  [
    'settings of the company',
    `insert into company_settings (weekly_off, saturdays_off) values ('{2}', '{}')`,
    'update company_settings set deleted_at = now()',
  ],
  [
    'settings of deposits',
    `insert into deposit_settings (follow_up_days, limitation_years, interest_percent, request_prefix) values ('{1}', 9, 12, 'RR')`,
    'update deposit_settings set deleted_at = now()',
  ],
]

test.each(insertions)('the insertion of %s writes the deadlines that depend on it', async (_, insert, ofCase = '') => {
  await admin.query(ofCase)
  await expectWritten(() => admin.query(insert))
})

describe('the rows of deadlines', () => {
  test('cover every type of record', async () => {
    const { rows, differences } = await storedDeadlines(admin)
    const types = await admin.query('select unnest(app.deadline_types()) as type order by 1')
    expect([...new Set(rows.map((row) => row.record_type))].toSorted()).toEqual(types.rows.map(({ type }) => type))
    expect(differences).toEqual([])
  })

  test('follow a statement of the superuser without a company in force, and leave none in force', async () => {
    const before = await storedDeadlines(admin)
    await enterCompany(admin, '')
    await update('contract_terms', 'agreement_days = 25')
    await admin.query('set constraints all immediate')
    expect((await admin.query(`select current_setting('app.tenant_id') as company`)).rows).toEqual([{ company: '' }])
    const after = await storedDeadlines(admin)
    expect(after.differences).toEqual([])
    expect(after.rows).not.toEqual(before.rows)
  })

  test('do not follow what a savepoint took back, and follow what came after it', async () => {
    const before = await storedDeadlines(admin)
    await admin.query('savepoint before_change')
    await update('contract_terms', 'agreement_days = 25')
    await admin.query('rollback to before_change')
    expect((await admin.query('select from deadline_changes')).rowCount).toBe(0)
    expect(await storedDeadlines(admin)).toEqual(before)
    await expectWritten(() => update('contracts', `awarded_date = '2031-07-20'`))
  })

  test.each(['update bank_facilities set deleted_at = now()', 'delete from bank_facilities'])(
    'have none of a record that one transaction inserts and removes: %s',
    async (remove) => {
      const before = await storedDeadlines(admin)
      const { rows } = await admin.query(
        `insert into bank_facilities (bank, name, limit_amount, review_on) values ('SBI', 'Second', 9000, '2031-09-09') returning id`,
      )
      await admin.query(`${remove} where id = $1`, [rows[0].id])
      expect(await storedDeadlines(admin)).toEqual(before)
    },
  )
})
