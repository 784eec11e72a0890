import { expect, test } from 'vitest'
import { addedDays, extensionCost, termsOf } from './extension-cost.ts'

const terms = { commissionPercent: 2, commissionBasis: 'PER_QUARTER_OR_PART', minCharge: null } as const
const guarantee = { amount: 5_00_000, commissionPercent: null }
const present = { expiresOn: '2026-12-31', claimUntil: null }

test('the added days begin after the last day of claims, or after the day of expiry if there is none', () => {
  expect(addedDays(present, { expiresOn: '2027-03-31', claimUntil: null })).toEqual({
    from: '2027-01-01',
    until: '2027-03-31',
  })
  expect(addedDays(present, { expiresOn: '2027-03-31', claimUntil: '2027-04-30' })?.until).toBe('2027-04-30')
})

test('a later last day of claims moves by as many days as the expiry, unless a new one is given', () => {
  const claimed = { ...present, claimUntil: '2027-01-31' }
  expect(addedDays(claimed, { expiresOn: '2027-03-31', claimUntil: null })).toEqual({
    from: '2027-02-01',
    until: '2027-05-01',
  })
  expect(addedDays(claimed, { expiresOn: '2027-03-31', claimUntil: '2027-06-30' })?.until).toBe('2027-06-30')
})

test('the same day, an earlier day and no day add nothing', () => {
  for (const expiresOn of ['2026-12-31', '2026-11-30', null])
    expect(addedDays(present, { expiresOn, claimUntil: null })).toBeUndefined()
  expect(addedDays({ ...present, expiresOn: null }, { expiresOn: '2027-03-31', claimUntil: null })).toBeUndefined()
})

test('the rate of the guarantee takes precedence over the rate of its limit', () => {
  const quarter = { from: '2027-01-01', until: '2027-03-31' }
  expect(extensionCost(guarantee, quarter, termsOf(guarantee, terms))).toBe(2_500)
  expect(extensionCost(guarantee, quarter, termsOf({ commissionPercent: 1 }, terms))).toBe(1_250)
  expect(extensionCost(guarantee, quarter, termsOf({ commissionPercent: 0 }, { ...terms, minCharge: 500 }))).toBe(500)
  expect(extensionCost(guarantee, quarter, { ...terms, commissionPercent: null })).toBeNull()
})
