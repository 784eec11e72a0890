import { expect, test } from 'vitest'
import { barParts, mostPlanned, sumsOf } from './limit-sums.ts'
import { limit, step } from './test-limit.ts'

test('sumsOf adds limits up, without setting the excess of one limit against the free part of another', () => {
  const full = limit({ limitAmount: 5_00_000, used: 4_00_000.1, planned: 2_00_000.2, headroom: -1_00_000.3 })
  const half = limit({ limitAmount: 8_00_000, used: 4_00_000.2, headroom: 3_99_999.8 })
  expect(sumsOf([full, half])).toEqual({
    limit: 13_00_000,
    used: 8_00_000.3,
    planned: 2_00_000.2,
    free: 3_99_999.8,
    over: 1_00_000.3,
    elsewhere: 0,
  })
})

test('a limit no longer in use adds nothing to the sums, and its running guarantees are summed separately', () => {
  const closed = limit({ isActive: false, used: 3_00_000, planned: 50_000, headroom: 6_50_000 })
  expect(sumsOf([closed, limit()])).toMatchObject({ limit: 10_00_000, used: 0, free: 10_00_000, elsewhere: 3_50_000 })
})

test.each([
  ['nothing used', 0, 0, ['free 1000000']],
  ['some of each', 6_00_000, 1_00_000, ['used 600000', 'planned 100000', 'free 300000']],
  ['plans that go over it', 8_00_000, 5_00_000, ['used 800000', 'planned 200000', 'over 300000']],
  ['guarantees that go over it', 12_00_000, 1_00_000, ['used 1000000', 'over 300000']],
  ['all of it used', 10_00_000, 0, ['used 1000000']],
])('a bar with %s', (_, used, planned, parts) => {
  const actual = barParts({ limitAmount: 10_00_000, used, planned })
  expect(actual.map(({ part, amount }) => `${part} ${amount}`)).toEqual(parts)
})

test('mostPlanned finds the highest planned amount only if it lies ahead', () => {
  const today = { ...step('2026-11-26', 0), planned: 100 }
  const later = { ...step('2027-01-01', 0), planned: 300 }
  expect(mostPlanned([today, later, { ...later, on: '2027-02-01' }])?.on).toBe('2027-01-01')
  expect(mostPlanned([later, today])).toBeUndefined()
})
