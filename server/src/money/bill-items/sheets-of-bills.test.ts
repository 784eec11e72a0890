import { updateAgreement } from '@plinth/api/money/agreements'
import { getUnbilledWork, replaceBillSheets } from '@plinth/api/money/bill-items'
import {
  type Bill,
  cancelBill,
  deleteBill,
  filterBills,
  getBill,
  getNextBill,
  returnBill,
  updateBill,
} from '@plinth/api/money/bills'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { cancelMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startSuite } from '../../testing/test-server.ts'
import { measured, newByItems, newItemised, newSubmittedByItems } from './bill-items.factory.ts'

const { server, company, owner } = await startSuite()
const colleague = await company.as()

const by = (id: string) => ({ params: { id } })
const replaceCall = ({ id }: Bill, sheetIds: string[], updatedAt?: string) => ({
  ...by(id),
  body: { sheetIds, updatedAt },
})
const numbersIn = ({ sheets }: Pick<Bill, 'sheets'>) => sheets.map(({ number }) => number)

async function newTwoSheets() {
  const { agreement, items } = await newItemised(owner, [{ unit: 'm', rate: 100 }])
  const [item] = items as [ScheduleItem]
  return {
    agreementId: agreement.id,
    early: await measured(owner, item, 10, '2026-06-10'),
    late: await measured(owner, item, 5, '2026-06-20'),
  }
}

test('bills are found by a sheet in them', async () => {
  const { agreementId, early, late } = await newTwoSheets()
  const bill = await newByItems(owner, agreementId)
  await owner.ok(replaceBillSheets, replaceCall(bill, [early.id]))
  const found = async (sheetId: string) =>
    (await owner.ok(filterBills, { body: { sheetId } })).content.map(({ id }) => id)
  expect(await found(early.id)).toEqual([bill.id])
  expect(await found(late.id)).toEqual([])
})

test('the next bill counts the sheets up to the day of its work, or without one up to its own day', async () => {
  const { agreementId } = await newTwoSheets()
  const byItems = async (query: object) => (await owner.ok(getNextBill, { params: { agreementId }, query })).byItems
  expect(await byItems({ day: '2026-06-30' })).toMatchObject({ sheets: 2, workUpto: '1500.00' })
  expect(await byItems({ day: '2026-06-30', uptoDate: '2026-06-15' })).toMatchObject({ sheets: 1, workUpto: '1000.00' })
})

describe('a second user with the same version of a bill', () => {
  const stale = { status: 412, code: 'stale' }

  test('changes nothing after the first one replaced its sheets', async () => {
    const { agreementId, early, late } = await newTwoSheets()
    const bill = await newByItems(owner, agreementId)
    const chosen = await colleague.ok(replaceBillSheets, replaceCall(bill, [early.id], bill.updatedAt))
    expect(await owner.refused(replaceBillSheets, replaceCall(bill, [late.id], bill.updatedAt))).toMatchObject(stale)
    const edit = { ...by(bill.id), body: { comment: 'First', updatedAt: bill.updatedAt } }
    expect(await owner.refused(updateBill, edit)).toMatchObject(stale)
    const now = await owner.ok(getBill, by(bill.id))
    expect([numbersIn(now), now.updatedAt, now.updatedBy]).toEqual([[1], chosen.updatedAt, colleague.userId])
    expect(numbersIn(await owner.ok(replaceBillSheets, replaceCall(bill, [late.id], now.updatedAt)))).toEqual([2])
  })

  test('changes nothing after a sheet in it was cancelled', async () => {
    const { agreementId, early, late } = await newTwoSheets()
    const bill = await newByItems(owner, agreementId)
    await colleague.ok(cancelMeasurementSheet, { ...by(late.id), body: { cancelReason: 'Measured twice' } })
    expect(await owner.refused(replaceBillSheets, replaceCall(bill, [early.id], bill.updatedAt))).toMatchObject(stale)
  })
})

test('the audit trail of a bill records which sheets were added and removed, and by whom', async () => {
  const { agreementId, early, late } = await newTwoSheets()
  const bill = await newByItems(owner, agreementId)
  await colleague.ok(replaceBillSheets, replaceCall(bill, [late.id]))
  await owner.ok(replaceBillSheets, replaceCall(bill, [early.id]))
  await colleague.ok(cancelMeasurementSheet, { ...by(early.id), body: { cancelReason: 'Measured twice' } })
  await owner.ok(replaceBillSheets, replaceCall(bill, [late.id]))
  await owner.ok(deleteBill, by(bill.id))
  const { content } = await owner.ok(filterAuditTrail, { body: { recordId: bill.id } })
  const sheetEntries = content.filter(({ changes }) => 'sheets_in' in changes || 'sheets_out' in changes)
  expect(
    sheetEntries.map(({ actorId, action, recordType, changes }) => [actorId, action, recordType, changes]),
  ).toEqual(
    [
      [owner, { sheets_in: [null, [1, 2]] }],
      [colleague, { sheets_out: [[1], null] }],
      [owner, { sheets_out: [[2], null] }],
      [owner, { sheets_in: [null, [1]] }],
      [colleague, { sheets_out: [[1], null] }],
      [owner, { sheets_in: [null, [2]] }],
      [owner, { sheets_out: [[2], null] }],
    ]
      .map(([who, changes]) => [(who as typeof owner).userId, 'CHANGED', 'bills', changes])
      .toReversed(),
  )
})

test('a cancelled bill shows the sheets that it was submitted with, which are free again', async () => {
  const { agreementId, early, late } = await newTwoSheets()
  const bill = await newSubmittedByItems(owner, agreementId)
  await owner.ok(returnBill, { ...by(bill.id), body: { returnReason: 'Check item 4' } })
  await owner.ok(replaceBillSheets, replaceCall(bill, [early.id]))
  const cancelled = await owner.ok(cancelBill, { ...by(bill.id), body: { cancelReason: 'Given up' } })
  expect(cancelled.sheets).toEqual(bill.sheets)
  await owner.ok(cancelMeasurementSheet, { ...by(late.id), body: { cancelReason: 'Measured twice' } })
  expect((await owner.ok(getBill, by(bill.id))).sheets).toEqual(bill.sheets)
  expect(numbersIn(await owner.ok(getUnbilledWork, { params: { agreementId } }))).toEqual([1])
})

test('the draft of a closed agreement keeps its sheets until it is deleted', async () => {
  const { agreementId, early } = await newTwoSheets()
  const bill = await newByItems(owner, agreementId)
  for (const body of [{ status: 'COMPLETED', completedOn: '2026-11-01' }, { status: 'CLOSED' }] as const)
    await owner.ok(updateAgreement, { ...by(agreementId), body })
  const closed = 'This agreement is closed and cannot be changed any more'
  for (const sheetIds of [[early.id], []])
    expect(await owner.refused(replaceBillSheets, replaceCall(bill, sheetIds))).toMatchObject({
      status: 409,
      message: closed,
    })
  const bySql = server.door.inTenant(company.id, owner.userId, (db) =>
    sql`delete from bill_sheets where bill_id = ${bill.id}`.execute(db),
  )
  await expect(bySql).rejects.toThrow(closed)
  expect(numbersIn(await owner.ok(getBill, by(bill.id)))).toEqual([1, 2])
  await owner.ok(deleteBill, by(bill.id))
  expect(numbersIn(await owner.ok(getUnbilledWork, { params: { agreementId } }))).toEqual([1, 2])
})
