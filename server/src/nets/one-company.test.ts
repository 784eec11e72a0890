import { endpoints } from '@plinth/api'
import { getSession } from '@plinth/api/access/auth'
import { createRole } from '@plinth/api/access/roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rolesHere } from '../kernel/db/role-names.ts'
import { tokens } from '../kernel/secrets/tokens.ts'
import { adminClient, newId, noteStatements, type SentStatement, testSecret } from '../kernel/testing/databases.ts'
import { sealTrails } from '../platform/audit-trail/seals.queries.ts'
import { sendPending } from '../reminders/notifications/sending.queries.ts'
import { sweepsOf } from '../sweeps.ts'
import { graphOf, inputFor, newRecord, segments } from '../testing/test-graph.ts'
import type { Graph } from '../testing/test-inputs.ts'
import { newCompany, operatorCompany, startTestServer, type TestServer } from '../testing/test-server.ts'

/**
 * Each statement of the server concerns one company, or is on a short list with its reason. `docs/scaling.md` builds on
 * this, since companies can then live in databases of their own. Every call is made once and PostgreSQL's own plan of
 * each statement is read: it must reach every table of companies by the company's id.
 */

/** Functions called outside any company, or for all of them. */
const outsideCalls = {
  'app.operator_tenant': 'the first start, once',
  'app.count_attempt': 'failed sign-ins are counted before the company is known',
  'app.find_login': 'signing in finds the company by its name',
  'app.try_device': 'of the company that signing in has just found',
  'app.locked_until': 'as app.count_attempt',
  'app.search_tenant_names': 'the sign-in page finds it by a part of its name',
  'app.keep_contact_message': 'a visitor is of no company',
  'app.reach_across': 'an operator looks over the companies: `acrossTenants`',
  'app.time_zone': 'how an operator sees the days of what they look over: by their own company',
  'app.tenant_id': 'whose export it is that an operator makes of the companies: that of their own',
  'app.audit_to_seal': 'which companies have something to seal; each is sealed by itself',
  'app.documents_to_sweep': 'which companies have something to sweep; each is swept by itself',
  'app.pictures_waiting': 'which companies have pictures to be drawn; each is drawn within its own',
  'app.happenings_waiting': 'which companies have something to tell; each is told within its own',
  'app.companies_with_old_happenings': 'as app.documents_to_sweep',
  'app.companies_with_old_keys': 'the same',
  'app.companies_with_old_sessions': 'the same',
  'app.companies_with_old_mails': 'the same',
  'app.companies_with_old_site_changes': 'the same',
  'app.companies_with_old_words': 'the same',
  'app.companies_with_old_firings': 'the same',
  'app.sweep_sessions': 'one company, named',
  'app.sweep_login_attempts': 'failed sign-ins are of no company',
  'app.sweep_contact_messages': 'a visitor is of no company',
  'app.seal_audit': 'one company, named',
  'app.sign_audit_seal': 'one company, named',
}
/** The tables that operators' calls over all companies read, and the lists that belong to no company. */
const outsideTables = ['contact_messages', 'modules', 'roles', 'tenants', 'user_roles', 'users']

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
let sent: Map<string, SentStatement>

beforeAll(async () => {
  // Migrations run as the administrator, and are not sent by the server.
  server = await startTestServer({ alone: true })
  const noting = noteStatements()
  const company = await newCompany(server)
  const operators = await operatorCompany(server)
  const maker = { owner: await company.as(), operator: await operators.as() }
  const graph = await graphOf(maker)
  const fresh = async (segment: string | undefined): Promise<Graph> =>
    segment === undefined ? graph : { ...graph, [segment]: await newRecord(segment, maker, graph) }
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const target = endpoint.method === 'DELETE' ? await fresh(segments(endpoint).at(-1)?.segment) : graph
    const callers = endpoint.scope === 'platform' ? Object.values(maker) : [maker.owner]
    for (const by of callers) await by.sendCall(endpoint, inputFor(name, endpoint, target))
    // Some calls end the session they are made in.
    if ((await maker.owner.sendCall(getSession, {})).status === 401) maker.owner = await company.as()
    if ((await maker.operator.sendCall(getSession, {})).status === 401) maker.operator = await operators.as()
  }
  await sealTrails(server.door, tokens(testSecret))
  const key = { 'idempotency-key': newId() }
  for (let callCount = 0; callCount < 2; callCount += 1)
    await maker.owner.ok(createRole, { body: { name: 'Sent twice' } }, key)
  noting.stop()
  admin = await adminClient(server.admin ?? {})
  await admin.query(`update idempotency_keys set created_at = now() - interval '2 days';
    update site_changes set created_at = now() - interval '100 days';
    insert into notifications (tenant_id, user_id, reason, kind, level, told_key, created_at)
      select tenant_id, id, 'SUMMARY', 'DUTIES', 'INFO', 'summary', now() - interval '2 years' from users;
    insert into reminder_firings (tenant_id, record_id, kind, due_on, rule_id, stage, stage_on)
      select id, id, 'COMPLETION', '2020-01-01', id, 'S0', '2020-01-01' from tenants;
    update sessions set expires_at = now() - interval '1 minute'`)
  await admin.query(
    `insert into happenings (tenant_id, kind, actor_id, record_type, people) values ($1, 'TASK_GIVEN', $2, 'TASK', array[$3::uuid])`,
    [company.id, newId(), maker.owner.userId],
  )
  const sweeping = noteStatements()
  for (const { sweep } of sweepsOf({ door: server.door, storage: server.storage, letters: server.storage.arrivals }))
    await sweep({ now: Date.now(), isStopping: () => false })
  await sendPending(server.door)
  sweeping.stop()
  sent = new Map([...noting.sent, ...sweeping.sent])
}, 120_000)
afterAll(async () => {
  await admin.end()
  await server.stop()
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
  'One-Time Filter'?: string
  'Index Cond'?: string
  Filter?: string
  'Recheck Cond'?: string
  'Hash Cond'?: string
  'Join Filter'?: string
}

/** The generic plan of a statement; nothing is run. */
async function planOf(text: string): Promise<Plan> {
  const { rows } = await admin.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (generic_plan, format json, verbose) ${text}`,
  )
  const [row] = rows
  if (!row) throw new Error('no plan')
  return row['QUERY PLAN'][0].Plan
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const conditions = ['Index Cond', 'Filter', 'Recheck Cond', 'Hash Cond', 'Join Filter'] as const

/** app.tenant_id(), as PostgreSQL expands it. */
const ownCompany = /\(NULLIF\(current_setting\('app\.tenant_id'/

/** The scans that could reach another company's rows. */
function wideScans(plan: Plan, ofCompanies: ReadonlySet<string>): string[] {
  const scans = nodesOf(plan).filter((node) => node['Relation Name'] && node['Node Type'].includes('Scan'))
  return scans.flatMap((scan) => {
    const table = scan['Relation Name'] ?? ''
    if (!ofCompanies.has(table)) return []
    const key = table === 'tenants' ? 'id' : 'tenant_id'
    // Or by the company of a row that was itself reached this way.
    const isOwn = new RegExp(`\\b${key} = (${ownCompany.source}|\\w+\\.tenant_id\\b|\\w+\\.id\\b)`)
    const isReached = nodesOf(scan).some((node) => conditions.some((name) => isOwn.test(node[name] ?? '')))
    // A parameter that is compared with the company once, before anything is read.
    const isGated = nodesOf(plan).some((node) => ownCompany.test(node['One-Time Filter'] ?? ''))
    return isReached || isGated ? [] : [`${scan['Node Type']} of ${table}`]
  })
}

/** Excludes statements that begin or end a transaction, or only call a function. */
const isOwn = /^(select|insert|update|delete|with|declare)\b/i
const bodyOf = (text: string) => text.trim().replace(/^declare \w+ no scroll cursor for /i, '')
const isCallAlone = (text: string) => !/\bfrom\s+"?(?!app\.)\w|\bjoin\b|^\s*(insert|update|delete)/i.test(text)

/** Statements of functions and triggers, or parts of longer ones, by the index that exists for each. */
const earliest = (column: string) =>
  `select min(${column}) from tasks where tenant_id = $1 and above_id = $2 and deleted_at is null`
const latest = (column: string) => earliest(column).replace('min(', 'max(')
const documentsOf = (column: string) =>
  `select count(*) from documents where tenant_id = $1 and ${column} = $2 and deleted_at is null`
const inTheDatabase = {
  tasks_given_start: earliest('rolled_given_start'),
  tasks_given_end: latest('rolled_given_end'),
  tasks_actual_start: earliest('rolled_actual_start'),
  tasks_actual_end: latest('rolled_actual_end'),
  documents_of_contract: documentsOf('contract_id'),
  documents_of_project: documentsOf('project_id'),
  documents_of_task: documentsOf('task_id'),
  documents_of_sheet: documentsOf('measurement_sheet_id'),
  documents_expiring: `select id from documents where tenant_id = $1 and deleted_at is null and valid_until = $2`,
  documents_newest: `select id from documents where tenant_id = $1 and deleted_at is null order by id limit 500`,
  documents_to_erase: `select id from documents where tenant_id = $1 and deleted_at is not null and not is_erased limit 1000`,
  contact_messages_due: `select id from contact_messages where next_attempt_at <= clock_timestamp() order by next_attempt_at limit 1`,
  contact_messages_not_mailed: `select count(*), min(created_at) from contact_messages where mailed_at is null`,
  contact_messages_by_mailing: `select id from contact_messages where mailed_at < $1 order by mailed_at limit 1000`,
  sign_in_letters_due: `select id from sign_in_letters where next_attempt_at <= clock_timestamp() order by next_attempt_at limit 1`,
  sign_in_letters_by_age: `select id from sign_in_letters where created_at < $1 order by created_at limit 1000`,
  sign_in_letters_about: `select id from sign_in_letters where about_id = $1 and kind = 'LINK' and mailed_at is null`,
  sign_in_letters_of_company: `select id from sign_in_letters where company_id = $1 for key share`,
  mails_due: `select id from mails where tenant_id = $1 and next_attempt_at <= clock_timestamp() order by next_attempt_at limit 1`,
  mails_by_age: `select id from mails where tenant_id = $1 and due_at < $2 order by due_at limit 1000`,
  notifications_at_once: `select id from notifications where tenant_id = $1 and at_once and told_on >= $2`,
  password_links_by_end: `select id from password_links where tenant_id = $1 and expires_at < $2 order by expires_at limit 1000`,
  login_attempts_by_end: `select key from login_attempts where window_ends_at <= now() order by window_ends_at limit 1000`,
  sessions_by_end: `select id from sessions where tenant_id = $1 and expires_at < now() limit 1000`,
  contact_messages_newest: `select id from contact_messages where deleted_at is null order by created_at desc, id desc limit 10`,
  audit_entries_not_sealed: `select id from audit_entries where tenant_id = $1 and seal is null order by id limit 100`,
  audit_entries_by_seal: `select count(*) from audit_entries where tenant_id = $1 and seal = $2`,
  contracts_newest: `select id from contracts where tenant_id = $1 and deleted_at is null order by created_at desc, id desc limit 10`,
  audit_entries_of_record: `select id from audit_entries where tenant_id = $1 and record_id = $2 order by id desc`,
  document_uploads_by_age: `select id from document_uploads where tenant_id = $1 and seen_at < $2 limit 1000`,
  pictures_due_next: `select id from pictures_due where tenant_id = $1 and due_at <= clock_timestamp() order by due_at, id limit 1`,
  general_tasks_open: `select id from general_tasks where tenant_id = $1 and deleted_at is null and state in ('OPEN', 'DOING') and due_on = $2`,
  general_tasks_of_record: `select id from general_tasks where tenant_id = $1 and deleted_at is null and record_id = $2`,
  schedule_items_below: `select count(*) from schedule_items where tenant_id = $1 and parent_id = $2 and deleted_at is null`,
  sites_of_project: `select id from sites where tenant_id = $1 and deleted_at is null and project_id = $2`,
  tasks_assigned: `select id from tasks where tenant_id = $1 and deleted_at is null and assigned_to = $2`,
}

describe('every statement of the server', () => {
  test('inside a company reaches its rows by the id of that company, as PostgreSQL plans it', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (a.attname = 'tenant_id' or c.relname = 'tenants')`,
    )
    const ofCompanies = new Set(rows.map(({ name }) => name))
    expect(ofCompanies.size).toBeGreaterThan(20)
    const own = [...sent.values()].filter(({ text, company }) => company && isOwn.test(text.trim()))
    const planned = own.map(({ text }) => bodyOf(text)).filter((text) => !isCallAlone(text))
    expect(planned.length).toBeGreaterThan(100)
    await admin.query(
      `set role ${(await rolesHere(admin)).app}; select set_config('app.tenant_id', gen_random_uuid()::text, false)`,
    )
    const wide: string[] = []
    for (const text of planned)
      for (const scan of wideScans(await planOf(text), ofCompanies)) wide.push(`${scan}: ${text}`)
    await admin.query('reset role')
    expect(wide).toEqual([])
  })

  test('accounts for every index, so that only unique ones serve no statement', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'public'::regnamespace and not i.indisunique`,
    )
    const used = new Set<string>()
    // As in a large installation: with a few rows, one index is as good as another.
    await admin.query(`begin; set local enable_seqscan = off;
      select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', 1, 'reltuples', 1000000::real)
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
    const own = [...sent.values()].map(({ text }) => bodyOf(text)).filter((text) => isOwn.test(text))
    const texts = [...own.filter((text) => !isCallAlone(text)), ...Object.values(inTheDatabase)]
    for (const text of texts)
      for (const node of nodesOf(await planOf(text))) if (node['Index Name']) used.add(node['Index Name'])
    await admin.query('rollback')
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([])
  })

  test('outside any company is one of a few, each with its reason', () => {
    const outside = [...sent.values()].filter(({ text, company }) => !company && isOwn.test(text.trim()))
    const found = (pattern: RegExp) => [...new Set(outside.flatMap(({ text }) => text.match(pattern) ?? []))].toSorted()
    const functions = found(/app\.\w+(?=\()/g)
    expect(functions.filter((name) => !(name in outsideCalls))).toEqual([])
    // The last is the name that a search gives to the rows it has found.
    const tables = found(/(?<=\b(?:from|join|into|update) "?)(?!pg_|app\.|select\b|lateral\b|hits\b)[a-z_]+/gi)
    expect(tables.filter((name) => !outsideTables.includes(name))).toEqual([])
  })
})
