import { expect, test } from 'vitest'
import { monthMarks, pictureOf, side } from './headroom-line.ts'
import { step } from './test-limit.ts'

const span = { from: '2026-11-01', until: '2026-11-11' }

test('each step lasts until the next one, and the last step until the end', () => {
  const { left, zero, most, least, shorts } = pictureOf(
    [step('2026-11-01', 100), step('2026-11-06', 50), step('2026-11-08', 75)],
    span,
  )
  expect(left).toBe('M0 0H500V500H700V250H1000')
  expect({ zero, most, least, shorts }).toEqual({ zero: side, most: 100, least: 0, shorts: [] })
})

test('a negative headroom lies below zero and is marked as short', () => {
  const { left, zero, shorts, least } = pictureOf(
    [step('2026-11-01', 300), step('2026-11-03', -100), step('2026-11-06', 0), step('2026-11-10', -50)],
    span,
  )
  expect({ zero, least }).toEqual({ zero: 750, least: -100 })
  expect(left).toBe('M0 0H200V1000H500V750H900V875H1000')
  expect(shorts).toEqual([
    { x: 200, width: 300, height: 250 },
    { x: 900, width: 100, height: 125 },
  ])
})

test('the expected headroom has a line of its own, and the scale includes it', () => {
  const { left, expected, most } = pictureOf([step('2026-11-01', 100), step('2026-11-06', 100, 200)], span)
  expect({ left, expected, most }).toEqual({ left: 'M0 500H500V500H1000', expected: 'M0 500H500V0H1000', most: 200 })
})

test.each([
  ['is ever left', 0, side],
  ['but less than nothing is left', -5, 0],
])('zero has its place where nothing %s', (_, headroom, zero) => {
  expect(pictureOf([step('2026-11-01', headroom)], span)).toMatchObject({ zero, left: `M0 ${side}H1000` })
})

test('months are marked where they begin, and the first of each half-year is named even on a phone', () => {
  const marks = monthMarks({ from: '2026-11-26', until: '2028-05-26' })
  const named = (how: string) => marks.filter(({ named }) => named === how).map(({ month }) => month)
  expect(marks).toHaveLength(18)
  expect(marks[0]).toEqual({ month: '2026-12', x: 9.1, named: 'never' })
  expect(named('always')).toEqual(['2027-01', '2027-07', '2028-01'])
  // April 2028 is too near to the end to be named.
  expect(named('wide')).toEqual(['2027-04', '2027-10'])
  expect(monthMarks(span)).toEqual([])
  expect(monthMarks({ from: '2026-11-01', until: '2026-12-01' }).map(({ x }) => x)).toEqual([side])
})
