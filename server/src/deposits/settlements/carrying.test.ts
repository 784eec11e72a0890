import {
  type Deposit,
  deleteDeposit,
  filterDeposits,
  getDeposit,
  listDepositGroups,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { addSettlement, cancelSettlement, listSettlements, type Settlement } from '@plinth/api/deposits/settlements'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { faultsOf, newSettlement, settlementBody } from './settlements.factory.ts'

let server: TestServer
let admin: pg.Client
let owner: Client & { userId: string }
let tenantId: string
let contractId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})
beforeEach(async () => {
  const company = await newCompany(server)
  tenantId = company.id
  owner = await company.as()
  contractId = (await newContract(owner)).id
})

const deposit = (amount: number, overrides: Partial<Deposit> = {}) =>
  newDeposit(owner, contractId, { amount, instrumentNo: newId(), ...overrides })
const params = ({ id }: Pick<Deposit, 'id'>) => ({ contractId, depositId: id })
const read = (deposit: Pick<Deposit, 'id'>) => owner.ok(getDeposit, { params: params(deposit) })
const carrying = (amount: number, into: Pick<Deposit, 'id'>) =>
  settlementBody({ kind: 'CARRIED', amount, intoDepositId: into.id })
const carry = (source: Deposit, amount: number, into: Pick<Deposit, 'id'>) =>
  newSettlement(owner, source, carrying(amount, into))
const carryRefused = (source: Deposit, amount: number, into: Pick<Deposit, 'id'>) =>
  owner.refused(addSettlement, { params: params(source), body: carrying(amount, into) })
const cancel = ({ id, depositId }: Settlement) =>
  owner.ok(cancelSettlement, { params: { contractId, depositId, settlementId: id }, body: {} })
const edit = (deposit: Deposit, body: Partial<Deposit>) => ({ params: params(deposit), body })
const total = async () => (await owner.ok(getKpis, { body: {} })).total_security_deposit
const expectSound = async () => expect(await faultsOf(admin, tenantId)).toEqual([])

test('carried money counts once in the register and its groups', async () => {
  const [emd, sd] = [await deposit(50), await deposit(80, { depositType: 'SD' })]
  await carry(emd, 50, sd)
  expect((await owner.ok(filterDeposits, { body: {} })).total).toBe(80)
  const { groups } = await owner.ok(listDepositGroups, { body: { by: 'contractStatus' } })
  expect(groups.map(({ amounts }) => amounts['amount'])).toEqual([80])
  expect(await total()).toBe(80)
})

describe('carrying into a deposit with less room', () => {
  test('is refused for ₹50,000 into ₹30,000, and stored for ₹30,000', async () => {
    const [emd, sd] = [await deposit(50_000), await deposit(30_000)]
    expect(await carryRefused(emd, 50_000, sd)).toMatchObject({
      status: 409,
      message: 'Only ₹30,000.00 fits into that deposit',
      fields: [{ path: 'amount' }],
    })
    expect(await total()).toBe(80_000)
    await carry(emd, 30_000, sd)
    expect(await read(emd)).toMatchObject({ status: 'SUBMITTED', carriedAmount: 30_000, openAmount: 20_000 })
    expect(await total()).toBe(50_000)
    await expectSound()
  })

  test('counts amounts that were carried there before and those that came back from it', async () => {
    const [emd, other, sd] = [await deposit(100), await deposit(100), await deposit(100)]
    await carry(emd, 60, sd)
    expect(await carryRefused(other, 40.01, sd)).toMatchObject({ message: 'Only ₹40.00 fits into that deposit' })
    await carry(other, 40, sd)
    expect(await carryRefused(other, 1, sd)).toMatchObject({
      status: 409,
      message: 'Nothing more fits into that deposit',
      fields: [{ path: 'intoDepositId' }],
    })
    const half = await deposit(100)
    await newSettlement(owner, half, { amount: 95 })
    expect(await carryRefused(other, 5.01, half)).toMatchObject({ message: 'Only ₹5.00 fits into that deposit' })
    await carry(other, 5, half)
    await expectSound()
  })

  test.each(['DRAFT', 'REJECTED', 'CANCELLED'] as const)('is refused for a target in status %s', async (status) => {
    const [emd, sd] = [await deposit(100), await deposit(100, { status })]
    expect(await carryRefused(emd, 10, sd)).toMatchObject({
      status: 409,
      message: 'That deposit was not paid: change its status first, or choose another one',
      fields: [{ path: 'intoDepositId' }],
    })
  })

  test('is refused for a deleted target', async () => {
    const [emd, sd] = [await deposit(100), await deposit(100)]
    await owner.ok(deleteDeposit, { params: params(sd) })
    expect(await carryRefused(emd, 10, sd)).toMatchObject({ status: 400, fields: [{ path: 'intoDepositId' }] })
  })
})

describe('a carried amount', () => {
  test('must be cancelled before its target can be deleted, set to an unpaid status, or made too small', async () => {
    const [emd, sd] = [await deposit(50), await deposit(80)]
    const carried = await carry(emd, 50, sd)
    expect(await owner.refused(deleteDeposit, { params: params(sd) })).toMatchObject({
      status: 409,
      message: 'It cannot be deleted: take back first what was carried into or out of this deposit',
    })
    for (const status of ['DRAFT', 'REJECTED', 'CANCELLED'] as const)
      expect(await owner.refused(updateDeposit, edit(sd, { status }))).toMatchObject({
        status: 409,
        message: 'Take back first what was carried into this deposit',
        fields: [{ path: 'status' }],
      })
    expect(await owner.refused(updateDeposit, edit(sd, { amount: 49.99 }))).toMatchObject({
      status: 409,
      message: 'amount is less than what was carried into this deposit',
      fields: [{ path: 'amount' }],
    })
    await owner.ok(updateDeposit, edit(sd, { amount: 50 }))
    expect(await total()).toBe(50)
    await expectSound()
    await cancel(carried)
    await owner.ok(updateDeposit, edit(sd, { amount: 1, status: 'CANCELLED' }))
    await owner.ok(deleteDeposit, { params: params(sd) })
    expect(await total()).toBe(50)
    await expectSound()
  })

  test('must be cancelled before its source can be deleted or set to an unpaid status', async () => {
    const [emd, sd] = [await deposit(50), await deposit(80)]
    const carried = await carry(emd, 20, sd)
    expect(await owner.refused(deleteDeposit, { params: params(emd) })).toMatchObject({ status: 409 })
    for (const status of ['DRAFT', 'REJECTED', 'CANCELLED'] as const)
      expect(await owner.refused(updateDeposit, edit(emd, { status }))).toMatchObject({
        status: 409,
        message: 'Cancel the receipts of this deposit first',
      })
    await cancel(carried)
    await owner.ok(updateDeposit, edit(emd, { status: 'CANCELLED' }))
    await owner.ok(deleteDeposit, { params: params(emd) })
    await expectSound()
  })

  test('counts once, as received, when its target comes back', async () => {
    const [emd, sd] = [await deposit(50), await deposit(80)]
    await carry(emd, 50, sd)
    await owner.ok(updateDeposit, edit(sd, { status: 'REFUNDED' }))
    expect(await owner.ok(getKpis, { body: {} })).toMatchObject({ total_security_deposit: 80, total_refunded: 80 })
    await expectSound()
  })
})

test('a partly received deposit cannot be set to CANCELLED, REJECTED or DRAFT', async () => {
  const emd = await deposit(50)
  const part = await newSettlement(owner, emd, { amount: 20 })
  for (const status of ['DRAFT', 'REJECTED', 'CANCELLED'] as const)
    expect(await owner.refused(updateDeposit, edit(emd, { status }))).toMatchObject({
      status: 409,
      message: 'Cancel the receipts of this deposit first',
      fields: [{ path: 'status' }],
    })
  expect(await owner.ok(getKpis, { body: {} })).toMatchObject({ total_refunded: 20 })
  await cancel(part)
  await owner.ok(updateDeposit, edit(emd, { status: 'CANCELLED' }))
})

test('an edit of the amount is refused if it leaves nothing open, and stored if it leaves a paisa open', async () => {
  const [emd, carried, sd] = [await deposit(50), await deposit(50), await deposit(80)]
  await newSettlement(owner, emd, { amount: 20 })
  await carry(carried, 20, sd)
  for (const settled of [emd, carried]) {
    expect(await owner.refused(updateDeposit, edit(settled, { amount: 20 }))).toMatchObject({
      status: 409,
      message: 'Cancel the receipts of this deposit first',
      fields: [{ path: 'amount' }],
    })
    await owner.ok(updateDeposit, edit(settled, { amount: 20.01 }))
    expect(await read(settled)).toMatchObject({ status: 'SUBMITTED', openAmount: 0.01 })
  }
  await expectSound()
})

describe('cancelling a carried amount of a deposit whose status settled the rest', () => {
  test.each([
    ['REFUNDED', { kind: 'RECEIVED', reason: 'By the status of the deposit' }, { receivedAmount: 40, lostAmount: 0 }],
    ['FORFEITED', { kind: 'FORFEITED', reason: 'By the status of the deposit' }, { receivedAmount: 0, lostAmount: 40 }],
  ] as const)('keeps the rest settled when the status was %s', async (status, settlement, sums) => {
    const [emd, sd] = [await deposit(100), await deposit(100)]
    const carried = await carry(emd, 60, sd)
    await owner.ok(updateDeposit, edit(emd, { status, depositeReturnedDate: '2026-04-30' }))
    await cancel(carried)
    expect(await read(emd)).toMatchObject({ status: 'SUBMITTED', carriedAmount: 0, openAmount: 60, ...sums })
    const rest = (await owner.ok(listSettlements, { params: params(emd) })).find(({ amount }) => amount === 40)
    if (!rest) throw new Error('the rest is not settled')
    expect(rest).toMatchObject({ ...settlement, source: 'ENTERED', settledOn: '2026-04-30', cancelledAt: null })
    await expectSound()
    await cancel(rest)
    expect(await read(emd)).toMatchObject({ status: 'SUBMITTED', openAmount: 100 })
    await expectSound()
  })

  test('opens the deposit as SUBMITTED when it had been CANCELLED before, with a second carried amount left', async () => {
    const [emd, one, two] = [await deposit(100), await deposit(100), await deposit(100)]
    const [first, second] = [await carry(emd, 30, one), await carry(emd, 20, two)]
    await owner.ok(updateDeposit, edit(emd, { status: 'REFUNDED' }))
    // An earlier release allowed a partly settled deposit to be set to CANCELLED.
    await admin.query(
      `update status_changes set from_status = 'CANCELLED' where record_id = $1 and to_status = 'REFUNDED'`,
      [emd.id],
    )
    await cancel(first)
    expect(await read(emd)).toMatchObject({
      status: 'SUBMITTED',
      receivedAmount: 50,
      carriedAmount: 20,
      openAmount: 30,
    })
    await cancel(second)
    expect(await read(emd)).toMatchObject({ status: 'SUBMITTED', receivedAmount: 50, carriedAmount: 0, openAmount: 50 })
    expect(await total()).toBe(300)
    await expectSound()
  })

  test('opens the deposit as SUBMITTED when it had been CANCELLED before, without another carried amount', async () => {
    const [emd, sd] = [await deposit(100), await deposit(100)]
    const carried = await carry(emd, 30, sd)
    await owner.ok(updateDeposit, edit(emd, { status: 'REFUNDED' }))
    await admin.query(
      `update status_changes set from_status = 'CANCELLED' where record_id = $1 and to_status = 'REFUNDED'`,
      [emd.id],
    )
    await cancel(carried)
    expect(await read(emd)).toMatchObject({ status: 'SUBMITTED', receivedAmount: 70, openAmount: 30 })
    await expectSound()
  })
})

describe('carrying in a circle', () => {
  test('is refused for two deposits and for three', async () => {
    const [one, two, three] = [await deposit(100), await deposit(100), await deposit(100)]
    await carry(one, 10, two)
    const back = await carry(two, 10, three)
    const refused = {
      status: 409,
      message: 'Money of that deposit was carried into this one: take that back first',
      fields: [{ path: 'intoDepositId' }],
    }
    expect(await carryRefused(three, 10, one)).toMatchObject(refused)
    expect(await carryRefused(two, 10, one)).toMatchObject(refused)
    await cancel(back)
    await carry(three, 10, one)
    await expectSound()
  })
})

describe('at the same moment', () => {
  const rounds = Array.from({ length: 5 }, (_, nth) => nth)
  const sendCarrying = (source: Deposit, amount: number, into: Deposit) =>
    owner.sendCall(addSettlement, { params: params(source), body: carrying(amount, into) })
  const statusesOf = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted()

  test('two amounts carried into one target do not exceed its room', async () => {
    for (const _ of rounds) {
      const [one, two, sd] = [await deposit(60), await deposit(60), await deposit(100)]
      const replies = await Promise.all([one, two].map((source) => sendCarrying(source, 60, sd)))
      expect(statusesOf(replies)).toEqual([201, 409])
    }
    await expectSound()
  })

  test('one of four amounts that together close a circle is refused', async () => {
    for (const _ of rounds) {
      const four = [await deposit(100), await deposit(100), await deposit(100), await deposit(100)]
      const replies = await Promise.all(
        four.map((source, at) => sendCarrying(source, 10, four[(at + 1) % 4] as Deposit)),
      )
      expect(statusesOf(replies)).toEqual([201, 201, 201, 409])
    }
    await expectSound()
  })

  test.each([
    [
      'cancelling its target',
      (_: Deposit, sd: Deposit) => owner.sendCall(updateDeposit, edit(sd, { status: 'CANCELLED' })),
    ],
    ['cancelling its source', (emd: Deposit) => owner.sendCall(updateDeposit, edit(emd, { status: 'CANCELLED' }))],
    ['deleting its target', (_: Deposit, sd: Deposit) => owner.sendCall(deleteDeposit, { params: params(sd) })],
    ['deleting its source', (emd: Deposit) => owner.sendCall(deleteDeposit, { params: params(emd) })],
    ['making its target smaller', (_: Deposit, sd: Deposit) => owner.sendCall(updateDeposit, edit(sd, { amount: 5 }))],
  ])('exactly one of carrying and %s succeeds', async (_, other) => {
    for (const round of rounds) {
      const [emd, sd] = [await deposit(60), await deposit(100)]
      const [carried, acted] = await (round % 2
        ? Promise.all([sendCarrying(emd, 60, sd), other(emd, sd)])
        : Promise.all([other(emd, sd), sendCarrying(emd, 60, sd)]).then(([second, first]) => [first, second]))
      const isDone = [carried, acted].map((reply) => (reply?.status ?? 0) < 300)
      expect(isDone.toSorted()).toEqual([false, true])
    }
    await expectSound()
  })

  test('cancelling, carrying and editing source and target all succeed without a deadlock', async () => {
    for (const _ of rounds) {
      const [emd, sd] = [await deposit(60), await deposit(100)]
      const { id: settlementId } = await carry(emd, 30, sd)
      const replies = await Promise.all([
        owner.sendCall(cancelSettlement, { params: { ...params(emd), settlementId }, body: {} }),
        sendCarrying(emd, 30, sd),
        owner.sendCall(updateDeposit, edit(sd, { amount: 60 })),
        owner.sendCall(updateDeposit, edit(emd, { amount: 61 })),
      ])
      expect(statusesOf(replies)).toEqual([200, 200, 200, 201])
    }
    await expectSound()
  })
})

describe('the database', () => {
  const statement = (text: string) => () =>
    server.door.inTenant(tenantId, owner.userId, (db) => sql.raw(text).execute(db))
  const inserted = (source: Deposit, amount: number, into: Deposit) =>
    statement(`insert into deposit_settlements (deposit_id, kind, amount, settled_on, into_deposit_id)
      values ('${source.id}', 'CARRIED', ${amount}, '2026-03-01', '${into.id}')`)

  test('itself enforces room, circles and both ends of a carried amount', async () => {
    const [emd, sd] = [await deposit(60), await deposit(50)]
    await expect(inserted(emd, 50.01, sd)()).rejects.toMatchObject({
      constraint: '409 amount is more than what fits into that deposit',
    })
    await inserted(emd, 50, sd)()
    await expect(inserted(sd, 1, emd)()).rejects.toMatchObject({
      constraint: '409 intoDepositId Money of that deposit was carried into this one: take that back first',
    })
    for (const { id } of [emd, sd]) {
      await expect(statement(`update security_deposits set deleted_at = now() where id = '${id}'`)()).rejects.toThrow(
        'It cannot be deleted',
      )
      await expect(
        statement(`update security_deposits set status = 'DRAFT' where id = '${id}'`)(),
      ).rejects.toMatchObject({ code: '23514' })
    }
    await statement(`update security_deposits set carried_in_amount = 0 where id = '${sd.id}'`)()
    await expectSound()
  })
})
