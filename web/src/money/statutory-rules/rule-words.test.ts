import { expect, test } from 'vitest'
import { placeText, ruleText, spanText, staleSince, suretyOf } from './rule-words.ts'

test('a rule is a sentence of its kind, with amounts grouped in lakhs, names of months and codes in words', () => {
  expect(ruleText({ kind: 'GST_TDS_INTEGRATED', value: { percent: 2 } })).toBe('2% of the value before GST')
  expect(ruleText({ kind: 'GST_TDS_CONTRACT', value: { amount: 250000 } })).toBe(
    'From a contract of more than ₹2,50,000, before GST',
  )
  expect(ruleText({ kind: 'CREDIT_NOTE_LAST_DAY', value: { month: 11, day: 30 } })).toBe(
    'Declared by 30 Nov after the year of supply',
  )
  expect(ruleText({ kind: 'BACK_IT_TDS', value: { comesBack: 'AS_CREDIT', waitsFor: 'RETURN_OF_THE_YEAR' } })).toBe(
    'As credit: Return of the year',
  )
  expect(ruleText({ kind: 'IT_TDS_CONTRACT_CODE', value: { individual: '1023', other: '1024' } })).toContain('1023')
  expect(ruleText({ kind: 'LD_CAP', value: null })).toBe('Ends here: no rule of this series from then on')
})

test('the span of a rule contains its days, except the first day of rules without a beginning', () => {
  expect(spanText({ validFrom: '2026-04-01', validUntil: null })).toBe('Since 01 Apr 2026')
  expect(spanText({ validFrom: '2025-04-01', validUntil: '2025-09-21' })).toBe('01 Apr 2025 to 21 Sep 2025')
  expect(spanText({ validFrom: '1900-01-01', validUntil: null })).toBe('At all times')
  expect(spanText({ validFrom: '1900-01-01', validUntil: '2026-03-31' })).toBe('Until 31 Mar 2026')
})

test('the certainty of a rule follows from its origin, its trust mark and its confirmation', () => {
  expect(suretyOf({ isOwn: true, trust: null, waits: false })).toBe('OURS')
  expect(suretyOf({ isOwn: false, trust: 'V', waits: false })).toBe('VERIFIED')
  expect(suretyOf({ isOwn: false, trust: 'K', waits: false })).toBe('COMMON_KNOWLEDGE')
  expect(suretyOf({ isOwn: false, trust: 'U', waits: true })).toBe('TO_BE_CONFIRMED')
  expect(suretyOf({ isOwn: false, trust: 'U', waits: false })).toBe('CONFIRMED')
})

test('a place is shown by its name', () => {
  expect(placeText('IN')).toBe('All of India')
  expect(placeText('IN-KA')).toBe('Karnataka')
})

test('rules are stale if the oldest one in force was looked up more than 180 days ago', () => {
  const rule = { isOwn: false, readOn: '2026-01-01', standing: 'IN_FORCE' } as const
  const newer = { ...rule, readOn: '2026-06-01' }
  expect(staleSince([newer, rule], '2026-06-30')).toBeUndefined()
  expect(staleSince([newer, rule], '2026-07-01')).toBe('2026-01-01')
  expect(staleSince([{ ...rule, standing: 'OVER' }, newer], '2026-07-01')).toBeUndefined()
  expect(staleSince([{ ...rule, isOwn: true }], '2027-01-01')).toBeUndefined()
})
