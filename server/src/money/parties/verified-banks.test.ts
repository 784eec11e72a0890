import type { CallInput } from '@plinth/api/kernel/client'
import {
  confirmPartyBank,
  deletePartyBank,
  filterParties,
  getParty,
  type Party,
  type PartyBank,
  updateParty,
} from '@plinth/api/money/parties'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilOthersWait } from '../../kernel/testing/lock-waits.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { digestOf, gstinOf, newBank, newParty, nextPan, verifyBank, wholeGstin } from './parties.factory.ts'

type Person = Client & { userId: string }
let server: TestServer
let company: Company
let clerk: Person
let other: Person
let third: Person
let reader: Person

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  clerk = await company.as()
  other = await company.as({ Payments: ['canView', 'canEdit'] })
  third = await company.as({ Payments: ['canView', 'canEdit'] })
  reader = await company.as({ Payments: ['canView', 'canReport', 'canCreate', 'canDelete'] })
})
afterAll(() => server.stop())

/** Of a deductor: a TAN stands in it. */
const deductors = (nth: string, state = '29') => ({ gstin: wholeGstin(`${state}BLRH0441${nth}A1D`) })
const pan = { first: nextPan(), second: nextPan() }
const supplier = () => ({ legalName: 'Hemavathi Steels', gstTreatment: 'REGULAR' as const })
const account = ({ banks }: Party): PartyBank => banks.at(-1) ?? expect.fail()
const read = async (id: string): Promise<PartyBank> => account(await clerk.ok(getParty, { params: { id } }))
type Edit = CallInput<typeof updateParty>['body']
const edit = (by: Client, id: string, body: Edit) => by.ok(updateParty, { params: { id }, body })
const refusedToVerify = (by: Client, id: string, bankId: string, digest: string | null) =>
  by.refused(confirmPartyBank, { params: { id, bankId }, body: { digest: digest ?? 'none' } })

/** A party whose account the clerk entered and another person verified. */
async function newVerified(given: Parameters<typeof newParty>[1] = {}) {
  const { id } = await newParty(clerk, { ...supplier(), ...given })
  const bank = account(await newBank(clerk, id))
  return { id, bankId: bank.id, bank: account(await verifyBank(other, id, bank.id)) }
}

const changes: [string, () => Promise<{ id: string; edit: Edit; field: string; before: string; after: string }>][] = [
  [
    'legal name',
    async () => {
      const { id } = await newVerified()
      return {
        id,
        edit: { legalName: 'Hemavathi Traders' },
        field: 'legalName',
        before: 'Hemavathi Steels',
        after: 'Hemavathi Traders',
      }
    },
  ],
  [
    'PAN',
    async () => {
      const [before, after] = [nextPan(), nextPan()]
      const { id } = await newVerified({ pan: before })
      return { id, edit: { pan: after }, field: 'pan', before, after }
    },
  ],
  [
    'GSTIN of another PAN',
    async () => {
      const [before, after] = [nextPan(), nextPan()]
      const { id } = await newVerified({ pan: before, gstins: [{ gstin: gstinOf(before) }] })
      const gstins = [{ gstin: gstinOf(after) }]
      return { id, edit: { pan: after, gstins }, field: 'pan', before, after }
    },
  ],
  [
    'TAN',
    async () => {
      const { id } = await newVerified({ tan: 'BLRH04417A' })
      return { id, edit: { tan: 'BLRH04418B' }, field: 'tan', before: 'BLRH04417A', after: 'BLRH04418B' }
    },
  ],
]

describe('a verified account', () => {
  test.each(changes)('waits once more after a change of the %s, and says who changed it', async (_, prepare) => {
    const { id, edit: body, field, before, after } = await prepare()
    const { waitingAccounts, banks } = await edit(clerk, id, body)
    expect(waitingAccounts).toBe(1)
    expect(banks[0]).toMatchObject({
      verifiedAt: null,
      verifiedBy: null,
      verifiedByName: null,
      lastVerifiedAt: expect.any(String),
      lastVerifiedByName: expect.any(String),
    })
    expect(banks[0]?.changesSince).toEqual([
      {
        field,
        before,
        after,
        changedAt: expect.any(String),
        changedBy: clerk.userId,
        changedByName: expect.any(String),
      },
    ])
    const listed = await clerk.ok(filterParties, { body: { quickFilters: ['TO_VERIFY'] } })
    expect(listed.content.map((party) => party.id)).toContain(id)
  })

  test('waits once more after a change of a GSTIN with a TAN in it, since no PAN binds that', async () => {
    const { id } = await newVerified({ gstTreatment: 'DEDUCTOR', gstins: [deductors('1')] })
    const changed = account(await edit(clerk, id, { gstins: [deductors('2')] }))
    expect(changed.verifiedAt).toBeNull()
    expect(changed.changesSince).toMatchObject([
      { field: 'gstin', before: null, after: deductors('2').gstin, changedBy: clerk.userId },
      { field: 'gstin', before: deductors('1').gstin, after: null, changedBy: clerk.userId },
    ])
  })

  test('stays verified through changes that leave name, PAN and TAN', async () => {
    const { id, bank } = await newVerified({ pan: pan.first, gstins: [{ gstin: gstinOf(pan.first) }] })
    const gstins = [{ gstin: gstinOf(pan.first) }, { gstin: gstinOf(pan.first, '27') }]
    const edited = await edit(clerk, id, {
      gstins,
      phone: '99005-22190',
      tradeName: 'Hemavathi',
      legalName: 'Hemavathi Steels',
    })
    expect(account(edited)).toEqual(bank)
  })

  test('stays verified when a deductor is registered in another State under its TAN, in place of the first too', async () => {
    const { id, bank } = await newVerified({ gstTreatment: 'DEDUCTOR', gstins: [deductors('3')] })
    expect(account(await edit(clerk, id, { gstins: [deductors('3'), deductors('3', '27')] }))).toEqual(bank)
    expect(account(await edit(clerk, id, { gstins: [deductors('3', '33')] }))).toEqual(bank)
  })

  test('stays unverified when the change is taken back', async () => {
    const { id } = await newVerified()
    await edit(clerk, id, { legalName: 'Hemavathi Traders' })
    const back = account(await edit(clerk, id, { legalName: 'Hemavathi Steels' }))
    expect(back.verifiedAt).toBeNull()
    expect(back.changesSince).toHaveLength(2)
  })

  test('is verified again by a person who neither entered it nor changed the party', async () => {
    const { id, bankId } = await newVerified()
    await edit(other, id, { legalName: 'Hemavathi Traders' })
    const { digest } = await read(id)
    expect(await refusedToVerify(other, id, bankId, digest)).toMatchObject({
      status: 409,
      message: 'You changed this party after the account was entered: another person must verify it.',
    })
    expect((await refusedToVerify(clerk, id, bankId, digest)).status).toBe(409)
    const again = account(await verifyBank(third, id, bankId))
    expect(again).toMatchObject({
      verifiedBy: third.userId,
      changesSince: [],
      lastVerifiedAt: null,
      lastVerifiedByName: null,
    })
    // What was changed before that has been seen.
    await edit(clerk, id, { legalName: 'Hemavathi Steels' })
    expect(account(await verifyBank(other, id, bankId)).verifiedBy).toBe(other.userId)
  })

  test('never becomes unverified by the server alone, or verified without what was seen', async () => {
    const { id, bankId } = await newVerified()
    const put = (set: string) =>
      server.door.inTenant(company.id, third.userId, (db) =>
        sql.raw(`update party_banks set ${set} where id = '${bankId}'`).execute(db),
      )
    const before = await read(id)
    await put('verified_at = null, verified_by = null, verified_digest = null')
    expect(await read(id)).toEqual(before)
    await expect(put(`verified_digest = 'another'`)).rejects.toThrow('changed since you looked')
    await edit(clerk, id, { legalName: 'Hemavathi Traders' })
    for (const digest of ['null', `'${before.digest}'`])
      await expect(put(`verified_at = now(), verified_digest = ${digest}`)).rejects.toThrow('changed since you looked')
    for (const column of ['last_verified_at', 'last_verified_by'])
      await expect(put(`${column} = null`)).rejects.toThrow('permission denied')
  })
})

describe('POST /parties/:id/banks/:bankId/verify', () => {
  const stale = { status: 412, code: 'stale', message: 'The party or the account changed since you looked' }

  test('answers 412 where the party is another one than the person saw', async () => {
    const { id } = await newParty(clerk, supplier())
    const { id: bankId, digest } = account(await newBank(clerk, id))
    await edit(clerk, id, { legalName: 'Hemavathi Traders' })
    expect(await refusedToVerify(other, id, bankId, digest)).toMatchObject(stale)
    expect((await read(id)).verifiedAt).toBeNull()
    await verifyBank(other, id, bankId)
    expect(await refusedToVerify(third, id, bankId, digest)).toMatchObject(stale)
  })

  test('answers 412 where what was seen is another account', async () => {
    const { id } = await newParty(clerk, supplier())
    const first = account(await newBank(clerk, id))
    const second = account(await newBank(clerk, id))
    expect(await refusedToVerify(other, id, second.id, first.digest)).toMatchObject(stale)
  })

  test('is open to a person who registered a deductor in another State under its TAN', async () => {
    const { id } = await newParty(clerk, { ...supplier(), gstTreatment: 'DEDUCTOR', gstins: [deductors('4')] })
    const { id: bankId } = account(await newBank(clerk, id))
    await edit(other, id, { gstins: [deductors('4'), deductors('4', '27')] })
    await edit(other, id, { gstins: [deductors('4', '27')] })
    expect((await read(id)).changesSince).toEqual([])
    expect(account(await verifyBank(other, id, bankId)).verifiedBy).toBe(other.userId)
  })

  test('is refused to whoever changed the party between entry and the first verification', async () => {
    const { id } = await newParty(clerk, supplier())
    const { id: bankId } = account(await newBank(clerk, id))
    await edit(other, id, { pan: pan.second })
    const { digest, changesSince: told } = await read(id)
    expect(told).toMatchObject([{ field: 'pan', before: null, after: pan.second, changedBy: other.userId }])
    expect((await refusedToVerify(other, id, bankId, digest)).status).toBe(409)
    expect(account(await verifyBank(third, id, bankId)).verifiedBy).toBe(third.userId)
  })

  test('a removal of an account waits for an edit of its party before it holds the account', async () => {
    const { id, bankId } = await newVerified()
    const [removed] = await server.door.inTenant(company.id, clerk.userId, async (db) => {
      await sql`select from parties where id = ${id} for update`.execute(db)
      const sent = clerk.sendCall(deletePartyBank, { params: { id, bankId } })
      await untilOthersWait(db)
      await sql`select from party_banks where id = ${bankId} for update nowait`.execute(db)
      return [sent]
    })
    expect((await removed)?.status).toBe(204)
  })

  test('never leaves an account verified of a party that changed at the same moment', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { id } = await newParty(clerk, supplier())
      const { id: bankId } = account(await newBank(clerk, id))
      const body = { digest: await digestOf(other, id, bankId) }
      const [verified] = await Promise.all([
        other.sendCall(confirmPartyBank, { params: { id, bankId }, body }),
        edit(clerk, id, { legalName: `Hemavathi Traders ${round}` }),
      ])
      expect([200, 412]).toContain(verified.status)
      expect((await read(id)).verifiedAt).toBeNull()
    }
  })
})

test('the digest of an account is for those who may read its number', async () => {
  const { id } = await newVerified()
  expect(account(await reader.ok(getParty, { params: { id } })).digest).toBeNull()
  expect(account(await other.ok(getParty, { params: { id } })).digest).toMatch(/^[\da-f]{64}$/)
})
