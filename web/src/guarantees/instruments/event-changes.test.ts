import type { InstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { expect, test } from 'vitest'
import { changesOf } from './event-changes.ts'

const same = {
  amountBefore: 5000,
  amountAfter: 5000,
  issuedOnBefore: '2026-01-01',
  issuedOnAfter: '2026-01-01',
  expiresOnBefore: '2026-03-31',
  expiresOnAfter: '2026-03-31',
  claimUntilBefore: null,
  claimUntilAfter: null,
  maturesOnBefore: null,
  maturesOnAfter: null,
}
const event = (overrides: Partial<InstrumentEvent>): InstrumentEvent => ({
  id: 'e1',
  instrumentId: 'i1',
  kind: 'EXTENDED',
  happenedOn: '2026-02-01',
  fromState: 'LODGED',
  toState: 'LODGED',
  ...same,
  number: null,
  paidAmount: null,
  charges: null,
  reference: null,
  remark: null,
  createdAt: '2026-02-01T05:00:00Z',
  updatedAt: '2026-02-01T05:00:00Z',
  createdBy: null,
  createdByName: null,
  updatedBy: null,
  updatedByName: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
  ...overrides,
})

test('changesOf lists each changed value before and after, and no other value', () => {
  expect(changesOf(event({}))).toEqual([])
  const extended = event({ fromState: 'CLAIMED', expiresOnAfter: '2026-09-30', claimUntilAfter: '2026-10-31' })
  expect(changesOf(extended)).toEqual([
    { label: 'State', before: 'Claimed', after: 'Lodged' },
    { label: 'Expires on', before: '31 Mar 2026', after: '30 Sep 2026' },
    { label: 'Claim until', before: '–', after: '31 Oct 2026' },
  ])
  expect(changesOf(event({ amountAfter: 2500.5 }))).toEqual([
    { label: 'Amount', before: '₹5,000.00', after: '₹2,500.50' },
  ])
})
