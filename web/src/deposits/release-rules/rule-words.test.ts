import { releaseBases } from '@plinth/api/deposits/deposit-releases'
import { expect, test } from 'vitest'
import { ruleText, waitText } from './rule-words.ts'

test('the text of a rule is a sentence with purpose, outcome and days', () => {
  const emd = { purpose: 'EMD', basis: 'RESULT', days: 30 } as const
  expect(ruleText({ ...emd, outcome: 'NOT_WON' })).toBe('EMD, not won: 30 days after the result')
  expect(ruleText({ ...emd, outcome: 'WON', days: 0 })).toBe('EMD, won: at the result')
  expect(ruleText({ ...emd, outcome: 'ANY', days: -1 })).toBe('EMD: 1 day before the result')
})

test('the text of the basis FIXED has no days', () => {
  expect(waitText({ basis: 'FIXED', days: 45 })).toBe('on the day that is entered')
})

test('every basis has a text of its own', () => {
  const texts = releaseBases.map((basis) => waitText({ basis, days: 0 }))
  expect(new Set(texts).size).toBe(releaseBases.length)
  expect(texts.join()).not.toContain('undefined')
})
