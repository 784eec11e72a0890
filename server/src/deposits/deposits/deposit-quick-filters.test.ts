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
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newSettlement } from '../settlements/settlements.factory.ts'
import { newDeposit } from './deposits.factory.ts'

/** What deposits are mostly looked for by: where the money stands, and since when. */

const { server, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
afterAll(() => admin.end())

const found = async (quickFilters: DepositQuickFilter[], others = {}, by = owner) => {
  const body = { quickFilters, ...others, pagination: { size: 200 } }
  const { content, total } = await by.ok(filterDeposits, { body })
  return { numbers: content.map(({ instrumentNo }) => instrumentNo).toSorted(), total }
}
const counted = async (by = owner, body = {}) =>
  Object.fromEntries(
    (await by.ok(countDeposits, { body })).map(({ quickFilter, count, amount }) => [quickFilter, { count, amount }]),
  )

let amount = 0
/** A deposit of a contract of this status; no two are of the same amount. */
async function deposited(
  by: Client,
  instrumentNo: string,
  contract: Parameters<typeof newContract>[1],
  given: Parameters<typeof newDeposit>[2] = {},
) {
  const { id: contractId } = await newContract(by, contract)
  amount = amount * 2 + 1
  return newDeposit(by, contractId, { instrumentNo, amount, ...given })
}

test('what is held is running, due back, asked for or in dispute, and each deposit is one of them', async () => {
  await deposited(owner, 'running', { status: 'WORK_IN_PROGRESS' })
  await deposited(owner, 'tender', { status: 'SUBMITTED' }, { status: 'PENDING' })
  await deposited(owner, 'due: not won', { status: 'REJECTED' })
  await deposited(owner, 'due: done', { status: 'CLOSED' })
  await deposited(owner, 'asked', { status: 'REJECTED' }, { status: 'PENDING_REFUND' })
  await deposited(owner, 'asked early', { status: 'WORK_IN_PROGRESS' }, { status: 'PENDING_RELEASE' })
  await deposited(owner, 'dispute', { status: 'DISPUTE' })
  await deposited(owner, 'dispute, asked', { status: 'DISPUTE' }, { status: 'PENDING_REFUND' })
  await deposited(owner, 'forfeited', { status: 'TERMINATED' }, { status: 'FORFEITED' })
  await deposited(owner, 'back', { status: 'REJECTED' }, { status: 'REFUNDED', depositeReturnedDate: '2026-05-01' })
  await deposited(owner, 'back, no day', { status: 'REJECTED' }, { status: 'RETURNED' })
  await deposited(owner, 'never paid', { status: 'REJECTED' }, { status: 'DRAFT' })
  const numbersOf = async (name: DepositQuickFilter) => (await found([name])).numbers
  expect(await numbersOf('RUNNING')).toEqual(['running', 'tender'])
  expect(await numbersOf('DUE_BACK')).toEqual(['due: done', 'due: not won'])
  expect(await numbersOf('ASKED_FOR')).toEqual(['asked', 'asked early'])
  expect(await numbersOf('IN_DISPUTE')).toEqual(['dispute', 'dispute, asked'])
  expect(await numbersOf('TO_CHASE')).toEqual(['asked', 'asked early', 'due: done', 'due: not won'])
  expect(await numbersOf('FORFEITED')).toEqual(['forfeited'])
  expect(await numbersOf('RETURNED_WITHOUT_A_DAY')).toEqual(['back, no day'])
  const parts = ['RUNNING', 'DUE_BACK', 'ASKED_FOR', 'IN_DISPUTE'] as const
  const figures = await counted()
  const sum = (figure: 'count' | 'amount') => parts.reduce((all, name) => all + (figures[name]?.[figure] ?? 0), 0)
  expect(figures['HELD']).toEqual({ count: sum('count'), amount: sum('amount') })
  expect(figures['HELD']?.count).toBe(8)
})

test('each figure is what the list that it leads to comes to, also of what was carried on', async () => {
  const emd = await deposited(owner, 'carried in part', { status: 'AWARDED' })
  const gone = await newDeposit(owner, emd.contractId, { instrumentNo: 'carried', amount: 7 })
  const sd = await newDeposit(owner, emd.contractId, { depositType: 'SD', instrumentNo: 'sd', amount: 20 })
  for (const [source, part] of [[emd, 5] as const, [gone, 7] as const])
    await newSettlement(owner, source, { kind: 'CARRIED', amount: part, intoDepositId: sd.id })
  const figures = await counted()
  for (const name of depositQuickFilters) {
    const { numbers, total } = await found([name])
    expect(figures[name], name).toEqual({ count: numbers.length, amount: total })
  }
})

test('it is due back since the result or the end of the work, or since the contract has its status', async () => {
  const by = await (await newCompany(server)).as()
  const due = (days: number) => deposited(by, `${days} days`, { status: 'REJECTED', resultDate: dayFromToday(-days) })
  for (const days of [0, 30, 31, 90, 91]) await due(days)
  await deposited(by, 'done', { status: 'COMPLETED', actualEndDate: dayFromToday(-40), resultDate: dayFromToday(-400) })
  const { contractId } = await deposited(by, 'no days', { status: 'SUBMITTED' })
  await by.ok(updateContract, { params: { id: contractId }, body: { status: 'CANCELLED' } })
  const ages = ['DUE_BACK_UP_TO_30_DAYS', 'DUE_BACK_31_TO_90_DAYS', 'DUE_BACK_OVER_90_DAYS'] as const
  const numbers = async () => Promise.all(ages.map(async (name) => (await found([name], {}, by)).numbers))
  expect(await numbers()).toEqual([['0 days', '30 days', 'no days'], ['31 days', '90 days', 'done'], ['91 days']])
  await admin.query(`update status_changes set changed_at = now() - interval '50 days' where record_id = $1`, [
    contractId,
  ])
  expect((await numbers())[1]).toEqual(['31 days', '90 days', 'done', 'no days'])
})

test('what was asked for over 30 days ago is so by the day on which it was asked for', async () => {
  const by = await (await newCompany(server)).as()
  const asked = { status: 'PENDING_REFUND' } as const
  const { id } = await deposited(by, 'long ago', { status: 'REJECTED' }, asked)
  await deposited(by, 'today', { status: 'REJECTED' }, asked)
  await admin.query(`update status_changes set changed_at = now() - interval '32 days' where record_id = $1`, [id])
  expect((await found(['ASKED_FOR_OVER_30_DAYS_AGO'], {}, by)).numbers).toEqual(['long ago'])
  expect((await counted(by))['ASKED_FOR']?.count).toBe(2)
})

test('one line finds a deposit by its contract, its instrument or its bank', async () => {
  const by = await (await newCompany(server)).as()
  await deposited(by, 'DD-77', { contractName: 'Kolar hospital', bidId: 'PWD/9' }, { bankName: 'Canara Bank' })
  await deposited(by, 'DD-78', { contractName: 'Udupi road', bidId: 'CPWD/9' })
  for (const search of ['kolar', 'dd-77', 'CANARA pwd/9'])
    expect((await found([], { search }, by)).numbers).toEqual(['DD-77'])
  expect((await found([], { search: 'DD-7' }, by)).numbers).toHaveLength(2)
})
