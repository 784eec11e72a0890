import {
  countDeposits,
  type DepositQuickFilter,
  depositQuickFilters,
  filterDeposits,
} from '@plinth/api/deposits/deposits'
import { updateContract } from '@plinth/api/tenders/contracts'
import { afterAll, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { mendDeadlines } from '../../reminders/deadlines/verify.queries.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newSettlement } from '../settlements/settlements.factory.ts'
import { newDeposit } from './deposits.factory.ts'

const { server, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
afterAll(() => admin.end())

const findDeposits = async (quickFilters: DepositQuickFilter[], others = {}, by = owner) => {
  const body = { quickFilters, ...others, pagination: { size: 200 } }
  const { content, total } = await by.ok(filterDeposits, { body })
  return { numbers: content.map(({ instrumentNo }) => instrumentNo).toSorted(), total }
}
const countsOf = async (by = owner, body = {}) =>
  Object.fromEntries(
    (await by.ok(countDeposits, { body })).map(({ quickFilter, count, amount }) => [quickFilter, { count, amount }]),
  )

/** Moves the changes of status of a record of the company into the past. */
async function movePast(company: { id: string }, record: string, days: number) {
  await admin.query('update status_changes set changed_at = now() - make_interval(days => $2) where record_id = $1', [
    record,
    days,
  ])
  await mendDeadlines(server.door, company.id)
}

let amount = 0
/** A deposit of a new contract with these fields; no two have the same amount. */
async function newContractDeposit(
  by: Client,
  instrumentNo: string,
  contract: Parameters<typeof newContract>[1],
  overrides: Parameters<typeof newDeposit>[2] = {},
) {
  const { id: contractId } = await newContract(by, contract)
  amount = amount * 2 + 1
  return newDeposit(by, contractId, { instrumentNo, amount, ...overrides })
}

test('each held deposit is exactly one of running, due back, asked for and in dispute', async () => {
  await newContractDeposit(owner, 'running', { status: 'WORK_IN_PROGRESS' })
  await newContractDeposit(owner, 'tender', { status: 'SUBMITTED' }, { status: 'PENDING' })
  await newContractDeposit(owner, 'due: not won', { status: 'REJECTED' })
  await newContractDeposit(owner, 'due: done', { status: 'CLOSED' })
  await newContractDeposit(owner, 'asked', { status: 'REJECTED' }, { status: 'PENDING_REFUND' })
  await newContractDeposit(owner, 'asked early', { status: 'WORK_IN_PROGRESS' }, { status: 'PENDING_RELEASE' })
  await newContractDeposit(owner, 'dispute', { status: 'DISPUTE' })
  await newContractDeposit(owner, 'dispute, asked', { status: 'DISPUTE' }, { status: 'PENDING_REFUND' })
  await newContractDeposit(owner, 'forfeited', { status: 'TERMINATED' }, { status: 'FORFEITED' })
  await newContractDeposit(
    owner,
    'back',
    { status: 'REJECTED' },
    { status: 'REFUNDED', depositeReturnedDate: '2026-05-01' },
  )
  await newContractDeposit(owner, 'back, no day', { status: 'REJECTED' }, { status: 'RETURNED' })
  await newContractDeposit(owner, 'never paid', { status: 'REJECTED' }, { status: 'DRAFT' })
  const numbersOf = async (name: DepositQuickFilter) => (await findDeposits([name])).numbers
  expect(await numbersOf('RUNNING')).toEqual(['running', 'tender'])
  expect(await numbersOf('DUE_BACK')).toEqual(['due: done', 'due: not won'])
  expect(await numbersOf('ASKED_FOR')).toEqual(['asked', 'asked early'])
  expect(await numbersOf('IN_DISPUTE')).toEqual(['dispute', 'dispute, asked'])
  expect(await numbersOf('TO_CHASE')).toEqual(['asked', 'asked early', 'due: done', 'due: not won'])
  expect(await numbersOf('FORFEITED')).toEqual(['forfeited'])
  expect(await numbersOf('RETURNED_WITHOUT_A_DAY')).toEqual(['back, no day'])
  const parts = ['RUNNING', 'DUE_BACK', 'ASKED_FOR', 'IN_DISPUTE'] as const
  const figures = await countsOf()
  const sum = (figure: 'count' | 'amount') => parts.reduce((all, name) => all + (figures[name]?.[figure] ?? 0), 0)
  expect(figures['HELD']).toEqual({ count: sum('count'), amount: sum('amount') })
  expect(figures['HELD']?.count).toBe(8)
})

test('the count and amount of each quick filter equal those of its list, with carried amounts too', async () => {
  const emd = await newContractDeposit(owner, 'carried in part', { status: 'AWARDED' })
  const carried = await newDeposit(owner, emd.contractId, { instrumentNo: 'carried', amount: 7 })
  const sd = await newDeposit(owner, emd.contractId, { depositType: 'SD', instrumentNo: 'sd', amount: 20 })
  for (const [source, part] of [[emd, 5] as const, [carried, 7] as const])
    await newSettlement(owner, source, { kind: 'CARRIED', amount: part, intoDepositId: sd.id })
  const figures = await countsOf()
  for (const name of depositQuickFilters) {
    const { numbers, total } = await findDeposits([name])
    expect(figures[name], name).toEqual({ count: numbers.length, amount: total })
  }
})

test('a deposit is due back since the result or the end of the work, or since the contract has its status', async () => {
  const company = await newCompany(server)
  const by = await company.as()
  const due = (days: number) =>
    newContractDeposit(by, `${days} days`, { status: 'REJECTED', resultDate: dayFromToday(-days) })
  for (const days of [0, 30, 31, 90, 91]) await due(days)
  await newContractDeposit(by, 'done', {
    status: 'COMPLETED',
    actualEndDate: dayFromToday(-40),
    resultDate: dayFromToday(-400),
  })
  const { contractId } = await newContractDeposit(by, 'no days', { status: 'SUBMITTED' })
  await by.ok(updateContract, { params: { id: contractId }, body: { status: 'CANCELLED' } })
  const ages = ['DUE_BACK_UP_TO_30_DAYS', 'DUE_BACK_31_TO_90_DAYS', 'DUE_BACK_OVER_90_DAYS'] as const
  const numbers = async () => Promise.all(ages.map(async (name) => (await findDeposits([name], {}, by)).numbers))
  expect(await numbers()).toEqual([['0 days', '30 days', 'no days'], ['31 days', '90 days', 'done'], ['91 days']])
  await movePast(company, contractId, 50)
  expect((await numbers())[1]).toEqual(['31 days', '90 days', 'done', 'no days'])
})

test('the filter of deposits asked for over 30 days ago counts from the day of their status', async () => {
  const company = await newCompany(server)
  const by = await company.as()
  const pendingRefund = { status: 'PENDING_REFUND' } as const
  const { id } = await newContractDeposit(by, 'long ago', { status: 'REJECTED' }, pendingRefund)
  await newContractDeposit(by, 'today', { status: 'REJECTED' }, pendingRefund)
  await movePast(company, id, 32)
  expect((await findDeposits(['ASKED_FOR_OVER_30_DAYS_AGO'], {}, by)).numbers).toEqual(['long ago'])
  expect((await countsOf(by))['ASKED_FOR']?.count).toBe(2)
})

test('the search finds a deposit by its contract, its instrument or its bank', async () => {
  const by = await (await newCompany(server)).as()
  await newContractDeposit(by, 'DD-77', { contractName: 'Kolar hospital', bidId: 'PWD/9' }, { bankName: 'Canara Bank' })
  await newContractDeposit(by, 'DD-78', { contractName: 'Udupi road', bidId: 'CPWD/9' })
  for (const search of ['kolar', 'dd-77', 'CANARA pwd/9'])
    expect((await findDeposits([], { search }, by)).numbers).toEqual(['DD-77'])
  expect((await findDeposits([], { search: 'DD-7' }, by)).numbers).toHaveLength(2)
})
