import { createDeposit } from '@plinth/api/deposits/deposits'
import { messageOf } from '@plinth/api/kernel/messages'
import {
  type Contract,
  contractStatuses,
  createContract,
  deleteContract,
  filterContracts,
  getContract,
  listContractStatusHistory,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { createProject, deleteProject } from '@plinth/api/works/projects'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { contractBody, newContract } from './contracts.factory.ts'

const everyField = {
  bidId: 'PWD/2025-26/101 "A"',
  contractName: 'Widening of SH-17',
  referenceNo: 'NIT-2025/003',
  description: 'First line\nsecond line',
  status: 'WORK_ORDER_ISSUED',
  paperCost: 1180.5,
  tenderActualValue: 9_999_999_999_999.99,
  tenderBidValue: 8_999_999_999_999.99,
  tenderBidPercentage: -10,
  contractType: 'Item rate',
  terminationReason: 'None',
  extensionCoun: 3,
  openingDate: '2024-02-29',
  closingDate: '2024-03-21',
  resultDate: '2024-04-01',
  draftingDate: '2024-04-02',
  submittedPaymentDate: '2024-04-03',
  awardedDate: '2024-04-04',
  aggreementDate: '2024-04-05',
  givenStartDate: '2024-05-01',
  givenEndDate: '2025-05-01',
  actualStartDate: '2024-05-02',
  actualEndDate: '2199-12-31',
  licenseId: 'LIC-01',
  licenseHolderName: "Asha O'Rao",
  licenseNo: 'KA/PWD/CL-I/2204',
  comments: 'None',
  contractMetadata: { department: 'PWD', lots: [1, 2, { deep: null }], 'ключ ☃': true },
} as const

const { server, company, owner } = await startSuite()

const get = (id: string) => owner.ok(getContract, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateContract, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateContract, { params: { id }, body })

describe('a new contract', () => {
  test('stores every field under its wire name, misspelt ones included [3.13 3.14 3.15]', async () => {
    const created = await owner.ok(createContract, {
      body: { ...everyField, contractMetadata: { ...everyField.contractMetadata } },
    })
    expect(created).toMatchObject({ ...everyField, createdBy: owner.userId, isDeleted: false, deletedAt: null })
    expect(await get(created.id)).toEqual(created)
  })

  test('is a draft without extensions, and its other fields are null, not missing [3.16 4.4 9.15]', async () => {
    const created = await owner.ok(createContract, { body: { contractName: '  Only a name  ' } })
    const { id, createdAt, updatedAt, createdBy, updatedBy, createdByName, updatedByName, ...rest } = created
    const { username } = owner.session.user
    expect([createdBy, updatedBy, createdByName, updatedByName]).toEqual([
      owner.userId,
      owner.userId,
      username,
      username,
    ])
    expect(updatedAt).toBe(createdAt)
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const empty = Object.fromEntries(Object.keys(rest).map((name) => [name, null]))
    expect(rest).toEqual({ ...empty, contractName: 'Only a name', status: 'DRAFT', extensionCoun: 0, isDeleted: false })
    expect(Object.keys(rest)).toEqual(expect.arrayContaining(Object.keys(everyField)))
  })

  test.each(contractStatuses)('may start as %s', async (status) => {
    expect((await newContract(owner, { status, bidId: null })).status).toBe(status)
  })

  test('ignores fields that only the server sets', async () => {
    const [id, moment] = [newId(), '2001-01-01T00:00:00Z']
    const claimed = {
      id,
      createdAt: moment,
      updatedAt: moment,
      createdBy: id,
      updatedBy: id,
      isDeleted: true,
      deletedAt: moment,
      deletedBy: id,
    }
    const created = await owner.ok(createContract, { body: { ...contractBody(), ...claimed } })
    expect(created).toMatchObject({ createdBy: owner.userId, isDeleted: false, deletedAt: null, deletedBy: null })
    expect(created.id).not.toBe(id)
    expect(created.createdAt).not.toContain('2001')
    const changed = await edit(created.id, { ...claimed, updatedAt: created.updatedAt })
    expect(changed).toMatchObject({
      id: created.id,
      createdBy: owner.userId,
      createdAt: created.createdAt,
      isDeleted: false,
    })
  })

  test.each([
    ['Devanagari', 'सड़क चौड़ीकरण — राज्य मार्ग १७'],
    ['emoji', '🏗️👷🏽‍♀️ family 👨‍👩‍👧'],
    ['right to left', 'عقد الطريق ‏(١٢)‏ עברית'],
    ['combining marks, composed and not', 'é e\u0301 ñ n\u0303'],
    ['quotes, tags and SQL', `'; drop table contracts; -- <b onclick="x">&amp;</b> \\ \${x} %s`],
    ['line breaks and tabs', 'a\r\nb\tc'],
  ])('returns %s as it was sent', async (_, text) => {
    const created = await newContract(owner, { contractName: text, comments: text, contractMetadata: { [text]: text } })
    const stored = await get(created.id)
    expect([stored.contractName, stored.comments]).toEqual([text, text])
    expect(stored.contractMetadata).toEqual({ [text]: text })
  })
})

describe('a bidId', () => {
  const duplicate = { status: 409, fields: [{ path: 'bidId', message: 'is already used by another contract' }] }

  test('is unique in a company, for creations and for edits', async () => {
    const [first, second] = [await newContract(owner, { bidId: newId() }), await newContract(owner, { bidId: newId() })]
    const { bidId } = first
    expect(await owner.refused(createContract, { body: contractBody({ bidId }) })).toMatchObject(duplicate)
    expect(await refusedEdit(second.id, { bidId })).toMatchObject(duplicate)
    expect((await edit(first.id, { bidId, comments: 'Its own' })).bidId).toBe(bidId)
  })

  test('sent twenty times at once is stored once', async () => {
    const bidId = newId()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => owner.sendCall(createContract, { body: contractBody({ bidId }) })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(19).fill(409)])
  })

  test('can be used again after its contract is deleted, and in another company', async () => {
    const bidId = newId()
    const first = await newContract(owner, { bidId })
    const stranger = await (await newCompany(server)).as()
    expect((await newContract(stranger, { bidId })).bidId).toBe(bidId)
    await owner.ok(deleteContract, { params: { id: first.id } })
    expect((await newContract(owner, { bidId })).bidId).toBe(bidId)
  })

  test.each([null, ''])('that is empty (%j) may be used by many contracts', async (bidId) => {
    await newContract(owner, { bidId })
    expect((await newContract(owner, { bidId })).bidId).toBe(bidId)
  })
})

describe('an edit of a contract', () => {
  test('changes the fields that are sent, empties those that are null and leaves the rest', async () => {
    const created = await newContract(owner, { ...everyField, bidId: newId(), contractMetadata: { a: 1 } })
    const changed = await edit(created.id, {
      contractName: 'Renamed',
      description: null,
      awardedDate: null,
      contractMetadata: null,
    })
    const { updatedAt, ...expected } = {
      ...created,
      contractName: 'Renamed',
      description: null,
      awardedDate: null,
      contractMetadata: null,
    }
    expect(changed).toMatchObject(expected)
    expect(changed.updatedAt > updatedAt).toBe(true)
    expect(await get(created.id)).toEqual(changed)
  })

  test('with the whole stored record changes nothing', async () => {
    const created = await newContract(owner, { ...everyField, bidId: newId(), contractMetadata: { a: 1 } })
    const saved = await edit(created.id, created)
    expect({ ...saved, updatedAt: created.updatedAt }).toEqual(created)
  })

  test('stores who made it', async () => {
    const created = await newContract(owner)
    const colleague = await company.as({ Contracts: ['canEdit'] })
    const changed = await colleague.ok(updateContract, { params: { id: created.id }, body: { comments: 'Seen' } })
    expect(changed).toMatchObject({ createdBy: owner.userId, updatedBy: colleague.userId })
  })

  test('based on an older state is refused and changes nothing; without a state the last one wins', async () => {
    const created = await newContract(owner)
    const first = await edit(created.id, { comments: 'first', updatedAt: created.updatedAt })
    const late = await refusedEdit(created.id, { comments: 'late', updatedAt: created.updatedAt })
    expect(late).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(created.id)).toEqual(first)
    expect((await edit(created.id, { comments: 'last' })).comments).toBe('last')
    expect((await edit(created.id, { comments: 'null is none', updatedAt: null })).comments).toBe('null is none')
  })

  test('by two people at once on the same state is saved once, and the other gets 412', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, updatedAt } = await newContract(owner)
      const replies = await Promise.all(
        ['a', 'b'].map((comments) => owner.sendCall(updateContract, { params: { id }, body: { comments, updatedAt } })),
      )
      expect(replies.map((reply) => reply.status).sort()).toEqual([200, 412])
      const saved: Contract = JSON.parse(replies.find((reply) => reply.status === 200)?.text ?? '')
      expect((await get(id)).comments).toBe(saved.comments)
    }
  })
})

describe('the status history of a contract', () => {
  const historyOf = (id: string) => owner.ok(listContractStatusHistory, { params: { id } })

  test('has an entry for every status, who set it and when, newest first', async () => {
    const created = await newContract(owner)
    const colleague = await company.as()
    const awarded = await colleague.ok(updateContract, { params: { id: created.id }, body: { status: 'AWARDED' } })
    await edit(created.id, { comments: 'no new status', status: 'AWARDED' })
    await edit(created.id, { status: 'DRAFT' })
    const history = await historyOf(created.id)
    expect(history.map(({ fromStatus, toStatus, changedBy }) => [fromStatus, toStatus, changedBy])).toEqual([
      ['AWARDED', 'DRAFT', owner.userId],
      ['DRAFT', 'AWARDED', colleague.userId],
      [null, 'DRAFT', owner.userId],
    ])
    expect(history.every((line) => line.changedByName?.startsWith('Person '))).toBe(true)
    const at = history.map((line) => line.changedAt)
    expect([...at].sort().reverse()).toEqual(at)
    expect(Math.abs(Date.parse(at[1] ?? '') - Date.parse(awarded.updatedAt))).toBeLessThan(1_000)
  })

  test('has no entry for an edit that was refused', async () => {
    const created = await newContract(owner)
    await edit(created.id, { comments: 'newer' })
    expect(await refusedEdit(created.id, { status: 'AWARDED', updatedAt: created.updatedAt })).toMatchObject({
      status: 412,
    })
    expect(await historyOf(created.id)).toHaveLength(1)
  })
})

describe('deleting a contract', () => {
  const refused = (id: string) => owner.refused(deleteContract, { params: { id } })

  test('is refused while it has deposits, and says how many [8.48]', async () => {
    const { id } = await newContract(owner)
    const body = { depositType: 'EMD', instrumentNo: 'DD1', amount: 5 }
    await owner.ok(createDeposit, { params: { contractId: id }, body })
    expect(await refused(id)).toMatchObject({
      status: 409,
      ...messageOf('It cannot be deleted: it still has {count} deposit', { count: 1 }),
    })
    await owner.ok(createDeposit, { params: { contractId: id }, body: { ...body, instrumentNo: 'DD2' } })
    expect(await refused(id)).toMatchObject({
      status: 409,
      ...messageOf('It cannot be deleted: it still has {count} deposits', { count: 2 }),
    })
    expect((await get(id)).isDeleted).toBe(false)
  })

  test('is refused while it has a project, and the project cannot be deleted either', async () => {
    const { id } = await newContract(owner, { status: 'AWARDED' })
    const project = await owner.ok(createProject, { body: { contractId: id } })
    expect(await refused(id)).toMatchObject({ status: 409, message: 'It cannot be deleted: it still has 1 project' })
    expect(await owner.refused(deleteProject, { params: { id: project.id } })).toMatchObject({ status: 409 })
  })

  test('makes every call on it answer 404', async () => {
    const { id, contractName } = await newContract(owner, { contractName: newId() })
    await owner.ok(deleteContract, { params: { id } })
    const notFound = { status: 404, message: 'Not found' }
    expect(await owner.refused(getContract, { params: { id } })).toMatchObject(notFound)
    expect(await refusedEdit(id, { comments: 'x' })).toMatchObject(notFound)
    expect(await refused(id)).toMatchObject(notFound)
    expect(await owner.refused(listContractStatusHistory, { params: { id } })).toMatchObject(notFound)
    expect(await owner.refused(createProject, { body: { contractId: id } })).toMatchObject(notFound)
    const body = { depositType: 'EMD', instrumentNo: 'DD1', amount: 5 }
    expect(await owner.refused(createDeposit, { params: { contractId: id }, body })).toMatchObject(notFound)
    expect((await owner.ok(filterContracts, { body: { contractName } })).totalElements).toBe(0)
  })

  test('and adding a deposit to it at the same moment never both succeed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newContract(owner)
      const body = { depositType: 'EMD', instrumentNo: 'DD1', amount: 5 }
      const replies = await Promise.all([
        owner.sendCall(createDeposit, { params: { contractId: id }, body }),
        owner.sendCall(deleteContract, { params: { id } }),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual(replies.map((reply) => reply.status))
    }
  })
})
