import type { BidBank, BidCheck } from '@plinth/api/guarantees/guarantee-headroom'
import { expect, test } from 'vitest'
import {
  answerText,
  bankText,
  exemptText,
  inDisplayOrder,
  planText,
  proposedNoteText,
  shortageTexts,
} from './bid-words.ts'
import { bankOf, checkOf, planOf } from './test-bid.ts'

const yes = (facilityName: string, overrides: Partial<BidBank> = {}) => bankOf({ facilityName, ...overrides })
const no = (facilityName: string, shortage: number, overrides: Partial<BidBank> = {}) =>
  bankOf({
    facilityName,
    verdict: 'NO',
    firstShortOn: '2027-02-03',
    shortage,
    firstShortAloneOn: '2027-03-10',
    shortageAlone: shortage / 2,
    ...overrides,
  })
const answer = (overrides: Partial<BidCheck>) => answerText(checkOf(overrides))

test('without plans one bank that can give all guarantees is enough; with plans every planned bank is needed', () => {
  expect(answer({ verdict: 'YES', banks: [yes('State Bank of India')] })).toBe('Yes: State Bank of India can give them')
  expect(answer({ verdict: 'YES', banks: [yes('Canara Bank'), no('HDFC Bank', 1), yes('State Bank of India')] })).toBe(
    'Yes: Canara Bank or State Bank of India can give them',
  )
  const planned = { isPlanned: true }
  expect(
    answer({ verdict: 'YES', banks: [yes('Axis Bank'), yes('Canara Bank', planned), yes('HDFC Bank', planned)] }),
  ).toBe('Yes: Canara Bank and HDFC Bank can give them')
})

test('the answer names the shortage of the bank that matters', () => {
  expect(answer({ verdict: 'NO', banks: [no('Canara Bank', 400000)] })).toBe(
    'No: short by ₹4,00,000.00 from 03 Feb 2027',
  )
  expect(answer({ verdict: 'NO', banks: [no('Canara Bank', 400000), no('HDFC Bank', 100000)] })).toBe(
    'No: HDFC Bank comes nearest, short by ₹1,00,000.00 from 03 Feb 2027',
  )
  // With plans it is the planned bank with the largest shortage; what other banks could give does not count.
  const planned = { isPlanned: true }
  expect(
    answer({
      verdict: 'NO',
      banks: [no('Axis Bank', 900000), no('Canara Bank', 400000, planned), no('HDFC Bank', 100000, planned)],
    }),
  ).toBe('No: Canara Bank is short by ₹4,00,000.00 from 03 Feb 2027')
})

test('the answer says when the limits are enough only for this tender alone', () => {
  expect(answer({ verdict: 'ONLY_ALONE', banks: [yes('Canara Bank', { verdict: 'ONLY_ALONE' })] })).toBe(
    'Only if no other tender takes its guarantees',
  )
})

test('the answer says why nothing can be judged', () => {
  expect(answer({ plans: [planOf()] })).toBe('Not known: no limit of a bank is in use')
  expect(answer({ missing: [{ purpose: 'EMD', facts: ['emdAmount'] }] })).toBe(
    'Not known yet: its papers say too little',
  )
  expect(answer({})).toMatch(/^No guarantee is left to plan/)
})

test('a bank has its own answer, and shortages with and without what others plan', () => {
  const [free, planned] = [yes('Canara Bank'), yes('HDFC Bank', { isPlanned: true })]
  expect(bankText(free, [free])).toBe('Enough, with all that is planned')
  expect(bankText(planned, [free, planned])).toBe('Enough, with all that is planned')
  expect(bankText(free, [free, planned])).toBe('Could take over what is planned elsewhere')
  expect(shortageTexts(yes('Canara Bank'))).toEqual([])
  expect(shortageTexts(no('Canara Bank', 400000))).toEqual([
    'With all that is planned: short from 03 Feb 2027, by ₹4,00,000.00 at most',
    'For this tender alone: short from 10 Mar 2027, by ₹2,00,000.00 at most',
  ])
  expect(shortageTexts(no('Canara Bank', 400000, { firstShortAloneOn: null, shortageAlone: 0 }))).toEqual([
    'With all that is planned: short from 03 Feb 2027, by ₹4,00,000.00 at most',
    'For this tender alone: enough',
  ])
})

test('a guarantee shows its days, and whether it is planned or proposed', () => {
  expect(planText(planOf())).toBe('03 Feb 2027 – 20 Mar 2028 · proposed by its papers')
  expect(planText(planOf({ planId: 'p', facilityName: 'Canara Bank' }))).toBe(
    '03 Feb 2027 – 20 Mar 2028 · planned at Canara Bank',
  )
})

test('a note says that proposed guarantees are not in the answer when others are planned', () => {
  const planned = planOf({ planId: 'p' })
  expect(proposedNoteText({ plans: [planned] })).toBeUndefined()
  expect(proposedNoteText({ plans: [planOf()] })).toBeUndefined()
  expect(proposedNoteText({ plans: [planned, planOf()] })).toMatch(/^The answer is about what is planned/)
})

test('banks with plans come first, then those that can give more', () => {
  const banks = [
    no('Far', 400000),
    yes('Yes'),
    no('Near', 100000),
    yes('Alone', { verdict: 'ONLY_ALONE', shortage: 500000 }),
    no('Planned', 900000, { isPlanned: true }),
  ]
  expect(inDisplayOrder(banks).map(({ facilityName }) => facilityName)).toEqual([
    'Planned',
    'Yes',
    'Alone',
    'Near',
    'Far',
  ])
})

test('the text of a claimed or accepted exemption says which amount needs no guarantee', () => {
  const text = (overrides: object) => exemptText({ purpose: 'EMD', state: 'CLAIMED', amount: null, ...overrides })
  expect(text({})).toBe('An exemption from EMD is claimed: while that stands, no guarantee for it need be planned.')
  expect(text({ state: 'ACCEPTED', amount: 50_000 })).toBe(
    'An exemption from EMD was accepted: ₹50,000.00 of it need not be guaranteed.',
  )
})
