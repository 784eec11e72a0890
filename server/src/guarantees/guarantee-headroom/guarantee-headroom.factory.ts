import type { BankFacility } from '@plinth/api/guarantees/bank-facilities'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import type { Client } from '../../testing/test-server.ts'
import { newFacility } from '../bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../bg-plans/bg-plans.factory.ts'
import { newGuarantee } from '../instruments/instruments.factory.ts'

/** Limits, guarantees and plans by days from today, as whoever `by` answers enters them. */
export const banking = (by: () => Client) => ({
  newLimit: (limitAmount: number, given: Partial<BankFacility> = {}) => newFacility(by(), { limitAmount, ...given }),

  /** A guarantee that the department has had for long, until so many days from today. */
  lodged: (limit: BankFacility, amount: number, expires: number, given: Parameters<typeof newGuarantee>[1] = {}) =>
    newGuarantee(by(), {
      facilityId: limit.id,
      amount,
      issuedOn: day(-500),
      happenedOn: day(-490),
      expiresOn: day(expires),
      claimUntil: null,
      ...given,
    }),

  /** A plan of a contract, from and until so many days from today. */
  planned: (
    contract: { id: string },
    limit: BankFacility,
    amount: number,
    [from, until]: readonly [number, number],
    given: Parameters<typeof newPlan>[2] = {},
  ) => {
    const place = { contractId: contract.id, facilityId: limit.id }
    return newPlan(by(), place, { amount, neededOn: day(from), untilOn: day(until), ...given })
  },
})
