import {
  confirmPartyBank,
  createPartyBank,
  deletePartyBank,
  exportParties,
  getParty,
  type Party,
  type PartyBank,
} from '@plinth/api/money/parties'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { bankBody, digestOf, newBank, newParty, verifyBank as verify } from './parties.factory.ts'

type Person = Client & { userId: string }
let server: TestServer
let company: Company
let clerk: Person
let other: Person
let reader: Person

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  clerk = await company.as()
  other = await company.as({ Payments: ['canView', 'canEdit'] })
  reader = await company.as({ Payments: ['canView', 'canReport', 'canCreate', 'canDelete'] })
})
afterAll(() => server.stop())

const last = ({ banks }: Party): PartyBank => banks.at(-1) ?? expect.fail()
const refused = (id: string, overrides: object) =>
  clerk.refused(createPartyBank, { params: { id }, body: { ...bankBody(), ...overrides } })
const refusedToVerify = async (by: Client, id: string, bankId: string) =>
  by.refused(confirmPartyBank, { params: { id, bankId }, body: { digest: await digestOf(by, id, bankId) } })
const ownAccount = { status: 409, message: 'You entered this account yourself: another person must verify it.' }

test('an account is unverified until a user who did not enter it verifies it', async () => {
  const { id } = await newParty(clerk)
  const created = await newBank(clerk, id, {
    accountNo: '50100412345678',
    ifsc: ' hdfc0000412 ',
    holder: 'Sri Lakshmi',
  })
  expect(created.waitingAccounts).toBe(1)
  expect(last(created)).toMatchObject({
    accountNo: '50100412345678',
    accountEnds: '5678',
    ifsc: 'HDFC0000412',
    holder: 'Sri Lakshmi',
    createdBy: clerk.userId,
    verifiedAt: null,
    verifiedBy: null,
    verifiedByName: null,
  })
  const bankId = last(created).id
  expect(await refusedToVerify(clerk, id, bankId)).toMatchObject(ownAccount)
  expect(last(await clerk.ok(getParty, { params: { id } })).verifiedAt).toBeNull()
  const verified = await verify(other, id, bankId)
  expect(verified.waitingAccounts).toBe(0)
  expect(last(verified)).toMatchObject({ verifiedBy: other.userId, verifiedAt: expect.any(String) })
  // A second verification changes nothing.
  expect(last(await verify(other, id, bankId))).toEqual(last(verified))
  expect(last(await verify(clerk, id, bankId))).toEqual(last(verified))
})

test.each([
  ['accountNo', 'must be 6 to 18 digits', '12345'],
  ['accountNo', 'must be 6 to 18 digits', '12345678901234567X'],
  ['ifsc', 'has the form of no IFSC', 'HDFC1000412'],
  ['holder', 'is required', ''],
])('%s %s', async (path, message, value) => {
  const { id } = await newParty(clerk)
  expect(await refused(id, { [path]: value })).toMatchObject({ status: 400, fields: [{ path, message }] })
})

test('an account can be entered once per party, and again after it is deleted, when it is unverified again', async () => {
  const [{ id }, { id: otherParty }] = [await newParty(clerk), await newParty(clerk)]
  const body = bankBody()
  const bankId = last(await newBank(clerk, id, body)).id
  await verify(other, id, bankId)
  const message = 'is already an account of this party'
  expect(await refused(id, body)).toMatchObject({ status: 409, fields: [{ path: 'accountNo', message }] })
  await newBank(clerk, otherParty, body)
  await clerk.ok(deletePartyBank, { params: { id, bankId } })
  const again = await newBank(other, id, body)
  expect(again.banks).toHaveLength(1)
  expect(last(again)).toMatchObject({ verifiedAt: null, createdBy: other.userId })
})

test('an account can be verified and deleted only under its own party', async () => {
  const [{ id }, { id: otherParty }] = [await newParty(clerk), await newParty(clerk)]
  const { id: bankId, digest } = last(await newBank(clerk, id))
  const body = { digest: digest ?? 'none' }
  for (const params of [
    { id: otherParty, bankId },
    { id, bankId: newId() },
  ]) {
    expect((await other.refused(confirmPartyBank, { params, body })).status).toBe(404)
    expect((await clerk.refused(deletePartyBank, { params })).status).toBe(404)
  }
  expect((await clerk.refused(createPartyBank, { params: { id: newId() }, body: bankBody() })).status).toBe(404)
  await clerk.ok(deletePartyBank, { params: { id, bankId } })
  expect((await other.refused(confirmPartyBank, { params: { id, bankId }, body })).status).toBe(404)
})

test('a user who may not edit payments reads only the last four digits, in every answer', async () => {
  const { id, legalName } = await newParty(clerk)
  const { accountNo } = last(await newBank(clerk, id))
  const fullNumber = accountNo ?? expect.fail()
  const seen = await reader.ok(getParty, { params: { id } })
  expect(last(seen)).toMatchObject({ accountNo: null, accountEnds: fullNumber.slice(-4) })
  expect(last(await other.ok(getParty, { params: { id } })).accountNo).toBe(fullNumber)
  expect((await reader.refused(createPartyBank, { params: { id }, body: bankBody() })).status).toBe(403)
  const sheet = await reader.sendCall(exportParties, {
    body: {
      legalName,
      format: 'csv',
      columns: ['legalName', 'gstin', 'waitingAccounts'].map((field) => ({ field, label: field })),
    },
  })
  expect(sheet.text).toContain(legalName)
  expect(sheet.text).not.toContain(fullNumber)
  const trail = await clerk.ok(filterAuditTrail, { body: { recordType: ['party_banks'] } })
  expect(trail.content[0]?.changes).toMatchObject({ ifsc: 'HDFC0000412' })
  expect(JSON.stringify(trail)).not.toContain(fullNumber)
})

test("the database allows no change of an account's number, IFSC and holder, and no user to verify an account they entered", async () => {
  const { id } = await newParty(clerk)
  const { id: bankId, digest } = last(await newBank(clerk, id))
  const updateBank = (by: string | null, set: string) =>
    server.door.inTenant(company.id, by, (db) =>
      sql.raw(`update party_banks set ${set} where id = '${bankId}'`).execute(db),
    )
  for (const set of [`account_no = '999999'`, `ifsc = 'SBIN0000001'`, `holder = 'Another'`, `created_by = null`])
    await expect(updateBank(clerk.userId, set)).rejects.toThrow('permission denied')
  const now = `verified_at = now(), verified_digest = '${digest}'`
  for (const by of [clerk.userId, null])
    await expect(updateBank(by, `${now}, verified_by = '${other.userId}'`)).rejects.toThrow(ownAccount.message)
  await updateBank(other.userId, `${now}, verified_by = '${clerk.userId}'`)
  expect(last(await clerk.ok(getParty, { params: { id } })).verifiedBy).toBe(other.userId)
  await updateBank(clerk.userId, 'verified_at = null, verified_by = null')
  expect(last(await clerk.ok(getParty, { params: { id } })).verifiedBy).toBe(other.userId)
})
