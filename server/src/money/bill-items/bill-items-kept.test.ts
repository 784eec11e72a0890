import { returnBill, submitBill } from '@plinth/api/money/bills'
import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newBill, newBillable, passAsClaimed, submit } from '../bills/bills.factory.ts'
import { measured, newByItems, newItemised } from './bill-items.factory.ts'

const { server, company, owner } = await startSuite()

/** Runs statements in one transaction as the database role of the server. */
const asServer = (...statements: RawBuilder<unknown>[]) =>
  server.door.inTenant(company.id, owner.userId, async (db) => {
    for (const statement of statements) await statement.execute(db)
  })
const refused = (reason: string, ...statements: RawBuilder<unknown>[]) =>
  expect(asServer(...statements)).rejects.toThrow(reason)

/** A draft with one recorded sheet: quantity 10 of an item at 1,000 rupees. */
async function draftWithSheet() {
  const { agreement, items } = await newItemised(owner, [{ unit: 'cum', quantity: 100, rate: 1000 }])
  const [item] = items as [ScheduleItem]
  const sheet = await measured(owner, item, 10)
  return { agreementId: agreement.id, item, sheet, draft: await newByItems(owner, agreement.id) }
}

const itemRow = (
  billId: string,
  itemId: string,
  { stage = 'CLAIMED', quantity = sql`10, 0, 10`, amount = sql`10000, 0, 10000` } = {},
) => sql`insert into bill_items (bill_id, stage, item_id, position, rate, percentage_applies, quantity_upto, quantity_previous,
    quantity_since, amount_upto, amount_previous, amount_since)
  values (${billId}, ${stage}, ${itemId}, 0, 1000, true, ${quantity}, ${amount})`
const gross = (
  billId: string,
  amount: number,
) => sql`insert into bill_lines (bill_id, stage, head, position, upto, previous, since)
  values (${billId}, 'CLAIMED', 'GROSS', 0, ${amount}, 0, ${amount})`
const setWork = (billId: string, work: number) => sql`update bills set work_upto = ${work} where id = ${billId}`
const setSubmitted = (
  billId: string,
  net: number,
) => sql`update bills set status = 'SUBMITTED', basis = '{}', net_claimed = ${net},
  input = '{"terms": {"tenderPercentage": "0"}}' where id = ${billId}`

test('the work of a bill is the sum of its items, and the gross of its heads equals that work', async () => {
  const { draft, item } = await draftWithSheet()
  const { id } = draft
  const validClaim = [itemRow(id, item.id), gross(id, 10_000), setWork(id, 10_000), setSubmitted(id, 10_000)]
  await refused('violates check constraint', itemRow(id, item.id, { quantity: sql`10, 0, 9` }))
  await refused('violates check constraint', itemRow(id, item.id, { amount: sql`10000, 0, 9999` }))
  await refused('violates check constraint', itemRow(id, item.id, { amount: sql`10000.01, 0, 10000.01` }))
  await refused(
    'violates check constraint',
    itemRow(id, item.id, { quantity: sql`-1, 0, -1`, amount: sql`-1000, 0, -1000` }),
  )
  await refused('items are written as their bill goes on', itemRow(id, item.id))
  await refused('not the sum of its items', setWork(id, 10_000))
  await refused('not the sum of its items', gross(id, 9_000), setWork(id, 9_000), setSubmitted(id, 9_000))
  await refused(
    'not the sum of its items',
    itemRow(id, item.id),
    gross(id, 9_000),
    setWork(id, 9_000),
    setSubmitted(id, 9_000),
  )
  await refused(
    'the gross of a bill is not its work',
    itemRow(id, item.id),
    gross(id, 9_000),
    setWork(id, 10_000),
    setSubmitted(id, 9_000),
  )
  await asServer(...validClaim)
  const setPassed = (
    work: number,
  ) => sql`update bills set status = 'PASSED', memo_no = 'EE/1', passed_on = '2026-07-01', memorandum = '{}',
    work_passed = ${work}, net_passed = 10000 where id = ${id}`
  const passedGross = sql`insert into bill_lines (bill_id, stage, head, position, upto, previous, since)
    values (${id}, 'PASSED', 'GROSS', 0, 10000, 0, 10000)`
  await refused('items are written as their bill goes on', itemRow(id, item.id, { stage: 'PASSED' }))
  await refused('not the sum of its items', passedGross, setPassed(10_000))
  await asServer(passedGross, itemRow(id, item.id, { stage: 'PASSED' }), setPassed(10_000))
})

test('a bill with typed work has no items and no sheets', async () => {
  const { item, sheet, draft } = await draftWithSheet()
  const { id: agreementId } = await newBillable(owner)
  const typed = await newBill(owner, agreementId)
  const insertSheet = sql`insert into bill_sheets (bill_id, sheet_id) values (${typed.id}, ${sheet.id})`
  await refused('sheets are put into a bill by items before it is submitted', insertSheet)
  const submitted = [gross(typed.id, 10_00_000), itemRow(typed.id, item.id), setSubmitted(typed.id, 10_00_000)]
  await refused('items are written as their bill goes on', ...submitted)
  await refused(
    'a bill keeps the source of its work',
    sql`update bills set work_source = 'TYPED' where id = ${draft.id}`,
  )
})

describe('a submitted bill by items', () => {
  test('keeps its items, sheets and work, for every role', async () => {
    const { draft, item, sheet } = await draftWithSheet()
    const { id } = draft
    await submit(owner, id)
    await refused('frozen', setWork(id, 1))
    await refused('permission denied', sql`update bill_items set position = 1 where bill_id = ${id}`)
    await refused('permission denied', sql`delete from bill_items where bill_id = ${id}`)
    await refused('never removed', sql`select app.drop_stage(${id}, 'CLAIMED')`)
    await refused('before it goes on', itemRow(id, item.id))
    await refused('stays in a bill that was submitted', sql`delete from bill_sheets where bill_id = ${id}`)
    await refused('permission denied', sql`update bill_sheets set bill_id = ${id} where bill_id = ${id}`)
    const admin = await adminClient(inject('admin'))
    try {
      for (const [change, rowId, reason] of [
        [`update bill_items set description = 'Other' where bill_id = $1`, id, 'never changed'],
        ['delete from bill_items where bill_id = $1', id, 'never removed'],
        ['delete from bill_sheets where bill_id = $1', id, 'stays in a bill that was submitted'],
        ['update bill_sheets set bill_id = bill_id where bill_id = $1', id, 'taken out of one bill'],
        [`update measurement_sheets set status = 'CANCELLED', cancel_reason = 'x' where id = $1`, sheet.id, 'billed'],
      ] as const)
        await expect(admin.query(change, [rowId])).rejects.toThrow(reason)
    } finally {
      await admin.end()
    }
  })

  test('drops its items only for the next claim', async () => {
    const { draft } = await draftWithSheet()
    await submit(owner, draft.id)
    await owner.ok(returnBill, { params: { id: draft.id }, body: { returnReason: 'Check item 4' } })
    await refused('items are written as their bill goes on', sql`select app.drop_stage(${draft.id}, 'CLAIMED')`)
    await refused('not the sum of its items', setWork(draft.id, 1))
  })
})

test('a sheet is in one bill at most', async () => {
  const { agreementId, sheet, draft } = await draftWithSheet()
  await passAsClaimed(owner, await submit(owner, draft.id))
  const next = await newByItems(owner, agreementId)
  expect(next.sheets).toEqual([])
  await refused(
    'a sheet is in another bill already',
    sql`insert into bill_sheets (bill_id, sheet_id) values (${next.id}, ${sheet.id})`,
  )
})

test('submitting a bill waits while SQL cancels one of its sheets, and then answers 412', async () => {
  const { sheet, draft } = await draftWithSheet()
  const { id, inputDigest } = draft
  const started = Promise.withResolvers<number>()
  const end = Promise.withResolvers<void>()
  const cancelling = server.door.inTenant(company.id, owner.userId, async (db) => {
    await sql`update measurement_sheets set status = 'CANCELLED', cancel_reason = 'Twice' where id = ${sheet.id}`.execute(
      db,
    )
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    started.resolve(rows[0]?.pid ?? 0)
    await end.promise
  })
  const pid = await started.promise
  const submitted = owner.sendCall(submitBill, { params: { id }, body: { inputDigest: inputDigest ?? '' } })
  const observer = await adminClient(inject('admin'))
  const blocked = 'select count(*)::int as count from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))'
  await expect.poll(async () => (await observer.query(blocked, [pid])).rows[0].count).toBe(1)
  await observer.end()
  end.resolve()
  await cancelling
  expect((await submitted).status).toBe(412)
})
