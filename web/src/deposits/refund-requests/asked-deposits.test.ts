import type { AskableDeposit } from '@plinth/api/deposits/refund-requests'
import { expect, test } from 'vitest'
import { amountFault, offeredOf, proposed, totalOf } from './asked-deposits.ts'

const one = (depositId: string, given: Partial<AskableDeposit> = {}): AskableDeposit => ({
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
  ...given,
})
const ids = (asked: readonly { depositId: string }[]) => asked.map(({ depositId }) => depositId)

test('what is due and not asked for yet is proposed, all that is open of it', () => {
  const found = [
    one('due', { openAmount: 70 }),
    one('later', { isDue: false }),
    one('asked', { requestId: 'r' }),
    one('drafted', { draftId: 'd' }),
  ]
  expect(proposed(found, [])).toEqual([{ depositId: 'due', amount: 70 }])
})

test('where all that is due was asked for before it is proposed again, and nothing where nothing is due', () => {
  expect(ids(proposed([one('asked', { requestId: 'r' }), one('later', { isDue: false })], []))).toEqual(['asked'])
  expect(proposed([one('later', { isDue: false })], [])).toEqual([])
})

test('what was named on the way is proposed alone, due or not; a name of another office changes nothing', () => {
  const found = [one('due'), one('later', { isDue: false })]
  expect(ids(proposed(found, ['later']))).toEqual(['later'])
  expect(ids(proposed(found, ['elsewhere']))).toEqual(['due'])
})

test('what a draft names and nothing is open of any more is still offered, to be taken off', () => {
  const { isDue: _, ...named } = one('gone')
  expect(
    ids(
      offeredOf(
        [one('due')],
        [
          { ...named, amount: 5 },
          { ...named, depositId: 'due', amount: 5 },
        ],
      ),
    ),
  ).toEqual(['due', 'gone'])
})

test('an amount is a number above zero, and at most what is open', () => {
  expect(amountFault(100, 100)).toBeUndefined()
  expect(amountFault(100.01, 100)?.message).toBe('is more than what is open of this deposit')
  expect(amountFault(0, 100)?.message).toBe('must be more than 0')
  expect(amountFault(null, 100)?.message).toBe('is required')
  expect(amountFault('1o0', 100)?.message).toBe('must be an amount such as 12,34,567.50')
})

test('amounts are added to the paisa', () => {
  const amounts = [0.1, 0.2, 9_999_999_999_999.99, 'abc', null]
  expect(totalOf(amounts.map((amount, at) => ({ depositId: String(at), amount })))).toBe('10000000000000.29')
})
