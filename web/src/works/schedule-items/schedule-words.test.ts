import { expect, test } from 'vitest'
import { againstAgreed } from './schedule-words.ts'

test.each([
  [97_750, 1_00_000, '₹2,250.00 less than agreed'],
  [1_00_000.3, 1_00_000.1, '₹0.20 more than agreed'],
  [0.3, 0.3, 'As agreed'],
])('a schedule of %d with %d agreed: %s', (quoted, agreed, text) => {
  expect(againstAgreed(quoted, agreed)).toBe(text)
})
