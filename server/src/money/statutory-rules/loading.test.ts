import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { loadRules } from './loading.queries.ts'
import { readPacks, shippedPacks } from './rule-packs.rules.ts'

/** The table of shipped rules follows the packs. Runs on its own database. */

let database: Awaited<ReturnType<typeof ownDatabase>>
let admin: Awaited<ReturnType<typeof adminClient>>
beforeAll(async () => {
  database = await ownDatabase(inject('admin'), inject('migrated'))
  await migrate(database.admin, testSecret)
  admin = await adminClient(database.admin)
})
afterAll(async () => {
  await admin.end()
  await database.stop()
})
beforeEach(() => admin.query('delete from rules'))

const load = (packs?: [string, string][]) => loadRules(database.admin, packs)
const rows = async () => (await admin.query('select * from rules order by kind, scope, valid_from, value')).rows

const capOf = (percent: number, overrides: object = {}) => ({
  kind: 'LD_CAP',
  scope: 'IN',
  validFrom: '2026-04-01',
  value: { percent },
  source: { title: 'Clause 2', reference: null, url: null, publishedOn: null, readOn: '2026-11-26' },
  trust: 'V',
  vectors: [{ given: { amount: 1000 }, expect: percent * 10 }],
  ...overrides,
})
const packOf = (...rules: object[]): [string, string][] => [['works.json', JSON.stringify({ subject: 'WORKS', rules })]]

test('loading stores every rule of the packs, under the id that it has everywhere', async () => {
  await load()
  const found = await rows()
  expect(found.map(({ id }) => id).toSorted()).toEqual(
    readPacks(shippedPacks())
      .map(({ id }) => id)
      .toSorted(),
  )
  for (const row of found) expect(row).toMatchObject({ withdrawn_at: null, source_title: expect.any(String) })
})

test('the databases of the tests contain the shipped rules', async () => {
  const shared = await adminClient(inject('admin'))
  const counted = await shared.query('select count(*)::int as rules from rules where withdrawn_at is null')
  await shared.end()
  expect(counted.rows).toEqual([{ rules: readPacks(shippedPacks()).length }])
})

test('loading again changes no row, by one server or by three at once', async () => {
  await load()
  const versions = async () => (await admin.query('select id, xmin::text, ctid::text from rules order by id')).rows
  const before = await versions()
  await load()
  await Promise.all([1, 2, 3].map(() => load()))
  expect(await versions()).toEqual(before)
})

test('a rule that is in no pack any more is withdrawn; one that comes back is the same rule and counts again', async () => {
  await load(packOf(capOf(10)))
  const [first] = await rows()
  await load(packOf(capOf(5)))
  const changed = await rows()
  expect(changed.map(({ value, withdrawn_at: at }) => [value.percent, at !== null])).toEqual([
    [5, false],
    [10, true],
  ])
  expect(changed.find(({ id }) => id === first.id)).toMatchObject({ value: { percent: 10 } })
  await load(packOf(capOf(10)))
  const back = await rows()
  expect(back.find(({ id }) => id === first.id)).toMatchObject({ withdrawn_at: null, created_at: first.created_at })
  expect(back.filter(({ withdrawn_at: at }) => at === null)).toHaveLength(1)
})

test('a changed source leaves the rule the same', async () => {
  await load(packOf(capOf(10)))
  const [first] = await rows()
  await load(
    packOf(capOf(10, { trust: 'U', source: { ...capOf(10).source, title: 'Clause 2A', readOn: '2026-12-24' } })),
  )
  expect(await rows()).toMatchObject([
    { id: first.id, source_title: 'Clause 2A', trust: 'U', read_on: expect.anything() },
  ])
})

test('a pack with one wrong rule stops the start, and none of its rules are loaded', async () => {
  await load(packOf(capOf(10)))
  const before = await rows()
  const wrong = capOf(5, { scope: 'IN-KA', vectors: [{ given: { amount: 1000 }, expect: 51 }] })
  await expect(load(packOf(capOf(7), wrong))).rejects.toThrow(
    'works.json cannot be loaded: LD_CAP of IN-KA from 2026-04-01',
  )
  expect(await rows()).toEqual(before)
})
