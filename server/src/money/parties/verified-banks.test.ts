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

/** A GSTIN of a deductor, which contains a TAN. */
const deductorGstin = (nth: string, state = '29') => ({ gstin: wholeGstin(`${state}BLRH0441${nth}A1D`) })
const pan = { first: nextPan(), second: nextPan() }
const supplier = () => ({ legalName: 'Hemavathi Steels', gstTreatment: 'REGULAR' as const })
const account = ({ banks }: Party): PartyBank => banks.at(-1) ?? expect.fail()
const read = async (id: string): Promise<PartyBank> => account(await clerk.ok(getParty, { params: { id } }))
type Edit = CallInput<typeof updateParty>['body']
const edit = (by: Client, id: string, body: Edit) => by.ok(updateParty, { params: { id }, body })
const refusedToVerify = (by: Client, id: string, bankId: string, digest: string | null) =>
  by.refused(confirmPartyBank, { params: { id, bankId }, body: { digest: digest ?? 'none' } })

/** A party with an account that the clerk entered and another user verified. */
async function newVerified(overrides: Parameters<typeof newParty>[1] = {}) {
  const { id } = await newParty(clerk, { ...supplier(), ...overrides })
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
  test.each(changes)('becomes unverified after a change of the %s, and records who changed it', async (_, prepare) => {
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

  test('becomes unverified after a change of a GSTIN that contains a TAN, since no PAN protects it', async () => {
    const { id } = await newVerified({ gstTreatment: 'DEDUCTOR', gstins: [deductorGstin('1')] })
    const changed = account(await edit(clerk, id, { gstins: [deductorGstin('2')] }))
    expect(changed.verifiedAt).toBeNull()
    expect(changed.changesSince).toMatchObject([
      { field: 'gstin', before: null, after: deductorGstin('2').gstin, changedBy: clerk.userId },
      { field: 'gstin', before: deductorGstin('1').gstin, after: null, changedBy: clerk.userId },
    ])
  })

  test('stays verified after changes that leave name, PAN and TAN as they are', async () => {
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

  test('stays verified if a deductor adds a GSTIN of another State under its TAN, or replaces the first one with it', async () => {
    const { id, bank } = await newVerified({ gstTreatment: 'DEDUCTOR', gstins: [deductorGstin('3')] })
    expect(account(await edit(clerk, id, { gstins: [deductorGstin('3'), deductorGstin('3', '27')] }))).toEqual(bank)
    expect(account(await edit(clerk, id, { gstins: [deductorGstin('3', '33')] }))).toEqual(bank)
  })

  test('stays unverified if the change is reversed', async () => {
    const { id } = await newVerified()
    await edit(clerk, id, { legalName: 'Hemavathi Traders' })
    const back = account(await edit(clerk, id, { legalName: 'Hemavathi Steels' }))
    expect(back.verifiedAt).toBeNull()
    expect(back.changesSince).toHaveLength(2)
  })

  test('is verified again only by a user who neither entered it nor changed the party', async () => {
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
    // A verification covers all changes made before it.
    await edit(clerk, id, { legalName: 'Hemavathi Steels' })
    expect(account(await verifyBank(other, id, bankId)).verifiedBy).toBe(other.userId)
  })

  test('cannot be made unverified by SQL as the server, nor verified without the current digest', async () => {
    const { id, bankId } = await newVerified()
    const updateBank = (set: string) =>
      server.door.inTenant(company.id, third.userId, (db) =>
        sql.raw(`update party_banks set ${set} where id = '${bankId}'`).execute(db),
      )
    const before = await read(id)
    await updateBank('verified_at = null, verified_by = null, verified_digest = null')
    expect(await read(id)).toEqual(before)
    await expect(updateBank(`verified_digest = 'another'`)).rejects.toThrow('changed since you looked')
    await edit(clerk, id, { legalName: 'Hemavathi Traders' })
    for (const digest of ['null', `'${before.digest}'`])
      await expect(updateBank(`verified_at = now(), verified_digest = ${digest}`)).rejects.toThrow(
        'changed since you looked',
      )
    for (const column of ['last_verified_at', 'last_verified_by'])
      await expect(updateBank(`${column} = null`)).rejects.toThrow('permission denied')
  })
})

describe('POST /parties/:id/banks/:bankId/verify', () => {
  const stale = { status: 412, code: 'stale', message: 'The party or the account changed since you looked' }

  test('answers 412 if the party changed since the user saw it', async () => {
    const { id } = await newParty(clerk, supplier())
    const { id: bankId, digest } = account(await newBank(clerk, id))
    await edit(clerk, id, { legalName: 'Hemavathi Traders' })
    expect(await refusedToVerify(other, id, bankId, digest)).toMatchObject(stale)
    expect((await read(id)).verifiedAt).toBeNull()
    await verifyBank(other, id, bankId)
    expect(await refusedToVerify(third, id, bankId, digest)).toMatchObject(stale)
  })

  test('answers 412 for the digest of another account', async () => {
    const { id } = await newParty(clerk, supplier())
    const first = account(await newBank(clerk, id))
    const second = account(await newBank(clerk, id))
    expect(await refusedToVerify(other, id, second.id, first.digest)).toMatchObject(stale)
  })

  test("accepts a user who added a GSTIN of another State under a deductor's TAN", async () => {
    const { id } = await newParty(clerk, { ...supplier(), gstTreatment: 'DEDUCTOR', gstins: [deductorGstin('4')] })
    const { id: bankId } = account(await newBank(clerk, id))
    await edit(other, id, { gstins: [deductorGstin('4'), deductorGstin('4', '27')] })
    await edit(other, id, { gstins: [deductorGstin('4', '27')] })
    expect((await read(id)).changesSince).toEqual([])
    expect(account(await verifyBank(other, id, bankId)).verifiedBy).toBe(other.userId)
  })

  test('answers 409 to a user who changed the party between entry and first verification', async () => {
    const { id } = await newParty(clerk, supplier())
    const { id: bankId } = account(await newBank(clerk, id))
    await edit(other, id, { pan: pan.second })
    const { digest, changesSince: identityChanges } = await read(id)
    expect(identityChanges).toMatchObject([{ field: 'pan', before: null, after: pan.second, changedBy: other.userId }])
    expect((await refusedToVerify(other, id, bankId, digest)).status).toBe(409)
    expect(account(await verifyBank(third, id, bankId)).verifiedBy).toBe(third.userId)
  })

  test('deleting an account waits for an edit of its party before it locks the account', async () => {
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

  test('leaves no account verified if the party changes at the same time', async () => {
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

test('only users who may read account numbers get the digest of an account', async () => {
  const { id } = await newVerified()
  expect(account(await reader.ok(getParty, { params: { id } })).digest).toBeNull()
  expect(account(await other.ok(getParty, { params: { id } })).digest).toMatch(/^[\da-f]{64}$/)
})
