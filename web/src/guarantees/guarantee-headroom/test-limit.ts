import type { FacilityHeadroom, Freed, HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'

/** A step of a limit of ten lakh with this headroom from a day on, and this one if papers come back as expected; nothing is planned. */
export const step = (on: string, headroom: number, expected = headroom): HeadroomStep => ({
  on,
  used: 10_00_000 - headroom,
  planned: 0,
  headroom,
  expected,
})

/** A guarantee whose paper is expected back on a day. */
export const freed = (number: string, amount: number, overrides: Partial<Freed> = {}): Freed => ({
  instrumentId: number,
  number,
  amount,
  on: '2027-06-01',
  isCertain: false,
  isOverdue: false,
  securedFor: null,
  ...overrides,
})

/** An unused limit of ten lakh. */
export const limit = (overrides: Partial<FacilityHeadroom> = {}): FacilityHeadroom => ({
  facilityId: 'f',
  facilityName: 'Canara Bank',
  limitAmount: 10_00_000,
  freesOn: 'DISCHARGE',
  freeCash: null,
  freeCashOn: null,
  reviewOn: null,
  isActive: true,
  used: 0,
  planned: 0,
  headroom: 10_00_000,
  guarantees: 0,
  plans: 0,
  marginNeeded: 0,
  marginHeld: 0,
  firstShortOn: null,
  steps: [step('2026-11-26', 10_00_000)],
  frees: [],
  mends: [],
  ...overrides,
})
