import { expect, test } from 'vitest'
import { comingOf, firstToFreeText, ifExpectedText, lineText, reviewText, shortText } from './limit-words.ts'
import { freed, limit, step } from './test-limit.ts'

const span = { from: '2026-11-26', until: '2028-05-26' }
const short = limit({
  firstShortOn: '2027-02-03',
  steps: [step('2026-11-26', 1_00_000), step('2027-02-03', -4_00_000), step('2027-06-01', -4_00_000, 2_00_000)],
})

test('shortText names the first short day with its shortfall, and the worst day if the shortfall grows', () => {
  expect(shortText(short, span)).toBe('Short from 03 Feb 2027 by ₹4,00,000.00')
  const worse = { ...short, steps: [...short.steps, step('2027-08-01', -6_00_000)] }
  expect(shortText(worse, span)).toBe('Short from 03 Feb 2027 by ₹4,00,000.00, from 01 Aug 2027 by ₹6,00,000.00')
  const now = limit({ firstShortOn: span.from, steps: [step(span.from, -0.5)] })
  expect(shortText(now, span)).toBe('Short today by ₹0.50')
})

test('shortText says until when a limit is enough, and promises nothing for one no longer in use', () => {
  expect(shortText(limit(), span)).toBe('Enough for all that is planned until 26 May 2028')
  expect(shortText(limit({ isActive: false }), span)).toBe('Not in use any more: nothing new is given under it')
  expect(shortText({ ...short, isActive: false }, span)).toMatch(/^Short from/)
})

test('ifExpectedText says what returning papers change, if they change anything', () => {
  const back = (expected: number) =>
    limit({ firstShortOn: '2027-02-03', steps: [step('2027-02-03', -1, expected), step('2027-06-01', -1, -1)] })
  expect(ifExpectedText(limit())).toBeUndefined()
  expect(ifExpectedText(back(-1))).toBeUndefined()
  expect(ifExpectedText(back(0))).toBe('If papers come back as expected, it is short only from 01 Jun 2027.')
  expect(ifExpectedText(limit({ firstShortOn: '2027-02-03', steps: [step('2027-02-03', -1, 0)] }))).toBe(
    'If papers come back as expected, it is enough.',
  )
})

test('firstToFreeText names the guarantees that must come free first', () => {
  expect(firstToFreeText({ mends: [freed('BG/1', 3_00_000), freed('', 1_00_000)] })).toBe(
    'What must come free first: BG/1 (₹3,00,000.00), Guarantee (₹1,00,000.00)',
  )
  expect(firstToFreeText({ mends: null })).toBe('It would not be enough even if every guarantee under it came free.')
  expect(firstToFreeText(limit())).toBeUndefined()
})

test.each([
  ['certain', { isCertain: true }],
  ['expected', {}],
  ['late', { isOverdue: true }],
  ['unknown', { on: null }],
])('a guarantee that comes free is %s', (coming, overrides) => {
  expect(comingOf(freed('a', 1, overrides))).toBe(coming)
})

test.each([
  ['2026-12-26', 'The bank reviews this limit on 26 Dec 2026, in 30 days'],
  ['2026-11-27', 'The bank reviews this limit on 27 Nov 2026, in 1 day'],
  ['2026-11-26', 'The bank reviews this limit today'],
  ['2026-11-25', 'The review of this limit was due on 25 Nov 2026'],
  ['2026-12-27', undefined],
  [null, undefined],
])('a review on %s is told where it is near', (day, text) => {
  expect(reviewText(day, span.from)).toBe(text)
})

test('lineText describes the line in words', () => {
  expect(lineText(short.steps, span)).toBe(
    'Left of the limit until 26 May 2028: ₹1,00,000.00 today, least -₹4,00,000.00 from 03 Feb 2027',
  )
})
