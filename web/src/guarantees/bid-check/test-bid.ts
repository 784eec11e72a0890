import type { BidBank, BidCheck, BidPlan } from '@plinth/api/guarantees/guarantee-headroom'

/** A check, a bank and a guarantee as the server returns them, for tests. */

export const checkOf = (overrides: Partial<BidCheck> = {}): BidCheck => ({
  verdict: null,
  plans: [],
  missing: [],
  banks: [],
  ...overrides,
})

export const bankOf = (overrides: Partial<BidBank> = {}): BidBank => ({
  facilityId: 'f',
  facilityName: 'State Bank of India',
  limitAmount: 10000000,
  freesOn: 'DISCHARGE',
  freeCash: null,
  freeCashOn: null,
  isPlanned: false,
  verdict: 'YES',
  firstShortOn: null,
  shortage: 0,
  firstShortAloneOn: null,
  shortageAlone: 0,
  days: [],
  mends: [],
  isMended: true,
  isActive: true,
  marginNeeded: 0,
  commission: null,
  ...overrides,
})

export const planOf = (overrides: Partial<BidPlan> = {}): BidPlan => ({
  planId: null,
  updatedAt: null,
  facilityId: null,
  facilityName: null,
  purpose: 'EMD',
  amount: 100000,
  neededOn: '2027-02-03',
  untilOn: '2028-03-20',
  ...overrides,
})
