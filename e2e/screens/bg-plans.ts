import { createBgPlan, filterBgPlans } from '@plinth/api/guarantees/bg-plans'
import { createContract } from '@plinth/api/tenders/contracts'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/payments/guarantee-plans',
    '/payments/guarantee-plans?search=no+such',
    '/payments/guarantee-plans/create',
    '/payments/guarantee-plans/:plan',
    '/payments/guarantee-plans/:plan/edit',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterBgPlans, { body: { state: ['PLANNED'] } })
    return { plan: content[0]?.id }
  },
  lists: [{ path: '/payments/guarantee-plans', call: filterBgPlans }],
  // The contract has another name, because the walk searches the lists of contracts for this one.
  async make({ owner }, _, { facility: facilityId = '' }) {
    const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Planned works' } })
    const days = { neededOn: '2090-01-01', untilOn: '2090-12-31' }
    const body = { contractId, facilityId, purpose: 'EMD', amount: 50_000, ...days } as const
    return { plan: (await owner.ok(createBgPlan, { body })).id }
  },
  shown: ['/payments/guarantee-plans', '/payments/guarantee-plans/:plan'],
  entered: ['/payments/guarantee-plans/create', '/payments/guarantee-plans/:plan/edit'],
}
