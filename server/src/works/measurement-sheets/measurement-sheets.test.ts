import { updateAgreement } from '@plinth/api/money/agreements'
import {
  cancelMeasurementSheet,
  createMeasurementSheet,
  deleteMeasurementSheet,
  filterMeasurementSheets,
  listSheetStatusHistory,
  recordMeasurementSheet,
  updateMeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import { deleteScheduleItem, updateScheduleItem } from '@plinth/api/works/schedule-items'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newWorkOrder } from '../../money/agreements/agreements.factory.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newItem } from '../schedule-items/schedule-items.factory.ts'
import {
  correctionOf,
  lineOf,
  newDraft,
  newMeasurable,
  newRecorded,
  record,
  send,
  sheetBody,
  sheetOf,
  today,
} from './measurement-sheets.factory.ts'

const { company, owner } = await startSuite()
const engineer = await company.as({ 'Measurement Book': ['canView', 'canCreate', 'canEdit'] })

const fault = (status: number, path: string, message: string) => ({ status, fields: [{ path, message }] })
const by = (id: string) => ({ params: { id } })
const measurable = async () => {
  const agreement = await newMeasurable(owner)
  return { agreement, item: await newItem(owner, agreement.id, { itemNo: '5.9.1', quantity: 100 }) }
}
const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

describe('a draft', () => {
  test('is created, edited and deleted by its author, and by nobody else', async () => {
    const { agreement } = await measurable()
    const sheet = await engineer.ok(createMeasurementSheet, {
      body: sheetBody(agreement.id, { location: 'Pier P3', present: ['Ravi', 'JE Naik'], chainageFrom: 12.35 }),
    })
    expect(sheet).toMatchObject({ number: null, status: 'DRAFT', present: ['Ravi', 'JE Naik'], lines: [] })
    const edit = { ...by(sheet.id), body: { page: '47', updatedAt: sheet.updatedAt } }
    expect(await engineer.ok(updateMeasurementSheet, edit)).toMatchObject({ page: '47', location: 'Pier P3' })
    expect(await engineer.refused(updateMeasurementSheet, edit)).toMatchObject({ status: 412 })
    const foreign = { status: 409, message: 'This draft is somebody else’s: only they write on it' }
    expect(await owner.refused(updateMeasurementSheet, { ...by(sheet.id), body: { page: '1' } })).toMatchObject(foreign)
    expect(await owner.refused(deleteMeasurementSheet, by(sheet.id))).toMatchObject(foreign)
    await engineer.ok(deleteMeasurementSheet, by(sheet.id))
    expect((await engineer.refused(recordMeasurementSheet, by(sheet.id))).status).toBe(404)
  })

  test('needs an agreement that is signed and not closed, and a day that is not in the future', async () => {
    const draft = await newWorkOrder(owner)
    const refusedCreate = (body: object) => owner.refused(createMeasurementSheet, { body })
    expect(await refusedCreate(sheetBody(draft.id))).toMatchObject(
      fault(409, 'agreementId', 'is a draft: nothing is measured under it yet'),
    )
    const { id } = await newMeasurable(owner, { completedOn: '2026-12-01' })
    expect(await refusedCreate(sheetBody(id, { measuredOn: tomorrow() }))).toMatchObject(
      fault(400, 'measuredOn', 'must not be after today'),
    )
    expect(await refusedCreate(sheetBody(newId()))).toMatchObject(
      fault(400, 'agreementId', 'must be an agreement of your company'),
    )
    const remaining = await owner.ok(createMeasurementSheet, { body: sheetBody(id) })
    for (const status of ['COMPLETED', 'CLOSED'] as const)
      await owner.ok(updateAgreement, { ...by(id), body: { status } })
    expect(await refusedCreate(sheetBody(id))).toMatchObject({
      status: 409,
      message: expect.stringContaining('is closed'),
    })
    const edit = { ...by(remaining.id), body: { page: '1' } }
    expect(await owner.refused(updateMeasurementSheet, edit)).toMatchObject({ status: 409 })
    await owner.ok(deleteMeasurementSheet, by(remaining.id))
  })

  test('has a device key that no other sheet can use', async () => {
    const { agreement } = await measurable()
    const body = sheetBody(agreement.id, { deviceKey: newId() })
    await engineer.ok(createMeasurementSheet, { body })
    expect(await engineer.refused(createMeasurementSheet, { body })).toMatchObject(
      fault(409, 'deviceKey', 'is already used by another sheet'),
    )
  })

  test('without lines cannot be recorded', async () => {
    const { agreement } = await measurable()
    const { id } = await engineer.ok(createMeasurementSheet, { body: sheetBody(agreement.id) })
    expect(await engineer.refused(recordMeasurementSheet, by(id))).toMatchObject(
      fault(409, 'lines', 'There is nothing on this sheet: measure something first'),
    )
  })
})

describe('a recorded sheet', () => {
  test('gets the next number of its agreement, without gaps for deleted drafts, and renumbers its lines', async () => {
    const { agreement, item } = await measurable()
    const drafts = []
    for (let nth = 0; nth < 4; nth += 1) drafts.push(await newDraft(engineer, agreement.id, [lineOf(item.id)]))
    await engineer.ok(deleteMeasurementSheet, by(drafts[1]?.id ?? ''))
    const numbers = await Promise.all(
      [drafts[3], drafts[0], drafts[2]].map(async (draft) => (await record(engineer, draft?.id ?? '')).number),
    )
    expect(numbers.toSorted()).toEqual([1, 2, 3])
    const other = await measurable()
    expect((await newRecorded(engineer, other.agreement.id, [lineOf(other.item.id)])).number).toBe(1)
  })

  test('shows who recorded it and when, and is found by its fields', async () => {
    const { agreement, item } = await measurable()
    const { id } = await newDraft(engineer, agreement.id, [lineOf(item.id)])
    const sheet = await record(engineer, id)
    expect(sheet).toMatchObject({ status: 'RECORDED', recordedBy: engineer.userId, recordedAt: expect.any(String) })
    expect((await engineer.ok(listSheetStatusHistory, by(id))).map(({ toStatus }) => toStatus)).toEqual([
      'RECORDED',
      'DRAFT',
    ])
    expect(await engineer.refused(recordMeasurementSheet, by(id))).toMatchObject({
      status: 409,
      message: 'Sheet 1 is recorded already',
    })
    const found = async (body: object) =>
      (await owner.ok(filterMeasurementSheets, { body: { agreementId: agreement.id, ...body } })).content.map(
        (one) => one.id,
      )
    expect(await found({ itemId: item.id, status: 'RECORDED', search: agreement.number })).toEqual([id])
    expect(await found({ itemId: newId() })).toEqual([])
    expect(await found({ measuredFrom: tomorrow() })).toEqual([])
    expect(await found({ measuredTo: today() })).toEqual([id])
    expect(await found({ status: 'DRAFT' })).toEqual([])
  })

  test('cannot make the measured quantity of an item negative', async () => {
    const { agreement, item } = await measurable()
    await newRecorded(engineer, agreement.id, [lineOf(item.id, { length: 1 })])
    const { id } = await newDraft(engineer, agreement.id, [lineOf(item.id, { length: 1.01, isDeduction: true })])
    expect(await engineer.refused(recordMeasurementSheet, by(id))).toMatchObject(
      fault(409, 'quantity', 'upto date must not be negative: item 5.9.1 would come to -0.01'),
    )
    expect(await sheetOf(engineer, id)).toMatchObject({ status: 'DRAFT', number: null })
    const second = await newRecorded(engineer, agreement.id, [lineOf(item.id, { length: 2 })])
    await record(engineer, id)
    const cancel = { ...by(second.id), body: { cancelReason: 'Twice' } }
    expect(await engineer.refused(cancelMeasurementSheet, cancel)).toMatchObject(
      fault(409, 'quantity', 'upto date must not be negative: item 5.9.1 would come to -0.01'),
    )
  })

  test('fixes the value and rounding of its agreement, and the unit and number of its items', async () => {
    const { agreement, item } = await measurable()
    const edit = (body: object) => owner.refused(updateScheduleItem, { ...by(item.id), body })
    await newDraft(engineer, agreement.id, [lineOf(item.id)])
    await owner.ok(updateScheduleItem, { ...by(item.id), body: { rate: 4000, unit: 'sqm' } })
    await owner.ok(updateAgreement, { ...by(agreement.id), body: { rounding: 'HALF_EVEN' } })
    await newRecorded(engineer, agreement.id, [lineOf(item.id)])
    for (const [field, value] of Object.entries({ unit: 'cum', itemNo: '6.1' }))
      expect(await edit({ [field]: value })).toMatchObject(fault(409, field, 'stays: this item was measured'))
    await owner.ok(updateScheduleItem, {
      ...by(item.id),
      body: { quantity: 120, rate: 4001, description: 'Concrete M25' },
    })
    for (const [field, value] of Object.entries({ value: 1, rounding: 'HALF_UP' }))
      expect(await owner.refused(updateAgreement, { ...by(agreement.id), body: { [field]: value } })).toMatchObject(
        fault(409, field, 'stays: work was measured under this agreement'),
      )
    await owner.ok(updateAgreement, { ...by(agreement.id), body: { name: 'Earthwork, both reaches' } })
    expect(await owner.refused(deleteScheduleItem, by(item.id))).toMatchObject({
      status: 409,
      message: 'It cannot be deleted: it still has 2 measured lines',
    })
  })

  test('lists the items measured beyond the agreed quantity and its limit, as a draft does', async () => {
    const agreement = await newMeasurable(owner)
    const item = await newItem(owner, agreement.id, { itemNo: '1', quantity: 10, limitPercent: 25 })
    const within = await newRecorded(engineer, agreement.id, [lineOf(item.id, { length: 12.5 })])
    expect(within.overMeasured).toEqual([])
    const sent = await send(engineer, agreement.id, [lineOf(item.id, { length: 0.01 })])
    const over = await sheetOf(engineer, sent.sheetId)
    const overMeasuredItem = { itemId: item.id, itemNo: '1', unit: 'cum', agreedQuantity: 10, limitQuantity: 12.5 }
    expect(over.overMeasured).toEqual([{ ...overMeasuredItem, measuredQuantity: 12.51 }])
    expect(sent.overMeasured).toEqual(over.overMeasured)
    expect((await record(engineer, over.id)).overMeasured).toEqual([{ ...overMeasuredItem, measuredQuantity: 12.51 }])
  })
})

test('a cancelled sheet shows the reason and keeps its number; a sheet that another corrects cannot be cancelled', async () => {
  const { agreement, item } = await measurable()
  const first = await newRecorded(engineer, agreement.id, [lineOf(item.id)])
  const [line] = first.lines
  if (!line) throw new Error('no line')
  const correction = await newRecorded(engineer, agreement.id, [correctionOf(line, 0.5)])
  const cancel = (id: string, cancelReason = 'Measured twice') => ({ ...by(id), body: { cancelReason } })
  expect((await engineer.refused(cancelMeasurementSheet, cancel(first.id, ' '))).status).toBe(400)
  expect(await engineer.refused(cancelMeasurementSheet, cancel(first.id))).toMatchObject(
    fault(409, 'status', 'Sheet 2 corrects this one: cancel that one first'),
  )
  await engineer.ok(cancelMeasurementSheet, cancel(correction.id))
  expect(await engineer.ok(cancelMeasurementSheet, cancel(first.id))).toMatchObject({
    status: 'CANCELLED',
    number: 1,
    cancelReason: 'Measured twice',
  })
  const { id } = await newDraft(engineer, agreement.id, [lineOf(item.id)])
  expect((await record(engineer, id)).number).toBe(3)
})
