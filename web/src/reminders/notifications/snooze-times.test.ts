import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

// Without a session the time zone is India's.
beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }))
afterEach(() => vi.unstubAllGlobals())

const offered = (moment: string) => snoozeTimes(Date.parse(moment)).map(({ label, until }) => [label, until])

test('a notification can be snoozed until this evening, tomorrow or in a week, in the time zone of the company', () => {
  // A Wednesday, 10:00 in India.
  expect(offered('2026-11-25T04:30:00Z')).toEqual([
    ['This evening', '2026-11-25T12:30:00.000Z'],
    ['Tomorrow', '2026-11-26T03:30:00.000Z'],
    ['In a week', '2026-12-02T03:30:00.000Z'],
  ])
})

test('in the evening only later days are offered', () => {
  expect(offered('2026-11-25T12:29:59Z').map(([label]) => label)).toContain('This evening')
  expect(offered('2026-11-25T12:30:00Z').map(([label]) => label)).not.toContain('This evening')
})

test('before a weekend the next working day is offered beside tomorrow', () => {
  const friday = '2026-11-27T04:30:00Z'
  expect(offered(friday)[2]).toEqual(['Next working day', '2026-11-30T03:30:00.000Z'])
  expect(offered('2026-11-28T04:30:00Z')[2]).toEqual(['Next working day', '2026-11-30T03:30:00.000Z'])
  expect(offered('2026-11-29T04:30:00Z').map(([label]) => label)).toEqual(['This evening', 'Tomorrow', 'In a week'])
  // The day of the company counts, where it is Saturday already.
  expect(offered('2026-11-27T19:00:00Z')[1]).toEqual(['Tomorrow', '2026-11-29T03:30:00.000Z'])
})
