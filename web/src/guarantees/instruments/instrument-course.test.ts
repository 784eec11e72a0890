import { describe, expect, it } from 'vitest'
import { courseDays, courseSpans, placeOn } from './instrument-course.ts'

const none = { issuedOn: null, effectiveOn: null, expiresOn: null, claimUntil: null, maturesOn: null, staleOn: null }
const guarantee = {
  ...none,
  kind: 'BG' as const,
  issuedOn: '2026-01-01',
  effectiveOn: '2026-01-11',
  expiresOn: '2026-03-31',
  claimUntil: '2026-04-10',
}

describe('instrument course', () => {
  it('is divided at the day it comes into force and after the day it expires', () => {
    expect(courseSpans(guarantee)).toEqual([
      { part: 'before', days: 10 },
      { part: 'valid', days: 80 },
      { part: 'claims', days: 10 },
    ])
    expect(courseSpans({ ...guarantee, effectiveOn: null, claimUntil: null })).toEqual([{ part: 'valid', days: 90 }])
    expect(courseSpans({ ...none, kind: 'DD', issuedOn: '2026-01-01', staleOn: '2026-04-01' })).toEqual([
      { part: 'valid', days: 91 },
    ])
    expect(courseSpans({ ...none, kind: 'ONLINE', issuedOn: '2026-01-01' })).toEqual([])
  })

  it('lists its days in order, and the day it comes into force only if it is not the day of issue', () => {
    expect(courseDays(guarantee).map(({ day }) => day)).toEqual([
      '2026-01-01',
      '2026-01-11',
      '2026-03-31',
      '2026-04-10',
    ])
    expect(courseDays({ ...guarantee, effectiveOn: '2026-01-01' })).toHaveLength(3)
  })

  it('places each day between 0 and 1, and a day outside at the nearer end', () => {
    expect(placeOn(guarantee, '2026-01-11')).toBeCloseTo(0.1)
    expect(placeOn(guarantee, '2025-12-01')).toBe(0)
    expect(placeOn(guarantee, '2027-01-01')).toBe(1)
  })
})
