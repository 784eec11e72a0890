import type { BankFacility } from '@plinth/api/guarantees/bank-facilities'
import { getGuaranteeHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { endInstrumentLien } from '@plinth/api/guarantees/instrument-liens'
import { daysAfter, monthsAfter } from '@plinth/api/kernel/later-days'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newPlan } from '../bg-plans/bg-plans.factory.ts'
import { newEvent } from '../instrument-events/instrument-events.factory.ts'
import { newLien } from '../instrument-liens/instrument-liens.factory.ts'
import { guaranteeBody, newInstrument, newReceipt } from '../instruments/instruments.factory.ts'
import { banking } from './guarantee-headroom.factory.ts'

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await (await newCompany(server)).as()
})
afterAll(() => server.stop())

const { newLimit, lodged, planned } = banking(() => owner)
const requested = (limit: BankFacility, amount: number, overrides: Parameters<typeof guaranteeBody>[0]) => {
  const days = { issuedOn: null, expiresOn: null, claimUntil: null }
  return newInstrument(
    owner,
    guaranteeBody({ facilityId: limit.id, amount, state: 'REQUESTED', ...days, ...overrides }),
  )
}

async function headroomOf({ id }: BankFacility) {
  const { facilities } = await owner.ok(getGuaranteeHeadroom, {})
  const facility = facilities.find(({ facilityId }) => facilityId === id)
  if (!facility) throw new Error('the limit is not told of')
  return {
    ...facility,
    steps: facility.steps.map(({ on, used, planned, headroom, expected }) => [on, used, planned, headroom, expected]),
    frees: facility.frees.map(({ instrumentId, on, isCertain }) => [instrumentId, on, isCertain]),
  }
}

describe('the headroom of a limit', () => {
  test('that is freed on expiry counts a guarantee up to and including its last day [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { freesOn: 'EXPIRY' })
    const later = await lodged(limit, 3_00_000.5, 30, { claimUntil: day(120) })
    const lastDay = await lodged(limit, 2_00_000.25, 0, { claimUntil: day(90) })
    await lodged(limit, 1_00_000, -1, { claimUntil: day(89) })
    await planned(await newContract(owner), limit, 4_00_000, [20, 40])
    const headroom = await headroomOf(limit)
    expect(headroom.steps).toEqual([
      // 10,00,000 - 3,00,000.50 - 2,00,000.25; the one that expired yesterday counts nowhere.
      [day(0), 5_00_000.75, 0, 4_99_999.25, 4_99_999.25],
      [day(1), 3_00_000.5, 0, 6_99_999.5, 6_99_999.5],
      [day(20), 3_00_000.5, 4_00_000, 2_99_999.5, 2_99_999.5],
      [day(31), 0, 4_00_000, 6_00_000, 6_00_000],
      [day(41), 0, 0, 10_00_000, 10_00_000],
    ])
    expect(headroom.frees).toEqual([
      [lastDay.id, day(1), true],
      [later.id, day(31), true],
    ])
    expect(headroom).toMatchObject({ used: 5_00_000.75, planned: 0, headroom: 4_99_999.25, firstShortOn: null })
  })

  test('that is freed at the end of claims uses the last day of claims, else the day of expiry [deposits 11.10]', async () => {
    const limit = await newLimit(5_00_000, { freesOn: 'CLAIM_END' })
    const claimable = await lodged(limit, 2_00_000, 10, { claimUntil: day(60) })
    const plain = await lodged(limit, 1_00_000, 10)
    const expired = await lodged(limit, 50_000, -50, { claimUntil: day(5) })
    await lodged(limit, 25_000, -50, { claimUntil: day(-1) })
    const headroom = await headroomOf(limit)
    expect(headroom.steps).toEqual([
      // 2,00,000 + 1,00,000 + 50,000.
      [day(0), 3_50_000, 0, 1_50_000, 1_50_000],
      [day(6), 3_00_000, 0, 2_00_000, 2_00_000],
      [day(11), 2_00_000, 0, 3_00_000, 3_00_000],
      [day(61), 0, 0, 5_00_000, 5_00_000],
    ])
    expect(headroom.frees).toEqual([
      [expired.id, day(6), true],
      [plain.id, day(11), true],
      [claimable.id, day(61), true],
    ])
  })

  test('that is freed on discharge counts every guarantee, and names the day on which it is expected back [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { freesOn: 'DISCHARGE', dischargeDays: 15 })
    // Claims until day 20, and 15 days more: expected to end on day 35.
    const ahead = await lodged(limit, 4_00_000, 10, { claimUntil: day(20) })
    // Expected to end on day -40 + 15 = -25, which has passed: gone from tomorrow on.
    const overdue = await lodged(limit, 1_00_000, -40)
    // Returned and not discharged; expected to end on day -15 + 15, which is today.
    const back = await lodged(limit, 50_000, -15)
    await newEvent(owner, back.id, { kind: 'RETURNED' })
    const headroom = await headroomOf(limit)
    expect(headroom.steps).toEqual([
      [day(0), 5_50_000, 0, 4_50_000, 4_50_000],
      // 4,50,000 + 1,00,000 + 50,000.
      [day(1), 5_50_000, 0, 4_50_000, 6_00_000],
      [day(36), 5_50_000, 0, 4_50_000, 10_00_000],
    ])
    expect(headroom.frees.slice(0, 2)).toEqual(
      expect.arrayContaining([
        [overdue.id, day(1), false],
        [back.id, day(1), false],
      ]),
    )
    expect(headroom.frees.slice(2)).toEqual([[ahead.id, day(36), false]])
  })

  test('counts claimed and paid out guarantees beyond their days [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { freesOn: 'EXPIRY', dischargeDays: 0 })
    const claimed = await lodged(limit, 2_00_000, 5)
    await newEvent(owner, claimed.id, { kind: 'CLAIM_LODGED' })
    const paidOut = await lodged(limit, 1_00_000, 5)
    await newEvent(owner, paidOut.id, { kind: 'CLAIM_LODGED' })
    await newEvent(owner, paidOut.id, { kind: 'PAID_OUT', amount: 1_00_000 })
    const withdrawn = await lodged(limit, 3_00_000, 5)
    await newEvent(owner, withdrawn.id, { kind: 'EXTEND_OR_PAY' })
    await newEvent(owner, withdrawn.id, { kind: 'CLAIM_WITHDRAWN' })
    const headroom = await headroomOf(limit)
    expect(headroom.steps).toEqual([
      [day(0), 6_00_000, 0, 4_00_000, 4_00_000],
      // 2,00,000 claimed and 1,00,000 paid out stay.
      [day(6), 3_00_000, 0, 7_00_000, 7_00_000],
    ])
    expect(headroom.frees[0]).toEqual([withdrawn.id, day(6), true])
    expect(headroom.frees.slice(1)).toHaveLength(2)
    expect(headroom.frees.slice(1)).toEqual(
      expect.arrayContaining([
        [claimed.id, null, false],
        [paidOut.id, null, false],
      ]),
    )
  })

  test('counts a requested guarantee from its request or day of issue, and no drafts, closed or cancelled ones [deposits 11.10]', async () => {
    const limit = await newLimit(9_00_000, { freesOn: 'CLAIM_END' })
    const now = await requested(limit, 1_00_000, { kind: 'E_BG', expiresOn: day(100) })
    const soon = await requested(limit, 2_00_000, { issuedOn: day(10), expiresOn: day(50) })
    const open = await requested(limit, 30_000, {})
    await newInstrument(owner, guaranteeBody({ facilityId: limit.id, amount: 7_00_000 }))
    const closed = await lodged(limit, 5_00_000, 100)
    await newEvent(owner, closed.id, { kind: 'RETURNED' })
    await newEvent(owner, closed.id, { kind: 'DISCHARGED' })
    const cancelled = await requested(limit, 6_00_000, { expiresOn: day(100) })
    await newEvent(owner, cancelled.id, { kind: 'CANCELLED' })
    const headroom = await headroomOf(limit)
    expect(headroom.steps).toEqual([
      // 1,00,000 + 30,000, of which the 30,000 have no last day.
      [day(0), 1_30_000, 0, 7_70_000, 7_70_000],
      [day(10), 3_30_000, 0, 5_70_000, 5_70_000],
      [day(51), 1_30_000, 0, 7_70_000, 7_70_000],
      [day(101), 30_000, 0, 8_70_000, 8_70_000],
    ])
    expect(headroom.frees).toEqual([
      [soon.id, day(51), true],
      [now.id, day(101), true],
      [open.id, null, false],
    ])
  })

  test('counts PLANNED plans of tenders that are not lost, up to their last day [deposits 11.10]', async () => {
    const limit = await newLimit(5_00_000, { freesOn: 'EXPIRY' })
    const contract = await newContract(owner)
    const guarantee = await lodged(limit, 4_00_000, 200)
    await planned(contract, limit, 25_000, [-30, 0])
    await planned(contract, limit, 2_00_000, [7, 9])
    await planned(contract, limit, 11_000, [-30, -1])
    await planned(contract, limit, 12_000, [0, 50], { state: 'DROPPED' })
    await planned(contract, limit, 4_00_000, [0, 50], { state: 'ISSUED', instrumentId: guarantee.id })
    await planned(await newContract(owner, { status: 'REJECTED' }), limit, 13_000, [0, 50])
    await planned(await newContract(owner, { status: 'CANCELLED' }), limit, 14_000, [0, 50])
    const headroom = await headroomOf(limit)
    expect(headroom.steps).toEqual([
      // 5,00,000 - 4,00,000 - 25,000.
      [day(0), 4_00_000, 25_000, 75_000, 75_000],
      [day(1), 4_00_000, 0, 1_00_000, 1_00_000],
      // 5,00,000 - 4,00,000 - 2,00,000.
      [day(7), 4_00_000, 2_00_000, -1_00_000, -1_00_000],
      [day(10), 4_00_000, 0, 1_00_000, 1_00_000],
      [day(201), 0, 0, 5_00_000, 5_00_000],
    ])
    expect(headroom.firstShortOn).toBe(day(7))
  })

  test('covers the days up to and including the one 18 months from today [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000)
    const last = monthsAfter(day(0), 18)
    const place = { contractId: (await newContract(owner)).id, facilityId: limit.id }
    const plan = (amount: number, neededOn: string, untilOn: string) =>
      newPlan(owner, place, { amount, neededOn, untilOn })
    await plan(1_00_000, day(3), daysAfter(last, -1))
    await plan(2_00_000, day(3), last)
    await plan(50_000, last, daysAfter(last, 9))
    await plan(70_000, daysAfter(last, 1), daysAfter(last, 9))
    expect((await headroomOf(limit)).steps).toEqual([
      [day(0), 0, 0, 10_00_000, 10_00_000],
      [day(3), 0, 3_00_000, 7_00_000, 7_00_000],
      // The 1,00,000 ended the day before, the 50,000 begin.
      [last, 0, 2_50_000, 7_50_000, 7_50_000],
    ])
    expect(await owner.ok(getGuaranteeHeadroom, {})).toMatchObject({ from: day(0), until: last })
  })

  test('adds the margin of each guarantee by its own percentage or the limit’s, half a paisa up, and the pledged receipts [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { freesOn: 'EXPIRY', marginPercent: 0.01 })
    // 50.00 x 0.01 % = 0.005, up to 0.01, and again for the other.
    const pledged = await lodged(limit, 50, 30)
    await lodged(limit, 50, 30)
    // 49.99 x 0.01 % = 0.004999, nothing.
    await lodged(limit, 49.99, 30)
    // 1,00,000.04 x 12.5 % = 12,500.005, up to 12,500.01.
    const own = await lodged(limit, 1_00_000.04, 30, { marginPercent: 12.5 })
    await lodged(limit, 3_00_000, 30, { marginPercent: 0 })
    // It expired yesterday: neither its margin nor its lien counts.
    const expired = await lodged(limit, 2_00_000, -1, { marginPercent: 10 })
    const receipt = await newReceipt(owner, { amount: 2_00_000, issuedOn: day(-90), maturesOn: day(300) })
    const lien = (id: string, amount: number) => newLien(owner, id, receipt.id, { amount, markedOn: day(-80) })
    await lien(pledged.id, 60_000.25)
    await lien(own.id, 7_000.5)
    await lien(expired.id, 20_000)
    const { id: lienId } = await lien(own.id, 5_000)
    await owner.ok(endInstrumentLien, { params: { id: own.id, lienId }, body: { freedOn: day(-1) } })
    // 0.01 + 0.01 + 0 + 12,500.01 + 0; 60,000.25 + 7,000.50.
    expect(await headroomOf(limit)).toMatchObject({ marginNeeded: 12_500.03, marginHeld: 67_000.75 })
  })

  test('needs no margin if neither guarantee nor limit has a percentage [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000)
    await lodged(limit, 3_00_000, 30)
    expect(await headroomOf(limit)).toMatchObject({ used: 3_00_000, marginNeeded: 0, marginHeld: 0 })
    // 0.10 x 5 % = 0.005, up to 0.01.
    await lodged(limit, 0.1, 30, { marginPercent: 5 })
    expect(await headroomOf(limit)).toMatchObject({ marginNeeded: 0.01 })
  })
})
