import { releaseBases } from '@plinth/api/deposits/deposit-releases'
import { expect, test } from 'vitest'
import { ruleText, waitText } from './rule-words.ts'

test('a rule is read as a sentence', () => {
  const emd = { purpose: 'EMD', basis: 'RESULT', days: 30 } as const
  expect(ruleText({ ...emd, outcome: 'NOT_WON' })).toBe('EMD, not won: 30 days after the result')
  expect(ruleText({ ...emd, outcome: 'WON', days: 0 })).toBe('EMD, won: at the result')
  expect(ruleText({ ...emd, outcome: 'ANY', days: -1 })).toBe('EMD: 1 day before the result')
})

test('a day that is entered has no days after it', () => {
  expect(waitText({ basis: 'FIXED', days: 45 })).toBe('on the day that is entered')
})

test('everything that is waited for has words of its own', () => {
  const said = releaseBases.map((basis) => waitText({ basis, days: 0 }))
  expect(new Set(said).size).toBe(releaseBases.length)
  expect(said.join()).not.toContain('undefined')
})
