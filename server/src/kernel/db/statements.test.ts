import * as f from '@plinth/api/kernel/fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { rowWriter } from '../records/row-writer.ts'
import { tokens } from '../secrets/tokens.ts'
import { newId } from '../testing/databases.ts'
import { OneStatement } from './one-statement.ts'
import { sentIn } from './statements.ts'
import type { Caller, Db } from './tenancy.ts'

const entity = z.object({
  id: f.id,
  name: z.nullable(z.string().check(z.maxLength(5))),
  cost: z.nullable(f.money),
  status: z.enum(['OPEN', 'SHUT']),
  isGood: z.boolean(),
  at: f.moment,
  more: z.nullable(z.object({ km: z.number() })),
})
const names = Object.keys(entity.shape)
const id = newId()
const row = [id, 'a"b', '12.50', 'OPEN', 't', '2026-11-22 02:00:00.5+00', '{"km": 4}']
const changed = (field: string, cell: string | null) => row.map((own, at) => (names[at] === field ? cell : own))

describe('rowWriter', () => {
  const write = (cells: readonly (string | null)[]) => `${rowWriter(entity, names)(cells)}}`

  test('writes a row as the JSON of its values', () => {
    expect(JSON.parse(write(row))).toEqual({
      id,
      name: 'a"b',
      cost: 12.5,
      status: 'OPEN',
      isGood: true,
      at: '2026-11-22T02:00:00.5Z',
      more: { km: 4 },
    })
    expect(JSON.parse(write(changed('name', null)))).toMatchObject({ name: null })
  })

  test.each([
    ['id', 'no id'],
    ['id', null],
    ['name', 'longer'],
    ['cost', '-1'],
    ['cost', 'NaN'],
    ['cost', '1.234'],
    ['status', 'AJAR'],
    ['isGood', 'yes'],
    ['at', '2026-13-01 00:00:00+00'],
    ['more', '{"km": "4"}'],
  ])('refuses %s as %j, whatever was written before', (field, cell) => {
    const writer = rowWriter(entity, names)
    for (let times = 0; times < 3; times += 1) {
      expect(writer(row)).toContain('"OPEN"')
      expect(() => writer(changed(field, cell))).toThrow()
    }
  })

  test('requires a column for every field that is not added elsewhere', () => {
    expect(() => rowWriter(entity, names.slice(1))).toThrow('no column for id')
    expect(rowWriter(entity, names.slice(1), ['id'])(row.slice(1))).not.toContain(id)
  })

  test('still writes each value when thousands of values have passed', () => {
    const writer = rowWriter(z.object({ name: z.string() }), ['name'])
    for (let at = 0; at < 5_000; at += 1) expect(writer([`n${at}`])).toBe(`{"name":"n${at}"`)
  })
})

describe.each([
  ['', false],
  [' that is sent separately from its opening', true],
])('a read%s', (_, opensSeparately) => {
  let server: TestServer
  let company: Company
  let owner: Client & { userId: string }
  let caller: Caller
  const view = { allow: { module: 'Contracts', can: 'canView' } } as const
  const counting = sql`select count(*) from contracts`
  const countContracts = () => new OneStatement(counting, ([row]) => Number(row?.[0]))
  const read = (work: (db: Db) => Promise<unknown> | OneStatement<unknown>, by = caller) =>
    server.door.enterWith<unknown>(by, view, work)

  beforeAll(async () => {
    server = await startTestServer({ opensSeparately })
    company = await newCompany(server)
    owner = await company.as()
    await newContract(owner)
    const found = await server.door.inTenant(company.id, null, (db) =>
      sql<{ id: string }>`select id from sessions where user_id = ${owner.userId}`.execute(db),
    )
    caller = { tenantId: company.id, userId: owner.userId, sessionId: found.rows[0]?.id ?? '' }
  })
  afterAll(() => server.stop())

  test("sees the caller's company and leaves nothing of it on its connection", async () => {
    for (let times = 0; times < 20; times += 1) {
      expect(await read(countContracts)).toBe(1)
      expect(await server.door.anonymous((db) => sentIn(db, countContracts()))).toBe(0)
    }
  })

  test('ends its transaction with a OneStatement and with no other statement', async () => {
    // The first call on a connection cannot be joined with its opening.
    await Promise.all(Array.from({ length: 10 }, () => read(countContracts)))
    const transactionOf = sql`select pg_current_xact_id()`
    const [one, other] = [() => new OneStatement(transactionOf, String), (db: Db) => sentIn(db, one())]
    expect(await read(one)).not.toBe(await read(one))
    const both = await read(async (db) => [await other(db), await other(db)])
    expect(new Set(both as string[]).size).toBe(1)
    const mixed = (db: Db) => {
      void sentIn(db, countContracts()).catch(() => {})
      return countContracts()
    }
    await expect(read(mixed)).rejects.toThrow('one statement was to be sent')
    expect(await read(countContracts)).toBe(1)
  })

  test('of a caller without the right is refused as such, whatever else is wrong', async () => {
    const gone = { ...caller, sessionId: newId() }
    const wrong = async () => Promise.reject(new Error('wrong input'))
    const wrongAtOnce = () => {
      throw new Error('wrong input')
    }
    const broken = () => new OneStatement(sql`select 1 / 0 as nothing`, String)
    for (let times = 0; times < 10; times += 1)
      for (const work of [countContracts, wrong, wrongAtOnce, broken])
        await expect(read(work, gone)).rejects.toMatchObject({ status: 401 })
    const report = { allow: { module: 'Tenants', can: 'canView' } } as const
    await expect(server.door.enterWith(caller, report, countContracts)).rejects.toMatchObject({ status: 403 })
    for (const work of [wrong, wrongAtOnce]) await expect(read(work)).rejects.toThrow('wrong input')
    await expect(read(broken)).rejects.toThrow('division by zero')
    expect(await read(countContracts)).toBe(1)
  })
})

test('a verified access token is accepted until it expires, and no longer', async () => {
  let time = Date.now()
  const { signAccess, readAccess } = tokens('a secret for tests only, of more than 32 characters', () => time)
  const caller = { tenantId: newId(), userId: newId(), sessionId: newId() }
  const token = await signAccess(caller)
  expect(await readAccess(token)).toEqual(caller)
  time += 599_000 - (time % 1_000)
  expect(await readAccess(token)).toEqual(caller)
  time += 2_000
  expect(await readAccess(token)).toBeUndefined()
})
