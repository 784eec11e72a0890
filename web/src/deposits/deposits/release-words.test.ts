import type { DepositRelease } from '@plinth/api/deposits/deposit-releases'
import { expect, test } from 'vitest'
import { ruleOf, until, whyDue } from './release-words.ts'

type Due = Parameters<typeof whyDue>[0]
const reason = (overrides: Partial<Due>) =>
  whyDue({ dueOn: null, basis: 'RESULT', days: 30, basisOn: null, expectedOn: null, ...overrides })

test('a due day has the reason that sets it', () => {
  expect(reason({ basisOn: '2026-11-02', dueOn: '2026-12-02' })).toBe('30 days after the result of 02 Nov 2026')
  expect(reason({ basis: 'DLP_END', days: 0, basisOn: '2027-02-28', dueOn: '2027-02-28' })).toBe(
    'With the end of defect liability of 28 Feb 2027',
  )
  expect(reason({ basis: 'FINAL_BILL', days: -1, basisOn: '2026-11-02', dueOn: '2026-11-01' })).toBe(
    '1 day before the final bill of 02 Nov 2026',
  )
  expect(reason({ basis: 'FIXED', days: 0, basisOn: '2026-11-02', dueOn: '2026-11-02' })).toBe(
    'On the day that is entered',
  )
})

test('the planned day in the reason is that of the basis, not the expected due day', () => {
  expect(reason({ basis: 'COMPLETION', days: 60, expectedOn: '2027-04-30' })).toBe(
    '60 days after completion, planned for 01 Mar 2027',
  )
  expect(reason({ basis: 'COMPLETION', days: -30, expectedOn: '2027-01-30' })).toBe(
    '30 days before completion, planned for 01 Mar 2027',
  )
  expect(reason({ basis: null, days: null, expectedOn: '2026-12-01' })).toBe(
    'Follows from the result, planned for 01 Dec 2026',
  )
})

test('the reason says when the day of the basis, the entered day or the rule is missing', () => {
  expect(reason({})).toBe('30 days after the result, which has no day yet')
  expect(reason({ basis: 'FIXED', days: 0 })).toBe('On a day that is not entered yet')
  expect(reason({ basis: null, days: null })).toBe('No rule says when it comes back')
})

test('the text of a rule has purpose, outcome and source', () => {
  type Rule = Pick<DepositRelease, 'basis' | 'ruleId' | 'ruleOutcome' | 'source'>
  const rule: Rule = { basis: 'RESULT', ruleId: 'r1', ruleOutcome: 'NOT_WON', source: 'GFR 2017, rule 170' }
  const text = (overrides: Partial<Rule>) => ruleOf({ purpose: 'EMD' }, { ...rule, ...overrides })
  expect(text({})).toBe('Rule EMD, not won: GFR 2017, rule 170')
  expect(text({ ruleOutcome: 'WON' })).toBe('Rule EMD, won: GFR 2017, rule 170')
  expect(text({ ruleOutcome: 'ANY' })).toBe('Rule EMD: GFR 2017, rule 170')
  expect(text({ source: null })).toBe('Rule EMD, not won')
  expect(text({ ruleId: null })).toBe('As this deposit says itself')
  expect(text({ basis: null, ruleId: null })).toBeUndefined()
})

test('a coming day has the days until then, and a past day has none', () => {
  expect(until('2026-12-02', '2026-12-01')).toBe('in 1 day')
  expect(until('2026-12-02', '2026-12-02')).toBe('today')
  expect(until('2026-12-02', '2026-12-03')).toBeUndefined()
})
