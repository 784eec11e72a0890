import type { AskableDeposit } from '@plinth/api/deposits/refund-requests'
import { expect, test } from 'vitest'
import { amountFault, offeredOf, proposedItems, totalOf } from './asked-deposits.ts'

const askable = (depositId: string, overrides: Partial<AskableDeposit> = {}): AskableDeposit => ({
  depositId,
  contractId: 'c',
  contractName: 'Bridge',
  bidId: null,
  referenceNo: null,
  depositType: 'EMD',
  purpose: 'EMD',
  instrumentNo: 'DD-1',
  instrumentKind: null,
  status: 'SUBMITTED',
  openAmount: 100,
  dueOn: '2026-06-01',
  isDue: true,
  daysOverdue: 3,
  requestId: null,
  requestNumber: null,
  askedOn: null,
  draftId: null,
  draftNumber: null,
  ...overrides,
})
const ids = (items: readonly { depositId: string }[]) => items.map(({ depositId }) => depositId)

test('due deposits that were not asked for yet are proposed with their open amounts', () => {
  const deposits = [
    askable('due', { openAmount: 70 }),
    askable('later', { isDue: false }),
    askable('asked', { requestId: 'r' }),
    askable('drafted', { draftId: 'd' }),
  ]
  expect(proposedItems(deposits, [])).toEqual([{ depositId: 'due', amount: 70 }])
})

test('due deposits are proposed again if all were asked for before, and none are proposed if none is due', () => {
  expect(ids(proposedItems([askable('asked', { requestId: 'r' }), askable('later', { isDue: false })], []))).toEqual([
    'asked',
  ])
  expect(proposedItems([askable('later', { isDue: false })], [])).toEqual([])
})

test('only deposits named in the address are proposed, due or not; one of another office is ignored', () => {
  const deposits = [askable('due'), askable('later', { isDue: false })]
  expect(ids(proposedItems(deposits, ['later']))).toEqual(['later'])
  expect(ids(proposedItems(deposits, ['elsewhere']))).toEqual(['due'])
})

test('a deposit of a draft that is not open any more is still listed, so that it can be unticked', () => {
  const { isDue: _, ...named } = askable('gone')
  expect(
    ids(
      offeredOf(
        [askable('due')],
        [
          { ...named, amount: 5 },
          { ...named, depositId: 'due', amount: 5 },
        ],
      ),
    ),
  ).toEqual(['due', 'gone'])
})

test('an amount must be a number above zero and at most the open amount', () => {
  expect(amountFault(100, 100)).toBeUndefined()
  expect(amountFault(100.01, 100)?.message).toBe('is more than what is open of this deposit')
  expect(amountFault(0, 100)?.message).toBe('must be more than 0')
  expect(amountFault(null, 100)?.message).toBe('is required')
  expect(amountFault('1o0', 100)?.message).toBe('must be an amount such as 12,34,567.50')
})

test('the total adds amounts to the paisa', () => {
  const amounts = [0.1, 0.2, 9_999_999_999_999.99, 'abc', null]
  expect(totalOf(amounts.map((amount, at) => ({ depositId: String(at), amount })))).toBe('10000000000000.29')
})
