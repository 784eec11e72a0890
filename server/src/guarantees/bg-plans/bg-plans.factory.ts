import { type BgPlan, createBgPlan } from '@plinth/api/guarantees/bg-plans'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newFacility } from '../bank-facilities/bank-facilities.factory.ts'

type PlanBody = CallInput<typeof createBgPlan>['body']
type Place = Pick<PlanBody, 'contractId' | 'facilityId'>

/** A planned guarantee as a form sends it, with days in the future. */
export const planBody = (place: Place, overrides: Partial<PlanBody> = {}): PlanBody => ({
  ...place,
  purpose: 'PERFORMANCE_SECURITY',
  amount: 5_00_000,
  neededOn: '2090-01-01',
  untilOn: '2090-12-31',
  ...overrides,
})

export const newPlan = (by: Client, place: Place, overrides: Partial<PlanBody> = {}): Promise<BgPlan> =>
  by.ok(createBgPlan, { body: planBody(place, overrides) })

const placeIn = (graph: Readonly<Record<string, string>>): Place => ({
  contractId: graph['contracts'] ?? '',
  facilityId: graph['bank-facilities'] ?? '',
})

export const testInputs: TestInputs = {
  make: {
    'bg-plans': async ({ owner }, above) =>
      (await newPlan(owner, { contractId: await above('contracts'), facilityId: await above('bank-facilities') })).id,
  },
  searched: {
    filterBgPlans: async ({ owner }, key) => {
      const contract = await newContract(owner, { contractName: `Weir ${key}` })
      const facility = await newFacility(owner, { bank: `Bank of ${key}` })
      const { id } = await newPlan(owner, { contractId: contract.id, facilityId: facility.id })
      return { id, words: `weir ${key} BANK` }
    },
  },
  bodies: { createBgPlan: (graph) => planBody(placeIn(graph)) },
}

/** Rows for the upgrade test, in the tables as these migrations create them. */
export const upgradeRows: UpgradeRows = {
  '0042_guarantee_limits.sql': () => `
    ${within(company.id)}
    insert into bg_plans (contract_id, facility_id, purpose, amount, needed_on, until_on)
      select '${company.awarded}', id, 'PERFORMANCE_SECURITY', 500000, '2026-12-01', '2028-12-01' from bank_facilities;`,
}
