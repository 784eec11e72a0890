import { expect, test } from 'vitest'
import { dayFault } from './measuring-day.ts'

test('a sheet is of today or before, and a day to come is refused with the day of the device', () => {
  expect(dayFault('2026-11-29', '2026-11-29')).toBeUndefined()
  expect(dayFault('2026-11-28', '2026-11-29')).toBeUndefined()
  expect(dayFault('', '2026-11-29')).toBeUndefined()
  expect(dayFault('2026-11-30', '2026-11-29')).toBe(
    'must not be after 29 Nov 2026, which is today by the clock of this device',
  )
})
