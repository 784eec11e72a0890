import { type Deposit, getDeposit, updateDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement, listSettlements } from '@plinth/api/deposits/settlements'
import { addInstrumentEvent, listInstrumentEvents } from '@plinth/api/guarantees/instrument-events'
import { getInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { faultsOf, settlementBody } from '../../deposits/settlements/settlements.factory.ts'
import { adminClient, dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { guaranteeBody, newGuarantee, newInstrument, newReceipt } from '../instruments/instruments.factory.ts'
import { type EventBody, eventBody, newEvent } from './instrument-events.factory.ts'

let server: TestServer
let owner: Client & { userId: string }
let tenantId: string
let contractId: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const company = await newCompany(server)
  tenantId = company.id
  owner = await company.as()
  contractId = (await newContract(owner)).id
})

const today = dayInIndia(new Date())
const read = (id: string) => owner.ok(getInstrument, { params: { id } })
const events = (id: string) => owner.ok(listInstrumentEvents, { params: { id } })
const refused = (id: string, body: Partial<EventBody>) =>
  owner.refused(addInstrumentEvent, { params: { id }, body: eventBody(body) })
const deposit = ({ id, contractId }: Deposit) => owner.ok(getDeposit, { params: { contractId, depositId: id } })
const settlementsOf = async ({ id, contractId }: Deposit) =>
  (await owner.ok(listSettlements, { params: { contractId, depositId: id } })).map(
    ({ kind, amount, settledOn, reference, reason }) => ({ kind, amount, settledOn, reference, reason }),
  )
const securedBy = (instrumentId: string, amount: number, body: Partial<Deposit> = {}) =>
  newDeposit(owner, contractId, { amount, instrumentId, depositSubmitedDate: '2026-01-20', ...body })

describe('a guarantee', () => {
  test('that is extended records both days of expiry, and keeps the number of days for claims', async () => {
    const { id } = await newGuarantee(owner, { expiresOn: '2026-06-30', claimUntil: '2026-07-30' })
    const event = await newEvent(owner, id, {
      kind: 'EXTENDED',
      happenedOn: '2026-06-15',
      expiresOn: '2026-12-31',
      charges: 4_720.5,
      reference: 'SBI/BG/114',
      remark: 'The work was given until November',
    })
    expect(event).toMatchObject({
      instrumentId: id,
      kind: 'EXTENDED',
      happenedOn: '2026-06-15',
      fromState: 'LODGED',
      toState: 'LODGED',
      expiresOnBefore: '2026-06-30',
      expiresOnAfter: '2026-12-31',
      claimUntilBefore: '2026-07-30',
      claimUntilAfter: '2027-01-30',
      charges: 4_720.5,
      reference: 'SBI/BG/114',
      remark: 'The work was given until November',
      createdBy: owner.userId,
    })
    expect(await read(id)).toMatchObject({ expiresOn: '2026-12-31', claimUntil: '2027-01-30', endsOn: '2026-12-31' })
    await newEvent(owner, id, { kind: 'EXTENDED', expiresOn: '2027-03-31', claimUntil: '2027-03-31' })
    expect(await read(id)).toMatchObject({ expiresOn: '2027-03-31', claimUntil: '2027-03-31' })
    expect((await events(id)).map(({ kind }) => kind)).toEqual(['EXTENDED', 'EXTENDED', 'LODGED'])
  })

  test('cannot be extended to a day before its day of expiry', async () => {
    const { id } = await newGuarantee(owner, { expiresOn: '2026-12-31', claimUntil: null })
    const answer = await refused(id, { kind: 'EXTENDED', expiresOn: '2026-12-30' })
    const message = 'must not be before the present one: correct it'
    expect(answer).toMatchObject({ status: 400, fields: [{ path: 'expiresOn', message }] })
    expect(await read(id)).toMatchObject({ expiresOn: '2026-12-31' })
  })

  test('that was claimed is LODGED again when it is extended', async () => {
    const { id } = await newGuarantee(owner)
    await newEvent(owner, id, { kind: 'EXTEND_OR_PAY' })
    expect(await read(id)).toMatchObject({ state: 'CLAIMED' })
    await newEvent(owner, id, { kind: 'EXTENDED', expiresOn: '2027-12-31' })
    expect(await read(id)).toMatchObject({ state: 'LODGED', expiresOn: '2027-12-31' })
  })

  test('gets the number and days of the bank when it is issued', async () => {
    const { id } = await newInstrument(owner, { kind: 'BG', amount: 1_00_000, state: 'REQUESTED' })
    const body = { number: 'BG/77', issuedOn: today, expiresOn: dayFromToday(180), claimUntil: dayFromToday(360) }
    await newEvent(owner, id, { kind: 'ISSUED', ...body, charges: 1_180 })
    expect(await read(id)).toMatchObject({ state: 'ISSUED', heldBy: 'US', ...body })
    await newEvent(owner, id, { kind: 'LODGED' })
    expect(await read(id)).toMatchObject({ state: 'LODGED', heldBy: 'DEPARTMENT', ...body })
  })

  test.each([
    ['number', { issuedOn: today, expiresOn: dayFromToday(180) }],
    ['issuedOn', { number: 'BG/78', expiresOn: dayFromToday(180) }],
    ['expiresOn', { number: 'BG/79', issuedOn: today }],
  ])('cannot be issued without its %s', async (path, body) => {
    const { id } = await newInstrument(owner, { kind: 'BG', amount: 1_00_000 })
    const message = 'is required once it is issued'
    expect(await refused(id, { kind: 'ISSUED', ...body })).toMatchObject({ status: 400, fields: [{ path, message }] })
    expect(await read(id)).toMatchObject({ state: 'DRAFT' })
    expect(await events(id)).toEqual([])
  })

  test('cannot be lowered below the open amount of its deposits', async () => {
    const { id } = await newGuarantee(owner, { amount: 1_00_000 })
    await securedBy(id, 60_000.5)
    expect(await refused(id, { kind: 'AMOUNT_CHANGED', amount: 60_000.49 })).toMatchObject({
      status: 409,
      fields: [{ path: 'amount', message: 'is less than its deposits come to' }],
    })
    await newEvent(owner, id, { kind: 'AMOUNT_CHANGED', amount: 60_000.5 })
    expect(await read(id)).toMatchObject({ amount: 60_000.5 })
  })

  test('cannot be discharged while it can be claimed, unless it was returned', async () => {
    const { id } = await newGuarantee(owner, { expiresOn: dayFromToday(-30), claimUntil: today })
    const message = 'It can still be claimed: it is discharged when it came back'
    expect(await refused(id, { kind: 'DISCHARGED' })).toMatchObject({
      status: 409,
      fields: [{ path: 'kind', message }],
    })
    await newEvent(owner, id, { kind: 'RETURNED' })
    await newEvent(owner, id, { kind: 'DISCHARGED' })
    expect(await read(id)).toMatchObject({ state: 'CLOSED', heldBy: 'BANK' })
    const late = await newGuarantee(owner, { expiresOn: dayFromToday(-1), claimUntil: null })
    await newEvent(owner, late.id, { kind: 'DISCHARGED' })
    expect(await read(late.id)).toMatchObject({ state: 'CLOSED' })
  })
})

describe('a payment under a guarantee', () => {
  test('of a part forfeits the deposits, oldest first, and leaves the guarantee with the rest', async () => {
    const { id } = await newGuarantee(owner, { amount: 1_00_000 })
    const [first, second] = [await securedBy(id, 30_000.25), await securedBy(id, 50_000)]
    await newEvent(owner, id, { kind: 'CLAIM_LODGED', happenedOn: '2026-03-01' })
    const event = await newEvent(owner, id, {
      kind: 'PAID_OUT',
      happenedOn: '2026-03-20',
      amount: 40_000.5,
      reference: 'Order 14',
    })
    expect(event).toMatchObject({
      paidAmount: 40_000.5,
      amountBefore: 1_00_000,
      amountAfter: 59_999.5,
      toState: 'LODGED',
    })
    expect(await read(id)).toMatchObject({ state: 'LODGED', amount: 59_999.5, securedAmount: 39_999.75 })
    const lost = { kind: 'FORFEITED', settledOn: '2026-03-20', reference: 'Order 14' }
    expect(await settlementsOf(first)).toMatchObject([{ ...lost, amount: 30_000.25 }])
    expect(await settlementsOf(second)).toMatchObject([{ ...lost, amount: 10_000.25 }])
    expect(await deposit(first)).toMatchObject({ status: 'FORFEITED', openAmount: 0 })
    expect(await deposit(second)).toMatchObject({ status: 'SUBMITTED', openAmount: 39_999.75 })
  })

  test('of the whole amount leads to PAID_OUT and keeps the amount; a larger payment is refused', async () => {
    const { id, number } = await newGuarantee(owner, { amount: 1_00_000 })
    const secured = await securedBy(id, 80_000)
    await newEvent(owner, id, { kind: 'CLAIM_LODGED' })
    expect(await refused(id, { kind: 'PAID_OUT', amount: 1_00_000.01 })).toMatchObject({
      status: 409,
      fields: [{ path: 'amount', message: 'is more than the guarantee comes to' }],
    })
    expect(await settlementsOf(secured)).toEqual([])
    await newEvent(owner, id, { kind: 'PAID_OUT', amount: 1_00_000 })
    expect(await read(id)).toMatchObject({ state: 'PAID_OUT', amount: 1_00_000, securedAmount: 0 })
    expect(await settlementsOf(secured)).toMatchObject([
      { kind: 'FORFEITED', amount: 80_000, reason: `Paid out on ${number}` },
    ])
  })
})

describe('a returned instrument', () => {
  test('releases the open parts of its deposits', async () => {
    const { id } = await newGuarantee(owner)
    const [one, draft] = [await securedBy(id, 1_00_000), await securedBy(id, 50_000, { status: 'DRAFT' })]
    await newEvent(owner, id, { kind: 'RETURNED', happenedOn: '2026-08-01', reference: 'PWD/14' })
    expect(await read(id)).toMatchObject({ state: 'RETURNED', heldBy: 'US' })
    expect(await deposit(one)).toMatchObject({ status: 'RELEASED', openAmount: 0, depositeReturnedDate: '2026-08-01' })
    expect(await settlementsOf(one)).toMatchObject([{ kind: 'RELEASED', amount: 1_00_000, reference: 'PWD/14' }])
    expect(await settlementsOf(draft)).toEqual([])
  })

  test('does not change its deposits if `releases` is false', async () => {
    const { id } = await newGuarantee(owner)
    const one = await securedBy(id, 1_00_000)
    await newEvent(owner, id, { kind: 'RETURNED', releases: false })
    expect(await deposit(one)).toMatchObject({ status: 'SUBMITTED', openAmount: 1_00_000 })
  })

  test('that was an online payment is CLOSED, and its deposits are received', async () => {
    const { id } = await newInstrument(owner, { kind: 'ONLINE', number: 'UTR 1', amount: 1_00_000, state: 'LODGED' })
    const one = await securedBy(id, 1_00_000)
    await newEvent(owner, id, { kind: 'RETURNED', reference: 'UTR 2' })
    expect(await read(id)).toMatchObject({ state: 'CLOSED' })
    expect(await deposit(one)).toMatchObject({ status: 'REFUNDED', receivedAmount: 1_00_000 })
  })

  test('cannot have been returned before its deposits were submitted', async () => {
    const { id } = await newGuarantee(owner)
    await securedBy(id, 1_00_000, { depositSubmitedDate: '2026-02-10' })
    expect(await refused(id, { kind: 'RETURNED', happenedOn: '2026-02-09' })).toMatchObject({
      status: 400,
      fields: [{ path: 'happenedOn', message: 'must not be before a deposit of it was submitted' }],
    })
    expect(await read(id)).toMatchObject({ state: 'LODGED' })
  })

  test('books each open rupee once, even if a receipt is booked at the same moment', async () => {
    const admin = await adminClient(inject('admin'))
    for (let round = 0; round < 6; round += 1) {
      const { id } = await newGuarantee(owner, { amount: 100 })
      const held = await securedBy(id, 100)
      const params = { contractId, depositId: held.id }
      await Promise.all([
        owner.sendCall(addInstrumentEvent, { params: { id }, body: eventBody({ kind: 'RETURNED' }) }),
        owner.sendCall(addSettlement, { params, body: settlementBody({ amount: 60 }) }),
        owner.sendCall(updateDeposit, { params, body: { comment: `Round ${round}` } }),
      ])
      expect(await deposit(held)).toMatchObject({ openAmount: 0, receivedAmount: 100 })
    }
    expect(await faultsOf(admin, tenantId)).toEqual([])
    await admin.end()
  })
})

describe('a draft', () => {
  test('goes stale three months after its date, and three months after its revalidation', async () => {
    const { id, staleOn, endsOn } = await newInstrument(owner, {
      kind: 'DD',
      number: 'DD 500113',
      amount: 20_000,
      issuedOn: '2025-11-30',
      state: 'ISSUED',
    })
    expect([staleOn, endsOn]).toEqual(['2026-02-28', '2026-02-28'])
    await newEvent(owner, id, { kind: 'REVALIDATED', happenedOn: '2026-03-05', charges: 118 })
    expect(await read(id)).toMatchObject({ state: 'ISSUED', staleOn: '2026-06-05', endsOn: '2026-06-05' })
    await newEvent(owner, id, { kind: 'ENCASHED', happenedOn: '2026-04-01' })
    expect(await read(id)).toMatchObject({ state: 'CLOSED', heldBy: 'BANK' })
  })
})

describe('a receipt', () => {
  test('gets its new number, amount and day when it is renewed', async () => {
    const { id } = await newReceipt(owner, { amount: 2_00_000, maturesOn: '2026-10-01' })
    const body = { number: 'FDR 9001', amount: 2_13_500, maturesOn: '2027-10-01' }
    const event = await newEvent(owner, id, { kind: 'RENEWED', happenedOn: '2026-10-01', ...body })
    expect(event).toMatchObject({ number: 'FDR 9001', maturesOnBefore: '2026-10-01', amountBefore: 2_00_000 })
    expect(await read(id)).toMatchObject({ state: 'ISSUED', ...body, endsOn: '2027-10-01' })
    const answer = await refused(id, { kind: 'RENEWED', maturesOn: '2027-09-30' })
    expect(answer).toMatchObject({ status: 400, fields: [{ path: 'maturesOn' }] })
  })
})

describe('an event', () => {
  test.each([
    ['after today', dayFromToday(1), 'must not be after today'],
    ['before the last one', '2026-01-19', 'must not be before the last event'],
  ])('%s is refused', async (_, happenedOn, message) => {
    const { id } = await newGuarantee(owner, { happenedOn: '2026-01-20' })
    expect(await refused(id, { kind: 'RETURNED', happenedOn })).toMatchObject({
      status: 400,
      fields: [{ path: 'happenedOn', message }],
    })
    expect(await read(id)).toMatchObject({ state: 'LODGED' })
  })

  test.each<[Partial<EventBody>, string, string]>([
    [{ kind: 'EXTENDED' }, 'expiresOn', 'is required'],
    [{ kind: 'AMOUNT_CHANGED' }, 'amount', 'is required'],
    [{ kind: 'AMOUNT_CHANGED', amount: 0 }, 'amount', 'must be more than 0'],
    [{ kind: 'PAID_OUT' }, 'amount', 'is required'],
    [{ kind: 'RENEWED' }, 'maturesOn', 'is required'],
    [{ kind: 'CORRECTED', amount: 5 }, 'remark', 'is required: say why it is corrected'],
    [{ kind: 'CORRECTED', remark: 'Typed wrong' }, 'kind', 'Say what is corrected'],
    [{ kind: 'RETURNED', expiresOn: '2027-01-01' }, 'expiresOn', 'does not belong to this event'],
    [{ kind: 'LODGED', releases: true }, 'releases', 'does not belong to this event'],
    [{ kind: 'EXTENDED', expiresOn: '2027-01-01', state: 'CLOSED' }, 'state', 'does not belong to this event'],
    [{ kind: 'STAYED', remark: 'x'.repeat(501) }, 'remark', 'must be at most 500 characters'],
    [{ kind: 'STAYED', reference: 'x'.repeat(101) }, 'reference', 'must be at most 100 characters'],
    [{ kind: 'STAYED', happenedOn: '2026-02-30' }, 'happenedOn', 'must be a day written YYYY-MM-DD'],
  ])('%j is refused at the faulty field', async (body, path, message) => {
    const { id } = await newGuarantee(owner)
    expect(await refused(id, body)).toMatchObject({ status: 400, fields: [{ path, message }] })
  })

  test('can correct a wrong entry, with a reason', async () => {
    const { id } = await newGuarantee(owner, { amount: 5_00_000, expiresOn: '2027-01-14', claimUntil: null })
    await newEvent(owner, id, { kind: 'RETURNED', happenedOn: '2026-02-01' })
    const event = await newEvent(owner, id, {
      kind: 'CORRECTED',
      happenedOn: '2026-02-02',
      amount: 4_50_000,
      expiresOn: '2026-12-14',
      state: 'LODGED',
      remark: 'It was another one that came back',
    })
    expect(event).toMatchObject({
      fromState: 'RETURNED',
      toState: 'LODGED',
      amountBefore: 5_00_000,
      amountAfter: 4_50_000,
    })
    expect(await read(id)).toMatchObject({ state: 'LODGED', amount: 4_50_000, expiresOn: '2026-12-14' })
    expect(await refused(id, { kind: 'CORRECTED', expiresOn: '2025-12-14', remark: 'No' })).toMatchObject({
      status: 400,
      fields: [{ path: 'expiresOn', message: 'must not be before issuedOn' }],
    })
  })

  test('sent twice with the same idempotency key is stored once', async () => {
    const { id } = await newGuarantee(owner)
    const headers = { 'idempotency-key': newId() }
    const call = { params: { id }, body: eventBody({ kind: 'CLAIM_LODGED' }) }
    const [one, two] = [
      await owner.ok(addInstrumentEvent, call, headers),
      await owner.ok(addInstrumentEvent, call, headers),
    ]
    expect(two).toEqual(one)
    expect(await events(id)).toHaveLength(2)
  })

  test('is stored once of three cancellations sent at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await newInstrument(owner, guaranteeBody({ state: 'ISSUED' }))
      const replies = await Promise.all(
        (['CANCELLED', 'CANCELLED', 'CANCELLED'] as const).map((kind) =>
          owner.sendCall(addInstrumentEvent, { params: { id }, body: eventBody({ kind }) }),
        ),
      )
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
      expect(await events(id)).toHaveLength(2)
    }
  })

  test.each([
    'update instrument_events set remark = $$changed$$',
    'delete from instrument_events',
    'truncate instrument_events',
  ])('cannot be changed by the server: %s [deposits 11.8]', async (text) => {
    await newGuarantee(owner)
    const work = server.door.inTenant(tenantId, owner.userId, (db) => sql.raw(text).execute(db))
    await expect(work).rejects.toThrow('permission denied')
  })

  test.each([
    ['state', `update instruments set state = 'CLOSED'`, 'a state follows from an event'],
    ['amount', 'update instruments set amount = 1', 'issued'],
    ['end', `update instruments set expires_on = '2030-01-01'`, 'issued'],
    [
      'state from the start',
      `insert into instruments (kind, amount, state) values ('BG', 1, 'LODGED')`,
      'begins as a draft',
    ],
  ])('is the only way to change the %s of an instrument, even for the server', async (_, text, message) => {
    await newGuarantee(owner)
    const work = server.door.inTenant(tenantId, owner.userId, (db) => sql.raw(text).execute(db))
    await expect(work).rejects.toThrow(message)
  })

  test('of another company’s instrument answers 404', async () => {
    const { id } = await newGuarantee(owner)
    const stranger = await (await newCompany(server)).as()
    const call = { params: { id } }
    expect(await stranger.refused(listInstrumentEvents, call)).toMatchObject({ status: 404 })
    const answer = await stranger.refused(addInstrumentEvent, { ...call, body: eventBody({ kind: 'RETURNED' }) })
    expect(answer).toMatchObject({ status: 404 })
    expect(await read(id)).toMatchObject({ state: 'LODGED' } satisfies Partial<Instrument>)
  })
})
