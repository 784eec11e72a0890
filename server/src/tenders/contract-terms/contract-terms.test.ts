import { deleteUser } from '@plinth/api/access/users'
import { listDepositOwners } from '@plinth/api/deposits/deposit-releases'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { getContractTerms, updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { deleteContract } from '@plinth/api/tenders/contracts'
import { describe, expect, test } from 'vitest'
import { newUser } from '../../access/users/users.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newContract } from '../contracts/contracts.factory.ts'
import { setTerms } from './contract-terms.factory.ts'

const everyTerm = {
  bidValidityDays: 120,
  bidValidUntil: '2026-09-30',
  emdAmount: 2_50_000,
  psPercent: 5,
  psDays: 15,
  psValidBeyondDays: 60,
  sdPercent: 2.5,
  sdCapPercent: 5,
  agreementDays: 14,
  dlpMonths: 24,
  dlpEndsOn: '2028-12-31',
  completedOn: '2026-12-31',
  finalBillOn: '2027-03-31',
  refundClause: 'Clause 17.1: fourteen days after the end of the defect liability period',
}
const empty = Object.fromEntries(Object.keys(everyTerm).map((name) => [name, null]))

const { server, company, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const get = (id: string) => owner.ok(getContractTerms, { params: { id } })
const refused = (id: string, body: object) => owner.refused(updateContractTerms, { params: { id }, body })

test('terms that nobody entered are empty, and have no time of change', async () => {
  const { id } = await newContract(owner)
  expect(await get(id)).toMatchObject({
    ...empty,
    contractId: id,
    ownerId: null,
    ownerName: null,
    dlpEnd: null,
    createdAt: null,
    updatedAt: null,
  })
})

test('the first terms are stored with every field, and a later edit changes only the fields that are sent', async () => {
  const { id } = await newContract(owner)
  const person = await newUser(owner)
  const stored = await setTerms(owner, id, { ...everyTerm, ownerId: person.id })
  expect(stored).toMatchObject({
    ...everyTerm,
    contractId: id,
    ownerId: person.id,
    ownerName: person.username,
    createdBy: owner.userId,
  })
  expect(await get(id)).toEqual(stored)
  const changed = await setTerms(owner, id, { ...stored, psPercent: 3, refundClause: null, ownerId: null })
  const left = { ...everyTerm, psPercent: 3, refundClause: null, ownerId: null, ownerName: null }
  expect(changed).toMatchObject(left)
  expect(changed.updatedAt).not.toBe(stored.updatedAt)
  await setTerms(owner, id, { dlpMonths: 36 })
  expect(await get(id)).toMatchObject({ ...left, dlpMonths: 36 })
})

const days = ['bidValidUntil', 'dlpEndsOn', 'completedOn', 'finalBillOn']
const percentages = ['psPercent', 'sdPercent', 'sdCapPercent']
const counts = { bidValidityDays: 1000, psDays: 365, psValidBeyondDays: 1000, agreementDays: 365, dlpMonths: 120 }

test.each([
  ...Object.entries(counts).flatMap(([name, most]): [string, string, unknown][] => [
    [name, 'must not be negative', -1],
    [name, `must be at most ${most}`, most + 1],
    [name, 'must be a whole number', 1.5],
  ]),
  ...percentages.flatMap((name): [string, string, unknown][] => [
    [name, 'must not be negative', -0.01],
    [name, 'must be at most 100', 100.01],
  ]),
  ...days.map((name): [string, string, unknown] => [name, 'must be a day written YYYY-MM-DD', '31.02.2026']),
  ['emdAmount', 'must not be negative', -1],
  ['refundClause', 'must be at most 500 characters', 'x'.repeat(501)],
])('%s %s', async (path, message, value) => {
  const { id } = await newContract(owner)
  expect(await refused(id, { [path]: value })).toMatchObject({ status: 400, fields: [{ path, message }] })
  expect((await get(id)).updatedAt).toBeNull()
})

test.each(Object.entries(counts))('%s may be 0 and %i', async (name, most) => {
  const { id } = await newContract(owner)
  for (const value of [0, most]) expect(await setTerms(owner, id, { [name]: value })).toMatchObject({ [name]: value })
})

describe('the end of defect liability', () => {
  const month31 = { actualStartDate: '2025-01-01', actualEndDate: '2026-08-31' }

  test.each([
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-08-31', 0, '2026-08-31'],
    ['2028-02-29', 12, '2029-02-28'],
  ])('after a completion on %s and %i months is %s', async (completedOn, dlpMonths, dlpEnd) => {
    const { id } = await newContract(owner)
    expect(await setTerms(owner, id, { completedOn, dlpMonths })).toMatchObject({ dlpEnd, dlpEndsOn: null })
    expect((await get(id)).dlpEnd).toBe(dlpEnd)
  })

  test('is counted from the actual end of the contract, unless the terms contain another completion or the end itself', async () => {
    const { id } = await newContract(owner, month31)
    expect((await setTerms(owner, id, { dlpMonths: 6 })).dlpEnd).toBe('2027-02-28')
    expect((await setTerms(owner, id, { completedOn: '2026-07-15' })).dlpEnd).toBe('2027-01-15')
    expect((await setTerms(owner, id, { dlpEndsOn: '2026-12-01' })).dlpEnd).toBe('2026-12-01')
  })

  test('is unknown without a completion or without months', async () => {
    const [open, ended] = [await newContract(owner), await newContract(owner, month31)]
    expect((await setTerms(owner, open.id, { dlpMonths: 12 })).dlpEnd).toBeNull()
    expect((await setTerms(owner, ended.id, { psPercent: 5 })).dlpEnd).toBeNull()
  })

  test('must not be before the completion, whether both are sent or one is stored', async () => {
    const { id } = await newContract(owner)
    const early = {
      status: 400,
      fields: [{ path: 'dlpEndsOn', message: expect.stringMatching('must not be before') }],
    }
    expect(await refused(id, { completedOn: '2026-08-31', dlpEndsOn: '2026-08-30' })).toMatchObject(early)
    await setTerms(owner, id, { completedOn: '2026-08-31', dlpEndsOn: '2026-08-31' })
    expect(await refused(id, { dlpEndsOn: '2026-08-30' })).toMatchObject(early)
    expect(await refused(id, { completedOn: '2026-09-01' })).toMatchObject(early)
  })
})

describe('the owner of the deposits', () => {
  const unknown = { status: 400, fields: [{ path: 'ownerId', message: 'must be a person of your company' }] }

  test('must be an existing person of the company, in the first terms and in an edit', async () => {
    const { id } = await newContract(owner)
    const deletedId = await newUser(owner)
    await owner.ok(deleteUser, { params: { id: deletedId.id } })
    const strangers = [newId(), deletedId.id, stranger.userId]
    for (const ownerId of strangers) expect(await refused(id, { ownerId })).toMatchObject(unknown)
    await setTerms(owner, id)
    for (const ownerId of strangers) expect(await refused(id, { ownerId })).toMatchObject(unknown)
  })

  test('stays named after leaving the company while other terms change', async () => {
    const { id } = await newContract(owner)
    const person = await newUser(owner)
    const stored = await setTerms(owner, id, { ownerId: person.id })
    await owner.ok(deleteUser, { params: { id: person.id } })
    expect(await setTerms(owner, id, { ...stored, dlpMonths: 12 })).toMatchObject({
      ownerId: person.id,
      ownerName: person.username,
    })
  })

  test('is chosen from the people who may view contracts', async () => {
    const [viewer, other] = [await company.as({ Contracts: ['canView'] }), await company.as({ Projects: ['canView'] })]
    const ids = (await viewer.ok(listDepositOwners, {})).map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([owner.userId, viewer.userId]))
    expect(ids).not.toContain(other.userId)
    expect(ids).not.toContain(stranger.userId)
  })
})

describe('an edit of the terms', () => {
  const stale = { status: 412, code: 'stale' }

  test('based on an older state is refused and changes nothing', async () => {
    const { id } = await newContract(owner)
    const stored = await setTerms(owner, id, { psPercent: 5 })
    const theirs = await setTerms(owner, id, { ...stored, psPercent: 3 })
    expect(await refused(id, { ...stored, psPercent: 10 })).toMatchObject(stale)
    expect(await get(id)).toEqual(theirs)
  })

  test('based on empty terms is refused after somebody entered some', async () => {
    const { id } = await newContract(owner)
    const blank = await get(id)
    const theirs = await setTerms(owner, id, { ...blank, psPercent: 3 })
    expect(await refused(id, { ...blank, psPercent: 10 })).toMatchObject(stale)
    expect(await get(id)).toEqual(theirs)
  })

  test('sent as the first one by two people at once is stored once, and the other gets 409 or 412', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await newContract(owner)
      const replies = await Promise.all(
        [3, 5].map((psPercent) =>
          owner.sendCall(updateContractTerms, { params: { id }, body: { psPercent, updatedAt: null } }),
        ),
      )
      const [first, other] = replies.toSorted((one, two) => one.status - two.status)
      expect(first?.status).toBe(200)
      expect([409, 412]).toContain(other?.status)
      expect((await get(id)).psPercent).toBe(JSON.parse(first?.text ?? '').psPercent)
    }
  })
})

test('the terms of a contract that is unknown, deleted or of another company answer 404', async () => {
  const { id: deletedId } = await newContract(owner)
  await owner.ok(deleteContract, { params: { id: deletedId } })
  const { id: foreign } = await newContract(stranger)
  await setTerms(stranger, foreign, { psPercent: 5 })
  for (const id of [newId(), deletedId, foreign]) {
    expect((await owner.refused(getContractTerms, { params: { id } })).status).toBe(404)
    expect((await refused(id, { psPercent: 10 })).status).toBe(404)
  }
  expect(await stranger.ok(getContractTerms, { params: { id: foreign } })).toMatchObject({ psPercent: 5 })
})

test('a person who may only view contracts can read the terms, but not change them', async () => {
  const { id } = await newContract(owner)
  await setTerms(owner, id, { psPercent: 5 })
  const viewer = await company.as({ Contracts: ['canView'] })
  expect((await viewer.ok(getContractTerms, { params: { id } })).psPercent).toBe(5)
  const body = { psPercent: 10 }
  expect((await viewer.refused(updateContractTerms, { params: { id }, body })).status).toBe(403)
})

test('the audit trail names the contract of the terms and the changed fields', async () => {
  const { id, contractName } = await newContract(owner)
  await setTerms(owner, id, { dlpMonths: 12 })
  await setTerms(owner, id, { dlpMonths: 24 })
  const { content } = await owner.ok(filterAuditTrail, { body: { recordType: ['contract_terms'] } })
  expect(content.slice(0, 2)).toMatchObject([
    { action: 'CHANGED', recordName: contractName, changes: { dlp_months: [12, 24] } },
    { action: 'CREATED', recordName: contractName, changes: { contract_id: id, dlp_months: 12 } },
  ])
})
