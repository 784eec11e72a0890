import { updateDeposit } from '@plinth/api/deposits/deposits'
import { updateContract } from '@plinth/api/tenders/contracts'
import { expect, test } from 'vitest'
import { dueOf } from '../record/due.ts'
import { formerValues } from './undo-save.ts'

test('undoing an edit restores the changed fields and the fields derived from them, and no others', () => {
  const before = { id: 'c1', contractName: 'Old', bidId: null, tenderBidValue: 90, comments: 'Same', updatedAt: 'a' }
  const stored = { ...before, contractName: 'New', bidId: 'B 1', tenderBidValue: 95, updatedAt: 'b' }
  expect(formerValues(updateContract, before, stored)).toEqual({
    contractName: 'Old',
    bidId: null,
    tenderBidValue: 90,
  })
})

test('a restored number is confirmed, since another record may have it too', () => {
  const before = { id: 'd1', instrumentNo: 'FDR 9', updatedAt: 'a' }
  expect(formerValues(updateDeposit, before, { ...before, instrumentNo: 'FDR 10', updatedAt: 'b' })).toEqual({
    instrumentNo: 'FDR 9',
    isRepeatConfirmed: true,
  })
})

test('days are left up to the due day itself; late days are counted from the next day, to the end or to today', () => {
  const today = '2026-11-24'
  const text = (course: Parameters<typeof dueOf>[0]) => dueOf(course, today)?.text
  expect(text({ due: '2026-11-26' })).toBe('2 days left')
  expect(text({ due: today })).toBe('due today')
  expect(dueOf({ due: '2026-11-23' }, today)).toEqual({ text: '1 day late', isLate: true })
  expect(text({ due: '2026-11-01', ended: '2026-11-04' })).toBe('3 days late')
  expect(text({ due: '2026-11-01', ended: '2026-11-01' })).toBeUndefined()
  expect(text({ due: '2026-11-01', isOver: true })).toBeUndefined()
  expect(text({ due: null })).toBeUndefined()
})
