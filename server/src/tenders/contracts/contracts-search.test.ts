import type { CallInput } from '@plinth/api/kernel/client'
import {
  type Contract,
  contractStatuses,
  filterContracts,
  statusCategories,
  statusesOfCategory,
} from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newContract } from './contracts.factory.ts'

const { server, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
const byStatus: Contract[] = []
beforeAll(async () => {
  for (const status of contractStatuses)
    byStatus.push(await newContract(owner, { status, contractName: `Status ${status}`, tenderBidValue: null }))
})
afterAll(() => admin.end())

type Filter = CallInput<typeof filterContracts>['body']
const search = (body: Filter, by: Client = owner) => by.ok(filterContracts, { body })
const namesOf = async (body: Filter, by: Client = owner) =>
  (await search({ pagination: { size: 200 }, ...body }, by)).content.map((contract) => contract.contractName).sort()
const refused = (body: object) => owner.refused(filterContracts, { body })

describe('a search by text', () => {
  const fields = ['bidId', 'contractName', 'referenceNo', 'licenseHolderName', 'contractType'] as const

  test.each(fields)('in %s finds any part in any letter case, and nothing else', async (field) => {
    const key = newId()
    const created = await newContract(owner, { [field]: `Head ${key} Tail` })
    for (const part of [`Head ${key}`, key.toUpperCase(), `${key} tAiL`, `  ${key}  `]) {
      const { content, totalElements } = await search({ [field]: part })
      expect([content[0]?.id, totalElements], part).toEqual([created.id, 1])
    }
    expect((await search({ [field]: `${key} no` })).totalElements).toBe(0)
  })

  test.each(fields)('in %s takes %%, _ and the backslash literally', async (field) => {
    const key = newId().slice(0, 8)
    const exact = await newContract(owner, { [field]: `${key} 100%_of\\it` })
    await newContract(owner, { [field]: `${key} 100 xof it` })
    for (const part of [`${key} 100%`, `${key} 100%_of\\`, '%_of\\it', `_of\\it`])
      expect(
        (await search({ [field]: part })).content.map((contract) => contract.id),
        part,
      ).toEqual([exact.id])
    for (const part of [`${key}%it`, `${key} 100__of`, '%%%', `${key}\\`, '\\\\'])
      expect((await search({ [field]: part })).totalElements, part).toBe(0)
  })

  test('ignores empty and null filters', async () => {
    const { totalElements } = await search({})
    for (const text of ['', '   ', null])
      expect((await search({ contractName: text, bidId: text })).totalElements).toBe(totalElements)
  })

  test('combines all filters', async () => {
    const key = newId()
    await newContract(owner, { contractName: key, contractType: 'EPC', status: 'AWARDED' })
    const right = {
      contractName: key,
      contractType: 'epc',
      status: ['AWARDED'],
      statusCategory: 'Pre-Project',
    } as const
    expect((await search({ ...right, status: [...right.status] })).totalElements).toBe(1)
    expect((await search({ ...right, status: ['DRAFT'] })).totalElements).toBe(0)
    expect((await search({ ...right, status: [...right.status], statusCategory: 'Dispute' })).totalElements).toBe(0)
    expect((await search({ ...right, status: [...right.status], contractType: 'Lump' })).totalElements).toBe(0)
  })

  test.each([['\u0000'], ['\ud800'], ['x'.repeat(201)]])(
    'refuses a text that cannot be searched for (%j)',
    async (text) => {
      expect(await refused({ contractName: text })).toMatchObject({ status: 400, fields: [{ path: 'contractName' }] })
    },
  )
})

describe('a search by status', () => {
  const named = (statuses: readonly string[]) => statuses.map((status) => `Status ${status}`).sort()
  const within = { contractName: 'Status ' }

  test('accepts one status, several or none', async () => {
    expect(await namesOf({ ...within, status: 'DISPUTE' })).toEqual(named(['DISPUTE']))
    expect(await namesOf({ ...within, status: ['DRAFT', 'CLOSED'] })).toEqual(named(['DRAFT', 'CLOSED']))
    for (const status of [[], '' as const, null])
      expect(await namesOf({ ...within, status })).toEqual(named(contractStatuses))
  })

  test.each(statusCategories)('finds the category %s', async (statusCategory) => {
    expect(await namesOf({ ...within, statusCategory })).toEqual(named(statusesOfCategory[statusCategory]))
  })

  test('has every status in exactly one category', () => {
    const all = statusCategories.flatMap((category) => statusesOfCategory[category])
    expect([...all].sort()).toEqual([...contractStatuses].sort())
  })

  test.each([[['draft']], ['NOPE'], [[['DRAFT']]], [5], [{}]])('refuses %j', async (status) => {
    expect(await refused({ status })).toMatchObject({ status: 400 })
    expect(await refused({ statusCategory: status })).toMatchObject({ status: 400 })
  })
})

describe('a search by the time of creation', () => {
  const key = newId()
  const moments = [
    '2024-03-04T18:29:59.999999Z',
    '2024-03-04T18:30:00Z',
    '2024-03-05T18:29:59.5Z',
    '2024-03-05T18:30:00Z',
  ]
  beforeAll(async () => {
    // For this connection only, so that the time of creation can be set.
    await admin.query('set session_replication_role = replica')
    for (const [index, moment] of moments.entries()) {
      const { id } = await newContract(owner, { contractName: `${key} ${index}` })
      await admin.query('update contracts set created_at = $2 where id = $1', [id, moment])
    }
    await admin.query('set session_replication_role = origin')
  })
  const found = async (dateRange: Filter['dateRange']) =>
    (await namesOf({ contractName: key, dateRange })).map((name) => Number(name.slice(-1)))

  test("takes whole days in the company's time zone, in India from its midnight on", async () => {
    expect(await found({ from: '2024-03-05T00:00:00.000Z', to: '2024-03-05T23:59:59.999Z' })).toEqual([1, 2])
    expect(await found({ from: '2024-03-05T00:00:00Z', to: '2024-03-05T23:59:59Z' })).toEqual([1, 2])
  })

  test('may be open at either end', async () => {
    expect(await found({ from: '2024-03-05T00:00:00Z' })).toEqual([1, 2, 3])
    expect(await found({ to: '2024-03-05T23:59:59Z' })).toEqual([0, 1, 2])
    for (const range of [{}, null, { from: null, to: null }]) expect(await found(range)).toEqual([0, 1, 2, 3])
  })

  test('takes other moments as they are, and the last one up to the end of its second', async () => {
    expect(await found({ from: '2024-03-05T18:29:59Z', to: '2024-03-05T18:29:59.2Z' })).toEqual([2])
    expect(await found({ from: '2024-03-05T00:00:00Z', to: '2024-03-05T18:30:00Z' })).toEqual([2, 3])
    expect(await found({ from: '2024-03-04T18:30:00Z' })).toEqual([1, 2, 3])
    expect(await found({ to: '2024-03-05T18:29:59Z' })).toEqual([0, 1, 2])
  })

  test.each([
    [{ from: '2024-03-06T00:00:00Z', to: '2024-03-05T00:00:00Z' }, 'dateRange.to'],
    [{ from: '2024-03-06T00:00:00.5Z', to: '2024-03-06T00:00:00Z' }, 'dateRange.to'],
    [{ from: '0000-01-01T00:00:00Z' }, 'dateRange.from'],
    [{ from: '2024-02-30T00:00:00Z' }, 'dateRange.from'],
    [{ to: `2024-03-05T00:00:00.${'1'.repeat(300)}Z` }, 'dateRange.to'],
    [{ to: 'infinity' }, 'dateRange.to'],
    [{ from: '2024-03-05' }, 'dateRange.from'],
    [{ from: '2024-03-05T00:00:00+05:30' }, 'dateRange.from'],
    [{ since: '2024-03-05T00:00:00Z' }, 'dateRange.since'],
  ])('refuses %j and names the wrong end', async (dateRange, path) => {
    expect(await refused({ dateRange })).toMatchObject({ status: 400, fields: [{ path }] })
  })
})

describe('the pages of a search', () => {
  let many: Client
  beforeAll(async () => {
    many = await (await newCompany(server)).as()
    await Promise.all(
      Array.from({ length: 23 }, (_, index) =>
        newContract(many, { contractName: `Same ${index % 3}`, paperCost: index % 4 || null }),
      ),
    )
  })

  test('have ten rows, the newest first, by default', async () => {
    const first = await search({}, many)
    expect({ ...first, content: first.content.length }).toEqual({
      content: 10,
      number: 0,
      size: 10,
      totalPages: 3,
      totalElements: 23,
      figureTotal: null,
    })
    // Padded to microseconds, because trailing zeros are left out.
    const entered = first.content.map(({ createdAt }) => createdAt.slice(0, -1).padEnd(26, '0'))
    expect([...entered].sort().reverse()).toEqual(entered)
    const last = await search({ pagination: { page: 2 } }, many)
    expect([last.content.length, last.number]).toEqual([3, 2])
  })

  test('past the end are empty, with the right totals', async () => {
    const past = await search({ pagination: { page: 1_000_000, size: 200 } }, many)
    const empty = { content: [], figureTotal: null }
    expect(past).toEqual({ ...empty, number: 1_000_000, size: 200, totalPages: 1, totalElements: 23 })
    const none = await search({ contractName: newId() }, many)
    expect(none).toEqual({ ...empty, number: 0, size: 10, totalPages: 0, totalElements: 0 })
  })

  const orders = [
    ['contractName', 'asc'],
    ['contractName', 'desc'],
    ['paperCost', 'asc'],
    ['paperCost', 'desc'],
    ['status', 'asc'],
    ['isDeleted', 'asc'],
    ['contractMetadata', 'desc'],
    ['createdAt', 'desc'],
  ] as const
  test.each(orders)('sorted by %s %s contain each row exactly once', async (field, direction) => {
    const seen: string[] = []
    for (let page = 0; page < 6; page += 1) {
      const { content } = await search({ sort: { field, direction }, pagination: { page, size: 4 } }, many)
      seen.push(...content.map((contract) => contract.id))
    }
    expect(seen).toHaveLength(23)
    expect(new Set(seen).size).toBe(23)
  })

  test('have empty values last in both directions', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const { content } = await search({ sort: { field: 'paperCost', direction }, pagination: { size: 50 } }, many)
      const costs = content.map((contract) => contract.paperCost)
      const filled = costs.filter((cost) => cost !== null)
      expect(costs.slice(filled.length).every((cost) => cost === null)).toBe(true)
      const sorted = [...filled].sort((a, b) => (direction === 'asc' ? a - b : b - a))
      expect(filled).toEqual(sorted)
      expect(filled.length).toBeLessThan(23)
    }
  })

  test.each([
    [{ size: 0 }, 'size'],
    [{ size: -1 }, 'size'],
    [{ size: 201 }, 'size'],
    [{ size: '10' }, 'size'],
    [{ size: 1.5 }, 'size'],
    [{ size: null }, 'size'],
    [{ page: -1 }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ page: 1e9 }, 'page'],
    [{ page: '0' }, 'page'],
    [{ page: 9_223_372_036_854_775_808 }, 'page'],
    [{ offset: 5 }, 'offset'],
  ])('of %j are refused', async (pagination, field) => {
    expect(await refused({ pagination })).toMatchObject({ status: 400, fields: [{ path: `pagination.${field}` }] })
  })

  test.each([
    [{ field: 'created_at' }, 'field'],
    [{ field: 'tenantId' }, 'field'],
    [{ field: 'id; drop table contracts' }, 'field'],
    [{ field: 'createdAt desc, (select 1)' }, 'field'],
    [{ field: ['createdAt'] }, 'field'],
    [{ field: 'x'.repeat(10_000) }, 'field'],
    [{ field: '__proto__' }, 'field'],
    [{ field: 'createdAt', direction: 'up' }, 'direction'],
    [{ field: 'createdAt', direction: 'desc nulls first' }, 'direction'],
    [{ direction: 'asc' }, 'field'],
  ])('sorted by %j are refused', async (sort, part) => {
    expect(await refused({ sort })).toMatchObject({ status: 400, fields: [{ path: `sort.${part}` }] })
  })

  test("contain only contracts of the caller's company", async () => {
    expect((await search({ pagination: { size: 200 } }, many)).totalElements).toBe(23)
    expect((await search({}, await (await newCompany(server)).as())).totalElements).toBe(0)
  })

  test('by status add up to the total', async () => {
    const { totalElements } = await search({})
    const parts = await Promise.all(contractStatuses.map((status) => search({ status })))
    expect(parts.reduce((sum, part) => sum + part.totalElements, 0)).toBe(totalElements)
  })
})
