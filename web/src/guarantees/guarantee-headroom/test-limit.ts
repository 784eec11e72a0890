import type { FacilityHeadroom, Freed, HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'

/** From a day on so much is left of ten lakh, and so much if papers come back as expected; nothing is planned. */
export const step = (on: string, headroom: number, expected = headroom): HeadroomStep => ({
  on,
  used: 10_00_000 - headroom,
  planned: 0,
  headroom,
  expected,
})

/** A guarantee whose paper is expected back on a day. */
export const freed = (number: string, amount: number, given: Partial<Freed> = {}): Freed => ({
  instrumentId: number,
  number,
  amount,
  on: '2027-06-01',
  isCertain: false,
  isOverdue: false,
  securedFor: null,
  ...given,
})

/** A limit of ten lakh of which nothing is used. */
export const limit = (given: Partial<FacilityHeadroom> = {}): FacilityHeadroom => ({
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
  ...given,
})
