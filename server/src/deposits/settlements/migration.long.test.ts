import type { Kpis } from '@plinth/api/tenders/dashboard'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDoor } from '../../kernel/db/door.ts'
import { migrate, migrations } from '../../kernel/db/migrate.ts'
import { type Door } from '../../kernel/db/tenancy.ts'
import { adminClient, newId, ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { fractions } from '../../kernel/testing/dice.ts'
import { seedOf } from '../../kernel/testing/seed.ts'
import { recount } from '../../tenders/dashboard/dashboard.factory.ts'
import { kpis } from '../../tenders/dashboard/dashboard.queries.ts'
import { faultsOf, recountSettled } from './settlements.factory.ts'

/** This migration introduces settlements. It runs on a thousand companies that have deposits already. */
const step = '0036_settlements.sql'
let database: TestDatabase
let admin: pg.Client
let door: Door
const companies = Array.from({ length: 1_000 }, () => newId())
const before = new Map<string, Kpis>()

/** A company with contracts and deposits of random statuses, amounts and days, some of them deleted. */
const furnish = (company: string) => `
  select set_config('app.tenant_id', '${company}', false);
  insert into tenants (id, name, subdomain, schema_name) values ('${company}', '${company}', 'c-${company}', 'c_${company.replaceAll('-', '_')}');
  insert into contracts (contract_name, status) select 'Canal ' || n, (array['DRAFT', 'SUBMITTED', 'AWARDED', 'REJECTED',
    'CANCELLED', 'WORK_IN_PROGRESS', 'DISPUTE', 'COMPLETED', 'CLOSED', 'TERMINATED'])[1 + floor(random() * 10)]
  from generate_series(1, 3) n;
  insert into security_deposits (contract_id, deposit_type, instrument_no, amount, status, deposit_submitted_date,
    deposit_returned_date, deleted_at)
  select c.id, (array['EMD', 'SD', 'Retention'])[1 + floor(random() * 3)], 'DD' || n, (1 + floor(random() * 1e9))::numeric / 100,
    (array['SUBMITTED', 'RETURNED', 'PENDING', 'DRAFT', 'PENDING_RELEASE', 'RELEASED', 'PENDING_REFUND', 'REFUNDED',
      'FORFEITED', 'REJECTED', 'CANCELLED'])[1 + floor(random() * 11)],
    date '2025-01-01', case when random() < 0.5 then date '2025-01-01' + floor(random() * 400)::int end,
    case when random() < 0.1 then now() end
  from contracts c, generate_series(1, 3) n where c.tenant_id = '${company}';`

beforeAll(async () => {
  database = await ownDatabase(inject('admin'))
  admin = await adminClient(database.admin)
  // This type makes the migration fail, so that the migrations stop before it.
  await admin.query('create type public.deposit_settlements as (id int)')
  await expect(migrate(database.admin, testSecret)).rejects.toThrow('deposit_settlements')
  const { rows } = await admin.query<{ name: string }>('select name from app.migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(migrations.filter((name) => name < step))
  await admin.query('select setseed($1)', [fractions(seedOf('migration'))()])
  for (const company of companies) await admin.query(furnish(company))
  for (const company of companies) before.set(company, await recount(admin, company))
  await admin.query('drop type public.deposit_settlements')
  door = await openDoor(await migrate(database.admin, testSecret), 2)
})
afterAll(async () => {
  await door.close()
  await admin.end()
  await database.stop()
})

test('the migration keeps every figure of a thousand companies, and every deposit gets the settlement of its status [deposits 11.1]', async () => {
  for (const company of companies) {
    const now = await door.inTenant(company, null, kpis)
    expect(now, company).toEqual(before.get(company))
    expect(now).toMatchObject(await recountSettled(admin, company))
    expect(await faultsOf(admin, company)).toEqual([])
  }
})

test('the migration is no edit of any deposit and writes no audit entries', async () => {
  const { rows } = await admin.query(
    `select from security_deposits where updated_at <> created_at
     union all select from audit_entries where record_type = 'deposit_settlements'`,
  )
  expect(rows).toEqual([])
})

test('a deposit returned without a day gets a settlement without a day, and a deleted deposit gets none', async () => {
  const { rows } = await admin.query(`select from security_deposits d
    left join deposit_settlements s on s.tenant_id = d.tenant_id and s.deposit_id = d.id
    where s.settled_on is distinct from case when s.id is not null then d.deposit_returned_date end
      or (s.id is not null) is distinct from
        (d.deleted_at is null and d.status in ('RETURNED', 'REFUNDED', 'RELEASED', 'FORFEITED'))`)
  expect(rows).toEqual([])
})
