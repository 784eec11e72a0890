import { getDepositRelease } from '@plinth/api/deposits/deposit-releases'
import { updateDepositSettings } from '@plinth/api/deposits/deposit-settings'
import { deleteDeposit, getDeposit, listDepositStatusHistory, updateDeposit } from '@plinth/api/deposits/deposits'
import {
  cancelRefundRequest,
  createRefundRequest,
  deleteRefundRequest,
  filterRefundRequests,
  getRefundRequest,
  listAskableDeposits,
  type RefundRequest,
  sendRefundRequest,
  setRefundAnswer,
  updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { cancelSettlement } from '@plinth/api/deposits/settlements'
import type { CallInput } from '@plinth/api/kernel/client'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { endPrinting } from '../../kernel/print/print.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { newSettlement } from '../settlements/settlements.factory.ts'
import { depositsAtOffice, newRequest, sendBody, sendRequest } from './refund-requests.factory.ts'

const { server, owner } = await startSuite()
afterAll(async () => {
  endPrinting()
})

const statusOf = async ({ id: depositId, contractId }: { id: string; contractId: string }) =>
  (await owner.ok(getDeposit, { params: { contractId, depositId } })).status
const setStatus = (
  { id: depositId, contractId }: { id: string; contractId: string },
  body: CallInput<typeof updateDeposit>['body'],
) => owner.ok(updateDeposit, { params: { contractId, depositId }, body })
const itemsOf = (...deposits: readonly { id: string }[]) => deposits.map(({ id: depositId }) => ({ depositId }))
const read = (id: string) => owner.ok(getRefundRequest, { params: { id } })
const withdraw = (id: string) => owner.ok(cancelRefundRequest, { params: { id } })
const answerRequest = (id: string, body: object = {}) =>
  owner.ok(setRefundAnswer, { params: { id }, body: { answeredOn: dayFromToday(0), ...body } })

describe('a draft', () => {
  test('has the standard letter for its deposits, today’s day and the open amount of each deposit', async () => {
    const { officeId, deposits } = await depositsAtOffice(owner, [{ amount: 1000.5 }, { amount: 200 }])
    await newSettlement(owner, deposits[1]!, { amount: 50.25 })
    const created = await newRequest(owner, { officeId, deposits: itemsOf(...deposits) })
    expect(created).toMatchObject({
      state: 'DRAFT',
      language: 'en',
      letterOn: dayFromToday(0),
      depositCount: 2,
      amount: 1150.25,
      openAmount: 1150.25,
      documentId: null,
      sentOn: null,
    })
    expect(created.subject).toContain('Refund of Earnest Money Deposit')
    expect(created.deposits.map(({ amount }) => amount)).toEqual([1000.5, 149.75])
    const paper = await newGuarantee(owner, { amount: 900 })
    const backed = await depositsAtOffice(owner, [{ instrumentId: paper.id, amount: 900 }])
    const release = await newRequest(owner, {
      officeId: backed.officeId,
      deposits: itemsOf(...backed.deposits),
      language: 'hi',
    })
    expect(release.subject).toContain('बैंक गारंटी')
    await sendRequest(owner, release.id)
    expect(
      (await newRequest(owner, { officeId: backed.officeId, deposits: itemsOf(...backed.deposits) })).subject,
    ).toContain('Reminder')
  })

  test('stores its own texts', async () => {
    const words = { subject: 'Our EMD', body: '{deposits}\n\nKindly refund.', enclosures: 'Challan' }
    const { officeId } = await depositsAtOffice(owner)
    expect(await newRequest(owner, { officeId, ...words })).toMatchObject({ ...words, depositCount: 0, amount: 0 })
    expect(await newRequest(owner, { officeId, enclosures: null })).toMatchObject({ enclosures: null })
  })

  test('is refused for deposits that cannot be requested', async () => {
    const { officeId, deposits } = await depositsAtOffice(owner, [{ amount: 100 }, { status: 'DRAFT' }, { amount: 10 }])
    const [good, draft, back] = deposits
    const elsewhere = (await depositsAtOffice(owner)).deposits
    const refused = (...items: { depositId: string; amount?: number }[]) =>
      owner.refused(createRefundRequest, { body: { officeId, deposits: items } })
    await setStatus(back!, { status: 'RETURNED', depositeReturnedDate: dayFromToday(0) })
    const [depositId] = [good!.id]
    expect(await refused({ depositId: draft!.id })).toMatchObject({
      status: 409,
      message: 'Nothing was paid of one of them',
    })
    expect(await refused({ depositId: back!.id })).toMatchObject({
      status: 409,
      message: 'Nothing is open of one of them',
    })
    expect(await refused({ depositId }, ...itemsOf(...elsewhere))).toMatchObject({
      status: 409,
      message: 'They lie with different offices',
    })
    expect(await refused({ depositId, amount: 100.01 })).toMatchObject({
      status: 409,
      message: 'amount is more than what is open of this deposit',
    })
    expect(await refused({ depositId: newId() })).toMatchObject({
      status: 400,
      message: 'deposits must be deposits of your company',
    })
    expect(await refused({ depositId }, { depositId })).toMatchObject({
      status: 400,
      message: 'deposits must name each deposit once',
    })
    expect(await refused({ depositId, amount: 0 })).toMatchObject({ status: 400 })
    expect(await owner.refused(createRefundRequest, { body: { officeId: newId() } })).toMatchObject({ status: 400 })
    expect(await owner.refused(createRefundRequest, { body: { officeId, templateId: newId() } })).toMatchObject({
      status: 400,
      message: 'templateId must be a letter template of your company',
    })
    expect(await owner.refused(createRefundRequest, { body: { officeId, subject: 'Refund of {fied}' } })).toMatchObject(
      {
        status: 400,
        message: 'subject {fied} is not a field of a letter',
      },
    )
  })

  test('can be changed with its deposits, and deleted', async () => {
    const { officeId, deposits } = await depositsAtOffice(owner, [{ amount: 100 }, { amount: 200 }, { amount: 300 }])
    const [one, two, three] = deposits
    const created = await newRequest(owner, { officeId, deposits: itemsOf(one!, two!) })
    const deposited = [{ depositId: two!.id, amount: 150 }, { depositId: three!.id }]
    const changed = await owner.ok(updateRefundRequest, {
      params: { id: created.id },
      body: { ...created, subject: 'Changed', deposits: deposited },
    })
    expect(changed).toMatchObject({ subject: 'Changed', number: created.number, amount: 450, depositCount: 2 })
    expect(changed.deposits.map(({ depositId, amount }) => [depositId, amount])).toEqual([
      [two!.id, 150],
      [three!.id, 300],
    ])
    // Sending the stored draft back changes nothing.
    const again = await owner.ok(updateRefundRequest, { params: { id: created.id }, body: changed })
    expect(again.deposits).toEqual(changed.deposits)
    expect(
      await owner.refused(updateRefundRequest, {
        params: { id: created.id },
        body: { updatedAt: created.updatedAt, deposits: [] },
      }),
    ).toMatchObject({ status: 412 })
    const { id: otherOffice } = await newOffice(owner)
    expect(
      await owner.refused(updateRefundRequest, { params: { id: created.id }, body: { officeId: otherOffice } }),
    ).toMatchObject({
      status: 409,
      message: 'They lie with different offices',
    })
    expect(
      await owner.refused(deleteDeposit, { params: { contractId: two!.contractId, depositId: two!.id } }),
    ).toMatchObject({
      status: 409,
      message: `It cannot be deleted: ${created.number} asks for it`,
    })
    await owner.ok(deleteRefundRequest, { params: { id: created.id } })
    expect(await owner.refused(getRefundRequest, { params: { id: created.id } })).toMatchObject({ status: 404 })
    await owner.ok(deleteDeposit, { params: { contractId: two!.contractId, depositId: two!.id } })
  })

  test('is numbered by the company’s prefix and the financial year of its letter, also beyond 999', async () => {
    const own = await newCompany(server)
    const by = await own.as()
    const { officeId } = await depositsAtOffice(by)
    const numbered = async (letterOn: string) => (await newRequest(by, { officeId, letterOn })).number
    expect(await numbered('2026-03-31')).toBe('RR/2025-26/001')
    expect(await numbered('2026-04-01')).toBe('RR/2026-27/001')
    expect(await numbered('2027-01-15')).toBe('RR/2026-27/002')
    expect(await numbered('2099-12-31')).toBe('RR/2099-00/001')
    const admin = await adminClient(inject('admin'))
    // A trigger forbids changing a number, so triggers are off for this statement.
    await admin.query(`begin; set local session_replication_role = replica; update refund_requests
      set number = 'RR/2026-27/999' where tenant_id = '${own.id}' and number = 'RR/2026-27/002'; commit`)
    await admin.end()
    expect(await numbered('2026-05-01')).toBe('RR/2026-27/1000')
    expect(await numbered('2026-05-01')).toBe('RR/2026-27/1001')
    await by.ok(updateDepositSettings, { body: { requestPrefix: 'Accounts/EMD' } })
    expect(await numbered('2026-04-01')).toBe('Accounts/EMD/2026-27/001')
  })
})

describe('sending a letter', () => {
  test('sets its deposits to pending and the day of their next step by the company’s pauses [deposits 11.13]', async () => {
    const paper = await newGuarantee(owner, { amount: 500 })
    const { officeId, deposits } = await depositsAtOffice(owner, [
      { amount: 100 },
      { amount: 500, instrumentId: paper.id },
      { amount: 300, status: 'PENDING' },
      { amount: 400, status: 'PENDING_REFUND' },
    ])
    const { id } = await newRequest(owner, { officeId, deposits: itemsOf(...deposits) })
    const sentOn = dayFromToday(-2)
    await owner.ok(updateRefundRequest, { params: { id }, body: { letterOn: dayFromToday(-3) } })
    const sent = await sendRequest(owner, id, { sentOn, dispatchRef: 'DR 12' })
    expect(sent).toMatchObject({ state: 'SENT', sentOn, sentByMeans: 'HAND', dispatchRef: 'DR 12', daysSinceSent: 2 })
    expect(await Promise.all(deposits.map(statusOf))).toEqual([
      'PENDING_REFUND',
      'PENDING_RELEASE',
      'PENDING_REFUND',
      'PENDING_REFUND',
    ])
    const [first] = deposits
    const params = { contractId: first!.contractId, depositId: first!.id }
    expect(await owner.ok(getDepositRelease, { params })).toMatchObject({
      nextStep: 'FOLLOW_UP',
      requestId: id,
      nextOn: dayFromToday(13),
    })
    const [newest] = await owner.ok(listDepositStatusHistory, { params })
    expect(newest).toMatchObject({ fromStatus: 'SUBMITTED', toStatus: 'PENDING_REFUND' })
  })

  test('twice with the same idempotency key sends it once, at the same moment too; without a key the second call is refused [deposits 11.13]', async () => {
    const { id } = await newRequest(owner)
    const headers = { 'Idempotency-Key': newId() }
    const [one, other] = await Promise.all([
      owner.ok(sendRefundRequest, { params: { id }, body: sendBody() }, headers),
      owner.ok(sendRefundRequest, { params: { id }, body: sendBody() }, headers),
    ])
    expect(one).toEqual(other)
    expect(await owner.ok(sendRefundRequest, { params: { id }, body: sendBody() }, headers)).toEqual(one)
    expect(await owner.refused(sendRefundRequest, { params: { id }, body: sendBody() })).toMatchObject({ status: 409 })
    const [deposit] = one.deposits
    const params = { contractId: deposit!.contractId, depositId: deposit!.depositId }
    expect(await owner.ok(listDepositStatusHistory, { params })).toHaveLength(2)
  })

  test('twice at the same moment without a key sends it once and refuses the other call', async () => {
    const { id } = await newRequest(owner)
    const replies = await Promise.all(
      [1, 2].map(() => owner.sendCall(sendRefundRequest, { params: { id }, body: sendBody() })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('is refused without deposits, with a day after today or before the letter, and if a deposit was paid meanwhile', async () => {
    const { officeId, deposits } = await depositsAtOffice(owner, [{ amount: 100 }])
    const refused = (id: string, body: object = {}) =>
      owner.refused(sendRefundRequest, { params: { id }, body: { ...sendBody(), ...body } })
    const empty = await newRequest(owner, { officeId })
    expect(await refused(empty.id)).toMatchObject({ status: 409, message: 'Choose the deposits that are asked for' })
    const { id } = await newRequest(owner, { officeId, deposits: itemsOf(...deposits) })
    expect(await refused(id, { sentOn: dayFromToday(1) })).toMatchObject({
      status: 400,
      message: 'sentOn must not be after today',
    })
    expect(await refused(id, { sentOn: dayFromToday(-1) })).toMatchObject({
      status: 400,
      message: 'sentOn must not be before letterOn',
    })
    await newSettlement(owner, deposits[0]!, { amount: 1 })
    expect(await refused(id)).toMatchObject({
      status: 409,
      message: 'amount is more than what is open of this deposit',
    })
    expect(await read(id)).toMatchObject({ state: 'DRAFT', documentId: null })
    expect(await statusOf(deposits[0]!)).toBe('SUBMITTED')
  })

  test('forbids edits and deletion of the letter and deletion of its deposits', async () => {
    const { id, deposits } = await newRequest(owner)
    await sendRequest(owner, id)
    const fixed = {
      status: 409,
      message: 'It was sent: what it says is not changed. Withdraw it, or write another one.',
    }
    expect(await owner.refused(updateRefundRequest, { params: { id }, body: { subject: 'Other' } })).toMatchObject(
      fixed,
    )
    expect(await owner.refused(updateRefundRequest, { params: { id }, body: { deposits: [] } })).toMatchObject(fixed)
    expect(await owner.refused(deleteRefundRequest, { params: { id } })).toMatchObject({ status: 409 })
    const [{ contractId, depositId }] = deposits as [RefundRequest['deposits'][number]]
    expect(await owner.refused(deleteDeposit, { params: { contractId, depositId } })).toMatchObject({ status: 409 })
  })
})

describe('a letter', () => {
  test('takes an answer once it is sent, and the answer can be replaced', async () => {
    const { id } = await newRequest(owner)
    const refused = (body: object) => owner.refused(setRefundAnswer, { params: { id }, body })
    expect(await refused({ answeredOn: dayFromToday(0) })).toMatchObject({
      status: 409,
      message: 'A request that is DRAFT cannot become ANSWERED',
    })
    await sendRequest(owner, id)
    expect(await refused({ answeredOn: dayFromToday(-1) })).toMatchObject({
      status: 400,
      message: 'answeredOn must not be before sentOn',
    })
    expect(await refused({ answeredOn: dayFromToday(1) })).toMatchObject({
      status: 400,
      message: 'answeredOn must not be after today',
    })
    expect(await answerRequest(id, { answer: 'With the accounts branch', inwardRef: '114' })).toMatchObject({
      state: 'ANSWERED',
      answer: 'With the accounts branch',
      inwardRef: '114',
      daysSinceSent: null,
    })
    expect(await answerRequest(id, { answer: 'Refund ordered' })).toMatchObject({
      answer: 'Refund ordered',
      inwardRef: null,
    })
    expect(await owner.refused(cancelRefundRequest, { params: { id } })).toMatchObject({
      status: 409,
      message: 'A request that is ANSWERED cannot become WITHDRAWN',
    })
  })

  test('is CLOSED while none of its deposits is open, and SENT again when one is open again', async () => {
    const { officeId, deposits } = await depositsAtOffice(owner, [{ amount: 100 }, { amount: 50 }])
    const { id } = await newRequest(owner, { officeId, deposits: itemsOf(...deposits) })
    await sendRequest(owner, id)
    await newSettlement(owner, deposits[0]!, { amount: 100 })
    expect(await read(id)).toMatchObject({ state: 'SENT', openAmount: 50 })
    const { id: settlementId } = await newSettlement(owner, deposits[1]!, { amount: 50 })
    expect(await read(id)).toMatchObject({ state: 'CLOSED', openAmount: 0, amount: 150, daysSinceSent: null })
    expect(await owner.refused(cancelRefundRequest, { params: { id } })).toMatchObject({ status: 409 })
    const found = await owner.ok(filterRefundRequests, { body: { state: 'CLOSED', depositId: deposits[0]!.id } })
    expect(found.content.map((row) => row.id)).toEqual([id])
    const { contractId, id: depositId } = deposits[1]!
    await owner.ok(cancelSettlement, { params: { contractId, depositId, settlementId }, body: {} })
    expect(await read(id)).toMatchObject({ state: 'SENT', openAmount: 50 })
  })

  test('that is withdrawn gives deposits that no other letter asks for their earlier status back', async () => {
    const { officeId, deposits } = await depositsAtOffice(owner, [{ status: 'PENDING' }, {}, {}])
    const [onlyFirst, shared, moved] = deposits
    const one = await newRequest(owner, { officeId, deposits: itemsOf(...deposits) })
    await sendRequest(owner, one.id)
    const other = await newRequest(owner, { officeId, deposits: itemsOf(shared!) })
    await sendRequest(owner, other.id)
    await setStatus(moved!, { status: 'SUBMITTED' })
    await setStatus(moved!, { status: 'PENDING_REFUND' })
    expect(await withdraw(one.id)).toMatchObject({ state: 'WITHDRAWN' })
    expect(await Promise.all(deposits.map(statusOf))).toEqual(['PENDING', 'PENDING_REFUND', 'PENDING_REFUND'])
    // The first letter changed the status of the shared deposit, and now the last letter for it is withdrawn.
    await withdraw(other.id)
    expect(await Promise.all(deposits.map(statusOf))).toEqual(['PENDING', 'SUBMITTED', 'PENDING_REFUND'])
    expect(await owner.refused(cancelRefundRequest, { params: { id: one.id } })).toMatchObject({ status: 409 })
    expect(await owner.refused(sendRefundRequest, { params: { id: one.id }, body: sendBody() })).toMatchObject({
      status: 409,
    })
    await owner.ok(deleteDeposit, { params: { contractId: onlyFirst!.contractId, depositId: onlyFirst!.id } })
    expect(await read(one.id)).toMatchObject({ depositCount: 3 })
  })

  test('can be withdrawn as a draft, and cannot be changed or deleted afterwards', async () => {
    const { id, deposits } = await newRequest(owner)
    await withdraw(id)
    expect((await read(id)).deposits.map(({ status }) => status)).toEqual(['SUBMITTED'])
    expect(deposits).toHaveLength(1)
    expect(await owner.refused(updateRefundRequest, { params: { id }, body: { subject: 'x' } })).toMatchObject({
      status: 409,
      message: 'It was withdrawn. Write another one.',
    })
    expect(await owner.refused(deleteRefundRequest, { params: { id } })).toMatchObject({ status: 409 })
  })
})

test('the askable deposits of an office have their due day, last letter and draft', async () => {
  const { id: officeId } = await newOffice(owner)
  const { id } = await newContract(owner, { officeId, resultDate: dayFromToday(-40), status: 'REJECTED' })
  const late = await newDeposit(owner, id, { amount: 70, depositSubmitedDate: dayFromToday(-60) })
  const undated = await newDeposit(owner, (await newContract(owner, { officeId })).id, { amount: 30 })
  await newDeposit(owner, id, { status: 'DRAFT' })
  await newDeposit(owner, id, { status: 'RETURNED' })
  await depositsAtOffice(owner)
  const { id: sentId, number } = await newRequest(owner, { officeId, deposits: itemsOf(late) })
  await sendRequest(owner, sentId)
  const draft = await newRequest(owner, { officeId, deposits: itemsOf(undated) })
  const found = await owner.ok(listAskableDeposits, { query: { officeId } })
  const unasked = { requestId: null, requestNumber: null, askedOn: null }
  expect(found).toMatchObject([
    {
      depositId: late.id,
      openAmount: 70,
      isDue: true,
      dueOn: dayFromToday(-10),
      daysOverdue: 10,
      requestId: sentId,
      requestNumber: number,
      askedOn: dayFromToday(0),
      draftId: null,
      draftNumber: null,
    },
    {
      ...unasked,
      depositId: undated.id,
      openAmount: 30,
      isDue: false,
      dueOn: null,
      daysOverdue: null,
      draftId: draft.id,
      draftNumber: draft.number,
    },
  ])
  expect(await owner.refused(listAskableDeposits, { query: { officeId: newId() } })).toMatchObject({ status: 404 })
})
