import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDoor } from '../../kernel/db/door.ts'
import { migrate, migrations } from '../../kernel/db/migrate.ts'
import { type Door } from '../../kernel/db/tenancy.ts'
import { adminClient, newId, ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { kpis } from '../../tenders/dashboard/dashboard.queries.ts'
import { faultsOf, recountSettled } from './settlements.factory.ts'

/** This migration cancels or reduces stored carried amounts that their target deposits cannot hold. */
const step = '0069_carried.sql'
const before = migrations.filter((name) => name < step).at(-1)
let database: TestDatabase
let admin: pg.Client
let door: Door
const company = newId()

/** The amounts of the deposits by their instrument numbers. */
const deposits: Record<string, number> = {
  'half-fits': 50_000,
  small: 30_000,
  'into-deleted': 50,
  deleted: 50,
  'into-cancelled': 50,
  cancelled: 50,
  'source-cancelled': 50,
  'of-cancelled': 50,
  'source-deleted': 50,
  'of-deleted': 50,
  'circle-1': 100,
  'circle-2': 100,
  good: 50,
  holder: 80,
  'first-of-two': 60,
  'second-of-two': 60,
  'third-of-two': 10,
  shared: 100,
  'into-refunded': 50,
  refunded: 50,
  'later-day': 20,
  tiny: 10,
  guaranteed: 70,
  'gone-too': 70,
  'cancelled-once': 100,
  'into-cancelled-once': 5,
  ten: 10,
  'rest-refunded': 100,
  'ten-more': 10,
  'rest-forfeited': 100,
  'cancelled-too': 100,
}
const carryings: [source: string, amount: number, target: string][] = [
  ['half-fits', 50_000, 'small'],
  ['into-deleted', 50, 'deleted'],
  ['into-cancelled', 50, 'cancelled'],
  ['source-cancelled', 20, 'of-cancelled'],
  ['source-deleted', 50, 'of-deleted'],
  ['circle-1', 30, 'circle-2'],
  ['circle-2', 40, 'circle-1'],
  ['good', 50, 'holder'],
  ['first-of-two', 60, 'shared'],
  ['second-of-two', 60, 'shared'],
  ['third-of-two', 10, 'shared'],
  ['into-refunded', 50, 'refunded'],
  ['later-day', 20, 'tiny'],
  ['guaranteed', 70, 'gone-too'],
  ['cancelled-once', 30, 'ten'],
  ['into-cancelled-once', 5, 'cancelled-once'],
  ['rest-refunded', 30, 'ten-more'],
  ['rest-forfeited', 30, 'cancelled-too'],
]
const run = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await admin.query<T>(text, values)).rows
const edit = (no: string, change: string) =>
  run(`update security_deposits set ${change} where instrument_no = $1`, [no])

async function furnish(): Promise<void> {
  await run(`select set_config('app.tenant_id', $1, false)`, [company])
  await run(`insert into tenants (id, name, subdomain, schema_name) values ($1, 'Konkan', 'konkan', 'konkan')`, [
    company,
  ])
  await run(`insert into contracts (contract_name, status) values ('Canal', 'AWARDED')`)
  await run(
    `insert into security_deposits (contract_id, deposit_type, instrument_no, amount, deposit_submitted_date)
     select c.id, 'EMD', d.key, d.value::numeric, '2025-01-01' from contracts c, jsonb_each_text($1) d`,
    [deposits],
  )
  for (const [source, amount, target] of carryings)
    await run(
      `insert into deposit_settlements (deposit_id, kind, amount, settled_on, reference, into_deposit_id)
       select s.id, 'CARRIED', $2, '2025-06-01', 'Order 7', t.id from security_deposits s, security_deposits t
       where s.instrument_no = $1 and t.instrument_no = $3`,
      [source, amount, target],
    )
  for (const no of ['deleted', 'source-deleted', 'gone-too']) await edit(no, 'deleted_at = now()')
  for (const no of ['cancelled', 'source-cancelled', 'cancelled-once', 'cancelled-too'])
    await edit(no, `status = 'CANCELLED'`)
  for (const no of ['refunded', 'cancelled-once', 'rest-refunded']) await edit(no, `status = 'REFUNDED'`)
  await edit('rest-forfeited', `status = 'FORFEITED', deposit_returned_date = '2025-09-01'`)
  await run(`update status_changes set changed_at = '2025-08-01 20:00+00' where to_status = 'REFUNDED'`)
  await edit('later-day', `deposit_submitted_date = '2025-07-01'`)
  // A guarantee for less than the amount that the migration opens again.
  await run(`insert into instruments (kind, number, amount) values ('BG', 'guaranteed', 10)`)
  await edit('guaranteed', `instrument_id = (select id from instruments)`)
}

interface Row {
  status: string
  received: number
  lost: number
  carried: number
  carriedIn: number
  open: number
}
const deposit = async (no: string) =>
  (
    await run<Row>(
      `select status, received_amount::float8 as received, lost_amount::float8 as lost, carried_amount::float8 as carried,
       carried_in_amount::float8 as "carriedIn", open_amount::float8 as open
       from security_deposits where instrument_no = $1`,
      [no],
    )
  )[0]
let goodBefore: object[]
const goodRows = () =>
  run(`select id, updated_at from security_deposits where instrument_no in ('good', 'holder') order by id`)

beforeAll(async () => {
  database = await ownDatabase(inject('admin'))
  await migrate(database.admin, testSecret, { upTo: before })
  admin = await adminClient(database.admin)
  await furnish()
  goodBefore = await goodRows()
  door = await openDoor(await migrate(database.admin, testSecret), 2)
})
afterAll(async () => {
  await door.close()
  await admin.end()
  await database.stop()
})

test('after the migration every rupee paid in is in one figure, and the figures equal those of the rows', async () => {
  expect(await faultsOf(admin, company)).toEqual([])
  expect(await door.inTenant(company, null, kpis)).toMatchObject(await recountSettled(admin, company))
})

describe('a carried amount', () => {
  test.each(['into-deleted', 'into-cancelled', 'source-cancelled', 'guaranteed'])(
    'of %s is opened again',
    async (no) => {
      const before = deposits[no] ?? 0
      expect(await deposit(no)).toMatchObject({ carried: 0, open: before })
    },
  )

  test('that no live deposit can hold is cancelled with a reason and without a user', async () => {
    const rows = await run(
      `select d.instrument_no as no, s.cancelled_why as why, s.cancelled_by as by from deposit_settlements s
       join security_deposits d on d.id = s.deposit_id where s.cancelled_at is not null order by s.created_at`,
    )
    const why = 'No deposit held what was carried'
    const tooMuch = 'More was carried than the other deposit comes to'
    expect(rows).toEqual([
      { no: 'half-fits', why: tooMuch, by: null },
      { no: 'into-deleted', why, by: null },
      { no: 'into-cancelled', why, by: null },
      { no: 'source-cancelled', why, by: null },
      { no: 'source-deleted', why, by: null },
      { no: 'circle-2', why, by: null },
      { no: 'second-of-two', why: tooMuch, by: null },
      { no: 'third-of-two', why: tooMuch, by: null },
      { no: 'later-day', why: tooMuch, by: null },
      { no: 'guaranteed', why, by: null },
      { no: 'cancelled-once', why: tooMuch, by: null },
      { no: 'rest-refunded', why: tooMuch, by: null },
      { no: 'rest-forfeited', why, by: null },
    ])
  })

  test('above its target’s amount is carried again as far as it fits, with its day and reference', async () => {
    expect(await deposit('half-fits')).toMatchObject({
      status: 'SUBMITTED',
      carried: 30_000,
      carriedIn: 0,
      open: 20_000,
    })
    expect(await deposit('small')).toMatchObject({ carriedIn: 30_000, open: 30_000 })
    expect(await deposit('second-of-two')).toMatchObject({ carried: 40, open: 20 })
    expect(await deposit('third-of-two')).toMatchObject({ carried: 0, open: 10 })
    expect(await deposit('later-day')).toMatchObject({ carried: 10, open: 10 })
    expect(
      await run(`select settled_on::text as day, s.reference from deposit_settlements s
        join security_deposits d on d.id = s.deposit_id where d.instrument_no = 'half-fits' and s.cancelled_at is null`),
    ).toEqual([{ day: '2025-06-01', reference: 'Order 7' }])
  })

  test('of a deposit that was CANCELLED before it was REFUNDED opens the deposit as SUBMITTED', async () => {
    expect(await deposit('cancelled-once')).toEqual({
      status: 'SUBMITTED',
      received: 70,
      lost: 0,
      carried: 10,
      carriedIn: 5,
      open: 20,
    })
  })

  test('that is cancelled keeps the settlement by its source’s status, with the day of that status', async () => {
    expect(await deposit('rest-refunded')).toMatchObject({ status: 'SUBMITTED', received: 70, carried: 10, open: 20 })
    expect(await deposit('rest-forfeited')).toMatchObject({ status: 'SUBMITTED', lost: 70, carried: 0, open: 30 })
    expect(
      await run(`select d.instrument_no as no, s.kind, s.amount::float8, s.source, s.settled_on::text as day, s.cancelled_by as by
        from deposit_settlements s join security_deposits d on d.id = s.deposit_id
        where d.instrument_no like 'rest-%' and s.kind <> 'CARRIED' and s.cancelled_at is null order by 1 desc`),
    ).toEqual([
      { no: 'rest-refunded', kind: 'RECEIVED', amount: 70, source: 'ENTERED', day: '2025-08-02', by: null },
      { no: 'rest-forfeited', kind: 'FORFEITED', amount: 70, source: 'ENTERED', day: '2025-09-01', by: null },
    ])
  })

  test('that closes a circle is opened again, and the earlier one stays', async () => {
    expect(await deposit('circle-1')).toMatchObject({ carried: 30, carriedIn: 0, open: 70 })
    expect(await deposit('circle-2')).toMatchObject({ carried: 0, carriedIn: 30, open: 100 })
  })

  test('that a live deposit holds does not change, even if the target came back since', async () => {
    expect(await deposit('good')).toMatchObject({ status: 'RELEASED', carried: 50, carriedIn: 0, open: 0 })
    expect(await deposit('holder')).toMatchObject({ carriedIn: 50, open: 80 })
    expect(await deposit('into-refunded')).toMatchObject({ carried: 50, open: 0 })
    expect(await deposit('refunded')).toMatchObject({ carriedIn: 50, open: 0 })
    expect(await goodRows()).toEqual(goodBefore)
  })
})
