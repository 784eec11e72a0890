import { updateAgreement } from '@plinth/api/money/agreements'
import {
  createBillHead,
  createUsualBillHeads,
  deleteBillHead,
  getBillTerms,
  listBillHeads,
  updateBillHead,
} from '@plinth/api/money/bill-heads'
import { updateParty } from '@plinth/api/money/parties'
import { createStatutoryRule } from '@plinth/api/money/statutory-rules'
import { describe, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { isFreeMeanwhile } from '../../kernel/testing/held-rows.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newClientAgreement, newWorkOrder } from '../agreements/agreements.factory.ts'
import { gstinOf, newParty, nextPan } from '../parties/parties.factory.ts'
import { headBody, newHead } from './bill-heads.factory.ts'

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const ourGstin = '29AAECD4471P1Z1'
const fault = (status: number, path: string, message: string) => ({ status, fields: [{ path, message }] })
const signed = { status: 'ACTIVE', agreedOn: '2026-04-01', value: 50_00_000, siteState: '29', ourGstin } as const
const refusedAdd = (agreementId: string, overrides: object) =>
  owner.refused(createBillHead, { params: { agreementId }, body: { ...headBody(), ...overrides } })
const listOf = (agreementId: string) => owner.ok(listBillHeads, { params: { agreementId } })
const termsOf = (agreementId: string, day: string) =>
  owner.ok(getBillTerms, { params: { agreementId }, query: { day } })

test('writing a bill head locks its agreement before the head', async () => {
  const head = await newHead(owner, (await newClientAgreement(owner)).id)
  const admins = [await adminClient(inject('admin')), await adminClient(inject('admin'))] as const
  const rows = { held: { table: 'agreements', id: head.agreementId }, row: { table: 'bill_heads', id: head.id } }
  const params = { id: head.id }
  const writes = [
    () => owner.ok(updateBillHead, { params, body: { percent: 5 } }),
    () => owner.ok(deleteBillHead, { params }),
  ]
  for (const write of writes) expect(await isFreeMeanwhile(admins, rows, write)).toBe(true)
  for (const admin of admins) await admin.end()
})

describe('the heads of an agreement', () => {
  test('are listed in the order of the memorandum, the latest row of each first', async () => {
    const { id } = await newClientAgreement(owner)
    await newHead(owner, id, { head: 'CESS', ruleKind: 'BOCW_CESS_RATE', rounding: 'RUPEE' })
    await newHead(owner, id, { percent: 5, validFrom: '2026-04-01' })
    await newHead(owner, id, { percent: 2.1234, validFrom: '2026-10-01', comment: 'Letter of the department' })
    await newHead(owner, id, { head: 'GST', percent: 18 })
    expect((await listOf(id)).map(({ head, percent, ruleKind }) => [head, percent, ruleKind])).toEqual([
      ['GST', 18, null],
      ['RETENTION', 2.1234, null],
      ['RETENTION', 5, null],
      ['CESS', null, 'BOCW_CESS_RATE'],
    ])
    expect(await stranger.refused(listBillHeads, { params: { agreementId: id } })).toMatchObject({ status: 404 })
  })

  test.each([
    [{ percent: null }, 'percent', 'is required where no rule gives it'],
    [
      { head: 'GST', percent: 18, ruleKind: 'GST_RATE_WORKS', mode: null },
      'percent',
      'comes from the rule: leave one of the two empty',
    ],
    [{ percent: null, ruleKind: 'GST_RATE_WORKS' }, 'ruleKind', 'gives no percentage of this head'],
    [{ head: 'CESS', percent: null, ruleKind: 'GST_TDS', mode: null }, 'ruleKind', 'gives no percentage of this head'],
    [{ percent: 100.0001 }, 'percent', 'must be at most 100'],
    [{ percent: 2.50005 }, 'percent', 'must have at most 3 digits and 4 decimals'],
    [{ percent: -1 }, 'percent', 'must not be negative'],
    [{ capPercent: 0 }, 'capPercent', 'must be more than 0'],
    [{ capPercent: 5 }, 'capPercent', 'needs the agreed value: enter it in the agreement'],
    [{ head: 'GST', mode: null, capPercent: 5 }, 'capPercent', 'belongs to a retention'],
    [{ mode: null }, 'mode', 'is required of a retention'],
    [{ head: 'GST' }, 'mode', 'belongs to a retention'],
    [{ head: 'IT_TDS', mode: null }, 'base', 'is required of this head'],
    [{ head: 'IT_TDS', mode: null, base: 'LESS_RECOVERY' }, 'base', 'does not fit this head'],
    [{ head: 'GST_TDS', mode: null, base: 'INVOICE_NET' }, 'base', 'does not fit this head'],
    [{ base: 'TAXABLE' }, 'base', 'does not fit this head'],
    [{ head: 'GST', mode: null, rounding: 'RUPEE' }, 'rounding', 'of GST is to the paisa'],
  ])('reject %j with the field at fault', async (overrides, path, message) => {
    const { id } = await newClientAgreement(owner)
    expect(await refusedAdd(id, overrides)).toMatchObject(fault(400, path, message))
  })

  test('have one row per head and day; a deleted row frees its day', async () => {
    const { id } = await newClientAgreement(owner)
    const first = await newHead(owner, id)
    expect(await refusedAdd(id, { percent: 5 })).toMatchObject(
      fault(409, 'validFrom', 'already has a row of this head'),
    )
    await newHead(owner, id, { head: 'WITHHELD' })
    await owner.ok(deleteBillHead, { params: { id: first.id } })
    await newHead(owner, id)
  })

  test('check a changed rule against their head, which stays', async () => {
    const { id } = await newClientAgreement(owner)
    const head = await newHead(owner, id, { head: 'CESS', ruleKind: 'BOCW_CESS_RATE' })
    const params = { id: head.id }
    const refusal = await owner.refused(updateBillHead, { params, body: { ruleKind: 'GST_TDS' } })
    expect(refusal).toMatchObject(fault(400, 'ruleKind', 'gives no percentage of this head'))
    const changed = await owner.ok(updateBillHead, { params, body: { ruleKind: null, percent: 1.5 } })
    expect(changed).toMatchObject({ head: 'CESS', ruleKind: null, percent: 1.5 })
    const stale = await owner.refused(updateBillHead, { params, body: { percent: 1, updatedAt: head.updatedAt } })
    expect(stale).toMatchObject({ status: 412 })
  })

  test('with a cap prevent clearing the agreed value', async () => {
    const { id } = await newClientAgreement(owner, { value: 1_00_000 })
    const capped = await newHead(owner, id, { capPercent: 5 })
    const empty = { params: { id }, body: { value: null } }
    expect(await owner.refused(updateAgreement, empty)).toMatchObject(
      fault(409, 'value', 'is needed by the cap of the retention'),
    )
    await owner.ok(deleteBillHead, { params: { id: capped.id } })
    await owner.ok(updateAgreement, empty)
  })

  test('of a closed agreement cannot be added, changed or deleted', async () => {
    const { id } = await newClientAgreement(owner, signed)
    const head = await newHead(owner, id)
    for (const status of ['COMPLETED', 'CLOSED'] as const)
      await owner.ok(updateAgreement, { params: { id }, body: { status, completedOn: '2026-10-01' } })
    const closed = { status: 409, message: 'This agreement is closed and cannot be changed any more' }
    expect(await refusedAdd(id, { head: 'WITHHELD', mode: null })).toMatchObject(closed)
    expect(await owner.refused(updateBillHead, { params: { id: head.id }, body: { percent: 5 } })).toMatchObject(closed)
    expect(await owner.refused(deleteBillHead, { params: { id: head.id } })).toMatchObject(closed)
  })
})

describe("the company's GSTIN in an agreement", () => {
  test.each([
    ['29AAECD4471P1Z2', 'must end in 1: its check digit is wrong'],
    ['2AAECD4471P1Z1', 'has the form of no registration'],
  ])('%s is rejected', async (wrong, message) => {
    const { id } = await newClientAgreement(owner)
    const body = { ourGstin: wrong }
    expect(await owner.refused(updateAgreement, { params: { id }, body })).toMatchObject(
      fault(400, 'ourGstin', message),
    )
  })

  test('is checked by the database too', async () => {
    const { id } = await newClientAgreement(owner)
    const admin = await adminClient(inject('admin'))
    for (const [wrong, message] of [
      ['29AAECD4471P1Z2', 'has a wrong check digit'],
      ['2AAECD4471P1Z1', 'has the form of no registration'],
    ])
      await expect(admin.query(`update agreements set our_gstin = $2 where id = $1`, [id, wrong])).rejects.toThrow(
        message,
      )
    await admin.end()
  })
})

describe('the usual heads', () => {
  const usualOf = (id: string) => owner.ok(createUsualBillHeads, { params: { agreementId: id } })

  test('follow the statutory rules from the day of the agreement', async () => {
    const { id } = await newClientAgreement(owner, signed)
    const from = { validFrom: '2026-04-01', percent: null }
    expect(await usualOf(id)).toMatchObject([
      { head: 'GST', ruleKind: 'GST_RATE_WORKS', ...from },
      { head: 'IT_TDS', ruleKind: 'IT_TDS_CONTRACT_OTHER', base: 'TAXABLE', rounding: 'RUPEE', ...from },
      { head: 'GST_TDS', ruleKind: 'GST_TDS', base: 'TAXABLE', ...from },
      { head: 'CESS', ruleKind: 'BOCW_CESS_RATE', rounding: 'RUPEE', ...from },
    ])
  })

  test("have the rate for individuals if the PAN of the company is an individual's", async () => {
    const { id } = await newClientAgreement(owner, { ...signed, ourGstin: '29ABCPD4471P1ZA' })
    expect((await usualOf(id))[1]).toMatchObject({ head: 'IT_TDS', ruleKind: 'IT_TDS_CONTRACT_INDIVIDUAL' })
  })

  test('are rejected if the agreement has a head already, and for a work order', async () => {
    const { id } = await newClientAgreement(owner)
    await newHead(owner, id)
    const order = await newWorkOrder(owner)
    for (const agreementId of [id, order.id])
      expect(await owner.refused(createUsualBillHeads, { params: { agreementId } })).toMatchObject({ status: 409 })
  })
})

describe('the terms of bills', () => {
  test('contain the head rows, the statutory rules and the registrations of the day', async () => {
    const pan = nextPan()
    const party = await newParty(owner, {
      kinds: ['CLIENT'],
      gstTreatment: 'REGULAR',
      gstins: [
        { gstin: gstinOf(pan), heldUntil: '2026-06-30' },
        { gstin: gstinOf(pan, '07'), heldFrom: '2026-04-01' },
      ],
    })
    const { id } = await newClientAgreement(owner, { ...signed, partyId: party.id })
    await owner.ok(createUsualBillHeads, { params: { agreementId: id } })
    await newHead(owner, id, { percent: 5, validFrom: '2026-04-01' })
    await newHead(owner, id, { percent: 2.5, validFrom: '2026-07-01' })
    const june = await termsOf(id, '2026-06-30')
    expect(june).toMatchObject({ day: '2026-06-30', place: 'SAME_STATE', faults: [] })
    expect(june.terms).toMatchObject({ gst: { percent: '18' }, retention: { percent: '5' }, gstTds: { percent: '1' } })
    const july = await termsOf(id, '2026-07-01')
    expect(july.terms).toMatchObject({ retention: { percent: '2.5' }, gstTds: null })
    expect(july.sources).toContainEqual(
      expect.objectContaining({ head: 'GST_TDS', exception: 'CLIENT_OF_ANOTHER_STATE' }),
    )
    expect(july.sources.find(({ head }) => head === 'GST')).toMatchObject({
      validFrom: '2026-04-01',
      rules: [
        {
          kind: 'GST_RATE_WORKS',
          name: 'GST on works for government',
          sourceTitle: 'Notification 15/2025-Central Tax (Rate)',
          validFrom: '2025-09-22',
          waits: false,
        },
      ],
    })
  })

  test('follow a rule of the company for the State of the site', async () => {
    const { id } = await newClientAgreement(owner, { ...signed, siteState: '37' })
    await newHead(owner, id, { head: 'CESS', ruleKind: 'BOCW_CESS_RATE' })
    const body = { kind: 'BOCW_CESS_RATE' as const, validFrom: '2026-08-01', sourceTitle: 'Order of the State' }
    await owner.ok(createStatutoryRule, { body: { ...body, scope: 'IN-AP', value: { percent: 2 } } })
    await owner.ok(createStatutoryRule, { body: { ...body, scope: 'IN-KA', value: { percent: 3 } } })
    expect((await termsOf(id, '2026-07-31')).terms?.cess).toMatchObject({ percent: '1' })
    expect((await termsOf(id, '2026-08-01')).terms?.cess).toMatchObject({ percent: '2' })
  })

  test('of a work order include the tax year, and name the field that is missing', async () => {
    const pan = nextPan()
    const party = await newParty(owner, {
      kinds: ['SUBCONTRACTOR'],
      gstTreatment: 'REGULAR',
      gstins: [{ gstin: gstinOf(pan, '37') }],
    })
    const { id } = await newWorkOrder(owner, { ...signed, partyId: party.id })
    await newHead(owner, id, { head: 'GST', percent: 18 })
    await newHead(owner, id, { head: 'IT_TDS', ruleKind: 'IT_TDS_CONTRACT_OTHER' })
    const year = { singleLimit: '30000.00', yearLimit: '100000.00', credited: '0.00', deducted: '0.00' }
    const { terms } = await termsOf(id, '2026-11-25')
    expect(terms).toMatchObject({ gst: { kind: 'INTEGRATED' }, incomeTaxTds: { year } })
    await owner.ok(updateParty, { params: { id: party.id }, body: { gstins: [], gstTreatment: 'UNREGISTERED' } })
    expect(await termsOf(id, '2026-11-25')).toMatchObject({ terms: null, faults: [{ head: 'GST', path: 'partyId' }] })
  })
})
