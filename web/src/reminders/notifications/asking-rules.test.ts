import { expect, test } from 'vitest'
import { idleAfter, pauseOf, type Watching } from './asking-rules.ts'

const watching: Watching = {
  isVisible: true,
  isLeader: true,
  hasLine: true,
  isStale: false,
  idleMs: 0,
  failures: 0,
  retryAfterMs: 0,
}
const pause = (change: Partial<Watching> = {}) => pauseOf({ ...watching, ...change })

test('the unread count is polled every half minute, and every five minutes after five idle minutes', () => {
  expect(pause()).toBe(30_000)
  expect(pause({ idleMs: idleAfter - 1 })).toBe(30_000)
  expect(pause({ idleMs: idleAfter })).toBe(300_000)
})

test('the count is not polled by a hidden tab, beside a leading tab, offline, or with a stale session', () => {
  expect(pause({ isVisible: false })).toBeNull()
  expect(pause({ isLeader: false })).toBeNull()
  expect(pause({ hasLine: false })).toBeNull()
  expect(pause({ isStale: true })).toBeNull()
})

test('each failure doubles the pause, up to half an hour', () => {
  expect([0, 1, 2, 3].map((failures) => pause({ failures }))).toEqual([30_000, 60_000, 120_000, 240_000])
  expect(pause({ failures: 2, idleMs: idleAfter })).toBe(1_200_000)
  expect(pause({ failures: 50 })).toBe(1_800_000)
})

test('the pause is at least the retry-after of the server', () => {
  expect(pause({ failures: 1, retryAfterMs: 90_000 })).toBe(90_000)
  expect(pause({ failures: 1, retryAfterMs: 5_000 })).toBe(60_000)
})
