import { expect, test } from 'vitest'
import { nextDaysOf, repetitionText } from './repetition-words.ts'

const monthly = { dueOn: '2026-01-31', repeatEvery: 1, repeatUnit: 'MONTHS', repeatFrom: null } as const

test('a repetition is put into words', () => {
  expect(repetitionText({ repeatEvery: 1, repeatUnit: 'YEARS' })).toBe('every year')
  expect(repetitionText({ repeatEvery: 2, repeatUnit: 'WEEKS' })).toBe('every 2 weeks')
  expect(repetitionText({ repeatEvery: null, repeatUnit: null })).toBe('')
})

test('the preview shows the due days that saving will lead to', () => {
  expect(nextDaysOf(monthly)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
  const stored = { ...monthly, repeatFrom: '2026-01-31', seriesOn: '2026-01-31' }
  // A moved task stays in its series; another repetition or another first day restarts the series.
  for (const dueOn of ['2026-01-10', '2026-02-03', '2026-02-28', '2026-04-01'])
    expect(nextDaysOf({ ...stored, dueOn }, stored)[0]).toBe('2026-02-28')
  expect(nextDaysOf({ ...stored, dueOn: '2026-02-20' }, { ...stored, seriesOn: '2026-02-28' })[0]).toBe('2026-03-31')
  expect(nextDaysOf({ ...stored, dueOn: '2026-02-03', repeatEvery: 2 }, stored)[0]).toBe('2026-04-03')
  expect(nextDaysOf({ ...stored, dueOn: '2026-02-03', repeatFrom: '2026-02-01' }, stored)[0]).toBe('2026-03-01')
  expect(nextDaysOf({ ...stored, dueOn: '2026-02-03', repeatFrom: null }, stored)[0]).toBe('2026-03-03')
})

test('the preview is empty while the repetition is incomplete', () => {
  for (const overrides of [{ dueOn: null }, { repeatEvery: null }, { repeatUnit: null }, { repeatEvery: 366 }])
    expect(nextDaysOf({ ...monthly, ...overrides })).toEqual([])
})
