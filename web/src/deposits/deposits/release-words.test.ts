import type { DepositRelease } from '@plinth/api/deposits/deposit-releases'
import { expect, test } from 'vitest'
import { ruleOf, until, whyDue } from './release-words.ts'

type Due = Parameters<typeof whyDue>[0]
const due = (given: Partial<Due>) =>
  whyDue({ dueOn: null, basis: 'RESULT', days: 30, basisOn: null, expectedOn: null, ...given })

test('the day on which a deposit comes back has its reason', () => {
  expect(due({ basisOn: '2026-11-02', dueOn: '2026-12-02' })).toBe('30 days after the result of 02 Nov 2026')
  expect(due({ basis: 'DLP_END', days: 0, basisOn: '2027-02-28', dueOn: '2027-02-28' })).toBe(
    'With the end of defect liability of 28 Feb 2027',
  )
  expect(due({ basis: 'FINAL_BILL', days: -1, basisOn: '2026-11-02', dueOn: '2026-11-01' })).toBe(
    '1 day before the final bill of 02 Nov 2026',
  )
  expect(due({ basis: 'FIXED', days: 0, basisOn: '2026-11-02', dueOn: '2026-11-02' })).toBe(
    'On the day that is entered',
  )
})

test('while it waits, the day that is planned is of what it waits for, not of its return', () => {
  expect(due({ basis: 'COMPLETION', days: 60, expectedOn: '2027-04-30' })).toBe(
    '60 days after completion, planned for 01 Mar 2027',
  )
  expect(due({ basis: 'COMPLETION', days: -30, expectedOn: '2027-01-30' })).toBe(
    '30 days before completion, planned for 01 Mar 2027',
  )
  expect(due({ basis: null, days: null, expectedOn: '2026-12-01' })).toBe(
    'Follows from the result, planned for 01 Dec 2026',
  )
})

test('what nobody has said is told as such', () => {
  expect(due({})).toBe('30 days after the result, which has no day yet')
  expect(due({ basis: 'FIXED', days: 0 })).toBe('On a day that is not entered yet')
  expect(due({ basis: null, days: null })).toBe('No rule says when it comes back')
})

test('the rule is named by purpose and outcome, with where it is from', () => {
  type Rule = Pick<DepositRelease, 'basis' | 'ruleId' | 'ruleOutcome' | 'source'>
  const rule: Rule = { basis: 'RESULT', ruleId: 'r1', ruleOutcome: 'NOT_WON', source: 'GFR 2017, rule 170' }
  const said = (given: Partial<Rule>) => ruleOf({ purpose: 'EMD' }, { ...rule, ...given })
  expect(said({})).toBe('Rule EMD, not won: GFR 2017, rule 170')
  expect(said({ ruleOutcome: 'WON' })).toBe('Rule EMD, won: GFR 2017, rule 170')
  expect(said({ ruleOutcome: 'ANY' })).toBe('Rule EMD: GFR 2017, rule 170')
  expect(said({ source: null })).toBe('Rule EMD, not won')
  expect(said({ ruleId: null })).toBe('As this deposit says itself')
  expect(said({ basis: null, ruleId: null })).toBeUndefined()
})

test('what is still to come is told by the days until then', () => {
  expect(until('2026-12-02', '2026-12-01')).toBe('in 1 day')
  expect(until('2026-12-02', '2026-12-02')).toBe('today')
  expect(until('2026-12-02', '2026-12-03')).toBeUndefined()
})
