import { describe, expect, test } from 'vitest'
import { commissionOf } from './guarantee-commission.ts'

type Terms = Parameters<typeof commissionOf>[1]

const quarterly = (overrides: Partial<Terms> = {}): Terms => ({
  commissionPercent: 2,
  commissionBasis: 'PER_QUARTER_OR_PART',
  minCharge: null,
  ...overrides,
})
const daily = (overrides: Partial<Terms> = {}): Terms => quarterly({ commissionBasis: 'PER_DAY_365', ...overrides })

describe('commission per begun quarter of ten lakh at 2 % a year, 5,000.00 each', () => {
  test.each<[string, string, string, number]>([
    ['a single day is a quarter', '2026-01-01', '2026-01-01', 5_000],
    // 1 Jan + 3 months - 1 day = 31 Mar.
    ['exactly a quarter', '2026-01-01', '2026-03-31', 5_000],
    ['a quarter and a day are two', '2026-01-01', '2026-04-01', 10_000],
    ['exactly a year', '2026-04-01', '2027-03-31', 20_000],
    ['a year and a day are five', '2026-04-01', '2027-04-01', 25_000],
    // 30 Nov 2025 + 3 = 28 Feb 2026, - 1 day = 27 Feb.
    ['into a short February', '2025-11-30', '2026-02-27', 5_000],
    ['a day into the quarter after it', '2025-11-30', '2026-02-28', 10_000],
    // 30 Nov 2023 + 3 = 29 Feb 2024, - 1 day = 28 Feb.
    ['into a February of a leap year', '2023-11-30', '2024-02-28', 5_000],
    ['its 29th is in the next quarter', '2023-11-30', '2024-02-29', 10_000],
    // 29 Feb 2024 + 12 = 28 Feb 2025, - 1 day = 27 Feb.
    ['a year from a leap day', '2024-02-29', '2025-02-27', 20_000],
    ['a year and a day from a leap day', '2024-02-29', '2025-02-28', 25_000],
    // 31 Aug + 6 = 28 Feb, - 1 day = 27 Feb; + 9 = 31 May, - 1 day = 30 May: months are added to the first day, not to each end.
    ['half a year from the 31st', '2026-08-31', '2027-02-27', 10_000],
    ['three quarters begun', '2026-08-31', '2027-02-28', 15_000],
    ['three quarters from the 31st', '2026-08-31', '2027-05-30', 15_000],
    ['four quarters begun', '2026-08-31', '2027-05-31', 20_000],
    // 31 Dec + 3 = 31 Mar, - 1 day = 30 Mar.
    ['from the last day of a year', '2026-12-31', '2027-03-30', 5_000],
    ['from the last day of a year, and a day', '2026-12-31', '2027-03-31', 10_000],
  ])('%s: %s to %s', (_, from, until, commission) => {
    expect(commissionOf({ amount: 10_00_000, from, until }, quarterly())).toBe(commission)
  })
})

describe('commission per day of ten lakh at 2 % a year, 20,000.00 for 365 days', () => {
  test.each<[string, string, string, number]>([
    ['a year', '2026-01-01', '2026-12-31', 20_000],
    // 366 days: 20,000 x 366 / 365 = 20,054.7945...
    ['a leap year', '2028-01-01', '2028-12-31', 20_054.79],
    // 20,000 / 365 = 54.7945...
    ['a day', '2026-06-30', '2026-06-30', 54.79],
    // 28 Feb, 1 Mar: 2 days, 109.5890...
    ['over the end of February', '2026-02-28', '2026-03-01', 109.59],
    // 28 Feb, 29 Feb, 1 Mar: 3 days, 164.3835...
    ['over a leap day', '2028-02-28', '2028-03-01', 164.38],
  ])('%s: %s to %s', (_, from, until, commission) => {
    expect(commissionOf({ amount: 10_00_000, from, until }, daily())).toBe(commission)
  })
})

describe('commission rounds half a paisa up', () => {
  test.each<[string, number, string, Partial<Terms>, number]>([
    // 1.00 x 0.5 % = 0.005.
    ['a quarter of a rupee’s commission', 1, '2026-03-31', {}, 0.01],
    // 0.99 x 0.5 % = 0.00495.
    ['less than half a paisa', 0.99, '2026-03-31', {}, 0],
    // 1.00 x 0.5 % x 3 = 0.015: rounded once, and not 3 x 0.01.
    ['three quarters, rounded once', 1, '2026-09-30', {}, 0.02],
    // 200.00 x 0.0025 % = 0.005.
    ['a fourth of 0.01 %', 200, '2026-03-31', { commissionPercent: 0.01 }, 0.01],
    // 199.99 x 0.0025 % = 0.00499975.
    ['a paisa less', 199.99, '2026-03-31', { commissionPercent: 0.01 }, 0],
    // 1,23,456.78 x 0.4375 % = 540.1234...
    ['a rate that four does not divide', 1_23_456.78, '2026-01-31', { commissionPercent: 1.75 }, 540.12],
    // 9,99,99,99,99,99,999.99 x 25 % = 2,49,99,99,99,99,999.9975.
    ['the largest amount', 9_999_999_999_999.99, '2026-03-31', { commissionPercent: 100 }, 2_500_000_000_000],
  ])('%s', (_, amount, until, overrides, commission) => {
    expect(commissionOf({ amount, from: '2026-01-01', until }, quarterly(overrides))).toBe(commission)
  })

  test.each<[number, number]>([
    // 1 Jan to 14 Mar are 31 + 28 + 14 = 73 days, a fifth of 365: 1.25 x 2 % / 5 = 0.005.
    [1.25, 0.01],
    // 1.24 x 2 % / 5 = 0.00496.
    [1.24, 0],
    // 3.75 x 2 % / 5 = 0.015.
    [3.75, 0.02],
  ])('73 days of %d', (amount, commission) => {
    expect(commissionOf({ amount, from: '2026-01-01', until: '2026-03-14' }, daily())).toBe(commission)
  })
})

describe('the minimum commission', () => {
  test.each<[string, number, Terms, number]>([
    // 1,99,998.00 x 0.5 % = 999.99.
    ['replaces a commission that is a paisa less', 1_99_998, quarterly({ minCharge: 1_000 }), 1_000],
    // 2,00,002.00 x 0.5 % = 1,000.01.
    ['does not change a commission that is a paisa more', 2_00_002, quarterly({ minCharge: 1_000 }), 1_000.01],
    // 90 days: 10,00,000 x 2 % x 90 / 365 = 4,931.5068...
    ['replaces a smaller commission per day', 10_00_000, daily({ minCharge: 4_931.52 }), 4_931.52],
    ['does not change a larger commission per day', 10_00_000, daily({ minCharge: 4_931.5 }), 4_931.51],
    ['is taken if the rate is zero', 10_00_000, quarterly({ commissionPercent: 0, minCharge: 500 }), 500],
    ['may be zero', 1, quarterly({ commissionPercent: 0, minCharge: 0 }), 0],
  ])('%s', (_, amount, terms, commission) => {
    expect(commissionOf({ amount, from: '2026-01-01', until: '2026-03-31' }, terms)).toBe(commission)
  })

  test('does not count if the rate is unknown', () => {
    const guarantee = { amount: 10_00_000, from: '2026-01-01', until: '2026-03-31' }
    expect(commissionOf(guarantee, quarterly({ commissionPercent: null, minCharge: 500 }))).toBeNull()
  })
})
