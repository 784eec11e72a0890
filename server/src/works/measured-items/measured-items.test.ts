import { filterAgreements, updateAgreement } from '@plinth/api/money/agreements'
import { listMeasurableAgreements, listMeasurableItems } from '@plinth/api/works/measured-items'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newWorkOrder } from '../../money/agreements/agreements.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { lineOf, newMeasurable, newRecorded, today } from '../measurement-sheets/measurement-sheets.factory.ts'
import { newItem } from '../schedule-items/schedule-items.factory.ts'

const { server, company, owner } = await startSuite()
const engineer = await company.as({ 'Measurement Book': ['canView', 'canCreate', 'canEdit'] })
const stranger = await (await newCompany(server)).as()

const of = (agreementId: string) => ({ params: { agreementId }, query: {} })

describe('a user with only the measurement book', () => {
  test('sees signed agreements that are not closed, the most recently measured first, without their value', async () => {
    await newWorkOrder(owner)
    const [first, second] = [await newMeasurable(owner), await newMeasurable(owner)]
    const closed = await newMeasurable(owner, { completedOn: '2026-12-01' })
    for (const status of ['COMPLETED', 'CLOSED'] as const)
      await owner.ok(updateAgreement, { params: { id: closed.id }, body: { status } })
    const item = await newItem(owner, first.id)
    await newRecorded(engineer, first.id, [lineOf(item.id)])
    const listed = await engineer.ok(listMeasurableAgreements, {})
    expect(listed.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(listed[0]).toMatchObject({ number: first.number, sheets: 1, measuredOn: today() })
    expect(JSON.stringify(listed)).not.toContain('2500000')
    expect((await engineer.sendCall(filterAgreements, { body: {} })).status).toBe(403)
    expect(await stranger.ok(listMeasurableAgreements, {})).toEqual([])
  })

  test('sees the schedule with agreed and measured quantities, without its rates', async () => {
    const agreement = await newMeasurable(owner)
    const item = await newItem(owner, agreement.id, { itemNo: '1.1', quantity: 50, limitPercent: 30 })
    const section = await newItem(owner, agreement.id, { kind: 'SECTION', itemNo: '2' })
    await newItem(owner, agreement.id, { itemNo: '2.1', parentId: section.id, unit: 'no' })
    await newRecorded(engineer, agreement.id, [lineOf(item.id), lineOf(item.id, { length: 2 })])
    const items = await engineer.ok(listMeasurableItems, of(agreement.id))
    expect(items.map(({ itemNo, decimals }) => [itemNo, decimals])).toEqual([
      ['1.1', 2],
      ['2', null],
      ['2.1', 0],
    ])
    expect(items[0]).toMatchObject({ agreedQuantity: 50, limitPercent: 30, measuredQuantity: 14.5 })
    expect(JSON.stringify(items)).not.toMatch(/4815|rate|amount/i)
    expect((await stranger.refused(listMeasurableItems, of(agreement.id))).status).toBe(404)
    expect((await owner.refused(listMeasurableItems, of(newId()))).status).toBe(404)
  })

  test('sees the rounding of the agreement on each item', async () => {
    for (const rounding of ['HALF_UP', 'HALF_EVEN'] as const) {
      const agreement = await newMeasurable(owner, { rounding })
      await newItem(owner, agreement.id)
      expect(await engineer.ok(listMeasurableItems, of(agreement.id))).toMatchObject([{ rounding }])
    }
  })
})
