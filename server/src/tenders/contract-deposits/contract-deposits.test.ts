import { deleteDeposit, depositStatuses, updateDeposit } from '@plinth/api/deposits/deposits'
import type { CallInput } from '@plinth/api/kernel/client'
import { type ContractDeposit, contractDeposit, searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import { contractStatuses } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { beforeAll, describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newContract } from '../contracts/contracts.factory.ts'

type Filter = CallInput<typeof searchContractDeposits>['body']

/**
 * The owner's company has the four contracts below and nothing else. Tests that change data use a company of their own.
 */
const { server, owner } = await startSuite()
beforeAll(async () => {
  await furnish(owner)
})

async function furnish(by: Client): Promise<void> {
  const road = await newContract(by, {
    contractName: 'Ring Road',
    bidId: 'PWD/01',
    referenceNo: 'NIT-100%',
    description: 'Widening to four lanes',
    status: 'AWARDED',
    contractType: 'Item rate',
    licenseHolderName: 'Asha Rao',
  })
  await newDeposit(by, road.id, {
    depositType: 'EMD',
    amount: 100.1,
    status: 'SUBMITTED',
    accountHolderName: 'Demo Infra',
    bankAccountNo: '30201',
  })
  await newDeposit(by, road.id, {
    depositType: 'Performance security',
    amount: 200.2,
    status: 'REFUNDED',
    accountHolderName: 'Asha Rao',
    bankAccountNo: '77_7',
  })
  const bridge = await newContract(by, {
    contractName: 'Minor bridge',
    bidId: 'NHAI/02',
    referenceNo: 'NIT-200',
    status: 'SUBMITTED',
    contractType: 'Lump sum',
    licenseHolderName: 'Demo Infra Pvt Ltd',
  })
  await newDeposit(by, bridge.id, { depositType: 'EMD', amount: 50, status: 'REFUNDED' })
  const drain = await newContract(by, { contractName: 'Storm drain', bidId: 'BBMP/03', status: 'REJECTED' })
  await newDeposit(by, drain.id, { amount: 70, status: 'CANCELLED', accountHolderName: 'Meera' })
  await newContract(by, { contractName: 'Canal lining', bidId: 'KNNL/04' })
}

const search = (body: Filter = {}, by = owner) => by.ok(searchContractDeposits, { body })
const names = async (body: Filter) => (await search(body)).content.map((row) => row.contractName).toSorted()

describe('the contract filters', () => {
  test.each<[Filter, string[]]>([
    [{}, ['Canal lining', 'Minor bridge', 'Ring Road', 'Storm drain']],
    [{ bidId: 'pwd/' }, ['Ring Road']],
    [{ contractName: 'RI' }, ['Minor bridge', 'Ring Road']],
    [{ referenceNo: 'nit' }, ['Minor bridge', 'Ring Road']],
    [{ referenceNo: '0%' }, ['Ring Road']],
    [{ description: 'FOUR' }, ['Ring Road']],
    [{ statuses: ['AWARDED', 'REJECTED'] }, ['Ring Road', 'Storm drain']],
    [{ statuses: 'DRAFT' }, ['Canal lining']],
    [{ statuses: [] }, ['Canal lining', 'Minor bridge', 'Ring Road', 'Storm drain']],
    [{ contractType: 'sum' }, ['Minor bridge']],
    [{ licenseHolderName: 'asha' }, ['Ring Road']],
    [{ contractName: 'road', statuses: ['SUBMITTED'] }, []],
  ])('find the expected contracts for %j', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected)
  })
})

describe('the deposit filters', () => {
  test.each<[Filter, string[]]>([
    [{ depositType: 'emd' }, ['Minor bridge', 'Ring Road', 'Storm drain']],
    [{ depositType: 'performance' }, ['Ring Road']],
    [{ accountHolderName: 'RAO' }, ['Ring Road']],
    [{ bankAccountNo: '3020' }, ['Ring Road']],
    [{ bankAccountNo: '7_7' }, ['Ring Road']],
    [{ bankAccountNo: '0_0' }, []],
    [{ depositStatuses: ['REFUNDED'] }, ['Minor bridge', 'Ring Road']],
    [{ depositStatuses: ['CANCELLED', 'SUBMITTED'] }, ['Ring Road', 'Storm drain']],
    [{ depositStatuses: [] }, ['Canal lining', 'Minor bridge', 'Ring Road', 'Storm drain']],
  ])('find the expected contracts for %j', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected)
  })

  test('must all match the same deposit', async () => {
    expect(await names({ depositType: 'EMD', depositStatuses: ['REFUNDED'] })).toEqual(['Minor bridge'])
    expect(await names({ accountHolderName: 'Asha', bankAccountNo: '30201' })).toEqual([])
  })

  test('narrow the rows, but not the totals of a row', async () => {
    const { content } = await search({ depositType: 'performance' })
    expect(content).toMatchObject([{ contractName: 'Ring Road', totalDeposit: 2, totalAmount: 300.3 }])
  })
})

test('contract filters and deposit filters together find the contracts that match both', async () => {
  const refunded: Filter = { depositStatuses: ['REFUNDED'] }
  expect(await names({ ...refunded, statuses: ['SUBMITTED'] })).toEqual(['Minor bridge'])
  expect(await names({ ...refunded, contractName: 'drain' })).toEqual([])
  expect((await search({ ...refunded, contractName: 'road' })).totalElements).toBe(1)
})

describe('the totals of a contract', () => {
  test.each(depositStatuses)(
    'count a deposit in status %s unless it is a draft, rejected or cancelled',
    async (status) => {
      const by = await (await newCompany(server)).as()
      const contract = await newContract(by)
      await newDeposit(by, contract.id, { status, amount: 12.5 })
      const counts = !['DRAFT', 'REJECTED', 'CANCELLED'].includes(status)
      const { content } = await search({}, by)
      expect(content).toMatchObject([{ totalDeposit: counts ? 1 : 0, totalAmount: counts ? 12.5 : 0 }])
    },
  )

  test('follow added, changed and deleted deposits, to the paisa', async () => {
    const by = await (await newCompany(server)).as()
    const contract = await newContract(by)
    const totals = async () => {
      const [row] = (await search({}, by)).content
      return [row?.totalDeposit, row?.totalAmount]
    }
    expect(await totals()).toEqual([0, 0])
    const first = await newDeposit(by, contract.id, { amount: 0.1 })
    await newDeposit(by, contract.id, { amount: 0.2 })
    expect(await totals()).toEqual([2, 0.3])
    const params = { contractId: contract.id, depositId: first.id }
    await by.ok(updateDeposit, { params, body: { amount: 1000.55 } })
    expect(await totals()).toEqual([2, 1000.75])
    await by.ok(updateDeposit, { params, body: { status: 'CANCELLED' } })
    expect(await totals()).toEqual([1, 0.2])
    await by.ok(updateDeposit, { params, body: { status: 'PENDING' } })
    await by.ok(deleteDeposit, { params })
    expect(await totals()).toEqual([1, 0.2])
  })
})

test('a deleted deposit is found by no filter', async () => {
  const by = await (await newCompany(server)).as()
  const contract = await newContract(by)
  const deposit = await newDeposit(by, contract.id, { depositType: 'Retention' })
  expect((await search({ depositType: 'Retention' }, by)).totalElements).toBe(1)
  await by.ok(deleteDeposit, { params: { contractId: contract.id, depositId: deposit.id } })
  expect((await search({ depositType: 'Retention' }, by)).totalElements).toBe(0)
})

test('isProjectCreated is true as soon as the contract has a project', async () => {
  const by = await (await newCompany(server)).as()
  const contract = await newContract(by, { status: 'AWARDED' })
  await newContract(by, { status: 'AWARDED' })
  const created = async () => (await search({}, by)).content.filter((row) => row.isProjectCreated).map((row) => row.id)
  expect(await created()).toEqual([])
  await by.ok(createProject, { body: { contractId: contract.id } })
  expect(await created()).toEqual([contract.id])
  // The contractId filter finds only that contract.
  const { content } = await search({ contractId: contract.id }, by)
  expect(content.map(({ id, isProjectCreated }) => [id, isProjectCreated])).toEqual([[contract.id, true]])
})

describe('pages and order', () => {
  test('have the newest contract first by default', async () => {
    const { content } = await search()
    expect(content.map((row) => row.contractName)).toEqual(['Canal lining', 'Storm drain', 'Minor bridge', 'Ring Road'])
  })

  test('cut all pages from one order and return the totals', async () => {
    const sort = { field: 'contractName', direction: 'asc' } as const
    const pages = await Promise.all([0, 1, 2].map((page) => search({ pagination: { page, size: 3 }, sort })))
    expect(pages.map(({ content }) => content.map((row) => row.contractName))).toEqual([
      ['Canal lining', 'Minor bridge', 'Ring Road'],
      ['Storm drain'],
      [],
    ])
    for (const [number, page] of pages.entries())
      expect(page).toMatchObject({ number, size: 3, totalPages: 2, totalElements: 4 })
  })

  test.each<[keyof ContractDeposit, (number | boolean)[]]>([
    ['totalAmount', [0, 0, 50, 300.3]],
    ['totalDeposit', [0, 0, 1, 2]],
    ['isProjectCreated', [false, false, false, false]],
  ])('support the order by %s', async (field, expected) => {
    const ordered = async (direction: 'asc' | 'desc') =>
      (await search({ sort: { field, direction } })).content.map((row) => row[field])
    expect(await ordered('asc')).toEqual(expected)
    expect(await ordered('desc')).toEqual(expected.toReversed())
  })

  test('support the order by every field of a row', async () => {
    const [row] = (await search()).content
    const fields = Object.keys(row ?? {})
    expect(fields).toEqual(Object.keys(contractDeposit.shape))
    for (const field of fields) {
      const reply = await owner.sendCall(searchContractDeposits, { body: { sort: { field } } })
      expect([field, reply.status]).toEqual([field, 200])
    }
  })

  test.each([
    [{ sort: { field: 'tenantId' } }, 'sort.field'],
    [{ sort: { field: 'totalAmount; drop table contracts' } }, 'sort.field'],
    [{ sort: { field: 'totalAmount', direction: 'down' } }, 'sort.direction'],
    [{ pagination: { size: 201 } }, 'pagination.size'],
    [{ pagination: { page: -1 } }, 'pagination.page'],
    [{ statuses: ['REFUNDED'] }, 'statuses'],
    [{ depositStatuses: ['AWARDED'] }, 'depositStatuses'],
    [{ status: 'DRAFT' }, 'status'],
  ])('%j are refused', async (body, path) => {
    const refusal = await owner.refused(searchContractDeposits, { body })
    expect(refusal.status).toBe(400)
    expect(refusal.fields?.map((field) => field.path).join()).toContain(path)
  })
})

test("another company's contracts and deposits never appear", async () => {
  const [ours, theirs] = [await (await newCompany(server)).as(), await (await newCompany(server)).as()]
  const contract = await newContract(theirs, { contractName: 'Not yours', status: 'AWARDED' })
  await newDeposit(theirs, contract.id, { depositType: 'Retention', amount: 9 })
  for (const filter of [{}, { contractName: 'Not' }, { depositType: 'Retention' }, { statuses: [...contractStatuses] }])
    expect(await search(filter, ours)).toMatchObject({ content: [], totalElements: 0, totalPages: 0 })
  expect((await search({}, theirs)).totalElements).toBe(1)
})
