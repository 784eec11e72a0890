import { updateAgreement } from '@plinth/api/money/agreements'
import {
  createScheduleItem,
  deleteScheduleItem,
  getSchedule,
  getScheduleItem,
  getScheduleTotals,
  moveScheduleItem,
  updateScheduleItem,
} from '@plinth/api/works/schedule-items'
import { describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { isFreeMeanwhile } from '../../kernel/testing/held-rows.ts'
import { newWorkOrder } from '../../money/agreements/agreements.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { itemBody, newItem } from './schedule-items.factory.ts'

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const fault = (status: number, path: string, message: string) => ({ status, fields: [{ path, message }] })
const scheduleOf = (agreementId: string) => owner.ok(getSchedule, { params: { agreementId } })
const numbers = async (agreementId: string) => (await scheduleOf(agreementId)).items.map(({ itemNo }) => itemNo)
const section = (agreementId: string, itemNo: string, parentId: string | null = null) =>
  newItem(owner, agreementId, { kind: 'SECTION', itemNo, parentId, description: `Part ${itemNo}` })
const refusedCreate = (agreementId: string, overrides: object) =>
  owner.refused(createScheduleItem, { params: { agreementId }, body: { ...itemBody(), ...overrides } })

test('writing an item locks its agreement first, in the order that every writer uses', async () => {
  const item = await newItem(owner, (await newWorkOrder(owner)).id)
  const admins = [await adminClient(inject('admin')), await adminClient(inject('admin'))] as const
  const rows = { held: { table: 'agreements', id: item.agreementId }, row: { table: 'schedule_items', id: item.id } }
  const params = { id: item.id }
  const writes = [
    () => owner.ok(updateScheduleItem, { params, body: { rate: 5 } }),
    () => owner.ok(deleteScheduleItem, { params }),
  ]
  for (const write of writes) expect(await isFreeMeanwhile(admins, rows, write)).toBe(true)
  for (const admin of admins) await admin.end()
})

describe('the schedule of an agreement', () => {
  test('lists each section before its content, with amounts and totals', async () => {
    const { id } = await newWorkOrder(owner, { pricing: 'PERCENTAGE_RATE', tenderPercentage: -3.5 })
    const earth = await section(id, '1')
    await section(id, '2')
    const deep = await section(id, '1.2', earth.id)
    await newItem(owner, id, {
      itemNo: '1.1',
      parentId: earth.id,
      beforeId: deep.id,
      quantity: 1200.125,
      rate: 148.2525,
    })
    await newItem(owner, id, { itemNo: '1.2.1', parentId: deep.id, quantity: 3, rate: 1000, percentageApplies: false })
    await newItem(owner, id, { itemNo: '2.1', quantity: 10, rate: null })
    const { items, totals } = await scheduleOf(id)
    expect(items.map(({ itemNo, level, amount }) => [itemNo, level, amount])).toEqual([
      ['1', 0, null],
      ['1.1', 1, 177_921.53],
      ['1.2', 1, null],
      ['1.2.1', 2, 3000],
      ['2', 0, null],
      ['2.1', 0, null],
    ])
    // 1,77,921.53 less 3.5 % of it, 6,227.25, and 3,000.00 that the percentage is not put on.
    expect(totals).toEqual({ items: 3, withoutRate: 1, amount: 180_921.53, quoted: 174_694.28 })
    expect(await owner.ok(getScheduleTotals, { params: { agreementId: id } })).toEqual({ sections: 3, ...totals })
    for (const call of [getSchedule, getScheduleTotals])
      expect(await stranger.refused(call, { params: { agreementId: id } })).toMatchObject({ status: 404 })
  })

  test('has totals of zero while it is empty', async () => {
    const { id } = await newWorkOrder(owner, { pricing: 'PERCENTAGE_RATE', tenderPercentage: -3.5 })
    const nothing = { items: 0, withoutRate: 0, amount: 0, quoted: 0 }
    expect(await owner.ok(getScheduleTotals, { params: { agreementId: id } })).toEqual({ sections: 0, ...nothing })
    expect((await scheduleOf(id)).totals).toEqual(nothing)
  })

  test('accepts each number once, in any case, and again after its item was deleted', async () => {
    const [{ id }, other] = [await newWorkOrder(owner), await newWorkOrder(owner)]
    const first = await newItem(owner, id, { itemNo: '5.9(a)' })
    expect(await refusedCreate(id, { itemNo: '5.9(A)' })).toMatchObject(
      fault(409, 'itemNo', 'is already used in this agreement'),
    )
    await newItem(owner, other.id, { itemNo: '5.9(a)' })
    await owner.ok(deleteScheduleItem, { params: { id: first.id } })
    await newItem(owner, id, { itemNo: '5.9(A)' })
  })

  test.each([
    [{ unit: null }, 'unit', 'is required of an item'],
    [{ quantity: null }, 'quantity', 'is required of an item'],
    [{ quantity: -1 }, 'quantity', 'must not be negative'],
    [{ quantity: 1.0005 }, 'quantity', 'must have at most 12 digits and 3 decimals'],
    [{ rate: 1.00005 }, 'rate', 'must have at most 11 digits and 4 decimals'],
    [{ limitPercent: 1000 }, 'limitPercent', 'must have at most 3 digits and 4 decimals'],
    [{ kind: 'SECTION' }, 'kind', 'of a section has no unit, quantity or rate'],
    [{ parentId: newId() }, undefined, undefined],
  ])('rejects an invalid value, naming its field: %j', async (overrides, path, message) => {
    const { id } = await newWorkOrder(owner)
    const answer = await refusedCreate(id, overrides)
    expect(answer).toMatchObject(path && message ? fault(400, path, message) : { status: 404 })
  })

  test('nests items only in sections of the same schedule, at most eight levels deep', async () => {
    const [{ id }, other] = [await newWorkOrder(owner), await newWorkOrder(owner)]
    const item = await newItem(owner, id)
    expect(await refusedCreate(id, { parentId: item.id })).toMatchObject(
      fault(400, 'parentId', 'must be a section of this schedule'),
    )
    const elsewhere = await section(other.id, '1')
    expect(await refusedCreate(id, { parentId: elsewhere.id })).toMatchObject(
      fault(409, 'parentId', 'is of another agreement'),
    )
    let parentId: string | null = null
    for (let depth = 1; depth <= 7; depth += 1) parentId = (await section(id, `1${'.1'.repeat(depth)}`, parentId)).id
    await newItem(owner, id, { parentId })
    const deepest = await section(id, 'last', parentId)
    expect(await refusedCreate(id, { parentId: deepest.id })).toMatchObject(
      fault(409, 'parentId', 'Maximum level reached (Level 8)'),
    )
  })
})

describe('moving a section or an item', () => {
  test('takes along everything in a section', async () => {
    const { id } = await newWorkOrder(owner)
    const [one, two] = [await section(id, '1'), await section(id, '2')]
    await newItem(owner, id, { itemNo: '1.1', parentId: one.id })
    const last = await newItem(owner, id, { itemNo: '2.1', parentId: two.id })
    await owner.ok(moveScheduleItem, { params: { id: one.id }, body: { parentId: two.id, beforeId: last.id } })
    expect(await numbers(id)).toEqual(['2', '1', '1.1', '2.1'])
    await owner.ok(moveScheduleItem, { params: { id: last.id }, body: { beforeId: two.id } })
    expect(await numbers(id)).toEqual(['2.1', '2', '1', '1.1'])
    expect((await scheduleOf(id)).items.map(({ level }) => level)).toEqual([0, 0, 1, 2])
  })

  test('into itself is rejected', async () => {
    const { id } = await newWorkOrder(owner)
    const one = await section(id, '1')
    const inner = await section(id, '1.1', one.id)
    const move = (body: object) => owner.refused(moveScheduleItem, { params: { id: one.id }, body })
    expect(await move({ parentId: inner.id })).toMatchObject(
      fault(409, 'parentId', 'is the section itself or lies in it'),
    )
    expect(await move({ beforeId: one.id })).toMatchObject(
      fault(409, 'beforeId', 'is the section itself or lies in it'),
    )
  })

  test('stays possible for only one of two sections that are moved into each other at once', async () => {
    const { id } = await newWorkOrder(owner)
    const [one, two] = [await section(id, '1'), await section(id, '2')]
    const answers = await Promise.all([
      owner.sendCall(moveScheduleItem, { params: { id: one.id }, body: { parentId: two.id } }),
      owner.sendCall(moveScheduleItem, { params: { id: two.id }, body: { parentId: one.id } }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await numbers(id)).toSorted()).toEqual(['1', '2'])
  })
})

describe('an item', () => {
  test('has an amount that follows its quantity and rate, to the paisa', async () => {
    const { id } = await newWorkOrder(owner)
    const item = await newItem(owner, id, { quantity: 10, rate: 2.5 })
    const { updatedAt } = item
    const body = { quantity: 3.333, rate: 1.5005, updatedAt }
    expect(await owner.ok(updateScheduleItem, { params: { id: item.id }, body })).toMatchObject({ amount: 5 })
    expect(await owner.ok(getScheduleItem, { params: { id: item.id } })).toMatchObject({
      itemNo: item.itemNo,
      amount: 5,
    })
    expect(await owner.refused(updateScheduleItem, { params: { id: item.id }, body })).toMatchObject({ status: 412 })
    expect(await stranger.refused(updateScheduleItem, { params: { id: item.id }, body })).toMatchObject({ status: 404 })
  })

  test('without a rate prevents its agreement from becoming active, unless the pricing is a lump sum', async () => {
    const agreed = { agreedOn: '2026-04-01', value: 100 }
    const { id } = await newWorkOrder(owner, agreed)
    await newItem(owner, id, { itemNo: '1.4', rate: null })
    const activate = { params: { id }, body: { status: 'ACTIVE' as const } }
    expect(await owner.refused(updateAgreement, activate)).toMatchObject(
      fault(409, 'status', 'needs a rate for each item: 1.4 has none'),
    )
    await owner.ok(updateAgreement, { params: { id }, body: { pricing: 'LUMP_SUM' } })
    await owner.ok(updateAgreement, activate)
  })

  test('of a closed agreement cannot be changed, deleted or added', async () => {
    const { id } = await newWorkOrder(owner, { agreedOn: '2026-04-01', value: 100, completedOn: '2027-01-01' })
    const item = await newItem(owner, id)
    for (const status of ['ACTIVE', 'COMPLETED', 'CLOSED'] as const)
      await owner.ok(updateAgreement, { params: { id }, body: { status } })
    const closed = { status: 409, message: 'This agreement is closed and cannot be changed any more' }
    expect(await refusedCreate(id, {})).toMatchObject(closed)
    expect(await owner.refused(updateScheduleItem, { params: { id: item.id }, body: { rate: 1 } })).toMatchObject(
      closed,
    )
    expect(await owner.refused(deleteScheduleItem, { params: { id: item.id } })).toMatchObject(closed)
  })

  test('keeps its kind and its agreement, whatever SQL runs', async () => {
    const [one, two] = [await newWorkOrder(owner), await newWorkOrder(owner)]
    const { id } = await newItem(owner, one.id)
    const admin = await adminClient(inject('admin'))
    try {
      for (const change of [
        `kind = 'SECTION', unit = null, quantity = null, rate = null`,
        `agreement_id = '${two.id}'`,
      ])
        await expect(admin.query(`update schedule_items set ${change} where id = $1`, [id])).rejects.toThrow(
          'an item of a schedule stays what and where it is',
        )
    } finally {
      await admin.end()
    }
  })
})

test('a section that is not empty cannot be deleted', async () => {
  const { id } = await newWorkOrder(owner)
  const one = await section(id, '1')
  const item = await newItem(owner, id, { parentId: one.id })
  expect(await owner.refused(deleteScheduleItem, { params: { id: one.id } })).toMatchObject({
    status: 409,
    message: 'It cannot be deleted: it still has 1 item',
  })
  await owner.ok(deleteScheduleItem, { params: { id: item.id } })
  await owner.ok(deleteScheduleItem, { params: { id: one.id } })
})
