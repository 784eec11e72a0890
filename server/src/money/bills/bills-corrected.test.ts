import { updateAgreement } from '@plinth/api/money/agreements'
import {
  type Bill,
  cancelBill,
  filterBills,
  getBill,
  type ListedBill,
  listBillableAgreements,
  listBillStatusHistory,
  passBill,
  returnBill,
  submitBill,
  takeBackMemorandum,
  updateBill,
} from '@plinth/api/money/bills'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { describe, expect, test } from 'vitest'
import { startSuite } from '../../testing/test-server.ts'
import { newClientAgreement } from '../agreements/agreements.factory.ts'
import { newParty } from '../parties/parties.factory.ts'
import { memorandum, newBill, newBillable, newSubmitted, passAsClaimed, submit, submitting } from './bills.factory.ts'

const { owner } = await startSuite()

const by = (id: string) => ({ params: { id } })
const sendBack = (id: string) => owner.ok(returnBill, { ...by(id), body: { returnReason: 'Check item 4' } })

const closed = 'This agreement is closed and cannot be changed any more'
async function close(id: string): Promise<void> {
  await owner.ok(updateAgreement, { ...by(id), body: { status: 'COMPLETED', completedOn: '2026-11-01' } })
  await owner.ok(updateAgreement, { ...by(id), body: { status: 'CLOSED' } })
}

const staleFault = { status: 412, code: 'stale', message: 'The figures changed since you looked' }

describe('a bill that changed after the user saw it', () => {
  test.each([
    ['another head of the same amount', { typed: [{ head: 'LD', since: 500, note: null }] }],
    ['another split of the same sum', { workUpto: 9_90_000, variationUpto: 10_000 }],
    ['another kind', { kind: 'FINAL' }],
    ['another day of the work', { uptoDate: '2026-06-29' }],
    ['another title', { title: '1st and final bill' }],
  ] as const)('is not submitted with %s', async (_, body) => {
    const typed = [{ head: 'FINE' as const, since: 500, note: null }]
    const { id, claimed } = await newBill(owner, (await newBillable(owner)).id, { typed })
    const seen = await submitting(owner, id)
    const edited = await owner.ok(updateBill, { ...by(id), body: structuredClone(body) as object })
    expect(edited.claimed?.net).toEqual(claimed?.net)
    expect(await owner.refused(submitBill, seen)).toMatchObject(staleFault)
    expect((await submit(owner, id)).status).toBe('SUBMITTED')
  })

  test('is not passed if it was returned and submitted again', async () => {
    const typed = [{ head: 'FINE' as const, since: 500, note: null }]
    const seen = await newSubmitted(owner, (await newBillable(owner)).id, { typed })
    const call = { ...by(seen.id), body: memorandum(seen, seen.netClaimed ?? 0) }
    await sendBack(seen.id)
    await owner.ok(updateBill, { ...by(seen.id), body: { typed: [{ head: 'LD', since: 500, note: null }] } })
    await submit(owner, seen.id)
    expect(await owner.refused(passBill, call)).toMatchObject(staleFault)
    expect((await owner.ok(getBill, by(seen.id))).status).toBe('SUBMITTED')
  })
})

test('a bill that releases more than is withheld is not submitted', async () => {
  const typed = [{ head: 'RELEASED' as const, since: 15_000.01, note: null }]
  const { id } = await newBill(owner, (await newBillable(owner)).id, { typed })
  const message = '15000.01 would be released up to date, more than the 0.00 withheld'
  expect(await owner.refused(submitBill, await submitting(owner, id))).toMatchObject({
    status: 409,
    fields: [{ path: 'typed', message }],
  })
  expect((await owner.ok(getBill, by(id))).status).toBe('DRAFT')
})

describe('number, name, client and our GSTIN of an agreement', () => {
  const renamed = { number: 'KPWD/2027/1', name: 'Road, renamed', ourGstin: '29AAECD4471P2Z0' }
  const agreementFieldsOf = ({ agreementNumber, agreementName, partyName, ourGstin }: ListedBill) => ({
    agreementNumber,
    agreementName,
    partyName,
    ourGstin,
  })

  test('stay on a submitted bill and change on the next one', async () => {
    const agreement = await newBillable(owner)
    const first = await passAsClaimed(owner, await newSubmitted(owner, agreement.id))
    const { id: partyId, legalName } = await newParty(owner, { kinds: ['CLIENT'] })
    await owner.ok(updateAgreement, { ...by(agreement.id), body: { ...renamed, partyId } })
    const before = { agreementNumber: agreement.number, agreementName: agreement.name, partyName: agreement.partyName }
    expect(agreementFieldsOf(await owner.ok(getBill, by(first.id)))).toEqual({
      ...before,
      ourGstin: agreement.ourGstin,
    })
    const { content } = await owner.ok(filterBills, { body: { agreementId: agreement.id, search: agreement.number } })
    expect(content.map(agreementFieldsOf)).toEqual([agreementFieldsOf(first)])
    const second = await newSubmitted(owner, agreement.id, { workUpto: 12_00_000 })
    const now = { agreementNumber: renamed.number, agreementName: renamed.name, partyName: legalName }
    expect(agreementFieldsOf(second)).toEqual({ ...now, ourGstin: renamed.ourGstin })
  })

  test('are the present ones on a returned bill, and those of the submission once it is cancelled', async () => {
    const bare = await newClientAgreement(owner, { status: 'ACTIVE', agreedOn: '2026-04-01', value: 50_00_000 })
    const bill = await newSubmitted(owner, bare.id)
    await sendBack(bill.id)
    await owner.ok(updateAgreement, { ...by(bare.id), body: { name: 'Road, renamed', ourGstin: renamed.ourGstin } })
    const back = { agreementName: 'Road, renamed', ourGstin: renamed.ourGstin }
    expect(await owner.ok(getBill, by(bill.id))).toMatchObject(back)
    await owner.ok(cancelBill, { ...by(bill.id), body: { cancelReason: 'Given up' } })
    expect(await owner.ok(getBill, by(bill.id))).toMatchObject({ agreementName: bare.name, ourGstin: null })
  })
})

describe('a memorandum', () => {
  const takenBack = { takenBackReason: 'Typed from the memorandum of RA-2 of another work' }
  const takeBack = (id: string) => owner.ok(takeBackMemorandum, { ...by(id), body: takenBack })
  const refusedOf = (id: string) => owner.refused(takeBackMemorandum, { ...by(id), body: takenBack })
  const fault = (message: string) => ({ status: 409, fields: [{ path: 'status', message }] })

  test('of a final bill is taken back with a reason and entered anew; the audit trail keeps the first one', async () => {
    const { id: agreementId } = await newBillable(owner)
    const submitted = await newSubmitted(owner, agreementId, { kind: 'FINAL' })
    const { id } = submitted
    const replaced = [{ head: 'FINE' as const, since: 5_000, note: 'Of another work' }]
    const wrong = await owner.ok(passBill, { ...by(id), body: memorandum(submitted, 11_00_000, { replaced }) })
    const back = await takeBack(id)
    expect(back).toEqual({ ...submitted, ...takenBack, updatedAt: back.updatedAt })
    expect((await owner.ok(listBillStatusHistory, by(id))).map(({ toStatus }) => toStatus)).toEqual([
      'SUBMITTED',
      'PASSED',
      'SUBMITTED',
      'DRAFT',
    ])
    const trail = await owner.ok(filterAuditTrail, { body: { recordType: ['bills'], recordId: id } })
    expect(trail.content[0]?.changes).toMatchObject({
      memo_no: [wrong.memoNo, null],
      passed_on: [wrong.passedOn, null],
      net_passed: [11_00_000, null],
      memorandum: [{ replaced: [{ head: 'FINE', since: '5000.00', note: 'Of another work' }] }, null],
      taken_back_reason: [null, takenBack.takenBackReason],
    })
    const right = await passAsClaimed(owner, back)
    expect(right).toMatchObject({ netPassed: 11_05_000, passed: { lines: submitted.claimed?.lines }, ...takenBack })
  })

  test('is not taken back once a later bill was submitted, unless that bill is cancelled', async () => {
    const { id: agreementId } = await newBillable(owner)
    const first = await passAsClaimed(owner, await newSubmitted(owner, agreementId))
    const draft = await newBill(owner, agreementId, { workUpto: 12_00_000 })
    expect(await owner.ok(getBill, by(first.id))).toMatchObject({ hasLater: false })
    expect(await refusedOf(draft.id)).toMatchObject(fault('cannot go from DRAFT to SUBMITTED'))
    await submit(owner, draft.id)
    expect(await owner.ok(getBill, by(first.id))).toMatchObject({ hasLater: true })
    expect(await refusedOf(first.id)).toMatchObject(
      fault('RA-2 was submitted after it, and starts from what was passed'),
    )
    await sendBack(draft.id)
    await owner.ok(cancelBill, { ...by(draft.id), body: { cancelReason: 'Given up' } })
    expect(await takeBack(first.id)).toMatchObject({ status: 'SUBMITTED', hasLater: false })
    expect(await newBill(owner, agreementId)).toMatchObject({ previousBill: { id: first.id, isProvisional: true } })
  })

  test('of a closed agreement cannot be taken back', async () => {
    const { id: agreementId } = await newBillable(owner)
    const { id } = await passAsClaimed(owner, await newSubmitted(owner, agreementId))
    await close(agreementId)
    expect(await refusedOf(id)).toMatchObject({ status: 409, message: closed })
  })
})

test.each([
  ['its agreement is closed', 'CLOSED', async ({ agreementId }: Bill) => close(agreementId)],
  [
    'a final bill was submitted before it',
    'FINAL',
    async ({ id }: Bill) => {
      await sendBack(id)
      await owner.ok(updateBill, { ...by(id), body: { kind: 'FINAL' } })
      await passAsClaimed(owner, await submit(owner, id))
    },
  ],
] as const)(
  'a draft reports the end of billing when %s, and its agreement is no longer billable',
  async (_, end, endBilling) => {
    const { id: agreementId } = await newBillable(owner)
    const first = await newSubmitted(owner, agreementId)
    if (end === 'CLOSED') await passAsClaimed(owner, first)
    const draft = await newBill(owner, agreementId, { workUpto: 12_00_000 })
    const ids = async () => (await owner.ok(listBillableAgreements, {})).map(({ id }) => id)
    expect([draft.billingEnd, (await ids()).includes(agreementId)]).toEqual([null, true])
    await endBilling(first)
    for (const { id } of [first, draft]) expect((await owner.ok(getBill, by(id))).billingEnd).toBe(end)
    expect(await ids()).not.toContain(agreementId)
  },
)

describe('a cancelled bill', () => {
  test('shows the entries that its lines were computed from, not a later edit', async () => {
    const typed = [{ head: 'FINE' as const, since: 500, note: 'No board at the site' }]
    const submitted = await newSubmitted(owner, (await newBillable(owner)).id, { typed, title: '1st and part bill' })
    const { id } = submitted
    await sendBack(id)
    await owner.ok(updateBill, {
      ...by(id),
      body: {
        title: null,
        kind: 'FINAL',
        billDate: '2026-07-31',
        uptoDate: '2026-07-30',
        workUpto: 9_00_000,
        variationUpto: 1_000,
        typed: [],
        comment: 'Not worth another try',
      },
    })
    await owner.ok(cancelBill, { ...by(id), body: { cancelReason: 'Taken into the next bill' } })
    const { title, kind, billDate, uptoDate, workUpto, variationUpto, claimed } = submitted
    expect(await owner.ok(getBill, by(id))).toMatchObject({
      status: 'CANCELLED',
      title,
      kind,
      billDate,
      uptoDate,
      workUpto,
      variationUpto,
      claimed,
      typed,
      comment: 'Not worth another try',
    })
  })
})
