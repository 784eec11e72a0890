import { expect, test } from 'vitest'
import { runningOut } from './running-out.ts'

const on = (endsOn: string | null, state: 'LODGED' | 'CLOSED' | 'DRAFT' = 'LODGED') =>
  runningOut({ endsOn, state }, '2026-03-10')

test('the last day of an instrument is counted down to, and from', () => {
  expect(on('2026-03-12')).toEqual({ text: '2 days left', isLate: false })
  expect(on('2026-03-10')).toEqual({ text: 'runs out today', isLate: false })
  expect(on('2026-03-09')).toEqual({ text: 'ran out 1 day ago', isLate: true })
})

test('nothing is counted of one that is not in use, or that never runs out', () => {
  expect(on('2026-03-12', 'CLOSED')).toBeUndefined()
  expect(on('2026-03-12', 'DRAFT')).toBeUndefined()
  expect(on(null)).toBeUndefined()
})
