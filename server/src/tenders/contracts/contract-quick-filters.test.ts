import {
  type ContractQuickFilter,
  contractQuickFilters,
  countContracts,
  filterContracts,
} from '@plinth/api/tenders/contracts'
import { expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newContract } from './contracts.factory.ts'

/** The quick filters of contracts and their one-line search. */

const { server, owner } = await startSuite()

const found = async (quickFilters: ContractQuickFilter[], others = {}, by = owner) =>
  (await by.ok(filterContracts, { body: { quickFilters, ...others, pagination: { size: 200 } } })).content
    .map(({ contractName }) => contractName)
    .toSorted()
const counted = async (body = {}) =>
  Object.fromEntries(
    (await owner.ok(countContracts, { body })).map(({ quickFilter, count, amount }) => [quickFilter, [count, amount]]),
  )

test('a tender closes this week within 7 days from today, and soon within 14, while no bid is submitted', async () => {
  const days = { yesterday: -1, today: 0, 'in 6 days': 6, 'in 7 days': 7, 'in 13 days': 13, 'in 14 days': 14 }
  for (const [contractName, day] of Object.entries(days))
    await newContract(owner, { contractName, closingDate: dayFromToday(day) })
  await newContract(owner, { contractName: 'bid is in', closingDate: dayFromToday(3), status: 'SUBMITTED' })
  await newContract(owner, { contractName: 'no day' })
  expect(await found(['CLOSING_THIS_WEEK'])).toEqual(['in 6 days', 'today'])
  expect(await found(['CLOSING_WITHIN_14_DAYS'])).toEqual(['in 13 days', 'in 6 days', 'in 7 days', 'today'])
  expect(await found(['CLOSED_WITHOUT_A_BID'])).toEqual(['yesterday'])
  expect(await found(['AWAITING_RESULT'])).toEqual(['bid is in'])
  // Contracts must meet all the named filters.
  expect(await found(['CLOSING_WITHIN_14_DAYS', 'CLOSING_THIS_WEEK'])).toEqual(['in 6 days', 'today'])
  expect(await found(['CLOSING_WITHIN_14_DAYS', 'AWAITING_RESULT'])).toEqual([])
})

test('a security is to be lodged when the work is awarded and no deposit but the EMD was paid', async () => {
  const by = await (await newCompany(server)).as()
  const withDeposit = async (contractName: string, ...deposits: Parameters<typeof newDeposit>[2][]) => {
    const { id } = await newContract(by, { contractName, status: 'AWARDED' })
    for (const deposit of deposits) await newDeposit(by, id, deposit)
  }
  await withDeposit('nothing')
  await withDeposit('EMD alone', { depositType: 'EMD' }, { depositType: 'Earnest money' })
  await withDeposit('not paid yet', { depositType: 'Performance security', status: 'DRAFT' })
  await withDeposit('lodged', { depositType: 'EMD' }, { depositType: 'Performance security' })
  await newContract(by, { contractName: 'accepted', status: 'ACCEPTED' })
  await newContract(by, { contractName: 'begun', status: 'MOBILIZED' })
  expect(await found(['SECURITY_TO_LODGE'], {}, by)).toEqual(['EMD alone', 'accepted', 'not paid yet', 'nothing'])
})

test('the counts equal what the search finds with its other filters, and have the sum of the bids', async () => {
  await newContract(owner, {
    contractName: 'Kaveri bridge',
    bidId: 'PWD/7',
    closingDate: dayFromToday(1),
    tenderBidValue: 1_234_567.25,
  })
  expect(await counted({ search: 'kaveri' })).toEqual({
    CLOSING_THIS_WEEK: [1, 1_234_567.25],
    CLOSING_WITHIN_14_DAYS: [1, 1_234_567.25],
    CLOSED_WITHOUT_A_BID: [0, 0],
    AWAITING_RESULT: [0, 0],
    SECURITY_TO_LODGE: [0, 0],
  })
  const all = await counted()
  for (const name of contractQuickFilters) expect(all[name]?.[0], name).toBe((await found([name])).length)
  expect(await counted({ quickFilters: ['CLOSING_THIS_WEEK'] })).toMatchObject({
    CLOSING_WITHIN_14_DAYS: all['CLOSING_THIS_WEEK'],
    AWAITING_RESULT: [0, 0],
  })
})

test('the one-line search finds words in any order and case, each in any of its fields', async () => {
  const by = await (await newCompany(server)).as()
  await newContract(by, { contractName: 'Ulsoor lake wall', bidId: 'BBMP/41', licenseHolderName: 'Asha Rao' })
  await newContract(by, { contractName: 'Ulsoor drain 50% widening', bidId: 'KUWSDB/41', referenceNo: 'NIT-9' })
  const find = (search: string) => found([], { search }, by)
  expect(await find('ulsoor')).toHaveLength(2)
  expect(await find('  LAKE   bbmp ')).toEqual(['Ulsoor lake wall'])
  expect(await find('rao ulsoor 41')).toEqual(['Ulsoor lake wall'])
  expect(await find('nit-9')).toEqual(['Ulsoor drain 50% widening'])
  expect(await find('50%')).toEqual(['Ulsoor drain 50% widening'])
  expect(await find('5%wid')).toEqual([])
  // A word must be inside one field; it cannot consist of the end of one field and the beginning of the next.
  expect(await find('41Ulsoor')).toEqual([])
  expect(await find(' ')).toHaveLength(2)
})

test('an unknown quick filter is refused, naming the field', async () => {
  for (const call of [filterContracts, countContracts])
    expect(await owner.refused(call, { body: { quickFilters: ['LATE'] as never } })).toMatchObject({
      status: 400,
      fields: [{ path: expect.stringMatching(/^quickFilters/) }],
    })
})
