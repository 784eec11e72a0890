import { passBill, returnBill, updateBill } from '@plinth/api/money/bills'
import { afterAll, expect, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { startSuite } from '../../testing/test-server.ts'
import { measured, newItemised, newSubmittedByItems, passCut } from '../bill-items/bill-items.factory.ts'
import { memorandum, newBillable, newSubmitted } from './bills.factory.ts'
import { verifyBills } from './verify.queries.ts'

const { server, owner } = await startSuite({ alone: true })
const admin = await adminClient(server.admin ?? {})
afterAll(() => admin.end())

/** Alters a figure by SQL as the database owner with triggers off, returns the faults found, and restores the figure. */
async function faultsAfter(change: string, undo: string, id: string): Promise<string[]> {
  const runWithoutTriggers = async (statement: string) => {
    await admin.query('set session_replication_role = replica')
    await admin.query(statement, [id])
    await admin.query('set session_replication_role = origin')
  }
  await runWithoutTriggers(change)
  const { faults } = await verifyBills(server.door)
  await runWithoutTriggers(undo)
  return faults.map((fault) => fault.replace(/^[\da-f-]{36} /, ''))
}

test('verify-bills finds and names each figure that was altered by SQL as the owner [money 13.20b]', async () => {
  const typed = await newBillable(owner, { number: 'KPWD/7' })
  const first = await newSubmitted(owner, typed.id)
  const { id } = first
  const replaced = [{ head: 'WITHHELD' as const, since: 15_000, note: 'Cube tests are awaited' }]
  await owner.ok(passBill, { params: { id }, body: memorandum(first, 10_34_750, { workUpto: 9_50_000, replaced }) })
  const back = await newSubmitted(owner, typed.id, { workUpto: 20_00_000 })
  await owner.ok(returnBill, { params: { id: back.id }, body: { returnReason: 'Check item 4' } })
  // A returned bill may be changed; its claim stays as computed.
  await owner.ok(updateBill, { params: { id: back.id }, body: { workUpto: 19_00_000 } })
  const { agreement, items } = await newItemised(owner, [{ unit: 'cum', quantity: 100, rate: 1000 }], {
    number: 'KPWD/8',
  })
  const [item] = items
  if (!item) throw new Error('the schedule has no item')
  await measured(owner, item, 100)
  const byItems = await newSubmittedByItems(owner, agreement.id)
  await passCut(owner, byItems, 99_450, { itemId: item.id, cutQuantity: 10, reason: 'Bulking' })
  expect(await verifyBills(server.door)).toEqual({ bills: 3, faults: [] })

  const of = (table: string, set: string, where = '') => `update ${table} set ${set} where bill_id = $1 ${where}`
  expect(
    await faultsAfter(
      of('bill_lines', 'upto = 85501, since = 85501', "and stage = 'PASSED' and head = 'CGST'"),
      of('bill_lines', 'upto = 85500, since = 85500', "and stage = 'PASSED' and head = 'CGST'"),
      id,
    ),
  ).toEqual([expect.stringMatching(/^KPWD\/7 \/ RA-1 PASSED: CGST is stored as 85501\.00, .+ computed as 85500\.00, /)])
  expect(
    await faultsAfter(
      'update bills set net_claimed = net_claimed + 1 where id = $1',
      'update bills set net_claimed = net_claimed - 1 where id = $1',
      byItems.id,
    ),
  ).toEqual(['KPWD/8 / RA-1 CLAIMED: the net is stored as 110501.00, and computed as 110500.00'])
  expect(
    await faultsAfter(
      'update bills set work_passed = work_passed + 1 where id = $1',
      'update bills set work_passed = work_passed - 1 where id = $1',
      byItems.id,
    ),
  ).toEqual(['KPWD/8 / RA-1 PASSED: the work is stored as 90001.00, and computed as 90000.00'])
  expect(
    await faultsAfter(
      of('bill_items', 'quantity_previous = 1, quantity_since = 89', "and stage = 'PASSED'"),
      of('bill_items', 'quantity_previous = 0, quantity_since = 90', "and stage = 'PASSED'"),
      byItems.id,
    ),
  ).toEqual([
    expect.stringContaining(
      `KPWD/8 / RA-1 PASSED: item ${item.itemNo} is stored as 90.000, 1.000 before, 89.000 since`,
    ),
  ])
  expect(
    await faultsAfter(
      `update bills set input = jsonb_set(input, '{work,items,0,rate}', '"many"') where id = $1`,
      `update bills set input = jsonb_set(input, '{work,items,0,rate}', '"1000"') where id = $1`,
      byItems.id,
    ),
  ).toEqual([expect.stringMatching(/^KPWD\/8 \/ RA-1 cannot be computed: /)])
  expect((await verifyBills(server.door)).faults).toEqual([])
})
