import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emdShares, securityShares, shareOf, sharesFor } from './deposit-shares.ts'

const paiseOf = (rupees: number) => BigInt(rupees.toFixed(2).replace('.', ''))

test('a share is exact to the paisa, half a paisa rounded up, up to the largest amount', () => {
  const amounts = fc.integer({ min: 0, max: 999_999_999_999_999 }).map((paise) => paise / 100)
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 9 }), (amount, percent) => {
      expect(paiseOf(shareOf(amount, percent))).toBe((paiseOf(amount) * BigInt(percent) + 50n) / 100n)
    }),
  )
})

test.each([
  [249_582_300, 2, 4_991_646],
  [100.5, 1, 1.01],
  [100.49, 1, 1],
  [0.1, 5, 0.01],
  [0.09, 5, 0],
])('the share of ₹%d at %d %% is ₹%d', (amount, percent, share) => expect(shareOf(amount, percent)).toBe(share))

test('shares of the estimate are offered for an EMD, shares of the bid for other types, and all shares without a type', () => {
  for (const type of ['EMD', 'emd (online)', 'Earnest money deposit']) expect(sharesFor(type)).toBe(emdShares)
  for (const type of ['Performance security', 'Security deposit', 'Remdesivir bond'])
    expect(sharesFor(type)).toBe(securityShares)
  expect(sharesFor(' ')).toEqual([...emdShares, ...securityShares])
})
