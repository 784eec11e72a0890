import type { BankFacility } from '@plinth/api/guarantees/bank-facilities'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import type { Client } from '../../testing/test-server.ts'
import { newFacility } from '../bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../bg-plans/bg-plans.factory.ts'
import { newGuarantee } from '../instruments/instruments.factory.ts'

/** Makes limits, guarantees and plans with days counted from today; the client that `by` returns enters them. */
export const banking = (by: () => Client) => ({
  newLimit: (limitAmount: number, overrides: Partial<BankFacility> = {}) =>
    newFacility(by(), { limitAmount, ...overrides }),

  /** A guarantee lodged long ago that expires so many days from today. */
  lodged: (limit: BankFacility, amount: number, expires: number, overrides: Parameters<typeof newGuarantee>[1] = {}) =>
    newGuarantee(by(), {
      facilityId: limit.id,
      amount,
      issuedOn: day(-500),
      happenedOn: day(-490),
      expiresOn: day(expires),
      claimUntil: null,
      ...overrides,
    }),

  /** A plan of a contract, between two days counted from today. */
  planned: (
    contract: { id: string },
    limit: BankFacility,
    amount: number,
    [from, until]: readonly [number, number],
    overrides: Parameters<typeof newPlan>[2] = {},
  ) => {
    const place = { contractId: contract.id, facilityId: limit.id }
    return newPlan(by(), place, { amount, neededOn: day(from), untilOn: day(until), ...overrides })
  },
})
