import type pg from 'pg'
import { rolesHere } from '../../kernel/db/role-names.ts'

const uuid = (nth: number) => `0c000000-0000-4000-8000-${String(nth).padStart(12, '0')}`

/** The records below; `other…` is a second one, to which a reference can be moved. */
export const ids = {
  company: uuid(1),
  asha: uuid(2),
  ravi: uuid(3),
  contract: uuid(10),
  otherContract: uuid(11),
  terms: uuid(12),
  deposit: uuid(20),
  otherDeposit: uuid(21),
  settlement: uuid(22),
  request: uuid(23),
  draftRequest: uuid(24),
  item: uuid(25),
  note: uuid(26),
  rule: uuid(27),
  settings: uuid(28),
  exemption: uuid(29),
  instrument: uuid(30),
  event: uuid(31),
  otherInstrument: uuid(34),
  facility: uuid(32),
  plan: uuid(33),
  project: uuid(40),
  otherProject: uuid(41),
  task: uuid(42),
  generalTask: uuid(43),
  document: uuid(44),
  office: uuid(45),
  holiday: uuid(50),
  companySettings: uuid(51),
}

/** Records of a company with deadlines of every type. */
const records = `
  insert into tenants (id, name, subdomain, schema_name) values ('${ids.company}', 'Rows', 'rows', 'rows');
  insert into offices (id, department, name) values ('${ids.office}', 'Roads', 'Division');
  insert into users (id, username, email) values ('${ids.asha}', 'Asha', 'asha@rows.example'), ('${ids.ravi}', 'Ravi', 'ravi@rows.example');
  insert into company_settings (id, weekly_off, saturdays_off) values ('${ids.companySettings}', '{7}', '{}');
  insert into deposit_settings (id, follow_up_days, limitation_years, interest_percent, request_prefix)
    values ('${ids.settings}', '{10,20}', 5, 12, 'RR');
  insert into release_rules (id, purpose, outcome, basis, days) values ('${ids.rule}', 'SECURITY_DEPOSIT', 'ANY', 'AWARD', 30);
  insert into contracts (id, contract_name, status, closing_date, result_date, awarded_date, given_end_date, created_by) values
    ('${ids.contract}', 'Bridge', 'AWARDED', '2031-05-07', '2031-06-04', '2031-07-02', '2033-07-01', '${ids.ravi}'),
    ('${ids.otherContract}', 'Culvert', 'AWARDED', '2031-05-08', '2031-06-05', '2031-07-03', '2033-08-01', '${ids.asha}');
  insert into contract_terms (id, contract_id, owner_id, bid_validity_days, ps_days, agreement_days, dlp_months)
    values ('${ids.terms}', '${ids.contract}', '${ids.asha}', 90, 15, 20, 12);
  insert into instruments (id, kind, number, amount, state, issued_on, expires_on, created_by)
    values ('${ids.instrument}', 'BG', 'BG/1', 1000, 'ISSUED', '2031-04-01', '2031-12-31', '${ids.ravi}'),
      ('${ids.otherInstrument}', 'BG', 'BG/2', 1000, 'CLAIMED', '2031-04-02', '2031-12-30', '${ids.asha}');
  insert into security_deposits (id, contract_id, deposit_type, instrument_no, amount, purpose, deposit_submitted_date, instrument_id, created_by)
  values ('${ids.deposit}', '${ids.contract}', 'SD', 'BG/1', 1000, 'SECURITY_DEPOSIT', '2031-04-01', '${ids.instrument}', '${ids.ravi}'),
    ('${ids.otherDeposit}', '${ids.contract}', 'Retention', 'Bill 1', 500, 'RETENTION', '2031-04-02', null, '${ids.ravi}');
  insert into deposit_exemptions (id, contract_id, purpose, ground, valid_until, created_by)
    values ('${ids.exemption}', '${ids.contract}', 'EMD', 'NSIC', '2032-01-10', '${ids.ravi}');
  insert into bank_facilities (id, bank, limit_amount, review_on, created_by) values ('${ids.facility}', 'SBI', 9000, '2031-09-01', '${ids.asha}');
  insert into bg_plans (id, contract_id, facility_id, purpose, amount, needed_on, until_on, created_by)
    values ('${ids.plan}', '${ids.contract}', '${ids.facility}', 'RETENTION', 100, '2031-10-01', '2032-10-01', '${ids.asha}');
  insert into projects (id, project_name, status, given_end_date, created_by) values
    ('${ids.project}', 'Bridge', 'IN_PROGRESS', '2033-09-01', '${ids.asha}'), ('${ids.otherProject}', 'Canal', 'IN_PROGRESS', null, '${ids.ravi}');
  insert into tasks (id, project_id, position, title, status, given_end_date, assigned_to)
    values ('${ids.task}', '${ids.project}', 1, 'Piers', 'PLANNED', '2032-03-01', null);
  insert into general_tasks (id, title, due_on, assignee_id) values ('${ids.generalTask}', 'Renew', '2031-11-03', '${ids.asha}');
  insert into documents (id, entity_type, project_id, file_name, file_type, size, sha256, doc_type, has_pictures, valid_until, created_by)
    values ('${ids.document}', 'PROJECT', '${ids.project}', 'policy.pdf', 'application/pdf', 1, sha256('x'), 'Policy', false, '2031-11-04', '${ids.asha}');`

/** What only some cases have, because it hides other dependencies. */
export const settlement = `insert into deposit_settlements (id, deposit_id, kind, amount, settled_on)
  values ('${ids.settlement}', '${ids.deposit}', 'RECEIVED', 1, '2031-08-20');`
const letter = `'${ids.office}', 'Refund', 'Refund', '2031-08-01'`
export const requests = `insert into refund_requests (id, number, office_id, subject, body, letter_on, state, sent_on) values
    ('${ids.request}', 'RR/1', ${letter}, 'SENT', '2031-08-01'), ('${ids.draftRequest}', 'RR/2', ${letter}, 'DRAFT', null);`
export const item = `insert into refund_request_items (id, request_id, deposit_id, amount)
  values ('${ids.item}', '${ids.request}', '${ids.deposit}', 10);`
export const note = `insert into notes (id, deposit_id, kind, text, happened_on)
  values ('${ids.note}', '${ids.deposit}', 'CALL', 'Next week', '2031-08-11');`
export const event = `insert into instrument_events (id, instrument_id, kind, happened_on, from_state, to_state)
  values ('${ids.event}', '${ids.instrument}', 'CLAIM_LODGED', '2031-11-10', 'ISSUED', 'CLAIMED');`
/** On a day by which an agreement must be signed. */
export const holiday = `insert into holidays (id, on_day, name, closed) values ('${ids.holiday}', '2031-07-22', 'Founding day', 'COMPANY');`

/** The tables on whose changes deadlines depend. */
export async function followedTables(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'deadlines_change' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Keeps of the triggers of the tables only those that deadlines need, so that a statement changes one column and nothing else. Belongs to
 * a database of the suite's own, for all its tests.
 */
export async function keepOnlyDeadlineTriggers(admin: pg.Client): Promise<void> {
  for (const table of await followedTables(admin)) {
    const begin = table === 'tenants' ? '' : `alter table ${table} enable trigger deadlines_begin;`
    await admin.query(
      `alter table ${table} disable trigger user; ${begin} alter table ${table} enable trigger deadlines_change`,
    )
  }
}

/** Puts the company in force until the end of the transaction. */
export const enterCompany = (admin: pg.Client, id = ids.company) =>
  admin.query(`select set_config('app.tenant_id', $1, true)`, [id])

export async function storeRecords(admin: pg.Client): Promise<void> {
  await admin.query('begin')
  await enterCompany(admin)
  await admin.query(records)
  await admin.query('commit')
}

/** The stored deadlines and states of deposits of the company, and those that differ from what its records say. */
export async function storedDeadlines(admin: pg.Client) {
  const { app } = await rolesHere(admin)
  await admin.query(
    `set constraints all immediate; select set_config('app.tenant_id', '${ids.company}', true); set local role ${app}`,
  )
  const rows = (await admin.query('select * from deadlines order by record_id, kind')).rows
  const states = (await admin.query('select * from deposit_states order by deposit_id')).rows
  // Planned once for all cases.
  const differences = [
    ...(await admin.query({ name: 'differences', text: 'select * from app.deadline_differences()' })).rows,
    ...(await admin.query({ name: 'states', text: 'select * from app.deposit_state_differences()' })).rows,
  ]
  await admin.query('reset role; set constraints all deferred')
  return { rows, states, differences }
}
