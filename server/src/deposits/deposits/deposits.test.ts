import {
  createDeposit,
  type Deposit,
  deleteDeposit,
  depositStatuses,
  getDeposit,
  listDeposits,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { deleteContract } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { startSuite } from '../../testing/test-server.ts'
import { depositBody, newDeposit } from './deposits.factory.ts'

const everyField = {
  depositType: 'Performance security',
  instrumentNo: 'BG/2025/77 "A"',
  amount: 1234567.89,
  depositCreatedDate: '2025-02-28',
  depositSubmitedDate: '2025-03-01',
  bankAccountNo: '000123456789',
  bankName: 'State Bank of India',
  accountHolderName: "Asha O'Rao",
  bankAddress: 'M G Road, बेंगलुरु',
  status: 'PENDING_REFUND',
  comment: 'First line\nsecond line',
  depositeReturnedDate: '2025-12-31',
  depositTransferedOwnAcDate: '2026-01-01',
} as const

const { server, company, owner } = await startSuite()
const contractId = (await newContract(owner)).id

const read = (deposit: Deposit) =>
  owner.ok(getDeposit, { params: { contractId: deposit.contractId, depositId: deposit.id } })
const edit = (deposit: Deposit, body: object) =>
  owner.ok(updateDeposit, { params: { contractId: deposit.contractId, depositId: deposit.id }, body })
const refusedNew = (body: object) => owner.refused(createDeposit, { params: { contractId }, body })

test('each filter finds the deposits of a contract and none of another contract', async () => {
  const { id } = await newContract(owner)
  const created = await newDeposit(owner, id, everyField)
  await newDeposit(owner, id, { bankAccountNo: '555' })
  await newDeposit(owner, (await newContract(owner)).id, everyField)
  const found = async (query: object) =>
    (await owner.ok(listDeposits, { params: { contractId: id }, query })).map((deposit) => deposit.id)
  expect(await found({})).toHaveLength(2)
  for (const query of [
    { depositType: 'performance' },
    { instrumentNo: '77 "A"' },
    { bankName: 'bank of india' },
    { bankAccountNo: '12345' },
    { accountHolderName: "O'RAO" },
    { status: ['PENDING_REFUND', 'FORFEITED'] },
  ])
    expect(await found(query), JSON.stringify(query)).toEqual([created.id])
  expect(await found({ depositType: 'performance', bankAccountNo: '555' })).toEqual([])
})

describe('a new deposit', () => {
  test('stores every field under its wire name, misspelt names included [3.19 3.20]', async () => {
    const created = await newDeposit(owner, contractId, everyField)
    expect(created).toMatchObject({ ...everyField, contractId, createdBy: owner.userId, isDeleted: false })
    expect(await read(created)).toEqual(created)
  })

  test('is SUBMITTED without a status, and its other fields are empty, not missing', async () => {
    const { id, createdAt, updatedAt, ...rest } = await newDeposit(owner, contractId)
    expect(rest).toEqual({
      contractId,
      depositType: 'EMD',
      instrumentNo: 'DD440210',
      amount: 20_000,
      status: 'SUBMITTED',
      depositCreatedDate: null,
      depositSubmitedDate: null,
      bankAccountNo: null,
      bankName: null,
      accountHolderName: null,
      bankAddress: null,
      comment: null,
      depositeReturnedDate: null,
      depositTransferedOwnAcDate: null,
      instrumentId: null,
      purpose: 'EMD',
      officeId: null,
      ownerId: null,
      releaseBasis: null,
      releaseDays: null,
      fixedDueOn: null,
      acknowledgedOn: null,
      disputedOn: null,
      ownNextStep: null,
      ownNextOn: null,
      receivedAmount: 0,
      lostAmount: 0,
      carriedAmount: 0,
      openAmount: 20_000,
      createdBy: owner.userId,
      updatedBy: owner.userId,
      createdByName: owner.session.user.username,
      updatedByName: owner.session.user.username,
      isDeleted: false,
      deletedAt: null,
      deletedBy: null,
    })
    expect(createdAt).toBe(updatedAt)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['depositType', 'instrumentNo', 'amount'])('needs %s [5.19]', async (field) => {
    const { [field]: _, ...body } = depositBody() as Record<string, unknown>
    for (const broken of [body, { ...body, [field]: null }])
      expect(await refusedNew(broken)).toMatchObject({ status: 400, fields: [{ path: field }] })
  })

  test.each(['depositType', 'instrumentNo'])('does not take blanks for %s', async (field) => {
    expect(await refusedNew(depositBody({ [field]: '   ' }))).toMatchObject({ status: 400, fields: [{ path: field }] })
  })

  test.each([0, -1, -0.01, 10.001, 1e-7, 1e14, 99999999999999, '20000', '', null, true, [5], {}])(
    'refuses the amount %j',
    async (amount) => {
      expect(await refusedNew({ ...depositBody(), amount })).toMatchObject({
        status: 400,
        fields: [{ path: 'amount' }],
      })
    },
  )

  test.each([0.01, 0.1, 1.15, 9999999999999.99])('stores the amount %d to the paisa', async (amount) => {
    expect((await newDeposit(owner, contractId, { amount })).amount).toBe(amount)
  })

  test.each(depositStatuses)('can have the status %s', async (status) => {
    expect((await newDeposit(owner, contractId, { status })).status).toBe(status)
  })

  test.each([
    ['status', 'submitted'],
    ['status', ''],
    ['status', null],
    ['depositSubmitedDate', '2025-02-29'],
    ['depositSubmitedDate', '2025-02-28T00:00:00Z'],
    ['depositSubmitedDate', 20250228],
    ['comment', 'a\u0000b'],
    ['bankName', 'x'.repeat(201)],
    ['bankName', 7],
    ['depositSubmittedDate', '2025-02-28'],
    ['tenantId', newId()],
  ])('refuses %s %j and names it', async (field, value) => {
    expect(await refusedNew({ ...depositBody(), [field]: value })).toMatchObject({
      status: 400,
      fields: [{ path: field }],
    })
  })

  test('cannot have been returned before it was submitted', async () => {
    const body = depositBody({ depositSubmitedDate: '2025-05-02', depositeReturnedDate: '2025-05-01' })
    expect(await refusedNew(body)).toMatchObject({ status: 400, fields: [{ path: 'depositeReturnedDate' }] })
  })

  test('ignores fields that only the server sets', async () => {
    const [other, claimed] = [await newContract(owner), newId()]
    const stamps = { id: claimed, createdBy: claimed, updatedBy: claimed, deletedBy: claimed, isDeleted: true }
    const moment = '2001-01-01T00:00:00Z'
    const body = { ...depositBody(), ...stamps, contractId: other.id, createdAt: moment, deletedAt: moment }
    const created = await owner.ok(createDeposit, { params: { contractId }, body })
    expect(created.id).not.toBe(claimed)
    expect(created).toMatchObject({ contractId, createdBy: owner.userId, updatedBy: owner.userId, isDeleted: false })
    expect(created).toMatchObject({ deletedAt: null, deletedBy: null })
    expect(created.createdAt > '2020').toBe(true)
  })

  test('is stored once when it is sent twice with the same idempotency key', async () => {
    const contract = await newContract(owner)
    const input = { params: { contractId: contract.id }, body: depositBody() }
    const headers = { 'idempotency-key': newId() }
    const first = await owner.ok(createDeposit, input, headers)
    const again = await owner.ok(createDeposit, input, headers)
    expect(again).toEqual(first)
    expect(await owner.ok(listDeposits, { params: { contractId: contract.id } })).toEqual([first])
  })
})

test('the list of a contract has only its own deposits, newest first', async () => {
  const [contract, other] = [await newContract(owner), await newContract(owner)]
  const created: string[] = []
  for (let count = 0; count < 4; count += 1) {
    created.unshift((await newDeposit(owner, contract.id)).id)
    await newDeposit(owner, other.id)
  }
  const listed = await owner.ok(listDeposits, { params: { contractId: contract.id } })
  expect(listed.map((deposit) => deposit.id)).toEqual(created)
})

describe('an edit of a deposit', () => {
  test('changes the fields sent, keeps the fields left out, and clears null fields', async () => {
    const created = await newDeposit(owner, contractId, everyField)
    const edited = await edit(created, { amount: 5, bankName: null, comment: 'Refund asked for' })
    const { updatedAt, ...rest } = edited
    const { updatedAt: before, ...unchanged } = created
    expect(rest).toEqual({ ...unchanged, amount: 5, openAmount: 5, bankName: null, comment: 'Refund asked for' })
    expect(updatedAt > before).toBe(true)
    expect(await read(created)).toEqual(edited)
  })

  test('can send a stored deposit back whole', async () => {
    const created = await newDeposit(owner, contractId, everyField)
    const { updatedAt: _, ...sent } = created
    expect(await edit(created, created)).toMatchObject(sent)
  })

  test('never moves a deposit to another contract', async () => {
    const created = await newDeposit(owner, contractId)
    const other = await newContract(owner)
    expect(await edit(created, { contractId: other.id })).toMatchObject({ contractId })
    expect(await owner.ok(listDeposits, { params: { contractId: other.id } })).toEqual([])
  })

  test.each([{ depositType: null }, { instrumentNo: '' }, { amount: 0 }, { amount: null }, { status: null }])(
    'refuses %j and changes nothing',
    async (body) => {
      const created = await newDeposit(owner, contractId)
      const params = { contractId, depositId: created.id }
      const refusal = await owner.refused(updateDeposit, { params, body: { comment: 'Not kept', ...body } })
      expect(refusal).toMatchObject({ status: 400, fields: [{ path: Object.keys(body)[0] }] })
      expect(await read(created)).toEqual(created)
    },
  )

  test('of one day is checked against the other stored day', async () => {
    const created = await newDeposit(owner, contractId, { depositSubmitedDate: '2025-05-02' })
    const input = { params: { contractId, depositId: created.id }, body: { depositeReturnedDate: '2025-05-01' } }
    const refusal = await owner.refused(updateDeposit, input)
    expect(refusal).toMatchObject({ status: 400, fields: [{ path: 'depositeReturnedDate' }] })
  })

  test('of a deposit that somebody saved in between answers 412 and changes nothing', async () => {
    const created = await newDeposit(owner, contractId)
    const saved = await edit(created, { updatedAt: created.updatedAt, amount: 30_000 })
    const input = {
      params: { contractId, depositId: created.id },
      body: { updatedAt: created.updatedAt, amount: 40_000 },
    }
    expect((await owner.refused(updateDeposit, input)).status).toBe(412)
    expect(await read(created)).toEqual(saved)
    expect((await edit(created, { amount: 50_000 })).amount).toBe(50_000)
  })
})

describe('404', () => {
  test('is the answer to every call for a deleted deposit, which leaves the list', async () => {
    const contract = await newContract(owner)
    const created = await newDeposit(owner, contract.id)
    const params = { contractId: contract.id, depositId: created.id }
    await owner.ok(deleteDeposit, { params })
    for (const endpoint of [getDeposit, deleteDeposit])
      expect((await owner.refused(endpoint, { params })).status).toBe(404)
    expect((await owner.refused(updateDeposit, { params, body: { amount: 1 } })).status).toBe(404)
    expect(await owner.ok(listDeposits, { params: { contractId: contract.id } })).toEqual([])
  })

  test('is the answer for a deposit under another contract', async () => {
    const created = await newDeposit(owner, contractId)
    const params = { contractId: (await newContract(owner)).id, depositId: created.id }
    for (const endpoint of [getDeposit, deleteDeposit])
      expect((await owner.refused(endpoint, { params })).status).toBe(404)
    expect((await owner.refused(updateDeposit, { params, body: { amount: 1 } })).status).toBe(404)
    expect(await read(created)).toEqual(created)
  })

  test('is the answer to adding a deposit to a deleted contract and to listing its deposits', async () => {
    const contract = await newContract(owner)
    const params = { contractId: contract.id }
    await owner.ok(deleteContract, { params: { id: contract.id } })
    expect((await owner.refused(createDeposit, { params, body: depositBody() })).status).toBe(404)
    expect((await owner.refused(listDeposits, { params })).status).toBe(404)
  })
})

describe('deleting a contract', () => {
  test('is refused while it has deposits, and the refusal counts them', async () => {
    const contract = await newContract(owner)
    const params = { id: contract.id }
    const deposits = [await newDeposit(owner, contract.id), await newDeposit(owner, contract.id, { status: 'DRAFT' })]
    expect(await owner.refused(deleteContract, { params })).toMatchObject({
      status: 409,
      message: expect.stringContaining('2 deposits'),
    })
    for (const deposit of deposits)
      await owner.ok(deleteDeposit, { params: { contractId: contract.id, depositId: deposit.id } })
    await owner.ok(deleteContract, { params })
  })

  test('at the same moment as a deposit is added never leaves a deposit on a deleted contract', async () => {
    const outcomes = new Set<string>()
    for (let trial = 0; trial < 20; trial += 1) {
      const { id } = await newContract(owner)
      const remove = () => owner.sendCall(deleteContract, { params: { id } })
      const add = () => owner.sendCall(createDeposit, { params: { contractId: id }, body: depositBody() })
      const replies =
        trial % 2 ? await Promise.all([add(), remove()]) : (await Promise.all([remove(), add()])).toReversed()
      outcomes.add(replies.map((reply) => reply.status).join(' '))
    }
    expect([...outcomes].filter((outcome) => !['201 409', '404 204'].includes(outcome))).toEqual([])
    const orphans = await server.door.inTenant(company.id, null, (db) =>
      sql`select from security_deposits d join contracts c on c.id = d.contract_id
        where d.deleted_at is null and c.deleted_at is not null`.execute(db),
    )
    expect(orphans.rows).toHaveLength(0)
  })
})
