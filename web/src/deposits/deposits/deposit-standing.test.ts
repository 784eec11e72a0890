import { expect, test } from 'vitest'
import { amountOf } from './deposit-standing.ts'
import { aDeposit } from './test-deposit.ts'

test('the total of deposits counts carried money once', () => {
  const emd = aDeposit({ amount: 50_000, carriedAmount: 30_000.1 })
  expect(amountOf([emd, aDeposit({ amount: 30_000.1 })])).toBe(50_000)
  expect(amountOf([])).toBe(0)
})
