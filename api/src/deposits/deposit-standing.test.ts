import { expect, test } from 'vitest'
import type { ContractStatus } from '../tenders/contracts.ts'
import { amountOf, dueBackSince, isEmd, standingOf } from './deposit-standing.ts'
import type { DepositStatus } from './deposits.ts'

test('the standing of a deposit is that of the quick filters of the register', () => {
  const standing = (status: DepositStatus, contract: ContractStatus) => standingOf({ status }, contract)
  expect(standing('SUBMITTED', 'WORK_IN_PROGRESS')).toBe('RUNNING')
  expect(standing('PENDING', 'REJECTED')).toBe('DUE_BACK')
  for (const over of ['COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED'] as const)
    expect(standing('SUBMITTED', over)).toBe('DUE_BACK')
  expect(standing('PENDING_REFUND', 'REJECTED')).toBe('ASKED_FOR')
  expect(standing('PENDING_RELEASE', 'WORK_IN_PROGRESS')).toBe('ASKED_FOR')
  expect(standing('PENDING_REFUND', 'DISPUTE')).toBe('IN_DISPUTE')
  expect(standing('RETURNED', 'DISPUTE')).toBe('BACK')
  expect(standing('FORFEITED', 'TERMINATED')).toBe('FORFEITED')
  expect(standing('DRAFT', 'REJECTED')).toBe('UNPAID')
})

test('a deposit is due back since the result of a lost tender, else since the end of the work', () => {
  const days = { resultDate: '2026-01-01', actualEndDate: '2026-06-01' }
  expect(dueBackSince({ status: 'REJECTED', ...days })).toBe('2026-01-01')
  expect(dueBackSince({ status: 'COMPLETED', ...days })).toBe('2026-06-01')
})

test('a deposit is an EMD if its type has EMD as a whole word, or earnest', () => {
  const isOne = (depositType: string) => isEmd({ depositType })
  expect(['EMD', 'emd of lot 2', 'Earnest money'].every(isOne)).toBe(true)
  expect(['Performance security', 'REMDEX bond'].some(isOne)).toBe(false)
})

test('the total of deposits counts carried money once', () => {
  const emd = { amount: 50_000, carriedAmount: 30_000.1 }
  expect(amountOf([emd, { amount: 30_000.1, carriedAmount: 0 }])).toBe(50_000)
  expect(amountOf([])).toBe(0)
})
