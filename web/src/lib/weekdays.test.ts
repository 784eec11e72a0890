import { expect, test } from 'vitest'
import { mondayOf, sundayOf } from './weekdays.ts'

test('a week begins on Monday, across months and years', () => {
  expect(mondayOf('2026-12-07')).toBe('2026-12-07')
  expect(mondayOf('2026-12-13')).toBe('2026-12-07')
  expect(mondayOf('2027-01-01')).toBe('2026-12-28')
})

test('a week ends on its Sunday', () => {
  // A Monday, a Saturday and a Sunday.
  for (const day of ['2026-11-23', '2026-11-28', '2026-11-29']) expect(sundayOf(day)).toBe('2026-11-29')
  expect(sundayOf('2026-11-30')).toBe('2026-12-06')
})
