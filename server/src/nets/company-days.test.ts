import { endpoints } from '@plinth/api'
import { getSession } from '@plinth/api/access/auth'
import { createTenant, getTenant, updateTenant } from '@plinth/api/access/tenants'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { tenantBody } from '../access/tenants/tenants.factory.ts'
import { adminClient, newId } from '../kernel/testing/databases.ts'
import { newContract } from '../tenders/contracts/contracts.factory.ts'
import { graphOf, groupBodyOf, inputFor } from '../testing/test-graph.ts'
import { type Client, newCompany, operatorCompany, startTestServer, type TestServer } from '../testing/test-server.ts'

/** A day is the company's own in every list and sheet that filters by days: this file lists none of them. */

const dated = Object.entries(endpoints).filter(([, endpoint]) => 'dateRange' in shapeOf(endpoint.body))
const answers = dated.filter(([, endpoint]) => !endpoint.download)
const searches = answers.filter(([, { body }]) => 'pagination' in shapeOf(body))
const counting = answers.filter(([, { path }]) => path.endsWith('/counts'))
const grouping = answers.filter(([, { path }]) => path.endsWith('/groups'))
const sheets = dated.filter(([, endpoint]) => endpoint.download)

/** Moments around the midnights of three zones, over the end of a year, and where clocks are put back at midnight. */
const moments = [
  '2025-12-30T18:29:59.999999Z',
  '2025-12-30T18:30:00Z',
  '2025-12-31T09:59:59Z',
  '2025-12-31T10:00:00Z',
  '2025-12-31T18:29:59.5Z',
  '2025-12-31T18:30:00Z',
  '2025-12-31T23:59:59Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T04:59:59Z',
  '2026-01-01T05:00:00Z',
]
const zones = ['Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati']

const dayIn = (zone: string, moment: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(moment))
const rangeOf = (day: string) => ({ from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` })

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
let owner: Client
let operator: Client
let companies: string[]

/** Spreads the rows of every table over these moments, bypassing the triggers that set their stamps. */
async function spreadRows(): Promise<void> {
  const { rows } =
    await admin.query(`select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and (column_name = 'created_at' or (table_name, column_name) = ('audit_entries', 'at'))`)
  await admin.query('set session_replication_role = replica')
  for (const { table, column } of rows)
    await admin.query(
      `update ${table} t set ${column} = ($1::timestamptz[])[1 + r.n * 3 % $2]
       from (select ctid, row_number() over () as n from ${table}) r where r.ctid = t.ctid`,
      [moments, moments.length],
    )
  await admin.query('set session_replication_role = origin')
}
const setZone = (zone: string) =>
  admin.query('update tenants set time_zone = $2 where id = any ($1)', [companies, zone])

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  admin = await adminClient(server.admin ?? {})
  const [own, operators] = [await newCompany(server), await operatorCompany(server)]
  companies = [own.id, operators.id]
  owner = await own.as()
  operator = await operators.as()
  for (let times = 0; times < 4; times += 1) {
    await graphOf({ owner, operator })
    // Records for the counts and groups.
    await newContract(owner, { status: 'SUBMITTED' })
  }
  await spreadRows()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

/** The distinct days. The test's own actions leave entries of today in the audit trail, so later days are left out. */
const daysOf = (days: string[]) => [...new Set(days)].filter((day) => day < '2026-02')

const callerOf = ({ scope }: Endpoint) => (scope === 'platform' ? operator : owner)

interface Row {
  id: string
  createdAt: string
}
async function rowsOf(name: string, endpoint: Endpoint, body: object): Promise<Row[]> {
  const { body: good } = inputFor(name, endpoint, {}) as { body: object }
  const rows: Row[] = []
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const asked = { ...good, ...body, pagination: { page, size: 200 } }
    const answer = await callerOf(endpoint).ok(endpoint, { body: asked })
    const { content, totalPages } = answer as { content: Row[]; totalPages: number }
    rows.push(...content)
    pages = totalPages
  }
  return rows
}
async function cellsOf(name: string, endpoint: Endpoint, body: object): Promise<string[]> {
  const { body: good } = inputFor(name, endpoint, {}) as { body: object }
  const columns = [{ field: 'createdAt', label: 'When' }]
  const { status, text } = await callerOf(endpoint).sendCall(endpoint, {
    body: { ...good, format: 'csv', columns, ...body },
  })
  expect(status).toBe(200)
  return parse(text, { bom: true, from: 2, record_delimiter: '\r\n' }).map(([cell = '']: string[]) => cell)
}

test('there are lists and sheets that filter by days', () => {
  expect(searches.length).toBeGreaterThanOrEqual(7)
  expect(sheets.length).toBeGreaterThanOrEqual(7)
  expect(counting.length).toBeGreaterThanOrEqual(2)
  expect(grouping.length).toBeGreaterThanOrEqual(3)
  expect(searches.length + counting.length + grouping.length).toBe(answers.length)
})

describe.each(zones)('in a company of %s', (zone) => {
  beforeAll(() => setZone(zone))

  test.each(searches)('%s finds for a day what its users see under that day', async (name, endpoint) => {
    const all = await rowsOf(name, endpoint, {})
    const days = daysOf(all.map(({ createdAt }) => dayIn(zone, createdAt)))
    expect(days.length).toBeGreaterThan(1)
    for (const day of days) {
      const listed = all.filter(({ createdAt }) => dayIn(zone, createdAt) === day).map(({ id }) => id)
      const found = (await rowsOf(name, endpoint, { dateRange: rangeOf(day) })).map(({ id }) => id)
      expect(found.toSorted(), day).toEqual(listed.toSorted())
    }
  })

  test.each(counting)('%s counts for a day what its list finds', async (_, endpoint) => {
    const [name, list] = searches.find(([, { path }]) => path === endpoint.path.replace(/counts$/, 'filter')) ?? []
    if (!name || !list) throw new Error(`no list beside ${endpoint.path}`)
    const countsOf = async (body: object) =>
      z.array(z.object({ quickFilter: z.string(), count: z.int() })).parse(await owner.ok(endpoint, { body }))
    const days = daysOf((await rowsOf(name, list, {})).map(({ createdAt }) => dayIn(zone, createdAt)))
    for (const day of days)
      for (const { quickFilter, count } of await countsOf({ dateRange: rangeOf(day) })) {
        const found = await rowsOf(name, list, { quickFilters: [quickFilter], dateRange: rangeOf(day) })
        expect(count, `${quickFilter} of ${day}`).toBe(found.length)
      }
    const sum = (counts: { count: number }[]) => counts.reduce((all, { count }) => all + count, 0)
    expect(sum(await countsOf({}))).toBeGreaterThan(0)
  })

  test.each(grouping)('%s has in its groups for a day what its list finds', async (_, endpoint) => {
    const [name, list] = searches.find(([, { path }]) => path.startsWith(endpoint.path.replace(/groups$/, ''))) ?? []
    if (!name || !list) throw new Error(`no list beside ${endpoint.path}`)
    const grouped = z.object({ groups: z.array(z.object({ count: z.int() })) })
    const days = daysOf((await rowsOf(name, list, {})).map(({ createdAt }) => dayIn(zone, createdAt)))
    expect(days.length).toBeGreaterThan(1)
    for (const day of days) {
      const body = { ...groupBodyOf(endpoint), dateRange: rangeOf(day) }
      const { groups } = grouped.parse(await owner.ok(endpoint, { body }))
      const found = await rowsOf(name, list, { dateRange: rangeOf(day) })
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(found.length)
    }
  })

  test.each(sheets)('%s writes for a day the rows whose local clock showed that day', async (name, endpoint) => {
    const all = await cellsOf(name, endpoint, {})
    const days = daysOf(all.map((cell) => cell.slice(0, 10)))
    expect(days.length).toBeGreaterThan(1)
    for (const day of days)
      expect(await cellsOf(name, endpoint, { dateRange: rangeOf(day) })).toEqual(
        all.filter((cell) => cell.startsWith(day)),
      )
  })

  test('the session names the zone', async () => {
    expect(await owner.ok(getSession, {})).toMatchObject({ timeZone: zone })
  })
})

describe('a day that begins twice, or late', () => {
  const found = async (day: string, name: string) => {
    const body = { contractName: name, dateRange: rangeOf(day) }
    return (await owner.ok(filterContracts, { body })).totalElements
  }
  /** Creates a contract at this moment. The expected local day comes from another clock than the database's. */
  async function entered(moment: string): Promise<string> {
    const name = newId()
    const { id } = await newContract(owner, { contractName: name })
    await admin.query('set session_replication_role = replica')
    await admin.query('update contracts set created_at = $2 where id = $1', [id, moment])
    await admin.query('set session_replication_role = origin')
    return name
  }

  test.each([
    // On 1 November 2026, 01:00 is put back to midnight: half past midnight comes at 04:30 and at 05:30 UTC.
    ['America/Havana', '2026-11-01T03:59:59.9Z', '2026-10-31'],
    ['America/Havana', '2026-11-01T04:00:00Z', '2026-11-01'],
    ['America/Havana', '2026-11-01T04:30:00Z', '2026-11-01'],
    ['America/Havana', '2026-11-01T05:30:00Z', '2026-11-01'],
    // On 24 April 2026, midnight is put forward to one o'clock.
    ['Africa/Cairo', '2026-04-23T21:59:59.9Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24'],
    ['Asia/Kathmandu', '2026-01-01T18:14:59.9Z', '2026-01-01'],
    ['Asia/Kathmandu', '2026-01-01T18:15:00Z', '2026-01-02'],
  ])('in %s %s belongs to %s and to no other day', async (zone, moment, day) => {
    await setZone(zone)
    expect(dayIn(zone, moment)).toBe(day)
    const name = await entered(moment)
    const beside = [-1, 1].map((days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10))
    expect(await Promise.all([day, ...beside].map((other) => found(other, name)))).toEqual([1, 0, 0])
  })
})

describe('the time zone of a company', () => {
  test('is India by default', async () => {
    expect(await operator.ok(createTenant, { body: tenantBody() })).toMatchObject({ timeZone: 'Asia/Kolkata' })
    const { id, timeZone } = await operator.ok(createTenant, { body: { ...tenantBody(), timeZone: 'Asia/Dubai' } })
    expect(timeZone).toBe('Asia/Dubai')
    const changed = await operator.ok(updateTenant, { params: { id }, body: { timeZone: 'Africa/Dar_es_Salaam' } })
    expect(changed).toMatchObject({ timeZone: 'Africa/Dar_es_Salaam' })
    expect(await operator.ok(getTenant, { params: { id } })).toMatchObject({ timeZone: 'Africa/Dar_es_Salaam' })
  })

  test.each([
    '',
    'IST',
    'asia/kolkata',
    '+05:30',
    'Etc/GMT+99',
    'Asia/Atlantis',
    'Foo/Bar+3',
    'Asia/kolkata',
    null,
    5.5,
  ])('is not %j, and the answer names the field', async (timeZone) => {
    const refused = await operator.refused(createTenant, { body: { ...tenantBody(), timeZone } })
    expect(refused).toMatchObject({ status: 400, fields: [{ path: 'timeZone' }] })
  })
})
