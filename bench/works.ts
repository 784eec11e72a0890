import { contractStatuses } from '@plinth/api/tenders/contracts'
import type { Furnished } from './furnish.ts'
import type { Ask } from './load.ts'

export interface Work {
  name: string
  /** The share of the floor's speed that the product must reach. */
  goal: number
  /** Whether both servers must give the same answer to the first request. */
  isRead: boolean
  /** How many callers at once; the default is sixteen. */
  callers?: number
  ask(nth: number): Ask
}

const search = (body: object): Ask => ({ method: 'POST', path: '/project/api/contracts/filter', body })
const dashboard = '/project/api/contract-dashboard'

const filter = { status: ['AWARDED', 'ON_HOLD', 'CLOSED'], contractName: 'Bridge' }
/** The nth contract that is created. */
export const entered = (nth: number) => ({
  contractName: `Widening of state highway km ${nth}`,
  referenceNo: `NIT-${nth}`,
  description: 'Earthwork, sub-base, base and wearing courses, culverts and side drains',
  status: contractStatuses[nth % contractStatuses.length],
  paperCost: 5_000,
  tenderActualValue: 12_500_000,
  tenderBidValue: 12_125_000,
  tenderBidPercentage: -3,
  contractType: 'Item rate',
  openingDate: '2026-04-01',
  closingDate: '2026-05-15',
  givenStartDate: '2026-07-01',
  givenEndDate: '2027-12-31',
  licenseNo: 'KA/PWD/CL-I/2204',
  comments: 'Entered by the bench',
})

/** The measured requests, and the share of the floor that the product must reach in each. */
export function works({ contracts, project, people }: Furnished, size: number): Work[] {
  const byId = (nth: number): Ask => ({
    method: 'GET',
    path: `/project/api/contracts/${contracts[(nth * 7919) % contracts.length]}`,
  })
  return [
    { name: 'first page', goal: 0.5, isRead: true, ask: () => search({}) },
    { name: 'filtered', goal: 0.6, isRead: true, ask: () => search(filter) },
    { name: 'page 1,000', goal: 0.6, isRead: true, ask: () => search({ pagination: { page: 999, size: 10 } }) },
    { name: 'one by id', goal: 0.5, isRead: true, ask: byId },
    {
      name: 'status summary',
      goal: 0.5,
      isRead: true,
      ask: () => ({ method: 'GET', path: `${dashboard}/status-summary` }),
    },
    { name: 'all KPIs', goal: 0.5, isRead: true, ask: () => ({ method: 'POST', path: `${dashboard}/kpis`, body: {} }) },
    {
      name: 'task tree',
      goal: 0.6,
      isRead: true,
      // Sixteen trees of 25,000 tasks, of 30 MB each, keep the product so busy that it refuses some.
      ...(size > 1 && { callers: 2 }),
      ask: () => ({ method: 'POST', path: '/project/api/tasks/filter', body: { projectId: project } }),
    },
    {
      name: 'create',
      goal: 0.4,
      isRead: false,
      ask: (nth) => ({ method: 'POST', path: '/project/api/contracts', body: entered(nth) }),
    },
    {
      name: 'sign-in',
      goal: 0.9,
      isRead: false,
      ask: (nth) => ({ method: 'POST', path: '/auth/api/auth/login', body: people[nth % people.length] }),
    },
  ]
}
