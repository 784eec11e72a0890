import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAccountSessions } from '@plinth/api/access/account'
import { getSignInState } from '@plinth/api/access/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tablesIn } from '../kernel/db/tables.ts'
import { openSweeper, type Round } from '../kernel/jobs/sweeper.ts'
import { adminClient, newId } from '../kernel/testing/databases.ts'
import { sweepsOf } from '../sweeps.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../testing/test-server.ts'

/** Tables that grow every day, and what limits them. On its own database: a sweep covers every company. */

/**
 * By table: the sweep that deletes its rows, or why they stay. Records, which have `app.keep_stamps` and are only
 * marked as deleted, need no line.
 */
const growth: Record<string, { sweep: string } | string> = {
  access_versions: 'one row of each company',
  audit_entries: 'evidence, as long as there is the company; what it tells of is written by people of the company',
  audit_seals: 'evidence, as the entries are',
  audit_takeovers: 'evidence, as the entries are: by company one at a time, when the session secret was replaced',
  bill_items: 'one row of each item of a bill, claimed and passed',
  bill_lines: 'one row of each head of a bill, claimed and passed',
  bill_sheets: 'one row of each sheet that is in a bill',
  contact_messages: { sweep: 'contact_messages' },
  contract_figures: 'rows are folded as more are appended',
  contract_import_failures: 'those of the newest uploads of a company alone',
  contract_imports: 'one row of each upload, which its contracts name',
  deadline_changes: 'each transaction removes its own',
  deadlines: 'rows follow from records, and go with them',
  deposit_figures: 'rows are folded as more are appended',
  deposit_states: 'rows follow from records, and go with them',
  document_uploads: { sweep: 'documents' },
  happenings: { sweep: 'happenings' },
  idempotency_keys: { sweep: 'idempotency_keys' },
  item_totals: 'one row of each item that was measured',
  known_devices: 'twenty of each person, the latest',
  list_columns: 'one row of each person and list',
  list_view_shares: 'fifty of each saved view at most',
  list_views: 'fifty of each person and list at most',
  login_attempts: { sweep: 'login_attempts' },
  mail_starts: 'one row of each company',
  mails: { sweep: 'mails' },
  notification_settings: 'one row of each person',
  notifications: { sweep: 'notifications' },
  password_links: { sweep: 'password_links' },
  pictures_due: 'gone with the last attempt to draw: a few hundred of each company at most',
  profile_images: 'one row of each person',
  reminder_firings: { sweep: 'reminder_firings' },
  reminder_runs: 'one row of each company',
  role_permissions: 'one row of each role and module',
  rules: 'as many as releases ship',
  second_factors: 'one row of each person',
  sessions: { sweep: 'sessions' },
  sign_in_letters: { sweep: 'sign_in_letters' },
  site_changes: { sweep: 'site_changes' },
  status_changes: 'the history of records',
  user_passwords: 'one row of each person',
  user_roles: 'made by administrators',
  watchers: 'two hundred of each record at most',
}
const sweptTables = Object.entries(growth).flatMap(([table, fate]) =>
  typeof fate === 'string' ? [] : [{ table, sweep: fate.sweep }],
)
/** Mails stay for a year, submissions of phones and notifications for months, so a backup has them. */
const keptForLong = ['contact_messages', 'notifications', 'reminder_firings', 'site_changes']

const folder = mkdtempSync(join(tmpdir(), 'plinth-sweeps-'))
const letters = join(folder, 'mail')
let server: TestServer
let company: Company
let person: Awaited<ReturnType<Company['as']>>
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  company = await newCompany(server)
  person = await company.as()
  admin = await adminClient(server.admin ?? {})
})
afterAll(async () => {
  await admin.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const sweeps = () => sweepsOf({ door: server.door, storage: server.storage, letters })
const now: Round = { now: Date.now(), isStopping: () => false }
/** Runs the sweep of this name; returns how many rows it deleted. */
async function runSweep(name: string, round = now): Promise<number> {
  const found = sweeps().find((sweep) => sweep.name === name)
  if (!found) throw new Error(`no sweep of ${name}`)
  return found.sweep(round)
}
const idsIn = async (table: string, id: string): Promise<string[]> =>
  (await admin.query(`select ${id}::text as id from ${table} order by 1`)).rows.map((row) => row.id)

/**
 * By swept table: the column that identifies rows, and a function that inserts one this many hours before its end and
 * returns its id.
 */
const rowsOf: Record<string, { id: string; insert: (hoursLeft: number) => Promise<string> }> = {
  login_attempts: {
    id: 'key',
    insert: (hours) =>
      inserted(
        `insert into login_attempts (key, attempts, window_ends_at) values ($1, 3, ${inHours(hours)}) returning key`,
        newId(),
      ),
  },
  idempotency_keys: {
    id: 'key',
    insert: (hours) =>
      inserted(
        `insert into idempotency_keys (tenant_id, user_id, key, asked, created_at)
        values ($1, $2, $3, sha256('asked'), ${inHours(hours - 24)}) returning key`,
        company.id,
        person.userId,
        newId(),
      ),
  },
  sessions: {
    id: 'id',
    insert: (hours) =>
      inserted(
        `insert into sessions (tenant_id, user_id, refresh_hash, ended_at, expires_at) values ($1, $2, '', now(), ${inHours(hours)}) returning id`,
        company.id,
        person.userId,
      ),
  },
  password_links: {
    id: 'id',
    insert: async (hours) => {
      const { userId } = await company.person({})
      return inserted(
        `insert into password_links (tenant_id, user_id, by_operator, expires_at)
        values ($1, $2, false, ${inHours(hours)}) returning id`,
        company.id,
        userId,
      )
    },
  },
  sign_in_letters: {
    id: 'id',
    insert: (hours) =>
      inserted(
        `insert into sign_in_letters (company_id, kind, recipient, about_id, about, created_at)
        values ($1, 'LET_IN', 'a@b.example', $2, 'A', ${inHours(hours - 30 * 24)}) returning id`,
        company.id,
        person.userId,
      ),
  },
  mails: {
    id: 'id',
    insert: (hours) =>
      inserted(
        `insert into mails (tenant_id, user_id, kind, slot, due_at) values ($1, $2, 'DIGEST', $3, ${inHours(hours - 30 * 24)}) returning id`,
        company.id,
        person.userId,
        newId(),
      ),
  },
  contact_messages: {
    id: 'id',
    insert: (hours) =>
      inserted(`insert into contact_messages (name, email, mobile, message, next_attempt_at, mailed_at)
        values ('A', 'a@b.example', '9876543210', 'A message', null, ${inHours(hours - 365 * 24)}) returning id`),
  },
  happenings: {
    id: 'id',
    insert: (hours) =>
      inserted(
        `insert into happenings (tenant_id, kind, actor_id, record_type, people, created_at)
        values ($1, 'TASK_GIVEN', $2, 'TASK', array[$2::uuid], ${inHours(hours - 7 * 24)}) returning id`,
        company.id,
        person.userId,
      ),
  },
  site_changes: {
    id: 'id',
    insert: (hours) =>
      inserted(
        `insert into site_changes (tenant_id, user_id, id, created_at) values ($1, $2, $3, ${inHours(hours - 90 * 24)}) returning id`,
        company.id,
        person.userId,
        newId(),
      ),
  },
  notifications: {
    id: 'id',
    insert: (hours) =>
      inserted(
        `insert into notifications (tenant_id, user_id, reason, kind, level, state, done_because, told_key, created_at)
        values ($1, $2, 'SUMMARY', 'DUTIES', 'INFO', 'DONE', 'PERSON', $3, ${inHours(hours - 90 * 24)}) returning id`,
        company.id,
        person.userId,
        newId(),
      ),
  },
  reminder_firings: {
    id: 'record_id',
    insert: (hours) =>
      inserted(
        `insert into reminder_firings (tenant_id, record_id, kind, due_on, rule_id, stage, stage_on)
        values ($1, $2, 'COMPLETION', '2020-01-01', $2, 'S0', current_date - 400 + ceil(${hours})::int * 3 - 1) returning record_id`,
        company.id,
        newId(),
      ),
  },
  document_uploads: {
    id: 'id',
    insert: (hours) =>
      inserted(
        `insert into document_uploads (tenant_id, entity_type, entity_id, file_name, size, doc_type, seen_at)
        values ($1, 'PAYMENT', $1, 'a.txt', 1, 'SUPPORT_DOC', ${inHours(hours - 1)}) returning id`,
        company.id,
      ),
  },
}
const inHours = (hours: number) => `now() + interval '${hours} hours'`
async function inserted(statement: string, ...values: unknown[]): Promise<string> {
  const { rows } = await admin.query(statement, values)
  return String(Object.values(rows[0])[0])
}

/** Every table, and whether its rows are records. */
const tables = async (): Promise<{ name: string; isOfRecords: boolean }[]> =>
  (
    await admin.query(`select c.relname as name,
      exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'a_stamp') as "isOfRecords"
      from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`)
  ).rows

describe('every table', () => {
  test('names the sweep of its rows, or why they stay, unless they are records', async () => {
    const isSwept = (name: string) => sweptTables.some(({ table }) => table === name)
    const due = (await tables()).filter(({ name, isOfRecords }) => !isOfRecords || isSwept(name))
    expect(Object.keys(growth)).toEqual(due.map(({ name }) => name))
    const names = sweeps().map(({ name }) => name)
    for (const { table, sweep } of sweptTables) expect(names, table).toContain(sweep)
    expect(Object.keys(rowsOf).toSorted()).toEqual(sweptTables.map(({ table }) => table).toSorted())
  })

  test('whose rows end within days is in no backup, and every other is', async () => {
    const backedUp = (await tablesIn(admin)).map(({ name }) => name.replace('public.', ''))
    const passing = sweptTables.flatMap(({ table }) => (keptForLong.includes(table) ? [] : [table]))
    expect(passing.length).toBeGreaterThan(3)
    const every = (await tables()).map(({ name }) => name)
    expect(backedUp).toEqual(every.filter((name) => !passing.includes(name)))
  })
})

describe.each(sweptTables)('$table', ({ table, sweep }) => {
  const row = (hoursLeft: number) => rowsOf[table]?.insert(hoursLeft) ?? Promise.reject(new Error(table))
  const ids = () => idsIn(table, rowsOf[table]?.id ?? '')
  beforeEach(async () => {
    if (table !== 'sessions') await admin.query(`delete from ${table}`)
  })

  test('keeps rows with time left, and loses those without', async () => {
    const [old, young] = [await row(-0.1), await row(0.5)]
    expect(await runSweep(sweep)).toBe(1)
    expect(await ids()).toContain(young)
    expect(await ids()).not.toContain(old)
    expect(await runSweep(sweep)).toBe(0)
  })

  test('is swept by several servers at once, each row once', async () => {
    for (let count = 0; count < 30; count += 1) await row(-1)
    const counts = await Promise.all(Array.from({ length: 4 }, () => runSweep(sweep)))
    const left = await runSweep(sweep)
    expect([...counts, left].reduce((sum, each) => sum + each, 0)).toBe(30)
  })

  test('is left to another server by one that is stopping', async () => {
    await row(-1)
    await runSweep(sweep, { ...now, isStopping: () => true })
    expect(await runSweep(sweep)).toBe(1)
  })
})

describe('a sweep of thousands of rows', () => {
  test('deletes all of them, in batches, without waiting for locked rows', async () => {
    await admin.query(`insert into login_attempts (key, attempts, window_ends_at)
      select 'name ' || n, 1, now() - interval '1 minute' from generate_series(1, 2500) n`)
    const holder = await adminClient(server.admin ?? {})
    await holder.query(`begin; select from login_attempts where key = 'name 7' for update`)
    expect(await runSweep('login_attempts')).toBe(2499)
    await holder.query('rollback')
    await holder.end()
    expect(await runSweep('login_attempts')).toBe(1)
  })
})

describe('a session that is swept', () => {
  test('leaves no entry in the trail, and its user still sees when they last signed in', async () => {
    const other = await company.as()
    const of = [company.id, other.userId]
    const before = `select id, created_at from sessions where tenant_id = $1 and user_id = $2`
    for (let count = 0; count < 2; count += 1)
      await admin.query(
        `insert into sessions (tenant_id, user_id, refresh_hash, ended_at, created_at, expires_at)
        values ($1, $2, '', now(), now() - interval '40 days', now() - interval '10 days')`,
        of,
      )
    const entries = async () => (await admin.query('select count(*)::int as all from audit_entries')).rows[0].all
    const noted = await entries()
    expect(await runSweep('sessions')).toBe(2)
    expect(await entries()).toBe(noted)
    expect((await admin.query(before, of)).rowCount).toBe(1)
    expect(await other.ok(listAccountSessions, {})).toHaveLength(1)

    await admin.query(
      `update sessions set created_at = now() - interval '40 days', expires_at = now() - interval '10 days'
      where tenant_id = $1 and user_id = $2`,
      of,
    )
    await runSweep('sessions')
    const { lastSignInAt, liveSessions } = await person.ok(getSignInState, { params: { id: other.userId } })
    expect(Date.parse(lastSignInAt ?? '')).toBeLessThan(Date.now() - 39 * 86_400_000)
    expect(liveSessions).toBe(0)
  })
})

test('a message that was not mailed stays, however old it is', async () => {
  const id = await inserted(`insert into contact_messages (name, email, mobile, message)
    values ('A', 'a@b.example', '9876543210', 'A message') returning id`)
  await admin.query('alter table contact_messages disable trigger a_stamp')
  await admin.query(
    `update contact_messages set created_at = now() - interval '9 years', next_attempt_at = null where id = $1`,
    [id],
  )
  await admin.query('alter table contact_messages enable trigger a_stamp')
  expect(await runSweep('contact_messages')).toBe(0)
  expect(await idsIn('contact_messages', 'id')).toContain(id)
})

test('the contents of a deadline mail are deleted after seven days, the record that it was sent after thirty', async () => {
  await admin.query('delete from mails')
  for (const days of [6, 8])
    await inserted(
      `insert into mails (tenant_id, user_id, kind, slot, due_at, subject, body, recipient)
      values ($1, $2, 'DIGEST', $3, now() - make_interval(days => $4), 'Duties', 'Hand in the bid', 'a@b.example') returning id`,
      company.id,
      person.userId,
      newId(),
      days,
    )
  expect(await runSweep('mails')).toBe(1)
  const { rows } = await admin.query('select subject, body, recipient from mails order by due_at')
  expect(rows).toEqual([
    { subject: null, body: null, recipient: null },
    { subject: 'Duties', body: 'Hand in the bid', recipient: 'a@b.example' },
  ])
})

test('letters of a year ago are deleted, younger ones and other files stay', async () => {
  expect(await runSweep('letters')).toBe(0)
  mkdirSync(letters)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const [name, days] of [
    ['old.eml', 366],
    ['half.eml.part', 366],
    ['young.eml', 364],
    ['note.txt', 366],
  ] as const) {
    writeFileSync(join(letters, name), 'x')
    utimesSync(join(letters, name), daysAgo(days), daysAgo(days))
  }
  expect(await runSweep('letters')).toBe(2)
  expect(readdirSync(letters).toSorted()).toEqual(['note.txt', 'young.eml'])
})

describe('the schedule', () => {
  const sweepOf = (name: string, sweep: () => Promise<number>) => ({ name, interval: 5, sweep })

  test('sweeps at the start and again, each kind separately, reports a failure and goes on', async () => {
    let rounds = 0
    const messages: string[] = []
    const sweeper = openSweeper([
      sweepOf('good', async () => (rounds += 1)),
      sweepOf('bad', () => Promise.reject(new Error('away'))),
    ])
    const started = sweeper.figures.get('bad')?.endedAt
    const stop = sweeper.start((name, error) => messages.push(`${name} ${error.message}`))
    await expect.poll(() => rounds).toBeGreaterThan(2)
    await expect.poll(() => messages.length).toBeGreaterThan(1)
    await stop()
    expect(new Set(messages)).toEqual(new Set(['bad away']))
    expect(sweeper.figures.get('bad')).toEqual({ taken: 0, endedAt: started })
    expect(sweeper.figures.get('good')?.taken).toBe((rounds * (rounds + 1)) / 2)
  })

  test('runs one sweep at a time', async () => {
    const running = new Set<string>()
    const together: string[] = []
    const ended = new Set<string>()
    const sweeper = openSweeper(
      ['first', 'second', 'third'].map((name) =>
        sweepOf(name, async () => {
          together.push(...running)
          running.add(name)
          await server.door.anonymous((db) => sql`select`.execute(db))
          running.delete(name)
          ended.add(name)
          return 1
        }),
      ),
    )
    const stop = sweeper.start((_, error) => {
      throw error
    })
    await expect.poll(() => ended.size).toBe(3)
    await stop()
    expect(together).toEqual([])
  })

  test('is visible in the metrics: how much was deleted, and when each sweep last succeeded', async () => {
    await rowsOf['login_attempts']?.insert(-1)
    const sweeper = openSweeper(sweeps())
    const stop = sweeper.start((_, error) => {
      throw error
    })
    const asked = await startTestServer({ sweeper })
    const metrics = async () => (await asked.stranger.send('GET', '/metrics')).text
    await expect.poll(metrics).toMatch(/^plinth_swept_total\{of="login_attempts"\} [1-9]/m)
    await stop()
    const text = await metrics()
    await asked.stop()
    for (const { name } of sweeps()) {
      const [, ended] =
        new RegExp(`^plinth_sweep_ended_timestamp_seconds\\{of="${name}"\\} (\\S+)$`, 'm').exec(text) ?? []
      expect(Number(ended), name).toBeGreaterThan(Date.now() / 1000 - 600)
    }
  })
})
