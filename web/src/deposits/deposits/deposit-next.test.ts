import { type NextStep, nextSteps } from '@plinth/api/deposits/deposit-releases'
import type { ContractStatus } from '@plinth/api/tenders/contracts'
import { expect, test } from 'vitest'
import { type DepositStep, dayOfStep, nextOfDeposit, sayNext } from './deposit-next.ts'
import { storyOfDeposit } from './deposit-story.ts'
import { aDeposit } from './test-deposit.ts'

test('the next step is lodging a draft, then that of the release, then entering the day of return', () => {
  const next = (overrides: Parameters<typeof aDeposit>[0], contract: ContractStatus, nextStep: NextStep | null) =>
    nextOfDeposit(aDeposit(overrides), contract, { nextStep })
  expect(next({ status: 'DRAFT' }, 'SUBMITTED', null)).toBe('SUBMIT')
  expect(next({ status: 'PENDING' }, 'SUBMITTED', 'WAIT')).toBe('SUBMIT')
  // A deposit of a rejected tender is not lodged any more.
  expect(next({ status: 'PENDING' }, 'REJECTED', 'ASK')).toBe('ASK')
  for (const step of nextSteps) expect(next({ status: 'SUBMITTED' }, 'COMPLETED', step)).toBe(step)
  expect(next({ status: 'REFUNDED' }, 'CLOSED', null)).toBe('ENTER_DAY')
  expect(next({ status: 'REFUNDED', depositeReturnedDate: '2026-11-01' }, 'CLOSED', null)).toBeUndefined()
  expect(next({ status: 'RELEASED', receivedAmount: 0, carriedAmount: 1000 }, 'CLOSED', null)).toBeUndefined()
  expect(next({ status: 'FORFEITED' }, 'CLOSED', null)).toBeUndefined()
})

test('a deposit in a requested status waits for its return, unless the release has an own step, dispute, shortfall or letter', () => {
  const next = (nextStep: NextStep) => nextOfDeposit(aDeposit({ status: 'PENDING_RELEASE' }), 'CLOSED', { nextStep })
  expect((['ASK', 'SET_DUE', 'WAIT'] as const).map(next)).toEqual(Array(3).fill('RECORD_RETURN'))
  expect((['OWN', 'DISPUTE', 'SHORTFALL', 'FOLLOW_UP'] as const).map(next)).toEqual([
    'OWN',
    'DISPUTE',
    'SHORTFALL',
    'FOLLOW_UP',
  ])
})

test('the next step has a sentence and a day', () => {
  const release = {
    ownNextStep: 'Meet the divisional accountant',
    requestNumber: 'RR/2026-27/001',
    basis: 'COMPLETION',
  } as const
  const sentence = (step: DepositStep) => sayNext(step, { disputedOn: '2026-11-02' }, release)
  expect(sentence('OWN')).toBe('Meet the divisional accountant')
  expect(sentence('DISPUTE')).toBe('Take up the dispute of 02 Nov 2026')
  expect(sentence('FOLLOW_UP')).toBe('Follow up request RR/2026-27/001')
  expect(sentence('WAIT')).toBe('Wait for completion')
  expect(sayNext('WAIT', { disputedOn: null }, { ...release, basis: null })).toBe('Wait for the result')
  expect(sentence('ASK')).toBe('Write the refund request')
  const next = { nextStep: 'ASK', nextOn: '2026-12-02' } as const
  expect(dayOfStep('ASK', next)).toBe('2026-12-02')
  expect(dayOfStep('RECORD_RETURN', next)).toBeNull()
})

test('the steps of a deposit are lodged, due back, asked for and back, or forfeited', () => {
  const stepTexts = (
    overrides: Parameters<typeof aDeposit>[0],
    course: Partial<Parameters<typeof storyOfDeposit>[1]> = {},
  ) =>
    storyOfDeposit(aDeposit(overrides), { standing: 'RUNNING', dueSince: null, askedSince: null, ...course }).map(
      ({ label, state, detail }) => `${label} ${state}${detail && `: ${detail}`}`,
    )
  expect(stepTexts({})).toEqual(['Lodged missing: No day', 'Due back ahead', 'Asked for ahead', 'Back ahead'])
  expect(stepTexts({ depositSubmitedDate: '2026-09-01' }, { standing: 'DUE_BACK', dueSince: '2026-10-01' })).toEqual([
    'Lodged done: 01 Sep 2026',
    'Due back now: since 01 Oct 2026',
    'Asked for ahead',
    'Back ahead',
  ])
  // The due day of the release takes precedence over the contract's, and a day to come is no current step.
  const released = { standing: 'DUE_BACK', dueSince: '2026-10-01', dueOn: '2026-10-31' } as const
  expect(stepTexts({}, released)[1]).toBe('Due back now: 31 Oct 2026')
  expect(stepTexts({}, { ...released, isToCome: true })[1]).toBe('Due back ahead: 31 Oct 2026')
  expect(stepTexts({ status: 'RETURNED' }, { standing: 'BACK' }).at(-1)).toBe('Back missing: No day')
  expect(stepTexts({ status: 'FORFEITED' }, { standing: 'FORFEITED' }).at(-1)).toBe('Forfeited now')
})
