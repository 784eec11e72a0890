import { getAgreement, updateAgreement } from '@plinth/api/money/agreements'
import { getUnbilledWork, listBillItems, replaceBillSheets } from '@plinth/api/money/bill-items'
import {
  type Bill,
  cancelBill,
  createBill,
  deleteBill,
  getBill,
  getNextBill,
  passBill,
  returnBill,
  submitBill,
  takeBackMemorandum,
  updateBill,
} from '@plinth/api/money/bills'
import { cancelMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { type ScheduleItem, updateScheduleItem } from '@plinth/api/works/schedule-items'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { lineOf, newDraft } from '../../works/measurement-sheets/measurement-sheets.factory.ts'
import { newClientAgreement } from '../agreements/agreements.factory.ts'
import {
  billBody,
  memorandum,
  newBill,
  newBillable,
  newSubmitted,
  passAsClaimed,
  submit,
  submitting,
} from '../bills/bills.factory.ts'
import {
  itemsOf,
  measured,
  newByItems,
  newItemised,
  newSheetOf,
  newSubmittedByItems,
  passCut,
  takenBack,
} from './bill-items.factory.ts'

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const fault = (status: number, path: string, message: string) => ({ status, fields: [{ path, message }] })
const by = (id: string) => ({ params: { id } })
const putCall = (bill: Bill, ...sheetIds: string[]) => ({ ...by(bill.id), body: { sheetIds } })
const put = (bill: Bill, ...sheetIds: string[]) => owner.ok(replaceBillSheets, putCall(bill, ...sheetIds))
const refusedPut = (bill: Bill, ...sheetIds: string[]) => owner.refused(replaceBillSheets, putCall(bill, ...sheetIds))
const cancelSheet = (id: string) => ({ ...by(id), body: { cancelReason: 'Measured twice' } })
const sendBack = (id: string) => owner.ok(returnBill, { ...by(id), body: { returnReason: 'Check item 4' } })
const cancel = (id: string) => owner.ok(cancelBill, { ...by(id), body: { cancelReason: 'Given up' } })
const numbersIn = ({ sheets }: Pick<Bill, 'sheets'>) => sheets.map(({ number }) => number)
const unbilledNumbers = async (agreementId: string) =>
  numbersIn(await owner.ok(getUnbilledWork, { params: { agreementId } }))

/** One item at 1,000 rupees in an agreement with a client. */
async function oneItem(overrides: object = {}): Promise<ScheduleItem> {
  const { items } = await newItemised(owner, [
    { itemNo: '5.9.1', unit: 'cum', quantity: 100, rate: 1000, ...overrides },
  ])
  const [item] = items
  if (!item) throw new Error('the schedule has no item')
  return item
}

describe('the sheets of a draft', () => {
  test('are the free ones up to the day of its work, and can be removed and added again', async () => {
    const item = await oneItem()
    const first = await measured(owner, item, 10)
    const second = await measured(owner, item, 20)
    const later = await measured(owner, item, 40, '2026-07-02')
    await newDraft(owner, item.agreementId, [lineOf(item.id)])
    const draft = await newByItems(owner, item.agreementId)
    expect(draft.sheets).toEqual(
      [first, second].map(({ id, number, measuredOn, location }) => ({ id, number, measuredOn, location })),
    )
    expect(draft).toMatchObject({ workSource: 'ITEMS', workUpto: null, claimed: { work: { upto: '30000.00' } } })
    expect(await unbilledNumbers(item.agreementId)).toEqual([3])
    expect(await put(draft, second.id)).toMatchObject({ claimed: { work: { upto: '20000.00' } } })
    expect(await unbilledNumbers(item.agreementId)).toEqual([1, 3])
    expect(numbersIn(await put(draft, second.id, first.id, first.id))).toEqual([1, 2])
    expect(await refusedPut(draft, first.id, later.id)).toMatchObject(
      fault(409, 'sheetIds', 'sheet 3 was measured after the work of this bill'),
    )
    const edited = { ...by(draft.id), body: { uptoDate: '2026-06-09' } }
    expect(await owner.refused(updateBill, edited)).toMatchObject(
      fault(409, 'uptoDate', 'is before sheet 1 was measured: take it out of the bill first'),
    )
    expect(numbersIn(await owner.ok(getBill, by(draft.id)))).toEqual([1, 2])
  })

  test('must be recorded sheets of its agreement that are in no other bill', async () => {
    const item = await oneItem()
    const sheet = await measured(owner, item, 10)
    const cancelled = await measured(owner, item, 5)
    await owner.ok(cancelMeasurementSheet, cancelSheet(cancelled.id))
    const draftSheet = await newDraft(owner, item.agreementId, [lineOf(item.id)])
    const otherSheet = await measured(owner, await oneItem(), 10)
    const submitted = await newSubmittedByItems(owner, item.agreementId)
    const draft = await newByItems(owner, item.agreementId)
    for (const id of [cancelled.id, draftSheet.id, otherSheet.id, newId()])
      expect(await refusedPut(draft, id)).toMatchObject(
        fault(400, 'sheetIds', 'must be recorded sheets of this agreement'),
      )
    expect(await refusedPut(draft, sheet.id)).toMatchObject(fault(409, 'sheetIds', 'sheet 1 is in RA-1'))
    expect(await refusedPut(submitted)).toMatchObject(
      fault(409, 'status', 'RA-1 is with the department: it is changed once it comes back'),
    )
    await passAsClaimed(owner, submitted)
    expect(await refusedPut(submitted)).toMatchObject(fault(409, 'status', 'RA-1 was passed and stays as it is'))
    const typed = await newBill(owner, (await newBillable(owner)).id)
    expect(await refusedPut(typed)).toMatchObject(
      fault(400, 'sheetIds', 'are of a bill by items: the work of this one is typed'),
    )
    expect(await owner.ok(listBillItems, by(typed.id))).toEqual([])
    for (const call of [listBillItems, getBill] as const)
      expect((await stranger.refused(call, by(draft.id))).status).toBe(404)
    const { agreementId } = item
    expect((await stranger.refused(getUnbilledWork, { params: { agreementId } })).status).toBe(404)
  })

  test('are free again once it is deleted, or cancelled after it was returned', async () => {
    const item = await oneItem()
    await measured(owner, item, 10)
    const draft = await newByItems(owner, item.agreementId)
    expect(await unbilledNumbers(item.agreementId)).toEqual([])
    await owner.ok(deleteBill, by(draft.id))
    expect(await unbilledNumbers(item.agreementId)).toEqual([1])
    const submitted = await newSubmittedByItems(owner, item.agreementId)
    await sendBack(submitted.id)
    expect(await cancel(submitted.id)).toMatchObject({ status: 'CANCELLED' })
    expect(await unbilledNumbers(item.agreementId)).toEqual([1])
    expect(await itemsOf(owner, submitted)).toMatchObject([{ claimed: { quantity: { upto: '10.000' } } }])
    expect(numbersIn(await newByItems(owner, item.agreementId))).toEqual([1])
  })
})

describe('a sheet in a bill', () => {
  test('leaves a draft when it is cancelled, and cannot be cancelled once the bill was submitted', async () => {
    const item = await oneItem()
    const first = await measured(owner, item, 10)
    const second = await measured(owner, item, 20)
    const draft = await newByItems(owner, item.agreementId)
    await owner.ok(cancelMeasurementSheet, cancelSheet(first.id))
    expect(numbersIn(await owner.ok(getBill, by(draft.id)))).toEqual([2])
    const billedFault = fault(409, 'status', 'Sheet 2 is in RA-1: correct it by a further line')
    const refused = () => owner.refused(cancelMeasurementSheet, cancelSheet(second.id))
    const submitted = await submit(owner, draft.id)
    expect(await refused()).toMatchObject(billedFault)
    await sendBack(submitted.id)
    expect(await refused()).toMatchObject(billedFault)
    await put(submitted)
    await owner.ok(cancelMeasurementSheet, cancelSheet(second.id))
  })

  test('is either cancelled or submitted, if both are requested at once', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const item = await oneItem()
      const sheet = await measured(owner, item, 10)
      const { id } = await newByItems(owner, item.agreementId)
      const seen = await submitting(owner, id)
      const [submitted, cancelled] = await Promise.all([
        owner.sendCall(submitBill, seen),
        owner.sendCall(cancelMeasurementSheet, cancelSheet(sheet.id)),
      ])
      expect([
        [200, 409],
        [412, 200],
      ]).toContainEqual([submitted.status, cancelled.status])
    }
  })
})

describe('the source of the work', () => {
  const source = (bill: string, kind: string) =>
    fault(409, 'workSource', `${bill} was billed by ${kind}, and so is every later one`)
  const { workUpto: _, ...body } = billBody('')

  test('is the same for all bills of an agreement, from the first submitted one', async () => {
    const item = await oneItem()
    const { agreementId } = item
    await measured(owner, item, 10)
    const refusedCreate = (workSource: 'TYPED' | 'ITEMS') =>
      owner.refused(createBill, {
        body: { ...body, agreementId, workSource, ...(workSource === 'TYPED' && { workUpto: 1 }) },
      })
    const typed = await newBill(owner, agreementId)
    await owner.ok(deleteBill, by(typed.id))
    const first = await newSubmittedByItems(owner, agreementId)
    expect(await refusedCreate('TYPED')).toMatchObject(source('RA-1', 'items'))
    await sendBack(first.id)
    await cancel(first.id)
    await newSubmitted(owner, agreementId)
    expect(await refusedCreate('ITEMS')).toMatchObject(source('RA-2', 'typed work'))
  })

  test('can be items only if the agreement has a schedule, and then typed work is rejected', async () => {
    const { id: agreementId } = await newBillable(owner)
    const refusedCreate = (overrides: object) =>
      owner.refused(createBill, { body: { ...body, agreementId, ...overrides } })
    expect(await refusedCreate({ workSource: 'ITEMS' })).toMatchObject(
      fault(400, 'workSource', 'needs a schedule: this agreement has no items'),
    )
    expect(await refusedCreate({})).toMatchObject(fault(400, 'workUpto', 'is required'))
    const computed = fault(400, 'workUpto', 'is computed from the items of this bill')
    const item = await oneItem()
    await measured(owner, item, 10)
    expect(await refusedCreate({ agreementId: item.agreementId, workSource: 'ITEMS', workUpto: 1 })).toMatchObject(
      computed,
    )
    const bill = await newSubmittedByItems(owner, item.agreementId)
    await sendBack(bill.id)
    expect(await owner.refused(updateBill, { ...by(bill.id), body: { workUpto: 1 } })).toMatchObject(computed)
    // A client may send the whole record back.
    const whole = await owner.ok(updateBill, { ...by(bill.id), body: { workUpto: bill.workUpto, comment: 'Again' } })
    expect(whole).toMatchObject({ comment: 'Again', workUpto: 10_000 })
    const { id } = await newBill(owner, agreementId)
    expect(await owner.refused(updateBill, { ...by(id), body: { workUpto: null } })).toMatchObject(
      fault(400, 'workUpto', 'is required'),
    )
  })
})

describe('the abstract', () => {
  test('of a draft shows its present figures, also beside a bill with the department', async () => {
    const item = await oneItem()
    await measured(owner, item, 10)
    const first = await newSubmittedByItems(owner, item.agreementId)
    await measured(owner, item, 2.5)
    const draft = await newByItems(owner, item.agreementId)
    expect(draft).toMatchObject({ previousBill: { isProvisional: true }, previous: { items: {} } })
    expect(await itemsOf(owner, draft)).toMatchObject([
      {
        itemId: item.id,
        rate: '1000.0000',
        claimed: {
          quantity: { upto: '12.500', previous: '10.000', since: '2.500' },
          amount: { upto: '12500.00', previous: '10000.00', since: '2500.00' },
        },
        passed: null,
      },
    ])
    // The returned bill gives up its sheet: the draft no longer counts it, and its previous figures stay until that bill is submitted again.
    await sendBack(first.id)
    await put(first)
    expect(await itemsOf(owner, draft)).toMatchObject([
      { claimed: { quantity: { upto: '2.500', previous: '10.000' } } },
    ])
    const again = await submit(owner, first.id)
    expect(again).toMatchObject({ workUpto: 0, claimed: { work: { upto: '0.00' } } })
    expect(await itemsOf(owner, again)).toEqual([])
  })

  test('is in the order of the schedule, and marks quantities above the agreed one and above the limit', async () => {
    const { agreement, items } = await newItemised(
      owner,
      [90, 100, 100].map((quantity, nth) => ({
        itemNo: `${3 - nth}`,
        unit: 'cum',
        quantity,
        rate: 1,
        limitPercent: 10,
      })),
    )
    await newSheetOf(
      owner,
      agreement.id,
      items.map(({ id: itemId }, nth) => ({ itemId, given: { length: [99.01, 110, 100][nth] ?? 0 } })),
    )
    const bill = await newSubmittedByItems(owner, agreement.id)
    expect((await itemsOf(owner, bill)).map(({ itemNo, beyond }) => [itemNo, beyond])).toEqual([
      ['3', 'LIMIT'],
      ['2', 'AGREED'],
      ['1', null],
    ])
  })

  test("of a submitted bill keeps the schedule's fields of that time", async () => {
    const item = await oneItem({ description: 'Concrete M20', limitPercent: 25 })
    await measured(owner, item, 110)
    const bill = await newSubmittedByItems(owner, item.agreementId)
    const billedItems = await itemsOf(owner, bill)
    expect(billedItems).toMatchObject([{ description: 'Concrete M20', agreedQuantity: 100, limitPercent: 25 }])
    const other = { description: 'Concrete M25', quantity: 90, limitPercent: 10 }
    const now = { description: 'Concrete M25', agreedQuantity: 90, limitPercent: 10, beyond: 'LIMIT' }
    await owner.ok(updateScheduleItem, { ...by(item.id), body: other })
    expect(await itemsOf(owner, bill)).toEqual(billedItems)
    await sendBack(bill.id)
    expect(await itemsOf(owner, bill)).toMatchObject([now])
    const again = await submit(owner, bill.id)
    await owner.ok(updateScheduleItem, { ...by(item.id), body: { description: 'Concrete M30' } })
    await passAsClaimed(owner, again)
    expect(await itemsOf(owner, bill)).toMatchObject([now])
    const draft = await newByItems(owner, item.agreementId)
    expect(await itemsOf(owner, draft)).toMatchObject([{ ...now, description: 'Concrete M30' }])
  })

  test('names an item with an unknown rate, which may be entered although the item was measured', async () => {
    const item = await oneItem({ rate: null })
    await measured(owner, item, 10)
    const draft = await newByItems(owner, item.agreementId)
    const unknown = { path: 'rate', message: 'of item 5.9.1 is not known: enter it in the schedule' }
    expect(draft).toMatchObject({ claimed: null, workFaults: [unknown] })
    expect(await itemsOf(owner, draft)).toMatchObject([{ rate: null, claimed: { amount: null } }])
    expect(await owner.refused(submitBill, await submitting(owner, draft.id))).toMatchObject({
      status: 409,
      fields: [unknown],
    })
    await owner.ok(updateScheduleItem, { ...by(item.id), body: { rate: 500 } })
    expect(await submit(owner, draft.id)).toMatchObject({ workUpto: 5_000 })
  })

  test('allows changes of a rate until a bill with the department or a passed one uses it', async () => {
    const item = await oneItem()
    await measured(owner, item, 10)
    const priced = (rate: number) => ({ ...by(item.id), body: { rate } })
    const used = fault(409, 'rate', 'stays: this item was billed')
    const draft = await newByItems(owner, item.agreementId)
    const seen = await submitting(owner, draft.id)
    await owner.ok(updateScheduleItem, priced(100))
    expect((await owner.refused(submitBill, seen)).status).toBe(412)
    const bill = await submit(owner, draft.id)
    expect(bill).toMatchObject({ workUpto: 1_000 })
    expect(await owner.refused(updateScheduleItem, priced(110))).toMatchObject(used)
    await sendBack(bill.id)
    await owner.ok(updateScheduleItem, priced(110))
    await passAsClaimed(owner, await submit(owner, bill.id))
    expect(await itemsOf(owner, bill)).toMatchObject([{ rate: '110.0000', passed: { amount: { upto: '1100.00' } } }])
    expect(await owner.refused(updateScheduleItem, priced(120))).toMatchObject(used)
  })

  test('rejects a negative quantity of an item', async () => {
    const item = await oneItem()
    const [line] = (await measured(owner, item, 10)).lines
    if (!line) throw new Error('the sheet has no line')
    const correction = await newSheetOf(owner, item.agreementId, [takenBack(line, 0.01)])
    const draft = await put(await newByItems(owner, item.agreementId), correction.id)
    const below = { path: 'quantity', message: 'upto date must not be negative: item 5.9.1 would come to -0.01' }
    expect(draft).toMatchObject({ claimed: null, workFaults: [below] })
    expect(await owner.refused(submitBill, await submitting(owner, draft.id))).toMatchObject({
      message: `quantity ${below.message}`,
      ...fault(409, 'quantity', below.message),
    })
  })
})

test('the inputs of the next bill contain its work by items before the bill exists', async () => {
  const item = await oneItem()
  const { agreementId } = item
  const next = (query: object = {}) => owner.ok(getNextBill, { params: { agreementId }, query })
  await measured(owner, item, 10)
  await measured(owner, item, 20, '2026-06-20')
  expect(await next({ day: '2026-06-15' })).toMatchObject({
    workSource: null,
    byItems: { sheets: 1, workUpto: '10000.00', faults: [] },
  })
  const draft = await newByItems(owner, agreementId, { uptoDate: '2026-06-15' })
  const draftByItems = { sheets: 1, workUpto: '10000.00', faults: [] }
  expect(await next({ billId: draft.id })).toMatchObject({ workSource: 'ITEMS', byItems: draftByItems })
  await passAsClaimed(owner, await submit(owner, draft.id))
  expect(await next()).toMatchObject({
    workSource: 'ITEMS',
    previous: { work: '10000.00', items: {} },
    byItems: { sheets: 1, workUpto: '30000.00', faults: [] },
  })
  const { id } = await newClientAgreement(owner, { status: 'ACTIVE', agreedOn: '2026-04-01', value: 1 })
  expect(await owner.ok(getNextBill, { params: { agreementId: id }, query: {} })).toMatchObject({ byItems: null })
})

describe('a memorandum', () => {
  test('cuts claimed items, by at most the claimed quantity', async () => {
    const item = await oneItem()
    await measured(owner, item, 10)
    const bill = await newSubmittedByItems(owner, item.agreementId)
    const refused = (overrides: object, target = bill) =>
      owner.refused(passBill, { ...by(target.id), body: { ...memorandum(target, 0), ...overrides } })
    const cut = { itemId: item.id, cutQuantity: 10.001, reason: 'Bulking' }
    expect(await refused({ cuts: [cut] })).toMatchObject(
      fault(400, 'cuts.0.cutQuantity', 'is more than is claimed of item 5.9.1'),
    )
    expect(await refused({ cuts: [{ ...cut, itemId: newId() }] })).toMatchObject(
      fault(400, 'cuts.0.itemId', 'must be an item of this bill'),
    )
    expect(await refused({ cuts: [cut, cut] })).toMatchObject(fault(400, 'cuts', 'must name each item once'))
    for (const bad of [{ cutQuantity: 0 }, { cutQuantity: 0.0001 }, { reason: ' ' }])
      expect((await refused({ cuts: [{ ...cut, ...bad }] })).status).toBe(400)
    expect(await refused({ workUpto: 1 })).toMatchObject(
      fault(400, 'workUpto', 'is passed item by item: cut the items'),
    )
    const typed = await newSubmitted(owner, (await newBillable(owner)).id)
    expect(await refused({ cuts: [cut] }, typed)).toMatchObject(
      fault(400, 'cuts', 'are of a bill by items: cut the work as a whole'),
    )
    // Nothing is left of the work, nor of any head.
    const passed = await owner.ok(passBill, {
      ...by(bill.id),
      body: memorandum(bill, 0, { cuts: [{ ...cut, cutQuantity: 10 }] }),
    })
    expect(passed).toMatchObject({ workPassed: 0, netPassed: 0, passed: { work: { upto: '0.00' } } })
  })

  test('replaces heads after its cuts, and its net is the sum of these heads', async () => {
    const item = await oneItem()
    await measured(owner, item, 100)
    const bill = await newSubmittedByItems(owner, item.agreementId)
    const cuts = [{ itemId: item.id, cutQuantity: 10, reason: 'Bulking' }]
    const replaced = [{ head: 'FINE' as const, since: 450, note: 'Late' }]
    // 90,000 x 110.5 % - 450 = 99,000.
    const pass = (net: number) => ({ ...by(bill.id), body: memorandum(bill, net, { cuts, replaced }) })
    expect(await owner.refused(passBill, pass(98_999))).toMatchObject(
      fault(409, 'net', 'differs from what the heads come to by -1.00'),
    )
    expect(await owner.ok(passBill, pass(99_000))).toMatchObject({ workPassed: 90_000, netPassed: 99_000 })
  })

  test('is taken back with its cuts, after which the same claim can be passed again', async () => {
    const item = await oneItem()
    await measured(owner, item, 100)
    const bill = await newSubmittedByItems(owner, item.agreementId)
    const cut = { itemId: item.id, cutQuantity: 10, reason: 'Bulking' }
    await passCut(owner, bill, 99_450, cut)
    const back = await owner.ok(takeBackMemorandum, { ...by(bill.id), body: { takenBackReason: 'Mistyped' } })
    expect(back).toMatchObject({ status: 'SUBMITTED', workUpto: 100_000, workPassed: null, passed: null })
    expect(await itemsOf(owner, bill)).toMatchObject([{ passed: null, cutQuantity: null, cutReason: null }])
    await passCut(owner, back, 1_04_975, { ...cut, cutQuantity: 5 })
    expect(await itemsOf(owner, bill)).toMatchObject([
      { passed: { quantity: { upto: '95.000' } }, cutQuantity: '5.000', cutReason: 'Bulking' },
    ])
  })
})

describe('once a bill by items was submitted', () => {
  test('the tender percentage and the items it applies to cannot change', async () => {
    const item = await oneItem()
    await measured(owner, item, 10)
    await newSubmittedByItems(owner, item.agreementId)
    const agreement = await owner.ok(getAgreement, { params: { id: item.agreementId } })
    const other = { params: { id: agreement.id }, body: { pricing: 'PERCENTAGE_RATE' as const, tenderPercentage: 20 } }
    expect(await owner.refused(updateAgreement, other)).toMatchObject(
      fault(409, 'pricing', 'stays: work was billed by items under this agreement'),
    )
    const without = { ...by(item.id), body: { percentageApplies: !item.percentageApplies } }
    expect(await owner.refused(updateScheduleItem, without)).toMatchObject(
      fault(409, 'percentageApplies', 'stays: this item was billed'),
    )
  })

  test('quantities cut before do not count as unbilled, since this bill claims them', async () => {
    const item = await oneItem()
    await measured(owner, item, 100)
    const first = await newSubmittedByItems(owner, item.agreementId)
    await passCut(owner, first, 99_450, { itemId: item.id, cutQuantity: 10, reason: 'Bulking' })
    const cuts = async () =>
      (await owner.ok(getUnbilledWork, { params: { agreementId: item.agreementId } })).cuts.map((cut) => cut.quantity)
    expect(await cuts()).toEqual(['10.000'])
    await newSubmittedByItems(owner, item.agreementId)
    expect(await cuts()).toEqual([])
  })

  test('submitting answers 412 if a sheet was replaced by another of the same quantity', async () => {
    const item = await oneItem()
    await measured(owner, item, 10)
    const draft = await newByItems(owner, item.agreementId)
    const seen = await submitting(owner, draft.id)
    await put(draft, (await measured(owner, item, 10)).id)
    expect((await owner.refused(submitBill, seen)).status).toBe(412)
  })
})
