import { updateAgreement } from '@plinth/api/money/agreements'
import {
  type Bill,
  cancelBill,
  countBills,
  createBill,
  deleteBill,
  filterBills,
  getBill,
  getNextBill,
  listBillableAgreements,
  listBillStatusHistory,
  passBill,
  returnBill,
  submitBill,
  updateBill,
} from '@plinth/api/money/bills'
import { describe, expect, inject, test } from 'vitest'
import { adminClient, dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { isFreeMeanwhile } from '../../kernel/testing/held-rows.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newClientAgreement, newWorkOrder } from '../agreements/agreements.factory.ts'
import { newHead } from '../bill-heads/bill-heads.factory.ts'
import {
  billBody,
  memorandum,
  newBill,
  newBillable,
  newSubmitted,
  passAsClaimed,
  submit,
  submitting,
} from './bills.factory.ts'

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const fault = (status: number, path: string, message: string) => ({ status, fields: [{ path, message }] })
const by = (id: string) => ({ params: { id } })
const refusedCreate = (agreementId: string, overrides: object = {}) =>
  owner.refused(createBill, { body: { ...billBody(agreementId), ...overrides } })
const next = (agreementId: string, query: object = {}) => owner.ok(getNextBill, { params: { agreementId }, query })
const draftExists = { message: 'There is a draft of its next bill already', fields: [{ path: 'agreementId' }] }
const sendBack = (id: string) => owner.ok(returnBill, { ...by(id), body: { returnReason: 'Check item 4' } })
const closedFault = { status: 409, message: 'This agreement is closed and cannot be changed any more' }
const close = async (id: string) => {
  await owner.ok(updateAgreement, { ...by(id), body: { status: 'COMPLETED', completedOn: '2026-11-01' } })
  return owner.sendCall(updateAgreement, { ...by(id), body: { status: 'CLOSED' } })
}
/** The upto, previous and since amounts of each head. */
const linesOf = (figures: Bill['claimed']) =>
  figures?.lines.map(({ head, upto, previous, since }) => [head, upto, previous, since])

/** RA-1 of an agreement: 10 lakh of work claimed, 9.5 passed, 15,000 withheld. */
async function passedShort(agreementId: string): Promise<Bill> {
  const bill = await newSubmitted(owner, agreementId)
  const replaced = [{ head: 'WITHHELD' as const, since: 15_000, note: 'Cube tests are awaited' }]
  const body = memorandum(bill, 10_34_750, { workUpto: 9_50_000, replaced })
  return owner.ok(passBill, { ...by(bill.id), body })
}

describe('the figures of a bill', () => {
  test('equal those worked out by hand: claimed, passed short, and starting from what was passed [money 13.18a]', async () => {
    const { id: agreementId } = await newBillable(owner)
    const first = await passedShort(agreementId)
    expect(first).toMatchObject({ name: 'RA-1', netClaimed: 11_05_000, netPassed: 10_34_750, short: 70_250 })
    expect(linesOf(first.claimed)).toEqual([
      ['GROSS', '1000000.00', '0.00', '1000000.00'],
      ['CGST', '90000.00', '0.00', '90000.00'],
      ['SGST', '90000.00', '0.00', '90000.00'],
      ['RETENTION', '25000.00', '0.00', '25000.00'],
      ['IT_TDS', '20000.00', '0.00', '20000.00'],
      ['GST_TDS_CENTRAL', '10000.00', '0.00', '10000.00'],
      ['GST_TDS_STATE', '10000.00', '0.00', '10000.00'],
      ['CESS', '10000.00', '0.00', '10000.00'],
    ])
    expect(linesOf(first.passed)).toEqual([
      ['GROSS', '950000.00', '0.00', '950000.00'],
      ['CGST', '85500.00', '0.00', '85500.00'],
      ['SGST', '85500.00', '0.00', '85500.00'],
      ['WITHHELD', '15000.00', '0.00', '15000.00'],
      ['RETENTION', '23750.00', '0.00', '23750.00'],
      ['IT_TDS', '19000.00', '0.00', '19000.00'],
      ['GST_TDS_CENTRAL', '9500.00', '0.00', '9500.00'],
      ['GST_TDS_STATE', '9500.00', '0.00', '9500.00'],
      ['CESS', '9500.00', '0.00', '9500.00'],
    ])
    expect(first.passed?.lines.find(({ head }) => head === 'WITHHELD')?.replaced).toBe('Cube tests are awaited')
    const second = await newSubmitted(owner, agreementId, {
      workUpto: 20_00_000,
      variationUpto: 12_345.67,
      typed: [{ head: 'RELEASED', since: 15_000, note: 'Cube tests passed' }],
    })
    expect(second).toMatchObject({ name: 'RA-2', netClaimed: 11_88_892.33, previousBill: { id: first.id } })
    expect(second.claimed?.work).toEqual({ upto: '2000000.00', previous: '950000.00', since: '1050000.00' })
    expect(second.claimed?.variation).toEqual({ upto: '12345.67', previous: '0.00', since: '12345.67' })
    expect(second.claimed?.invoice).toEqual({ upto: '2374567.89', previous: '1121000.00', since: '1253567.89' })
    expect(linesOf(second.claimed)).toEqual([
      ['GROSS', '2012345.67', '950000.00', '1062345.67'],
      ['CGST', '181111.11', '85500.00', '95611.11'],
      ['SGST', '181111.11', '85500.00', '95611.11'],
      ['WITHHELD', '15000.00', '15000.00', '0.00'],
      ['RELEASED', '15000.00', '0.00', '15000.00'],
      ['RETENTION', '50308.64', '23750.00', '26558.64'],
      ['IT_TDS', '40247.00', '19000.00', '21247.00'],
      ['GST_TDS_CENTRAL', '20123.46', '9500.00', '10623.46'],
      ['GST_TDS_STATE', '20123.46', '9500.00', '10623.46'],
      ['CESS', '20123.00', '9500.00', '10623.00'],
    ])
  })

  test('of a draft start from what the bill with the department claims, until that one is passed', async () => {
    const { id: agreementId } = await newBillable(owner)
    const first = await newSubmitted(owner, agreementId)
    const draft = await newBill(owner, agreementId, { workUpto: 15_00_000 })
    const provisional = { id: first.id, name: 'RA-1', isProvisional: true }
    expect(draft).toMatchObject({ number: 2, previousBill: provisional })
    expect(draft.claimed?.work).toEqual({ upto: '1500000.00', previous: '1000000.00', since: '500000.00' })
    const replaced = [{ head: 'FINE' as const, since: 5_000, note: 'Late by two weeks' }]
    await owner.ok(passBill, { ...by(first.id), body: memorandum(first, 11_00_000, { replaced }) })
    const now = await owner.ok(getBill, by(draft.id))
    expect(now.previousBill).toEqual({ ...provisional, isProvisional: false })
    expect(linesOf(now.claimed)?.at(-1)).toEqual(['FINE', '5000.00', '5000.00', '0.00'])
  })

  test('stay as submitted when the heads of the agreement change', async () => {
    const { id: agreementId } = await newBillable(owner)
    const bill = await newSubmitted(owner, agreementId)
    await newHead(owner, agreementId, { head: 'GST', percent: 12, validFrom: '2026-06-01' })
    expect(await owner.ok(getBill, by(bill.id))).toEqual(bill)
    await sendBack(bill.id)
    expect((await owner.ok(getBill, by(bill.id))).claimed?.lines[1]).toMatchObject({ head: 'CGST', percent: '6' })
  })

  test("name the agreement's head row and its first day for each percentage", async () => {
    const { id: agreementId } = await newBillable(owner)
    const { sources, claimed, place, terms } = await newSubmitted(owner, agreementId)
    expect(sources.map(({ head, validFrom }) => [head, validFrom])).toEqual(
      ['GST', 'RETENTION', 'IT_TDS', 'GST_TDS', 'CESS'].map((head) => [head, '2025-04-01']),
    )
    expect(claimed?.lines[3]).toMatchObject({ base: '1000000.00', percent: '2.5', ruleIds: [], replaced: null })
    expect({ place, cap: terms?.retention?.capPercent }).toEqual({ place: 'SAME_STATE', cap: '5' })
  })
})

describe('the inputs of the next bill', () => {
  test('are its number, the amounts passed before and the terms of the day', async () => {
    const { id: agreementId } = await newBillable(owner)
    expect(await next(agreementId)).toMatchObject({
      day: dayInIndia(new Date()),
      number: 1,
      isFirst: true,
      previous: null,
      previousBill: null,
      draftId: null,
      faults: [],
    })
    const first = await passedShort(agreementId)
    const draft = await newBill(owner, agreementId)
    const proposal = await next(agreementId, { day: '2026-08-01' })
    expect(proposal).toMatchObject({ day: '2026-08-01', number: 3, isFirst: false, draftId: draft.id })
    expect(proposal.previousBill).toEqual({ id: first.id, name: 'RA-1', isProvisional: false })
    expect(proposal.previous).toMatchObject({ work: '950000.00', heads: { GROSS: '950000.00', WITHHELD: '15000.00' } })
    expect(await next(agreementId, { billId: draft.id })).toMatchObject({ day: '2026-06-30', number: 2, draftId: null })
  })

  test('are refused for a work order, a bill of another agreement, a submitted bill and another company', async () => {
    const { id: agreementId } = await newBillable(owner)
    const bill = await newSubmitted(owner, agreementId)
    const refused = async (of: string, query: object = {}) =>
      (await owner.refused(getNextBill, { params: { agreementId: of }, query })).status
    expect(await refused((await newWorkOrder(owner)).id)).toBe(409)
    expect(await refused(agreementId, { billId: bill.id })).toBe(409)
    expect(await refused((await newBillable(owner)).id, { billId: bill.id })).toBe(404)
    expect((await stranger.refused(getNextBill, { params: { agreementId }, query: {} })).status).toBe(404)
  })
})

test('billable agreements are those with clients that are signed and not closed, by number', async () => {
  const company = await (await newCompany(server)).as()
  const signed = { status: 'ACTIVE', agreedOn: '2026-04-01', value: 1_00_000 } as const
  const second = await newClientAgreement(company, { ...signed, number: 'B/2' })
  const first = await newClientAgreement(company, { ...signed, number: 'A/1' })
  await newClientAgreement(company, { number: 'C/3', status: 'DRAFT' })
  await newWorkOrder(company, { ...signed, number: 'D/4' })
  const closedAgreement = await newClientAgreement(company, { ...signed, number: 'E/5' })
  const closing = [{ status: 'COMPLETED', completedOn: '2026-11-01' }, { status: 'CLOSED' }] as const
  for (const body of closing) await company.ok(updateAgreement, { ...by(closedAgreement.id), body })
  expect(await company.ok(listBillableAgreements, {})).toEqual(
    [first, second].map(({ id, number, name, partyName }) => ({ id, number, name, partyName })),
  )
})

describe('a draft bill', () => {
  test('needs an agreement with a client that is signed and not closed', async () => {
    expect(await refusedCreate((await newWorkOrder(owner)).id)).toMatchObject(
      fault(400, 'agreementId', 'must be with a client, who pays the company'),
    )
    expect(await refusedCreate((await newClientAgreement(owner)).id)).toMatchObject(
      fault(409, 'agreementId', 'is a draft: nothing is billed under it yet'),
    )
    expect(await refusedCreate(newId())).toMatchObject(
      fault(400, 'agreementId', 'must be an agreement of your company'),
    )
    const { id } = await newBillable(owner)
    const draft = await newBill(owner, id)
    expect((await close(id)).status).toBe(200)
    expect(await refusedCreate(id)).toMatchObject(closedFault)
    expect(await owner.refused(updateBill, { ...by(draft.id), body: { workUpto: 1 } })).toMatchObject(closedFault)
    expect(await owner.refused(submitBill, await submitting(owner, draft.id))).toMatchObject(closedFault)
    await owner.ok(deleteBill, by(draft.id))
  })

  test('may set the number of the first bill of an agreement; later ones follow, and a deleted draft frees its number', async () => {
    const { id } = await newBillable(owner)
    const first = await newBill(owner, id, { number: 4 })
    expect(first).toMatchObject({ number: 4, name: 'RA-4' })
    expect(await refusedCreate(id)).toMatchObject({ status: 409, ...draftExists })
    await passAsClaimed(owner, await submit(owner, first.id))
    expect(await refusedCreate(id, { number: 7 })).toMatchObject(
      fault(400, 'number', 'follows from the last bill: it is 5'),
    )
    const second = await newBill(owner, id, { number: 5, title: '5th and part bill' })
    expect(second.name).toBe('5th and part bill')
    await owner.ok(deleteBill, by(second.id))
    expect((await owner.refused(getBill, by(second.id))).status).toBe(404)
    expect((await newBill(owner, id)).number).toBe(5)
  })

  test('is created once by two concurrent requests, without a deadlock', async () => {
    const { id } = await newBillable(owner)
    const admins = [await adminClient(inject('admin')), await adminClient(inject('admin'))] as const
    const [holder, observer] = admins
    await holder.query('begin')
    await holder.query('select from agreements where id = $1 for share', [id])
    const holderPid = (await holder.query('select pg_backend_pid() as pid')).rows[0].pid
    const requests = [1, 2].map(() => owner.sendCall(createBill, { body: billBody(id) }))
    const waiting = `select count(*)::int as count from pg_stat_activity a where $1 = any (pg_blocking_pids(a.pid))
      or exists (select from unnest(pg_blocking_pids(a.pid)) b where $1 = any (pg_blocking_pids(b)))`
    await expect.poll(async () => (await observer.query(waiting, [holderPid])).rows).toEqual([{ count: 2 }])
    await holder.query('commit')
    const [first, second] = (await Promise.all(requests)).toSorted((one, other) => one.status - other.status)
    expect([first?.status, JSON.parse(second?.text ?? '')]).toMatchObject([201, draftExists])
    for (const admin of admins) await admin.end()
  })

  test.each([
    [{ uptoDate: '2026-07-01' }, 'billDate', 'must not be before uptoDate'],
    [{ workUpto: -1 }, 'workUpto', 'must not be negative'],
    [{ workUpto: 1.005 }, 'workUpto', 'must have at most 13 digits and 2 decimals'],
    [{ variationUpto: 1e13 }, 'variationUpto', 'must have at most 13 digits and 2 decimals'],
    [{ typed: [{ head: 'RETENTION', since: 1 }] }, 'typed.0.head', expect.stringContaining('must be one of')],
    [{ number: 0 }, 'number', 'must be at least 1'],
  ])('with %o is rejected', async (overrides, path, message) => {
    const { id } = await newBillable(owner)
    expect(await refusedCreate(id, overrides)).toMatchObject(fault(400, path, message))
    expect((await next(id)).isFirst).toBe(true)
  })

  test('can be changed, and rejects a stale edit', async () => {
    const { id } = await newBill(owner, (await newBillable(owner)).id)
    const typed = [{ head: 'LD' as const, since: 2_000.5, note: null }]
    const edited = await owner.ok(updateBill, { ...by(id), body: { typed, kind: 'FINAL', workUpto: 11_00_000 } })
    expect(edited).toMatchObject({ typed, kind: 'FINAL', netClaimed: null, terms: { isFinal: true } })
    expect(edited.claimed?.lines.at(-1)).toMatchObject({ head: 'LD', since: '2000.50' })
    const stale = { ...by(id), body: { comment: 'x', updatedAt: edited.createdAt } }
    expect((await owner.refused(updateBill, stale)).status).toBe(412)
    expect(
      await owner.refused(updateBill, { ...by(id), body: { billDate: '2026-06-29', uptoDate: null } }),
    ).toMatchObject({ status: 400 })
    expect(await owner.refused(updateBill, { ...by(id), body: { billDate: '2026-06-29' } })).toMatchObject(
      fault(400, 'billDate', 'must not be before uptoDate'),
    )
  })
})

describe('submitting', () => {
  test('stores the claim and the status history; a bill with the department cannot be changed, deleted or submitted again', async () => {
    const { id: agreementId } = await newBillable(owner)
    const draft = await newBill(owner, agreementId)
    const bill = await submit(owner, draft.id)
    expect(bill).toMatchObject({ status: 'SUBMITTED', netClaimed: 11_05_000, claimed: draft.claimed, passed: null })
    expect((await owner.ok(listBillStatusHistory, by(bill.id))).map(({ toStatus }) => toStatus)).toEqual([
      'SUBMITTED',
      'DRAFT',
    ])
    expect(await owner.refused(updateBill, { ...by(bill.id), body: { workUpto: 1 } })).toMatchObject(
      fault(409, 'status', 'RA-1 is with the department: it is changed once it comes back'),
    )
    expect(await owner.refused(deleteBill, by(bill.id))).toMatchObject({
      status: 409,
      message: 'Only a draft can be deleted: this bill was submitted',
    })
    expect(await owner.refused(submitBill, await submitting(owner, bill.id))).toMatchObject(
      fault(409, 'status', 'cannot go from SUBMITTED to SUBMITTED'),
    )
  })

  test('a second bill answers 409 while one is with the department or returned [money 13.19]', async () => {
    const { id: agreementId } = await newBillable(owner)
    const first = await newSubmitted(owner, agreementId, { number: 6 })
    const { id } = await newBill(owner, agreementId, { workUpto: 12_00_000 })
    const second = await submitting(owner, id)
    expect(await owner.refused(submitBill, second)).toMatchObject({
      message: 'status RA-6 is still with the department: pass or return it first',
      ...fault(409, 'status', 'RA-6 is still with the department: pass or return it first'),
    })
    await sendBack(first.id)
    expect(await owner.refused(submitBill, second)).toMatchObject(
      fault(409, 'status', 'RA-6 came back from the department: submit it again or cancel it first'),
    )
    await passAsClaimed(owner, await submit(owner, first.id))
    expect(await owner.ok(submitBill, second)).toMatchObject({ number: 7, status: 'SUBMITTED' })
  })

  test('twice at once answers 200 and 409 [money 13.19]', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const { id } = await newBill(owner, (await newBillable(owner)).id)
      const call = await submitting(owner, id)
      const replies = await Promise.all([1, 2].map(() => owner.sendCall(submitBill, call)))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  test('answers 412 if the figures are not those that the user saw', async () => {
    const { id: agreementId } = await newBillable(owner)
    const { id } = await newBill(owner, agreementId)
    const seen = await submitting(owner, id)
    await newHead(owner, agreementId, { head: 'CESS', percent: 2, rounding: 'RUPEE', validFrom: '2026-06-30' })
    expect(await owner.refused(submitBill, seen)).toMatchObject({
      status: 412,
      message: 'The figures changed since you looked',
    })
    expect(await owner.ok(getBill, by(id))).toMatchObject({ status: 'DRAFT', netClaimed: null })
    expect(await submit(owner, id)).toMatchObject({ netClaimed: 10_95_000 })
  })

  test('answers 409 with the field that the terms lack', async () => {
    const { id: agreementId } = await newBillable(owner, { ourGstin: null })
    const bill = await newBill(owner, agreementId)
    const lacking = { path: 'ourGstin', message: 'is needed: its State decides which tax is due' }
    expect(bill).toMatchObject({ claimed: null, terms: null, faults: [lacking] })
    expect(await owner.refused(submitBill, await submitting(owner, bill.id))).toMatchObject({
      status: 409,
      message: `${lacking.path} ${lacking.message}`,
      fields: [lacking],
    })
  })

  test('locks the agreement before the bill, as does every other write to a bill', async () => {
    const bill = await newBill(owner, (await newBillable(owner)).id)
    const admins = [await adminClient(inject('admin')), await adminClient(inject('admin'))] as const
    const rows = { held: { table: 'agreements', id: bill.agreementId }, row: { table: 'bills', id: bill.id } }
    const writing = [
      () => owner.ok(updateBill, { ...by(bill.id), body: { comment: 'x' } }),
      () => submit(owner, bill.id),
      async () => passAsClaimed(owner, await owner.ok(getBill, by(bill.id))),
    ]
    for (const write of writing) expect(await isFreeMeanwhile(admins, rows, write)).toBe(true)
    for (const admin of admins) await admin.end()
  })
})

describe('a returned bill', () => {
  test('has a reason, and can be changed and submitted again with new figures', async () => {
    const { id } = await newSubmitted(owner, (await newBillable(owner)).id)
    expect((await owner.refused(returnBill, { ...by(id), body: { returnReason: ' ' } })).status).toBe(400)
    expect(await sendBack(id)).toMatchObject({
      status: 'RETURNED',
      returnReason: 'Check item 4',
      netClaimed: 11_05_000,
    })
    await owner.ok(updateBill, { ...by(id), body: { workUpto: 9_00_000 } })
    const again = await submit(owner, id)
    expect(again).toMatchObject({ status: 'SUBMITTED', netClaimed: 9_94_500, returnReason: 'Check item 4' })
    expect(again.claimed?.lines).toHaveLength(8)
    expect(again.claimed?.work.upto).toBe('900000.00')
  })

  test('can be cancelled with a reason, and keeps its number', async () => {
    const { id: agreementId } = await newBillable(owner)
    const { id } = await newSubmitted(owner, agreementId)
    const cancel = { ...by(id), body: { cancelReason: 'Taken into the next bill' } }
    expect(await owner.refused(cancelBill, cancel)).toMatchObject(
      fault(409, 'status', 'cannot go from SUBMITTED to CANCELLED'),
    )
    await sendBack(id)
    expect(await owner.ok(cancelBill, cancel)).toMatchObject({ status: 'CANCELLED', number: 1, ...cancel.body })
    expect(await newBill(owner, agreementId)).toMatchObject({ number: 2, previousBill: null })
  })
})

describe('the memorandum', () => {
  test('is refused with 409 and the difference if its net is not the sum of its heads', async () => {
    const bill = await newSubmitted(owner, (await newBillable(owner)).id)
    const refused = (body: object) => owner.refused(passBill, { ...by(bill.id), body })
    expect(await refused(memorandum(bill, 11_04_999.99))).toMatchObject(
      fault(409, 'net', 'differs from what the heads come to by -0.01'),
    )
    const fine = { head: 'FINE', since: 1_000, note: 'Late' }
    expect(await refused({ ...memorandum(bill, 11_05_000), replaced: [fine] })).toMatchObject(
      fault(409, 'net', 'differs from what the heads come to by 1000.00'),
    )
    expect(await refused({ ...memorandum(bill, 11_03_000), replaced: [fine, fine] })).toMatchObject(
      fault(400, 'replaced', 'must name each head once'),
    )
    expect((await refused({ ...memorandum(bill, 0), replaced: [{ ...fine, head: 'GROSS' }] })).status).toBe(400)
    expect((await refused({ ...memorandum(bill, 0), replaced: [{ ...fine, note: '' }] })).status).toBe(400)
    expect(await owner.ok(getBill, by(bill.id))).toMatchObject({ status: 'SUBMITTED', passed: null })
  })

  test('has a day between that of the bill and today', async () => {
    const bill = await newSubmitted(owner, (await newBillable(owner)).id)
    const on = (passedOn: string) =>
      owner.refused(passBill, { ...by(bill.id), body: memorandum(bill, 11_05_000, { passedOn }) })
    expect(await on('2026-06-29')).toMatchObject(fault(400, 'passedOn', 'must not be before billDate'))
    expect(await on('2199-12-31')).toMatchObject(fault(400, 'passedOn', 'must not be after today'))
  })

  test('passes a bill that is with the department, once', async () => {
    const { id: agreementId } = await newBillable(owner)
    const draft = await newBill(owner, agreementId)
    const call = { ...by(draft.id), body: memorandum(draft, 11_05_000) }
    expect(await owner.refused(passBill, call)).toMatchObject(fault(409, 'status', 'cannot go from DRAFT to PASSED'))
    await submit(owner, draft.id)
    const replies = await Promise.all([1, 2].map(() => owner.sendCall(passBill, call)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await owner.refused(updateBill, { ...by(draft.id), body: { comment: 'x' } })).toMatchObject(
      fault(409, 'status', 'RA-1 was passed and stays as it is'),
    )
  })
})

test('no bill follows the final bill, not even a draft created before it', async () => {
  const { id } = await newBillable(owner)
  const first = await newSubmitted(owner, id)
  const draft = await newBill(owner, id, { workUpto: 12_00_000 })
  await sendBack(first.id)
  await owner.ok(updateBill, { ...by(first.id), body: { kind: 'FINAL' } })
  await passAsClaimed(owner, await submit(owner, first.id))
  const finalFault = fault(409, 'agreementId', 'RA-1 is its final bill: no other follows')
  expect(await owner.refused(submitBill, await submitting(owner, draft.id))).toMatchObject(finalFault)
  await owner.ok(deleteBill, by(draft.id))
  expect(await refusedCreate(id)).toMatchObject(finalFault)
})

test('an agreement cannot be closed while it has an open bill', async () => {
  const { id } = await newBillable(owner)
  const bill = await newSubmitted(owner, id)
  const answer = async () => JSON.parse((await close(id)).text) as { message: string }
  expect(await answer()).toMatchObject({
    message: 'status RA-1 is still with the department: pass or return it first',
  })
  await sendBack(bill.id)
  const closing = { ...by(id), body: { status: 'CLOSED' } }
  expect(await owner.refused(updateAgreement, closing)).toMatchObject(
    fault(409, 'status', 'RA-1 came back from the department: submit it again or cancel it first'),
  )
  await owner.ok(cancelBill, { ...by(bill.id), body: { cancelReason: 'Given up' } })
  expect((await owner.ok(updateAgreement, { ...by(id), body: { status: 'CLOSED' } })).status).toBe('CLOSED')
})

test('a bill can be read however far the memorandum falls short of its claim', async () => {
  const someone = await (await newCompany(server)).as()
  const { id: agreementId } = await newClientAgreement(someone, { status: 'ACTIVE', agreedOn: '2026-04-01' })
  const bill = await newSubmitted(someone, agreementId, { workUpto: 9e12 })
  const replaced = (['FINE', 'OTHER'] as const).map((head) => ({ head, since: 9e12, note: 'Disputed' }))
  await someone.ok(passBill, { ...by(bill.id), body: memorandum(bill, -9e12, { replaced }) })
  expect((await someone.ok(filterBills, { body: {} })).content).toMatchObject([{ short: 18_000_000_000_000 }])
})

test('bills are found by state, words and days; PASSED_SHORT finds those with less passed than claimed', async () => {
  const someone = await (await newCompany(server)).as()
  const short = await newBillable(someone, { number: 'KPWD/7' })
  const first = await newSubmitted(someone, short.id)
  const fine = [{ head: 'FINE' as const, since: 1_000, note: 'Late' }]
  const body = memorandum(first, 11_04_000, { replaced: fine, memoNo: 'EE/99' })
  await someone.ok(passBill, { ...by(first.id), body })
  await newBill(someone, short.id, { billDate: '2026-08-15' })
  const other = await newBillable(someone)
  await passAsClaimed(someone, await newSubmitted(someone, other.id))
  await newSubmitted(someone, other.id)
  const found = async (body: object) =>
    (await someone.ok(filterBills, { body: { sort: { field: 'number', direction: 'asc' }, ...body } })).content.map(
      ({ name, status }) => `${name} ${status}`,
    )
  expect(await found({ quickFilters: ['PASSED_SHORT'] })).toEqual(['RA-1 PASSED'])
  expect(await found({ quickFilters: ['WITH_DEPARTMENT'] })).toEqual(['RA-2 SUBMITTED'])
  expect(await found({ quickFilters: ['DRAFTS'] })).toEqual(['RA-2 DRAFT'])
  expect(await found({ search: 'EE/99' })).toEqual(['RA-1 PASSED'])
  expect(await found({ search: 'kpwd/7 ra-2' })).toEqual(['RA-2 DRAFT'])
  expect(await found({ billFrom: '2026-08-01', agreementId: short.id })).toEqual(['RA-2 DRAFT'])
  expect(await found({ billTo: '2026-08-14', agreementId: short.id })).toEqual(['RA-1 PASSED'])
  expect(await found({ kind: 'FINAL' })).toEqual([])
  const counts = await someone.ok(countBills, { body: {} })
  expect(counts.map(({ count }) => count)).toEqual([1, 1, 1])
})
