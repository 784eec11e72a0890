import { getDeposit } from '@plinth/api/deposits/deposits'
import { addInstrumentEvent, listInstrumentEvents } from '@plinth/api/guarantees/instrument-events'
import { endInstrumentLien } from '@plinth/api/guarantees/instrument-liens'
import {
  createInstrument,
  deleteInstrument,
  getInstrument,
  type instrumentFields,
  listInstrumentDeposits,
  updateInstrument,
} from '@plinth/api/guarantees/instruments'
import type { CallInput } from '@plinth/api/kernel/client'
import { describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newFacility } from '../bank-facilities/bank-facilities.factory.ts'
import { eventBody, newEvent } from '../instrument-events/instrument-events.factory.ts'
import { newLien } from '../instrument-liens/instrument-liens.factory.ts'
import { guaranteeBody, newGuarantee, newInstrument, newReceipt, receiptBody } from './instruments.factory.ts'

const { server, company, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()
const contractId = (await newContract(owner, { bidId: 'PWD/41' })).id

type Body = CallInput<typeof createInstrument>['body']

const today = dayInIndia(new Date())
const get = (id: string) => owner.ok(getInstrument, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateInstrument, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateInstrument, { params: { id }, body })
const refused = (body: Body) => owner.refused(createInstrument, { body })

describe('an instrument', () => {
  test('stores every field, and begins as DRAFT without events', async () => {
    const office = await newOffice(owner, { department: 'Railways', name: 'Hubballi' })
    const facility = await newFacility(owner, { bank: 'State Bank of India', name: 'Guarantees of 2026' })
    const body = {
      kind: 'BG',
      number: 'BG/SBI/4411',
      amount: 12_34_567.89,
      issuer: 'State Bank of India',
      branch: 'Commercial Branch, Hubballi',
      facilityId: facility.id,
      officeId: office.id,
      favouring: 'The Senior Divisional Finance Manager, South Western Railway',
      issuedOn: '2026-03-01',
      effectiveOn: '2026-03-05',
      expiresOn: '2027-03-04',
      claimUntil: '2027-09-04',
      maturesOn: null,
      marginPercent: 12.5,
      commissionPercent: 1.75,
      heldBy: 'COURIER',
      comment: 'Sent by speed post',
    } as const satisfies Required<Record<keyof typeof instrumentFields, unknown>>
    const created = await owner.ok(createInstrument, { body })
    const computed = {
      state: 'DRAFT',
      staleOn: null,
      endsOn: '2027-03-04',
      securedFor: null,
      facilityName: 'State Bank of India, Guarantees of 2026',
      deposits: 0,
      securedAmount: 0,
    }
    expect(created).toMatchObject({
      ...body,
      ...computed,
      lienAmount: 0,
      department: 'Railways',
      createdBy: owner.userId,
    })
    expect(await get(created.id)).toEqual(created)
    expect(await owner.ok(listInstrumentEvents, { params: { id: created.id } })).toEqual([])
  })

  test.each<[string, string, Partial<Body>]>([
    ['amount', 'must be more than 0', { amount: 0 }],
    ['amount', 'must have at most 13 digits and 2 decimals', { amount: 1e13 }],
    ['number', 'must be at most 100 characters', { number: 'x'.repeat(101) }],
    ['issuer', 'must be at most 200 characters', { issuer: 'x'.repeat(201) }],
    ['favouring', 'must be at most 300 characters', { favouring: 'x'.repeat(301) }],
    ['marginPercent', 'must be at most 100', { marginPercent: 100.01 }],
    ['effectiveOn', 'must not be before issuedOn', { effectiveOn: '2026-01-14' }],
    ['expiresOn', 'must not be before issuedOn', { expiresOn: '2026-01-14', claimUntil: null }],
    ['claimUntil', 'must not be before expiresOn', { claimUntil: '2027-01-13' }],
    ['maturesOn', 'is for deposit receipts and certificates', { maturesOn: '2027-01-14' }],
    ['expiresOn', 'is for guarantees and surety bonds', { kind: 'FDR', claimUntil: null }],
    ['claimUntil', 'is for guarantees and surety bonds', { kind: 'DD', expiresOn: null }],
    ['officeId', 'must be an office of your company', { officeId: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11' }],
    ['depositIds', 'must be deposits of your company', { depositIds: ['019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11'] }],
    ['depositIds', 'must be at most 50 deposits', { depositIds: Array.from({ length: 51 }, () => newId()) }],
  ])('is refused if %s %s', async (path, message, overrides) => {
    expect(await refused(guaranteeBody(overrides))).toMatchObject({ status: 400, fields: [{ path, message }] })
  })

  test('is entered in its state by one event, on the day sent, else the day of issue, else today', async () => {
    const enteredState = async (body: Body) => {
      const { id, state, heldBy } = await newInstrument(owner, body)
      const events = await owner.ok(listInstrumentEvents, { params: { id } })
      return [state, heldBy, ...events.map(({ kind, fromState, happenedOn }) => [kind, fromState, happenedOn])]
    }
    expect(await enteredState(guaranteeBody({ state: 'LODGED', happenedOn: '2026-02-03' }))).toEqual([
      'LODGED',
      'DEPARTMENT',
      ['LODGED', 'DRAFT', '2026-02-03'],
    ])
    expect(await enteredState(guaranteeBody({ state: 'ISSUED' }))).toEqual([
      'ISSUED',
      'US',
      ['ISSUED', 'DRAFT', '2026-01-15'],
    ])
    expect(await enteredState(guaranteeBody({ state: 'REQUESTED' }))).toEqual([
      'REQUESTED',
      null,
      ['REQUESTED', 'DRAFT', today],
    ])
    expect(await enteredState(guaranteeBody({ state: 'ISSUED', heldBy: 'BANK' }))).toMatchObject(['ISSUED', 'BANK', {}])
  })

  test.each<[string, Body]>([
    ['number', guaranteeBody({ number: '', state: 'LODGED' })],
    ['issuedOn', guaranteeBody({ issuedOn: null, state: 'ISSUED' })],
    ['expiresOn', guaranteeBody({ expiresOn: null, claimUntil: null, state: 'LODGED' })],
    ['number', receiptBody({ number: null, state: 'ISSUED' })],
  ])('cannot be entered as issued without %s', async (path, body) => {
    const message = 'is required once it is issued'
    expect(await refused(body)).toMatchObject({ status: 400, fields: [{ path, message }] })
  })

  test('that is paid in cash or deducted from bills needs no number and no day of issue', async () => {
    for (const kind of ['CASH', 'BILL_DEDUCTION'] as const)
      expect(await newInstrument(owner, { kind, amount: 5_000, state: 'LODGED' })).toMatchObject({ state: 'LODGED' })
  })

  test('secures the deposits that it is entered with', async () => {
    const [one, two] = [
      await newDeposit(owner, contractId, { amount: 30_000.25, bankName: null, instrumentNo: 'to come' }),
      await newDeposit(owner, contractId, { amount: 10_000, status: 'DRAFT' }),
    ]
    const { id } = await newGuarantee(owner, { number: 'BG/9', amount: 50_000, depositIds: [one.id, two.id] })
    expect(await get(id)).toMatchObject({ deposits: 2, securedFor: 'PWD/41', securedAmount: 30_000.25 })
    const deposits = await owner.ok(listInstrumentDeposits, { params: { id } })
    expect(deposits).toMatchObject([
      { id: one.id, contractId, bidId: 'PWD/41', depositType: 'EMD', amount: 30_000.25, openAmount: 30_000.25 },
      { id: two.id, status: 'DRAFT' },
    ])
  })

  test('takes deposits only from a user who may edit contracts', async () => {
    const deposit = await newDeposit(owner, contractId, { amount: 1000, instrumentNo: 'to come' })
    const clerk = await company.as({ Contracts: ['canView', 'canCreate'] })
    const body = guaranteeBody({ depositIds: [deposit.id] })
    expect(await clerk.refused(createInstrument, { body })).toMatchObject({
      status: 403,
      fields: [{ path: 'depositIds' }],
    })
    const params = { contractId, depositId: deposit.id }
    expect(await owner.ok(getDeposit, { params })).toMatchObject({ instrumentId: null, instrumentNo: 'to come' })
    expect(await clerk.ok(createInstrument, { body: { ...body, depositIds: [] } })).toMatchObject({ deposits: 0 })
  })
})

describe('an instrument in the register', () => {
  const alreadyRegistered = {
    status: 409,
    fields: [{ path: 'number', message: 'This instrument is in the register already' }],
  }

  test('is unique by family, bank and number in any case', async () => {
    const number = newId()
    const { id } = await newGuarantee(owner, { number, issuer: 'Canara Bank' })
    expect(await refused(guaranteeBody({ number: number.toUpperCase(), issuer: 'CANARA bank' }))).toMatchObject(
      alreadyRegistered,
    )
    expect(await refused(guaranteeBody({ kind: 'E_BG', number, issuer: 'Canara Bank' }))).toMatchObject(
      alreadyRegistered,
    )
    await newGuarantee(owner, { number, issuer: 'Bank of Baroda' })
    await newReceipt(owner, { number, issuer: 'Canara Bank' })
    expect(await refused(receiptBody({ kind: 'DD', number, issuer: 'Canara Bank', maturesOn: null }))).toMatchObject(
      alreadyRegistered,
    )
    expect(await stranger.ok(createInstrument, { body: guaranteeBody({ number }) })).toMatchObject({ number })
    const other = await newGuarantee(owner, { issuer: 'Canara Bank' })
    expect(await refusedEdit(other.id, { number })).toMatchObject(alreadyRegistered)
    await owner.ok(deleteInstrument, { params: { id } })
    await newGuarantee(owner, { number, issuer: 'Canara Bank' })
  })

  test('can be entered again after its cancellation', async () => {
    const body = guaranteeBody({ state: 'ISSUED' })
    const { id } = await newInstrument(owner, body)
    await newEvent(owner, id, { kind: 'CANCELLED' })
    await newInstrument(owner, body)
    const answer = await owner.refused(addInstrumentEvent, {
      params: { id },
      body: eventBody({ kind: 'CORRECTED', state: 'ISSUED', remark: 'It was not' }),
    })
    expect(answer).toMatchObject(alreadyRegistered)
  })

  test('is stored once if it is sent three times at the same moment', async () => {
    const body = guaranteeBody()
    const replies = await Promise.all([1, 2, 3].map(() => owner.sendCall(createInstrument, { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('an edit of an instrument', () => {
  test('can change every field of a draft and of a requested one', async () => {
    for (const state of ['DRAFT', 'REQUESTED'] as const) {
      const { id } = await newInstrument(owner, guaranteeBody({ state }))
      const body = { kind: 'FDR', amount: 1, issuedOn: '2026-02-01', expiresOn: null, claimUntil: null } as const
      expect(await edit(id, { ...body, maturesOn: '2027-02-01' })).toMatchObject({ state, ...body })
    }
  })

  test.each([
    ['kind', { kind: 'E_BG' }],
    ['amount', { amount: 4_99_999.99 }],
    ['issuedOn', { issuedOn: '2026-01-14' }],
    ['expiresOn', { expiresOn: '2027-01-15' }],
    ['claimUntil', { claimUntil: '2027-07-15' }],
  ])('cannot change the %s of an issued one, which only an event can', async (path, body) => {
    const { id } = await newInstrument(owner, guaranteeBody({ state: 'ISSUED' }))
    const before = await get(id)
    const message = 'It is issued: enter what became of it, or a correction'
    expect(await refusedEdit(id, body)).toMatchObject({ status: 409, fields: [{ path, message }] })
    expect(await get(id)).toEqual(before)
  })

  test('cannot lower a draft below the open amount of its deposits', async () => {
    const { id } = await newInstrument(owner, guaranteeBody({ amount: 50_000 }))
    await newDeposit(owner, contractId, { amount: 30_000, instrumentId: id })
    const message = 'is less than its deposits come to'
    expect(await refusedEdit(id, { amount: 29_999.99 })).toMatchObject({
      status: 409,
      fields: [{ path: 'amount', message }],
    })
    expect(await edit(id, { amount: 30_000 })).toMatchObject({ amount: 30_000 })
  })

  test('can change number, bank, branch, holder and comment in any state', async () => {
    const { id } = await newGuarantee(owner)
    const deposit = await newDeposit(owner, contractId, { instrumentId: id })
    await edit(id, {
      number: `${newId()}`,
      issuer: 'HDFC Bank',
      branch: 'Hassan',
      heldBy: 'BANK',
      comment: 'Renumbered',
    })
    const { number } = await get(id)
    const [{ id: found } = { id: '' }] = await owner.ok(listInstrumentDeposits, { params: { id } })
    expect(found).toBe(deposit.id)
    expect(await get(id)).toMatchObject({ issuer: 'HDFC Bank', heldBy: 'BANK', number })
  })

  test('answers 412 if it is stale', async () => {
    const { id, updatedAt } = await newGuarantee(owner)
    await newEvent(owner, id, { kind: 'CLAIM_LODGED' })
    expect(await refusedEdit(id, { comment: 'Mine', updatedAt })).toMatchObject({ status: 412 })
  })
})

describe('deleting an instrument', () => {
  test('removes one without deposits and liens, with its events', async () => {
    const { id } = await newGuarantee(owner)
    await owner.ok(deleteInstrument, { params: { id } })
    expect(await owner.refused(getInstrument, { params: { id } })).toMatchObject({ status: 404 })
    expect(await owner.refused(listInstrumentEvents, { params: { id } })).toMatchObject({ status: 404 })
  })

  test('is refused while it has a deposit or a lien', async () => {
    const deposits = await newGuarantee(owner)
    await newDeposit(owner, contractId, { instrumentId: deposits.id })
    const [guarantee, receipt] = [await newGuarantee(owner), await newReceipt(owner)]
    const lien = await newLien(owner, guarantee.id, receipt.id)
    for (const { id } of [deposits, guarantee, receipt])
      expect(await owner.refused(deleteInstrument, { params: { id } })).toMatchObject({ status: 409 })
    await owner.ok(endInstrumentLien, { params: { id: guarantee.id, lienId: lien.id }, body: { freedOn: today } })
    expect(await get(guarantee.id)).toMatchObject({ lienAmount: 0 })
  })
})

test('every call for an instrument of another company answers 404', async () => {
  const { id } = await newGuarantee(owner)
  for (const call of [getInstrument, deleteInstrument, listInstrumentDeposits])
    expect(await stranger.refused(call, { params: { id } })).toMatchObject({ status: 404 })
  const body = { comment: dayFromToday(1) }
  expect(await stranger.refused(updateInstrument, { params: { id }, body })).toMatchObject({ status: 404 })
})
