import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { addInstrumentLien, endInstrumentLien, listInstrumentLiens } from '@plinth/api/guarantees/instrument-liens'
import { getInstrument, updateInstrument } from '@plinth/api/guarantees/instruments'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayInIndia } from '../../kernel/testing/databases.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { untilOthersWait } from '../../kernel/testing/lock-waits.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { eventBody, newEvent } from '../instrument-events/instrument-events.factory.ts'
import {
  guaranteeBody,
  newGuarantee,
  newInstrument,
  newReceipt,
  receiptBody,
} from '../instruments/instruments.factory.ts'
import { lienBody, newLien } from './instrument-liens.factory.ts'

let server: TestServer
let owner: Client & { userId: string }
let tenantId: string
let guaranteeId: string
let receiptId: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const company = await newCompany(server)
  tenantId = company.id
  owner = await company.as()
  guaranteeId = (await newGuarantee(owner, { number: 'BG/1' })).id
  receiptId = (await newReceipt(owner, { number: 'FDR 1', amount: 2_00_000 })).id
})

const today = dayInIndia(new Date())
const list = (id: string) => owner.ok(listInstrumentLiens, { params: { id } })
const lienOn = async (id: string) => (await owner.ok(getInstrument, { params: { id } })).lienAmount
const refused = (overrides: Parameters<typeof lienBody>[1] = {}, of = guaranteeId, on = receiptId) =>
  owner.refused(addInstrumentLien, { params: { id: of }, body: lienBody(on, overrides) })
const freeing = (lienId: string, freedOn = today, of = guaranteeId) => ({
  params: { id: of, lienId },
  body: { freedOn },
})

describe('a lien', () => {
  test('secures a guarantee by a receipt, and is listed at both', async () => {
    const lien = await newLien(owner, guaranteeId, receiptId, { amount: 50_000.5, markedOn: '2026-01-20' })
    expect(lien).toMatchObject({
      guaranteeId,
      receiptId,
      amount: 50_000.5,
      markedOn: '2026-01-20',
      freedOn: null,
      guaranteeNumber: 'BG/1',
      receiptNumber: 'FDR 1',
      receiptAmount: 2_00_000,
      receiptIssuer: 'Canara Bank',
      receiptMaturesOn: '2027-01-10',
      createdBy: owner.userId,
    })
    expect(await list(guaranteeId)).toEqual([lien])
    expect(await list(receiptId)).toEqual([lien])
    expect([await lienOn(guaranteeId), await lienOn(receiptId)]).toEqual([50_000.5, 50_000.5])
  })

  test('above the free amount of the receipt is refused with that amount', async () => {
    await newLien(owner, guaranteeId, receiptId, { amount: 1_50_000 })
    const message = 'This receipt has only ₹50,000.00 free'
    expect(await refused({ amount: 50_000.01 })).toMatchObject({
      status: 409,
      message,
      fields: [{ path: 'amount', message }],
    })
    const other = await newGuarantee(owner)
    expect(await refused({ amount: 50_000.01 }, other.id)).toMatchObject({ status: 409, message })
    await newLien(owner, other.id, receiptId, { amount: 50_000 })
    expect(await lienOn(receiptId)).toBe(2_00_000)
  })

  test('is stored once when three liens that together exceed the receipt are sent at the same moment', async () => {
    const other = await newGuarantee(owner)
    const body = lienBody(receiptId, { amount: 1_20_000 })
    const replies = await Promise.all(
      [guaranteeId, other.id, guaranteeId].map((id) => owner.sendCall(addInstrumentLien, { params: { id }, body })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await lienOn(receiptId)).toBe(1_20_000)
  })

  test('waits in the database for the transaction of another lien on the same receipt', async () => {
    const mark = `insert into instrument_liens (guarantee_id, receipt_id, amount, marked_on)
      values ('${guaranteeId}', '${receiptId}', 120000, '2026-02-01')`
    const work = () =>
      server.door.inTenant(tenantId, owner.userId, async (db) => {
        await sql.raw(mark).execute(db)
        await untilOthersWait(db)
      })
    const done = await Promise.allSettled([work(), work()])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await lienOn(receiptId)).toBe(1_20_000)
  })

  test('needs a fixed or term deposit receipt of the company that is not closed', async () => {
    const message = 'must be a deposit receipt of your company'
    const nsc = await newReceipt(owner, { kind: 'NSC' })
    const closed = await newReceipt(owner)
    await newEvent(owner, closed.id, { kind: 'ENCASHED' })
    const foreign = await newReceipt(await (await newCompany(server)).as())
    for (const { id } of [nsc, closed, foreign, await newGuarantee(owner)])
      expect(await refused({}, guaranteeId, id)).toMatchObject({
        status: 400,
        fields: [{ path: 'receiptId', message }],
      })
    await newLien(owner, guaranteeId, (await newReceipt(owner, { kind: 'TDR' })).id)
  })

  test('can secure only a guarantee that is not closed', async () => {
    const message = 'Only a guarantee that is not closed is secured by a receipt'
    const cancelled = await newInstrument(owner, guaranteeBody({ state: 'ISSUED' }))
    await newEvent(owner, cancelled.id, { kind: 'CANCELLED' })
    for (const { id } of [cancelled, await newReceipt(owner)])
      expect(await refused({}, id)).toMatchObject({ status: 409, message })
    await newLien(owner, (await newInstrument(owner, guaranteeBody({ kind: 'SURETY_BOND' }))).id, receiptId)
  })

  test.each([
    [{ amount: 0 }, 'amount', 'must be more than 0'],
    [{ markedOn: dayFromToday(1) }, 'markedOn', 'must not be after today'],
  ])('with %j is refused at the faulty field', async (overrides, path, message) => {
    expect(await refused(overrides)).toMatchObject({ status: 400, fields: [{ path, message }] })
  })
})

describe('a receipt', () => {
  test('is freed of a lien once, on a day that is not before it was marked', async () => {
    const { id } = await newLien(owner, guaranteeId, receiptId, { markedOn: '2026-02-01' })
    for (const [day, message] of [
      ['2026-01-31', 'must not be before markedOn'],
      [dayFromToday(1), 'must not be after today'],
    ] as const)
      expect(await owner.refused(endInstrumentLien, freeing(id, day))).toMatchObject({
        status: 400,
        fields: [{ path: 'freedOn', message }],
      })
    expect(await owner.ok(endInstrumentLien, freeing(id, '2026-03-01'))).toMatchObject({ id, freedOn: '2026-03-01' })
    expect([await lienOn(guaranteeId), await lienOn(receiptId)]).toEqual([0, 0])
    expect(await owner.refused(endInstrumentLien, freeing(id))).toMatchObject({
      status: 409,
      message: 'This lien was freed already.',
    })
    expect(await owner.refused(endInstrumentLien, freeing(id, today, receiptId))).toMatchObject({ status: 404 })
  })

  test('with liens cannot be encashed, cancelled or renewed for less than its liens', async () => {
    await newLien(owner, guaranteeId, receiptId, { amount: 1_50_000 })
    for (const kind of ['ENCASHED', 'CANCELLED'] as const)
      expect(
        await owner.refused(addInstrumentEvent, { params: { id: receiptId }, body: eventBody({ kind }) }),
      ).toMatchObject({
        status: 409,
        fields: [{ path: 'kind', message: 'This receipt secures a guarantee: free its liens first' }],
      })
    const renewed = { kind: 'RENEWED', maturesOn: '2028-01-01' } as const
    const less = eventBody({ ...renewed, amount: 1_49_999.99 })
    expect(await owner.refused(addInstrumentEvent, { params: { id: receiptId }, body: less })).toMatchObject({
      status: 409,
      fields: [{ path: 'amount', message: 'is less than the liens on it' }],
    })
    await newEvent(owner, receiptId, { ...renewed, amount: 1_50_000 })
  })

  test('in state DRAFT cannot be edited below its liens or to another kind', async () => {
    const draft = await newInstrument(owner, receiptBody({ amount: 1_00_000 }))
    await newLien(owner, guaranteeId, draft.id, { amount: 80_000 })
    const answers = [{ amount: 79_999.99 }, { kind: 'NSC' }].map((body) =>
      owner.refused(updateInstrument, { params: { id: draft.id }, body: body as object }),
    )
    expect(await Promise.all(answers)).toMatchObject([
      { status: 409, fields: [{ path: 'amount', message: 'is less than the liens on it' }] },
      { status: 409, fields: [{ path: 'kind', message: 'It has liens: free them first' }] },
    ])
  })

  test('is freed when the guarantee that it secures is discharged', async () => {
    await newLien(owner, guaranteeId, receiptId)
    await newEvent(owner, guaranteeId, { kind: 'RETURNED', happenedOn: '2026-05-01' })
    expect(await lienOn(receiptId)).toBe(1_00_000)
    await newEvent(owner, guaranteeId, { kind: 'DISCHARGED', happenedOn: '2026-05-10' })
    expect(await lienOn(receiptId)).toBe(0)
    expect(await list(guaranteeId)).toMatchObject([{ freedOn: '2026-05-10' }])
  })
})
