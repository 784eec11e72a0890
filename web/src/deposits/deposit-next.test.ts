import { expect, test } from 'vitest'
import { nextOfDeposit } from './deposit-next.ts'
import { dueBackSince, isEmd, standingOf } from './deposit-standing.ts'
import { storyOfDeposit } from './deposit-story.ts'
import { aDeposit } from './test-deposit.ts'

test('its money stands as the quick filters of the register say', () => {
  const stands = (status: Parameters<typeof aDeposit>[0], contract: Parameters<typeof standingOf>[1]) =>
    standingOf(aDeposit(status), contract)
  expect(stands({ status: 'SUBMITTED' }, 'WORK_IN_PROGRESS')).toBe('RUNNING')
  expect(stands({ status: 'PENDING' }, 'REJECTED')).toBe('DUE_BACK')
  for (const over of ['COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED'] as const)
    expect(stands({ status: 'SUBMITTED' }, over)).toBe('DUE_BACK')
  expect(stands({ status: 'PENDING_REFUND' }, 'REJECTED')).toBe('ASKED_FOR')
  expect(stands({ status: 'PENDING_RELEASE' }, 'WORK_IN_PROGRESS')).toBe('ASKED_FOR')
  expect(stands({ status: 'PENDING_REFUND' }, 'DISPUTE')).toBe('IN_DISPUTE')
  expect(stands({ status: 'RETURNED' }, 'DISPUTE')).toBe('BACK')
  expect(stands({ status: 'FORFEITED' }, 'TERMINATED')).toBe('FORFEITED')
  expect(stands({ status: 'DRAFT' }, 'REJECTED')).toBe('UNPAID')
})

test('it is due back since the result of what was not won, else since the end of the work', () => {
  const days = { resultDate: '2026-01-01', actualEndDate: '2026-06-01' }
  expect(dueBackSince({ status: 'REJECTED', ...days })).toBe('2026-01-01')
  expect(dueBackSince({ status: 'COMPLETED', ...days })).toBe('2026-06-01')
})

test('an EMD is told from a security by its words, and by whole ones', () => {
  const isOne = (depositType: string) => isEmd({ depositType })
  expect(['EMD', 'emd of lot 2', 'Earnest money'].every(isOne)).toBe(true)
  expect(['Performance security', 'REMDEX bond'].some(isOne)).toBe(false)
})

test('the next step of a deposit: lodged, asked for, back, and the day of that', () => {
  expect(nextOfDeposit(aDeposit({ status: 'PENDING' }), 'SUBMITTED', true)).toBe('SUBMIT')
  expect(nextOfDeposit(aDeposit(), 'SUBMITTED', true)).toBeUndefined()
  expect(nextOfDeposit(aDeposit(), 'REJECTED', true)).toBe('ASK_BACK')
  expect(nextOfDeposit(aDeposit(), 'REJECTED', false)).toBeUndefined()
  expect(nextOfDeposit(aDeposit({ status: 'PENDING_RELEASE' }), 'CLOSED', true)).toBe('RECORD_RETURN')
  expect(nextOfDeposit(aDeposit({ status: 'REFUNDED' }), 'CLOSED', true)).toBe('ENTER_DAY')
  const isDone = aDeposit({ status: 'REFUNDED', depositeReturnedDate: '2026-11-01' })
  expect(nextOfDeposit(isDone, 'CLOSED', true)).toBeUndefined()
  const isCarried = aDeposit({ status: 'RELEASED', receivedAmount: 0, carriedAmount: 1000 })
  expect(nextOfDeposit(isCarried, 'CLOSED', true)).toBeUndefined()
})

test('the story of a deposit', () => {
  const told = (given: Parameters<typeof aDeposit>[0], course: Partial<Parameters<typeof storyOfDeposit>[1]> = {}) =>
    storyOfDeposit(aDeposit(given), { standing: 'RUNNING', dueSince: null, askedSince: null, ...course }).map(
      ({ label, state, detail }) => `${label} ${state}${detail && `: ${detail}`}`,
    )
  expect(told({})).toEqual(['Lodged missing: No day', 'Due back ahead', 'Asked for ahead', 'Back ahead'])
  expect(told({ depositSubmitedDate: '2026-09-01' }, { standing: 'DUE_BACK', dueSince: '2026-10-01' })).toEqual([
    'Lodged done: 01 Sep 2026',
    'Due back now: since 01 Oct 2026',
    'Asked for ahead',
    'Back ahead',
  ])
  expect(told({ status: 'RETURNED' }, { standing: 'BACK' }).at(-1)).toBe('Back missing: No day')
  expect(told({ status: 'FORFEITED' }, { standing: 'FORFEITED' }).at(-1)).toBe('Forfeited now')
})
