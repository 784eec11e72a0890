import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graceSeconds, judgeRefresh } from './auth.rules.ts'

describe('a refresh token', () => {
  test('of the current generation rotates the session, however old the last rotation is', () => {
    expect(judgeRefresh(0, 0, 0)).toBe('rotate')
    expect(judgeRefresh(7, 7, 86_400)).toBe('rotate')
  })

  test('of the previous generation repeats the last response until the end of the grace period, inclusive', () => {
    expect(judgeRefresh(6, 7, 0)).toBe('repeat')
    expect(judgeRefresh(6, 7, graceSeconds)).toBe('repeat')
    expect(judgeRefresh(6, 7, graceSeconds + 0.001)).toBe('replay')
  })

  test('of two generations before is a replay even within the grace period', () => {
    expect(judgeRefresh(5, 7, 0)).toBe('replay')
  })

  test('of a generation that was never issued is a replay', () => {
    expect(judgeRefresh(8, 7, 0)).toBe('replay')
  })

  test('rotates only as the current generation and repeats only as the previous one, for any numbers', () => {
    const generation = fc.nat(1_000_000)
    const seconds = fc.double({ min: 0, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(generation, generation, seconds, (presented, current, since) => {
        const verdict = judgeRefresh(presented, current, since)
        expect(verdict === 'rotate').toBe(presented === current)
        if (verdict === 'repeat') expect([presented, since <= graceSeconds]).toEqual([current - 1, true])
      }),
    )
  })
})
