import { expect, test } from 'vitest'
import { nextDay, nextDays, type Repetition } from './repetition.ts'

const series = (from: string, every: number, unit: Repetition['unit']) => ({ from, every, unit })

test('a month that is too short gives its last day, and the next month gives the original day again', () => {
  expect(nextDays(series('2026-01-31', 1, 'MONTHS'), '2026-01-31', 4)).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
  ])
  expect(nextDays(series('2028-02-29', 1, 'YEARS'), '2028-02-29', 4)).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
  expect(nextDay(series('2027-11-30', 3, 'MONTHS'), '2027-11-30')).toBe('2028-02-29')
})

test('days and weeks are counted from the first day of the series', () => {
  expect(nextDays(series('2026-12-30', 1, 'DAYS'), '2026-12-30', 3)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
  expect(nextDays(series('2026-03-02', 2, 'WEEKS'), '2026-03-02', 2)).toEqual(['2026-03-16', '2026-03-30'])
})

test('after a day outside the series comes the next day inside it', () => {
  expect(nextDay(series('2026-03-02', 2, 'WEEKS'), '2026-03-10')).toBe('2026-03-16')
  expect(nextDay(series('2026-01-20', 1, 'MONTHS'), '2026-02-23')).toBe('2026-03-20')
  expect(nextDay(series('2026-01-20', 1, 'MONTHS'), '2026-02-19')).toBe('2026-02-20')
  expect(nextDay(series('2026-01-31', 1, 'MONTHS'), '2026-02-28')).toBe('2026-03-31')
})
