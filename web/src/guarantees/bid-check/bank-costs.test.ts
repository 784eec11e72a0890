import type { BidBank } from '@plinth/api/guarantees/guarantee-headroom'
import { expect, test } from 'vitest'
import { cashMissing, costsOf } from './bank-costs.ts'
import { bankOf } from './test-bid.ts'

const costs = (bank: Partial<BidBank>) =>
  Object.fromEntries(
    costsOf(bankOf(bank)).map(({ label, value, note }) => [label, note ? `${value} (${note})` : value]),
  )

test('the costs show the margin beside the cash available for it, with its day', () => {
  expect(costs({ marginNeeded: 150000, freeCash: 200000, freeCashOn: '2027-01-05', commission: 9000 })).toEqual({
    Limit: '₹1,00,00,000.00',
    'Margin needed': '₹1,50,000.00',
    'Cash for margins': '₹2,00,000.00 (as of 05 Jan 2027)',
    Commission: '₹9,000.00 (for the whole time)',
  })
})

test('missing cash is computed to the paisa, and is 0 when the cash or the margin is unknown', () => {
  const bank = { marginNeeded: 1000.1, freeCash: 999.9, freeCashOn: '2027-01-05' }
  expect(cashMissing(bank)).toBe(0.2)
  expect(costs(bank)['Cash for margins']).toBe('₹999.90 (₹0.20 too little, as of 05 Jan 2027)')
  expect(cashMissing({ marginNeeded: 1000, freeCash: null })).toBe(0)
  expect(cashMissing({ marginNeeded: null, freeCash: 1 })).toBe(0)
  expect(cashMissing({ marginNeeded: 1000, freeCash: 1000 })).toBe(0)
})

test('unknown values are shown as unknown, not as 0', () => {
  expect(costs({ marginNeeded: 1000 })).toMatchObject({
    'Cash for margins': 'not said',
    Commission: 'not known (the limit says no rate)',
  })
})
