import { expect, test } from 'vitest'
import { planName, whyUncounted } from './plan-words.ts'

test('planName consists of purpose and amount', () => {
  expect(planName({ purpose: 'EMD', amount: 100000 })).toBe('EMD, ₹1,00,000.00')
})

test('whyUncounted gives no reason for a counted plan, and prefers the state of an uncounted one over its days', () => {
  const why = (isCounted: boolean, state: 'PLANNED' | 'ISSUED' | 'DROPPED', untilOn: string) =>
    whyUncounted({ isCounted, state, untilOn }, '2027-02-03')
  expect(why(true, 'PLANNED', '2027-02-03')).toBeUndefined()
  expect(why(false, 'PLANNED', '2027-02-02')).toBe('No: its last day has passed')
  // The last day itself still counts, so only a lost tender can be the reason.
  expect(why(false, 'PLANNED', '2027-02-03')).toBe('No: the tender was lost')
  expect(why(false, 'DROPPED', '2027-02-02')).toBe('No: it was dropped')
  expect(why(false, 'ISSUED', '2027-02-02')).toBe('No: its guarantee counts instead')
})
