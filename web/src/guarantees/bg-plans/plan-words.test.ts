import { expect, test } from 'vitest'
import { planName, whyUncounted } from './plan-words.ts'

test('a planned guarantee is called by what it is for and what it comes to', () => {
  expect(planName({ purpose: 'EMD', amount: 100000 })).toBe('EMD, ₹1,00,000.00')
})

test('what counts has no reason; of what does not, what was done to it goes before what its days say', () => {
  const why = (isCounted: boolean, state: 'PLANNED' | 'ISSUED' | 'DROPPED', untilOn: string) =>
    whyUncounted({ isCounted, state, untilOn }, '2027-02-03')
  expect(why(true, 'PLANNED', '2027-02-03')).toBeUndefined()
  expect(why(false, 'PLANNED', '2027-02-02')).toBe('No: its last day has passed')
  // The last day itself still counts: what else there is to be is a tender that was lost.
  expect(why(false, 'PLANNED', '2027-02-03')).toBe('No: the tender was lost')
  expect(why(false, 'DROPPED', '2027-02-02')).toBe('No: it was dropped')
  expect(why(false, 'ISSUED', '2027-02-02')).toBe('No: its guarantee counts instead')
})
