import { expect, test } from 'vitest'
import { byYear } from './holiday-years.ts'

test('holidays are grouped with current and coming years first, then past years, the latest first', () => {
  const days = ['2027-08-15', '2024-01-26', '2026-12-25', '2027-01-26', '2025-10-02', '2026-01-26']
  const years = byYear(
    days.map((onDay) => ({ onDay })),
    '2026-12-05',
  )
  expect(years.map(({ year, holidays }) => [year, ...holidays.map(({ onDay }) => onDay.slice(5))])).toEqual([
    ['2026', '01-26', '12-25'],
    ['2027', '01-26', '08-15'],
    ['2025', '10-02'],
    ['2024', '01-26'],
  ])
})
