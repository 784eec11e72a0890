import { replaceBillSheets } from '@plinth/api/bill-items'
import { filterBills, getNextBill } from '@plinth/api/bills'
import type { ScheduleItem } from '@plinth/api/schedule-items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, newCompany, startTestServer, type TestServer } from '../test-server.ts'
import { measured, newByItems, newItemised } from './bill-items.factory.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer()
  owner = await (await newCompany(server)).as()
})
afterAll(() => server.stop())

async function measuredTwice() {
  const { agreement, items } = await newItemised(owner, [{ unit: 'm', rate: 100 }])
  const [item] = items as [ScheduleItem]
  return {
    agreementId: agreement.id,
    early: await measured(owner, item, 10, '2026-06-10'),
    late: await measured(owner, item, 5, '2026-06-20'),
  }
}

test('bills are found by a sheet in them', async () => {
  const { agreementId, early, late } = await measuredTwice()
  const bill = await newByItems(owner, agreementId)
  await owner.ok(replaceBillSheets, { params: { id: bill.id }, body: { sheetIds: [early.id] } })
  const found = async (sheetId: string) =>
    (await owner.ok(filterBills, { body: { sheetId } })).content.map(({ id }) => id)
  expect(await found(early.id)).toEqual([bill.id])
  expect(await found(late.id)).toEqual([])
})

test('the next bill counts the sheets until the day of its work, or else until its own day', async () => {
  const { agreementId } = await measuredTwice()
  const byItems = async (query: object) => (await owner.ok(getNextBill, { params: { agreementId }, query })).byItems
  expect(await byItems({ day: '2026-06-30' })).toMatchObject({ sheets: 2, workUpto: '1500.00' })
  expect(await byItems({ day: '2026-06-30', uptoDate: '2026-06-15' })).toMatchObject({ sheets: 1, workUpto: '1000.00' })
})
