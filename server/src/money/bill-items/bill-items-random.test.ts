import { add, compare, decimal, numberOf, subtract, zero } from '@plinth/api/kernel/decimal'
import { passBill as passing } from '@plinth/api/money/bill-engine/pass'
import { inputOfRows, memorandumOf } from '@plinth/api/money/bill-input'
import { getUnbilledWork, replaceBillSheets } from '@plinth/api/money/bill-items'
import type { BillStatus } from '@plinth/api/money/bill-states'
import { type Bill, createBill, filterBills, getBill, passBill } from '@plinth/api/money/bills'
import { listMeasurableItems } from '@plinth/api/works/measured-items'
import {
  cancelMeasurementSheet,
  filterMeasurementSheets,
  type MeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startSuite } from '../../testing/test-server.ts'
import { sheetOf } from '../../works/measurement-sheets/measurement-sheets.factory.ts'
import { billIn, doPlainAct, plainTargets } from '../bills/bill-acts.factory.ts'
import { billBody, memorandum } from '../bills/bills.factory.ts'
import { verifyBills } from '../bills/verify.queries.ts'
import { itemsOf, newItemised, newSheetOf, takenBack } from './bill-items.factory.ts'

const { server, owner } = await startSuite({ alone: true })

const actKinds = [
  'measure',
  'correct',
  'create',
  'put',
  'submit',
  'return',
  'pass',
  'cut',
  'cancel',
  'take back',
  'delete',
  'drop',
] as const
/** Additional acts for the generator, so that bills reach their last states. */
const moreActs = [
  'measure',
  'measure',
  'correct',
  'create',
  'submit',
  'submit',
  'submit',
  'return',
  'cut',
  'cut',
  'cut',
  'cancel',
] as const
const acts = fc.array(
  fc.record({
    act: fc.constantFrom(...actKinds, ...moreActs),
    nth: fc.nat(11),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  { minLength: 35, maxLength: 45, size: 'max' },
)
type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never
type OnBill = Exclude<Act['act'], 'measure' | 'correct' | 'create' | 'drop'>

/** The number of successful acts of each kind, over all histories. */
const doneCounts: Record<string, number> = {}

const targets: Record<OnBill, readonly BillStatus[]> = {
  ...plainTargets,
  put: ['DRAFT', 'RETURNED'],
  pass: ['SUBMITTED'],
  cut: ['SUBMITTED'],
}
const { workUpto: _, ...body } = billBody('')

async function lastRecordedSheet(agreementId: string): Promise<MeasurementSheet | undefined> {
  const filter = {
    agreementId,
    status: ['RECORDED' as const],
    sort: { field: 'number' as const, direction: 'desc' as const },
  }
  const [sheet] = (await owner.ok(filterMeasurementSheets, { body: filter })).content
  return sheet && sheetOf(owner, sheet.id)
}

/** Passes a bill; if `isCut`, a share of every second item is cut. */
async function pass(bill: Bill, isCut: boolean, share: number): Promise<number> {
  if (!bill.terms) throw new Error('submitted without terms')
  const rows = await itemsOf(owner, bill)
  const cuts = rows.flatMap(({ itemId, claimed }, nth) => {
    const cutQuantity = Math.floor(Number(claimed.quantity.upto) * share) / 100
    return isCut && nth % 2 === 0 && cutQuantity > 0 ? [{ itemId, cutQuantity, reason: 'Not agreed' }] : []
  })
  const input = inputOfRows(bill, bill.terms, rows)
  const body = memorandum(bill, 0, { cuts })
  const { netDifference } = passing(input, memorandumOf({ ...body, replaced: [] }, input.work))
  const call = { params: { id: bill.id }, body: { ...body, net: -Number(netDifference) } }
  return (await owner.sendCall(passBill, call)).status
}

/** Does one act if something fits it, and returns the status of the response; 0 if nothing fits. */
async function doAct({ act, nth, share }: Act, agreementId: string, items: readonly ScheduleItem[]): Promise<number> {
  switch (act) {
    case 'measure': {
      const lines = items
        .slice(0, 1 + (nth % items.length))
        .map(({ id }) => ({ itemId: id, given: { length: share / 8 } }))
      await newSheetOf(owner, agreementId, lines)
      return 200
    }
    case 'correct': {
      const line = (await lastRecordedSheet(agreementId))?.lines.find(
        ({ contents, isCorrected }) => contents > 0 && !isCorrected,
      )
      if (!line) return 0
      await newSheetOf(owner, agreementId, [takenBack(line, Math.max(0.01, Math.floor(line.contents * share) / 100))])
      return 200
    }
    case 'drop': {
      const sheet = await lastRecordedSheet(agreementId)
      if (!sheet) return 0
      const call = { params: { id: sheet.id }, body: { cancelReason: 'Measured twice' } }
      return (await owner.sendCall(cancelMeasurementSheet, call)).status
    }
    case 'create':
      return (await owner.sendCall(createBill, { body: { ...body, agreementId, workSource: 'ITEMS' } })).status
    case 'put':
    case 'submit':
    case 'return':
    case 'pass':
    case 'cut':
    case 'cancel':
    case 'take back':
    case 'delete':
      return actOnBill({ act, nth, share }, agreementId)
  }
}

async function actOnBill({ act, nth, share }: Act & { act: OnBill }, agreementId: string): Promise<number> {
  const found = await billIn(owner, agreementId, targets[act])
  if (!found) return 0
  if (act !== 'put' && act !== 'pass' && act !== 'cut') return doPlainAct(owner, act, found.id)
  const call = { params: { id: found.id } }
  const bill = await owner.ok(getBill, call)
  if (act !== 'put') return pass(bill, act === 'cut', share)
  const unbilled = (await owner.ok(getUnbilledWork, { params: { agreementId } })).sheets
  const sheetIds = [...bill.sheets, ...unbilled].filter((__, place) => place % 3 !== nth % 3).map((sheet) => sheet.id)
  return (await owner.sendCall(replaceBillSheets, { ...call, body: { sheetIds } })).status
}

/** Checks for each item that its passed and cut quantities and those on sheets not yet passed add up to its measured quantity. */
async function expectNothingLost(agreementId: string): Promise<void> {
  const { content } = await owner.ok(filterBills, { body: { agreementId } })
  const { sheets, cuts } = await owner.ok(getUnbilledWork, { params: { agreementId } })
  const passed = content.filter(({ status }) => status === 'PASSED').toSorted((one, other) => other.number - one.number)
  const open = content.filter(({ status }) => ['DRAFT', 'SUBMITTED', 'RETURNED'].includes(status))
  const inOpen = await Promise.all(open.map(async ({ id }) => (await owner.ok(getBill, { params: { id } })).sheets))
  const notPassed = await Promise.all([...sheets, ...inOpen.flat()].map(({ id }) => sheetOf(owner, id)))
  const rows = passed[0] ? await itemsOf(owner, passed[0]) : []
  const measurable = await owner.ok(listMeasurableItems, { params: { agreementId }, query: {} })
  for (const { id, measuredQuantity } of measurable) {
    const quantities = [
      ...rows.filter(({ itemId }) => itemId === id).map((row) => decimal(row.passed?.quantity.upto ?? '0')),
      ...rows.filter(({ itemId }) => itemId === id).map(({ cutQuantity }) => decimal(cutQuantity ?? '0')),
      ...notPassed
        .flatMap(({ lines }) => lines.filter(({ itemId }) => itemId === id))
        .map(({ contents }) => decimal(contents)),
    ]
    expect(numberOf(subtract(quantities.reduce(add, zero), decimal(measuredQuantity)))).toBe(0)
  }
  for (const { quantity } of cuts) expect(compare(decimal(quantity), zero)).toBe(1)
}

test('after random histories no measured quantity is lost or billed twice, and every bill computes again as it is stored', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const { agreement, items } = await newItemised(
        owner,
        [148.25, 1263.4567, 85_000].map((rate) => ({
          unit: 'cum',
          quantity: 50,
          rate,
          percentageApplies: rate < 10_000,
        })),
        { pricing: 'PERCENTAGE_RATE', tenderPercentage: -5.25 },
      )
      for (const one of history) {
        const status = await doAct(one, agreement.id, items)
        expect([0, 200, 201, 204, 409]).toContain(status)
        if (status !== 0 && status !== 409) doneCounts[one.act] = (doneCounts[one.act] ?? 0) + 1
      }
      await expectNothingLost(agreement.id)
    }),
    { numRuns: 5 },
  )
  expect((await verifyBills(server.door)).faults).toEqual([])
  // Without these acts the histories would prove nothing.
  for (const act of ['measure', 'submit', 'cut']) expect(doneCounts[act] ?? 0, act).toBeGreaterThan(0)
}, 300_000)
