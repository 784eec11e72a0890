import { expect, test } from 'vitest'
import { leftOf, partsText, settledParts } from './settled-parts.ts'

const sums = { receivedAmount: 4500, lostAmount: 500, carriedAmount: 0, openAmount: 1_00_000.1 }

test('the parts of a deposit keep their order, and the text leaves out parts of zero', () => {
  expect(settledParts(sums).map(({ amount }) => amount)).toEqual([4500, 500, 0, 1_00_000.1])
  expect(partsText(settledParts(sums))).toBe('Received ₹4,500.00, Lost ₹500.00, Still open ₹1,00,000.10')
})

test('the amount left is exact to the paisa, and negative if more is booked than is open', () => {
  expect(leftOf(0.3, 0.1, 0.2)).toBe(0)
  expect(leftOf(5000, 4500.5)).toBe(499.5)
  expect(leftOf(100, 60, 50)).toBe(-10)
})
