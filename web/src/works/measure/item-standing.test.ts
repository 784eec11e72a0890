import { expect, test } from 'vitest'
import { standingOf } from './item-standing.ts'

const item = { agreedQuantity: 50, limitPercent: 10, measuredQuantity: 37.25 }

test('an item is beyond its limit from the first decimal above it', () => {
  expect(standingOf(item, [])).toMatchObject({ measured: '37.25', left: '12.75', isBeyondLimit: false })
  expect(standingOf(item, ['12.75', '5.00']).isBeyondLimit).toBe(false)
  expect(standingOf(item, ['12.75', '5.01'])).toMatchObject({ left: '-5.01', isBeyondLimit: true })
  expect(standingOf({ ...item, limitPercent: null }, ['12.76']).isBeyondLimit).toBe(true)
})

test('an item without an agreed quantity has no limit, and a deduction is subtracted', () => {
  expect(standingOf({ ...item, agreedQuantity: null }, ['900'])).toMatchObject({ left: null, isBeyondLimit: false })
  expect(standingOf(item, ['15.00', '-3.00']).measured).toBe('49.25')
})
