import { expect, test } from 'vitest'
import { dayFault } from './measuring-day.ts'

test('a sheet may be of today or earlier; a future day is rejected, naming today by the device', () => {
  expect(dayFault('2026-11-29', '2026-11-29')).toBeUndefined()
  expect(dayFault('2026-11-28', '2026-11-29')).toBeUndefined()
  expect(dayFault('', '2026-11-29')).toBeUndefined()
  expect(dayFault('2026-11-30', '2026-11-29')).toBe(
    'must not be after 29 Nov 2026, which is today by the clock of this device',
  )
})
