import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, newId, ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'

/** Repeated tasks as the schema stored them before it had the day of the series, and as they are after the step that fills it. */
const step = '0072_bank_days.sql'
let database: TestDatabase
let admin: pg.Client
const company = newId()

const run = async (text: string) => (await admin.query(text)).rows
/** Moves a task as a user does: with an entry in the audit trail. */
const change = (title: string, values: string) => run(`update general_tasks set ${values} where title = '${title}'`)
const rows = () =>
  run(`select title, series_on::text, repeat_from::text, due_on::text from general_tasks order by title`)
const stamps = () => run('select title, updated_at from general_tasks order by title')
let before: Awaited<ReturnType<typeof stamps>>

beforeAll(async () => {
  database = await ownDatabase(inject('admin'))
  await migrate(database.admin, testSecret, { upTo: '0071' })
  admin = await adminClient(database.admin)
  await run(`select set_config('app.tenant_id', '${company}', false);
    insert into tenants (id, name, subdomain, schema_name) values ('${company}', 'Canal', 'canal', 'canal');
    insert into general_tasks (title, due_on, repeat_every, repeat_unit)
    select title, '2027-01-31', 1, 'MONTHS' from unnest('{left,put off twice,begun anew,brought forward,once}'::text[]) title;`)
  await change('once', 'repeat_every = null, repeat_unit = null')
  for (const day of ['2027-02-28', '2027-03-05']) await change('put off twice', `due_on = '${day}'`)
  await change('begun anew', `due_on = '2027-02-10'`)
  await change('begun anew', 'repeat_every = 2')
  await change('begun anew', `due_on = '2027-02-15'`)
  await change('brought forward', `due_on = '2027-01-20'`)
  before = await stamps()
  await migrate(database.admin, testSecret)
  await run(`select set_config('app.tenant_id', '${company}', false)`)
})
afterAll(async () => {
  await admin.end()
  await database.stop()
})

test(`${step} fills in the day on which each task of a series was due before it was moved`, async () => {
  expect((await rows()).map(Object.values)).toEqual([
    ['begun anew', '2027-02-10', '2027-02-10', '2027-02-15'],
    // Until then, moving a task to an earlier day restarted its series on that day.
    ['brought forward', '2027-01-20', '2027-01-20', '2027-01-20'],
    ['left', '2027-01-31', '2027-01-31', '2027-01-31'],
    ['once', null, null, '2027-01-31'],
    ['put off twice', '2027-01-31', '2027-01-31', '2027-03-05'],
  ])
  expect(await stamps()).toEqual(before)
})

test('the next task follows the filled-in day', async () => {
  await change('put off twice', `state = 'DONE'`)
  expect(await run(`select due_on::text from general_tasks where title = 'put off twice' order by id`)).toEqual([
    { due_on: '2027-03-05' },
    { due_on: '2027-02-28' },
  ])
})
