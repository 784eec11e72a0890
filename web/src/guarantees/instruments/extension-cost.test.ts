import { expect, test } from 'vitest'
import { addedDays, extensionCost, termsOf } from './extension-cost.ts'

const terms = { commissionPercent: 2, commissionBasis: 'PER_QUARTER_OR_PART', minCharge: null } as const
const guarantee = { amount: 5_00_000, commissionPercent: null }
const present = { expiresOn: '2026-12-31', claimUntil: null }

test('the days that are added begin after the last day of claims, which is the last day where there is none', () => {
  expect(addedDays(present, { expiresOn: '2027-03-31', claimUntil: null })).toEqual({
    from: '2027-01-01',
    until: '2027-03-31',
  })
  expect(addedDays(present, { expiresOn: '2027-03-31', claimUntil: '2027-04-30' })?.until).toBe('2027-04-30')
})

test('claims that end later move by as many days, unless they are given a day', () => {
  const claimed = { ...present, claimUntil: '2027-01-31' }
  expect(addedDays(claimed, { expiresOn: '2027-03-31', claimUntil: null })).toEqual({
    from: '2027-02-01',
    until: '2027-05-01',
  })
  expect(addedDays(claimed, { expiresOn: '2027-03-31', claimUntil: '2027-06-30' })?.until).toBe('2027-06-30')
})

test('nothing is added by the same day, by an earlier one, or by none', () => {
  for (const expiresOn of ['2026-12-31', '2026-11-30', null])
    expect(addedDays(present, { expiresOn, claimUntil: null })).toBeUndefined()
  expect(addedDays({ ...present, expiresOn: null }, { expiresOn: '2027-03-31', claimUntil: null })).toBeUndefined()
})

test('the rate of the guarantee goes before that of its limit', () => {
  const quarter = { from: '2027-01-01', until: '2027-03-31' }
  expect(extensionCost(guarantee, quarter, termsOf(guarantee, terms))).toBe(2_500)
  expect(extensionCost(guarantee, quarter, termsOf({ commissionPercent: 1 }, terms))).toBe(1_250)
  expect(extensionCost(guarantee, quarter, termsOf({ commissionPercent: 0 }, { ...terms, minCharge: 500 }))).toBe(500)
  expect(extensionCost(guarantee, quarter, { ...terms, commissionPercent: null })).toBeNull()
})
