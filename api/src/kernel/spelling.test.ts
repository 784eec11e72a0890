import { expect, test } from 'vitest'
import { parseDay } from './fields.ts'

test.each([
  ['2026-03-05', '2026-03-05'],
  ['05/03/2026', '2026-03-05'],
  ['5-3-26', '2026-03-05'],
  ['5.3.2026', '2026-03-05'],
  [' 05 Mar 2026 ', '2026-03-05'],
  ['5 SEPT 2026', '2026-09-05'],
  ['31 December 1999', '1999-12-31'],
  ['29/02/2024', '2024-02-29'],
])('%s is %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})

test.each([
  '',
  'soon',
  '31/02/2026',
  '29/02/2026',
  '13/13/2026',
  '2026-13-01',
  '05/03/0026',
  '5 Marble 2026',
  '1/2',
  '45721',
])('%j is no day', (typed) => {
  expect(parseDay(typed)).toBeNull()
})
