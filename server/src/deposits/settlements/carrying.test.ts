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

/** Money that is carried from one deposit into another lies in exactly one of them, whatever is done to either. */

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

const deposit = (amount: number, given: Partial<Deposit> = {}) =>
  newDeposit(owner, contractId, { amount, instrumentNo: newId(), ...given })
const params = ({ id }: Pick<Deposit, 'id'>) => ({ contractId, depositId: id })
const now = (of: Pick<Deposit, 'id'>) => owner.ok(getDeposit, { params: params(of) })
const carrying = (amount: number, into: Pick<Deposit, 'id'>) =>
  settlementBody({ kind: 'CARRIED', amount, intoDepositId: into.id })
const carry = (source: Deposit, amount: number, into: Pick<Deposit, 'id'>) =>
  newSettlement(owner, source, carrying(amount, into))
const carryRefused = (source: Deposit, amount: number, into: Pick<Deposit, 'id'>) =>
  owner.refused(addSettlement, { params: params(source), body: carrying(amount, into) })
const takeBack = ({ id, depositId }: Settlement) =>
  owner.ok(cancelSettlement, { params: { contractId, depositId, settlementId: id }, body: {} })
const edit = (of: Deposit, body: Partial<Deposit>) => ({ params: params(of), body })
const total = async () => (await owner.ok(getKpis, { body: {} })).total_security_deposit
const expectSound = async () => expect(await faultsOf(admin, tenantId)).toEqual([])

test('money that was carried counts once in the register and its groups', async () => {
  const [emd, sd] = [await deposit(50), await deposit(80, { depositType: 'SD' })]
  await carry(emd, 50, sd)
  expect((await owner.ok(filterDeposits, { body: {} })).total).toBe(80)
  const { groups } = await owner.ok(listDepositGroups, { body: { by: 'contractStatus' } })
  expect(groups.map(({ amounts }) => amounts['amount'])).toEqual([80])
  expect(await total()).toBe(80)
})

describe('carrying into a deposit with less room', () => {
  test('50,000 do not fit into 30,000, and 30,000 of them do', async () => {
    const [emd, sd] = [await deposit(50_000), await deposit(30_000)]
    expect(await carryRefused(emd, 50_000, sd)).toMatchObject({
      status: 409,
      message: 'Only ₹30,000.00 fits into that deposit',
      fields: [{ path: 'amount' }],
    })
    expect(await total()).toBe(80_000)
    await carry(emd, 30_000, sd)
    expect(await now(emd)).toMatchObject({ status: 'SUBMITTED', carriedAmount: 30_000, openAmount: 20_000 })
    expect(await total()).toBe(50_000)
    await expectSound()
  })

  test('what was carried there and what came back of it before leaves less room', async () => {
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

  test.each(['DRAFT', 'REJECTED', 'CANCELLED'] as const)('a target in status %s holds nothing', async (status) => {
    const [emd, sd] = [await deposit(100), await deposit(100, { status })]
    expect(await carryRefused(emd, 10, sd)).toMatchObject({
      status: 409,
      message: 'That deposit was not paid: change its status first, or choose another one',
      fields: [{ path: 'intoDepositId' }],
    })
  })

  test('a deleted target holds nothing', async () => {
    const [emd, sd] = [await deposit(100), await deposit(100)]
    await owner.ok(deleteDeposit, { params: params(sd) })
    expect(await carryRefused(emd, 10, sd)).toMatchObject({ status: 400, fields: [{ path: 'intoDepositId' }] })
  })
})

describe('both ends of a carrying', () => {
  test('a target is not deleted, set to a status that was never paid, or made smaller until it is taken back', async () => {
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
    await takeBack(carried)
    await owner.ok(updateDeposit, edit(sd, { amount: 1, status: 'CANCELLED' }))
    await owner.ok(deleteDeposit, { params: params(sd) })
    expect(await total()).toBe(50)
    await expectSound()
  })

  test('a source is not deleted or set to a status that was never paid until it is taken back', async () => {
    const [emd, sd] = [await deposit(50), await deposit(80)]
    const carried = await carry(emd, 20, sd)
    expect(await owner.refused(deleteDeposit, { params: params(emd) })).toMatchObject({ status: 409 })
    for (const status of ['DRAFT', 'REJECTED', 'CANCELLED'] as const)
      expect(await owner.refused(updateDeposit, edit(emd, { status }))).toMatchObject({
        status: 409,
        message: 'Cancel the receipts of this deposit first',
      })
    await takeBack(carried)
    await owner.ok(updateDeposit, edit(emd, { status: 'CANCELLED' }))
    await owner.ok(deleteDeposit, { params: params(emd) })
    await expectSound()
  })

  test('money of a target that comes back is received, and counts once', async () => {
    const [emd, sd] = [await deposit(50), await deposit(80)]
    await carry(emd, 50, sd)
    await owner.ok(updateDeposit, edit(sd, { status: 'REFUNDED' }))
    expect(await owner.ok(getKpis, { body: {} })).toMatchObject({ total_security_deposit: 80, total_refunded: 80 })
    await expectSound()
  })
})

test('a deposit of which a part was received is not cancelled, rejected or made a draft', async () => {
  const emd = await deposit(50)
  const part = await newSettlement(owner, emd, { amount: 20 })
  for (const status of ['DRAFT', 'REJECTED', 'CANCELLED'] as const)
    expect(await owner.refused(updateDeposit, edit(emd, { status }))).toMatchObject({
      status: 409,
      message: 'Cancel the receipts of this deposit first',
      fields: [{ path: 'status' }],
    })
  expect(await owner.ok(getKpis, { body: {} })).toMatchObject({ total_refunded: 20 })
  await takeBack(part)
  await owner.ok(updateDeposit, edit(emd, { status: 'CANCELLED' }))
})

test('an amount that leaves nothing open is refused, and one that leaves a paisa open is stored', async () => {
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
    expect(await now(settled)).toMatchObject({ status: 'SUBMITTED', openAmount: 0.01 })
  }
  await expectSound()
})

describe('taking back a carrying of a deposit of which the status settled the rest', () => {
  test.each([
    ['REFUNDED', { kind: 'RECEIVED', reason: 'By the status of the deposit' }, { receivedAmount: 40, lostAmount: 0 }],
    ['FORFEITED', { kind: 'FORFEITED', reason: 'By the status of the deposit' }, { receivedAmount: 0, lostAmount: 40 }],
  ] as const)('leaves the rest settled when that was %s', async (status, settlement, sums) => {
    const [emd, sd] = [await deposit(100), await deposit(100)]
    const carried = await carry(emd, 60, sd)
    await owner.ok(updateDeposit, edit(emd, { status, depositeReturnedDate: '2026-04-30' }))
    await takeBack(carried)
    expect(await now(emd)).toMatchObject({ status: 'SUBMITTED', carriedAmount: 0, openAmount: 60, ...sums })
    const rest = (await owner.ok(listSettlements, { params: params(emd) })).find(({ amount }) => amount === 40)
    if (!rest) throw new Error('the rest is not settled')
    expect(rest).toMatchObject({ ...settlement, source: 'ENTERED', settledOn: '2026-04-30', cancelledAt: null })
    await expectSound()
    await takeBack(rest)
    expect(await now(emd)).toMatchObject({ status: 'SUBMITTED', openAmount: 100 })
    await expectSound()
  })

  test('opens it as submitted when it had been cancelled before, one carrying after another', async () => {
    const [emd, one, two] = [await deposit(100), await deposit(100), await deposit(100)]
    const [first, second] = [await carry(emd, 30, one), await carry(emd, 20, two)]
    await owner.ok(updateDeposit, edit(emd, { status: 'REFUNDED' }))
    // A release before allowed to cancel a deposit of which a part was settled.
    await admin.query(
      `update status_changes set from_status = 'CANCELLED' where record_id = $1 and to_status = 'REFUNDED'`,
      [emd.id],
    )
    await takeBack(first)
    expect(await now(emd)).toMatchObject({ status: 'SUBMITTED', receivedAmount: 50, carriedAmount: 20, openAmount: 30 })
    await takeBack(second)
    expect(await now(emd)).toMatchObject({ status: 'SUBMITTED', receivedAmount: 50, carriedAmount: 0, openAmount: 50 })
    expect(await total()).toBe(300)
    await expectSound()
  })

  test('opens it as submitted when it had been cancelled before and no other carrying is left', async () => {
    const [emd, sd] = [await deposit(100), await deposit(100)]
    const carried = await carry(emd, 30, sd)
    await owner.ok(updateDeposit, edit(emd, { status: 'REFUNDED' }))
    await admin.query(
      `update status_changes set from_status = 'CANCELLED' where record_id = $1 and to_status = 'REFUNDED'`,
      [emd.id],
    )
    await takeBack(carried)
    expect(await now(emd)).toMatchObject({ status: 'SUBMITTED', receivedAmount: 70, openAmount: 30 })
    await expectSound()
  })
})

describe('a circle of carryings', () => {
  test('is refused however many deposits it has', async () => {
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
    await takeBack(back)
    await carry(three, 10, one)
    await expectSound()
  })
})

describe('at the same moment', () => {
  const rounds = Array.from({ length: 5 }, (_, nth) => nth)
  const sendCarrying = (source: Deposit, amount: number, into: Deposit) =>
    owner.sendCall(addSettlement, { params: params(source), body: carrying(amount, into) })
  const statusesOf = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted()

  test('two carryings into one target store no more than fits', async () => {
    for (const _ of rounds) {
      const [one, two, sd] = [await deposit(60), await deposit(60), await deposit(100)]
      const replies = await Promise.all([one, two].map((source) => sendCarrying(source, 60, sd)))
      expect(statusesOf(replies)).toEqual([201, 409])
    }
    await expectSound()
  })

  test('carryings that together close a circle are not all stored', async () => {
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
  ])('of a carrying and %s exactly one is done', async (_, other) => {
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

  test('of a carrying that is taken back and its source and target that are edited none waits for ever', async () => {
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

  test('holds what fits, circles and both ends, whoever sends it', async () => {
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
