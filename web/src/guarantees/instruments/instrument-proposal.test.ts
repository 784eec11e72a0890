import type { BgPlan } from '@plinth/api/guarantees/bg-plans'
import { expect, test } from 'vitest'
import { plannedText, proposalOfPlan } from './instrument-proposal.ts'

const plan: BgPlan = {
  id: 'p1',
  contractId: 'c1',
  facilityId: 'f1',
  facilityName: 'Union Bank, Ports',
  purpose: 'EMD',
  amount: 2_50_000,
  neededOn: '2026-12-06',
  untilOn: '2027-12-31',
  state: 'PLANNED',
  instrumentId: null,
  instrumentNumber: null,
  comment: null,
  bidId: 'KJ-7',
  contractName: 'Karwar jetty',
  contractStatus: 'DRAFT',
  isCounted: true,
  createdAt: '2026-11-25T05:00:00Z',
  updatedAt: '2026-11-25T05:00:00Z',
  createdBy: null,
  createdByName: null,
  updatedBy: null,
  updatedByName: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
}

test('proposalOfPlan proposes a requested guarantee of the bank of the limit', () => {
  const proposal = {
    kind: 'BG',
    state: 'REQUESTED',
    amount: 2_50_000,
    expiresOn: '2027-12-31',
    facilityId: 'f1',
    facilityName: 'Union Bank, Ports',
    planId: 'p1',
  }
  const limit = { id: 'f1', bank: 'Union Bank', branch: null, facilityName: 'Union Bank, Ports', isActive: true }
  expect(proposalOfPlan(plan, limit)).toEqual({ ...proposal, issuer: 'Union Bank', branch: null })
  // The bank is unknown until the limits are loaded.
  expect(proposalOfPlan(plan, undefined)).toEqual(proposal)
})

test('plannedText says that the guarantee replaces the plan, or that the plan is already used', () => {
  expect(plannedText(plan)).toBe('It takes the place of the guarantee planned for KJ-7 until 31 Dec 2027.')
  expect(plannedText({ ...plan, bidId: null })).toContain('planned for Karwar jetty until')
  expect(plannedText({ ...plan, state: 'DROPPED' })).toBe(
    'The guarantee for KJ-7 until 31 Dec 2027 is not planned any more (Dropped): this one is entered by itself.',
  )
})
