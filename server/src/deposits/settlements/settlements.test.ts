import {
  type Deposit,
  deleteDeposit,
  filterDeposits,
  getDeposit,
  listDeposits,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import {
  addSettlement,
  addWriteOff,
  cancelSettlement,
  listSettlements,
  type Settlement,
} from '@plinth/api/deposits/settlements'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { newSettlement, settlementBody } from './settlements.factory.ts'

let server: TestServer
let owner: Client & { userId: string }
let tenantId: string
let contractId: string
let emd: Deposit

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const company = await newCompany(server)
  tenantId = company.id
  owner = await company.as()
  contractId = (await newContract(owner)).id
  emd = await newDeposit(owner, contractId, { amount: 1_00_000, depositSubmitedDate: '2026-01-10' })
})

const params = (deposit = emd) => ({ contractId, depositId: deposit.id })
const read = (deposit = emd) => owner.ok(getDeposit, { params: params(deposit) })
const settlements = (deposit = emd) => owner.ok(listSettlements, { params: params(deposit) })
const live = async (deposit = emd) =>
  (await settlements(deposit))
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map(({ kind, amount, source, settledOn }) => ({ kind, amount, source, settledOn }))
const cancel = ({ id }: Pick<Settlement, 'id'>, why?: string) =>
  owner.ok(cancelSettlement, { params: { ...params(), settlementId: id }, body: { why } })
const set = (edit: Partial<Deposit>, deposit = emd) => owner.ok(updateDeposit, { params: params(deposit), body: edit })
const amounts = ({ receivedAmount, lostAmount, carriedAmount, openAmount }: Deposit) => [
  receivedAmount,
  lostAmount,
  carriedAmount,
  openAmount,
]

describe('a part of a deposit', () => {
  test('that is received leaves the rest open and the status unchanged', async () => {
    const created = await newSettlement(owner, emd, {
      amount: 40_000.5,
      settledOn: '2026-03-31',
      reference: 'UTR 4711',
    })
    expect(created).toMatchObject({ kind: 'RECEIVED', amount: 40_000.5, source: 'ENTERED', reference: 'UTR 4711' })
    const after = await read()
    expect(amounts(after)).toEqual([40_000.5, 0, 0, 59_999.5])
    expect(after).toMatchObject({ status: 'SUBMITTED', depositeReturnedDate: null })
  })

  test('above the open amount is refused with that amount, and changes nothing [deposits 11.3]', async () => {
    await newSettlement(owner, emd, { amount: 50_000 })
    const before = await read()
    expect(
      await owner.refused(addSettlement, { params: params(), body: settlementBody({ amount: 50_000.01 }) }),
    ).toEqual({
      status: 409,
      code: 'conflict',
      message: 'Only ₹50,000.00 of this deposit is open',
      parts: { text: 'Only {open} of this deposit is open', values: { open: '₹50,000.00' } },
      fields: [
        {
          path: 'amount',
          message: 'Only ₹50,000.00 of this deposit is open',
          parts: { text: 'Only {open} of this deposit is open', values: { open: '₹50,000.00' } },
        },
      ],
    })
    expect(await read()).toEqual(before)
    expect(await settlements()).toHaveLength(1)
  })

  test('that exceeds the open amount together with its deduction is refused as a whole', async () => {
    const body = settlementBody({ amount: 90_000, deducted: 10_000.01, reason: 'Penalty' })
    expect(await owner.refused(addSettlement, { params: params(), body })).toMatchObject({ status: 409 })
    expect(await settlements()).toEqual([])
  })

  test('is booked once when three parts that together exceed the deposit are sent at the same moment [deposits 11.3]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const deposit = await newDeposit(owner, contractId, { amount: 100, instrumentNo: newId() })
      const replies = await Promise.all(
        [60, 60, 60].map((amount) =>
          owner.sendCall(addSettlement, { params: params(deposit), body: settlementBody({ amount }) }),
        ),
      )
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
      expect(amounts(await read(deposit))).toEqual([60, 0, 0, 40])
    }
  })

  test('sent twice with the same idempotency key is booked once', async () => {
    const headers = { 'idempotency-key': newId() }
    const call = { params: params(), body: settlementBody({ amount: 10_000, deducted: 500, reason: 'Form fee' }) }
    const [one, two] = [await owner.ok(addSettlement, call, headers), await owner.ok(addSettlement, call, headers)]
    expect(two).toEqual(one)
    expect(await settlements()).toHaveLength(2)
  })
})

describe('a deposit without an open part', () => {
  test('becomes REFUNDED with the deduction as lost, and opens again in its former status when that is cancelled [deposits 11.4]', async () => {
    await set({ status: 'PENDING_REFUND' })
    await newSettlement(owner, emd, {
      amount: 97_500,
      settledOn: '2026-06-30',
      deducted: 2_500,
      reason: 'Short agreement',
    })
    const closed = await read()
    expect(closed).toMatchObject({ status: 'REFUNDED', depositeReturnedDate: '2026-06-30' })
    expect(amounts(closed)).toEqual([97_500, 2_500, 0, 0])
    const deduction = (await settlements()).find(({ kind }) => kind === 'DEDUCTED')
    if (!deduction) throw new Error('no deduction')
    expect(deduction).toMatchObject({ reason: 'Short agreement', settledOn: '2026-06-30' })
    expect((await settlements()).find(({ kind }) => kind === 'RECEIVED')).toMatchObject({ reason: null })
    expect(await cancel(deduction, 'The department paid it')).toMatchObject({ cancelledWhy: 'The department paid it' })
    const opened = await read()
    expect(opened).toMatchObject({ status: 'PENDING_REFUND', depositeReturnedDate: null })
    expect(amounts(opened)).toEqual([97_500, 0, 0, 2_500])
    await newSettlement(owner, emd, { amount: 2_500, settledOn: '2026-07-31' })
    expect(await read()).toMatchObject({ status: 'REFUNDED', depositeReturnedDate: '2026-07-31' })
  })

  test('keeps the day of return that a user entered', async () => {
    await set({ depositeReturnedDate: '2026-05-01' })
    const fullReceipt = await newSettlement(owner, emd, { amount: 1_00_000, settledOn: '2026-06-30' })
    expect(await read()).toMatchObject({ status: 'REFUNDED', depositeReturnedDate: '2026-05-01' })
    await cancel(fullReceipt)
    expect(await read()).toMatchObject({ status: 'SUBMITTED', depositeReturnedDate: '2026-05-01' })
  })

  test.each([
    ['RELEASED', 'RELEASED', 'RELEASED', '2026-06-30'],
    ['FORFEITED', 'FORFEITED', 'FORFEITED', null],
  ] as const)('after a settlement %s has the status %s', async (kind, _, status, depositeReturnedDate) => {
    await newSettlement(owner, emd, { kind, amount: 1_00_000, settledOn: '2026-06-30', reason: 'Order 7' })
    expect(await read()).toMatchObject({ status, depositeReturnedDate })
  })

  test('after a write-off is FORFEITED, and a write-off needs canDelete', async () => {
    const body = { amount: 1_00_000, settledOn: '2026-06-30', reason: 'Barred by time' }
    const company = await newCompany(server)
    const editor = await company.as({ Contracts: ['canCreate', 'canView', 'canEdit'] })
    const other = await newDeposit(editor, (await newContract(editor)).id)
    expect(
      await editor.refused(addWriteOff, { params: { contractId: other.contractId, depositId: other.id }, body }),
    ).toMatchObject({ status: 403 })
    expect(await owner.ok(addWriteOff, { params: params(), body })).toMatchObject({ kind: 'WRITTEN_OFF' })
    expect(amounts(await read())).toEqual([0, 1_00_000, 0, 0])
    expect(await read()).toMatchObject({ status: 'FORFEITED' })
  })
})

test('an EMD carried into a security deposit counts once [deposits 11.5]', async () => {
  const sd = await newDeposit(owner, contractId, { depositType: 'SD', instrumentNo: 'SD-1', amount: 2_50_000 })
  await newSettlement(owner, emd, { kind: 'CARRIED', amount: 1_00_000, intoDepositId: sd.id })
  expect(await read()).toMatchObject({ status: 'RELEASED', carriedAmount: 1_00_000, openAmount: 0 })
  expect(await owner.ok(getKpis, { body: {} })).toMatchObject({
    total_security_deposit: 2_50_000,
    total_open: 2_50_000,
  })
  const { content } = await owner.ok(searchContractDeposits, {
    body: {},
  })
  expect(content).toMatchObject([{ totalDeposit: 2, totalAmount: 2_50_000 }])
  // The EMD never came back, so that it lacks no day of return.
  const { totalElements } = await owner.ok(filterDeposits, { body: { quickFilters: ['RETURNED_WITHOUT_A_DAY'] } })
  expect(totalElements).toBe(0)
})

describe('setting the status or the amount of a deposit', () => {
  test.each([
    ['RETURNED', 'RECEIVED'],
    ['REFUNDED', 'RECEIVED'],
    ['RELEASED', 'RELEASED'],
    ['FORFEITED', 'FORFEITED'],
  ] as const)(
    'to %s settles the open part, and undoing the status removes that settlement [deposits 11.6]',
    async (status, kind) => {
      const settledOn = '2026-04-30'
      expect(amounts(await set({ status, depositeReturnedDate: settledOn }))).toEqual(
        kind === 'FORFEITED' ? [0, 1_00_000, 0, 0] : [1_00_000, 0, 0, 0],
      )
      expect(await live()).toEqual([{ kind, amount: 1_00_000, source: 'STATUS', settledOn }])
      expect(amounts(await set({ status: 'SUBMITTED' }))).toEqual([0, 0, 0, 1_00_000])
      expect(await settlements()).toEqual([])
    },
  )

  test('makes a settlement that follows the day of return and the amount [deposits 11.6]', async () => {
    await set({ status: 'REFUNDED' })
    expect(await live()).toMatchObject([{ settledOn: null }])
    await set({ depositeReturnedDate: '2026-04-30', amount: 80_000 })
    expect(await live()).toEqual([{ kind: 'RECEIVED', amount: 80_000, source: 'STATUS', settledOn: '2026-04-30' }])
    const created = await newDeposit(owner, contractId, { instrumentNo: 'X', status: 'RELEASED', amount: 5 })
    expect(amounts(created)).toEqual([5, 0, 0, 0])
    expect(await live(created)).toMatchObject([{ kind: 'RELEASED', amount: 5 }])
  })

  test('settles the rest of a partly received deposit [deposits 11.6]', async () => {
    const part = await newSettlement(owner, emd, { amount: 30_000 })
    await set({ status: 'FORFEITED' })
    expect(amounts(await read())).toEqual([30_000, 70_000, 0, 0])
    await cancel(part)
    expect(await read()).toMatchObject({ status: 'SUBMITTED', openAmount: 1_00_000 })
    expect(await live()).toEqual([])
  })

  test('is refused if it contradicts the receipts of the deposit [deposits 11.6]', async () => {
    const fullReceipt = await newSettlement(owner, emd, { amount: 1_00_000 })
    const refused = { status: 409, message: 'Cancel the receipts of this deposit first', fields: [{ path: 'status' }] }
    for (const status of ['SUBMITTED', 'FORFEITED', 'CANCELLED', 'DRAFT'] as const)
      expect(await owner.refused(updateDeposit, { params: params(), body: { status } })).toMatchObject(refused)
    expect(await set({ status: 'RETURNED' })).toMatchObject({ status: 'RETURNED', openAmount: 0 })
    await cancel(fullReceipt)
    expect(await set({ status: 'CANCELLED' })).toMatchObject({ openAmount: 1_00_000 })
  })

  test('does not allow lowering the amount below the settled part', async () => {
    await newSettlement(owner, emd, { amount: 30_000 })
    expect(await owner.refused(updateDeposit, { params: params(), body: { amount: 29_999.99 } })).toMatchObject({
      status: 409,
      message: 'amount is less than what was settled of this deposit',
      fields: [{ path: 'amount' }],
    })
    expect(amounts(await set({ amount: 30_000.01 }))).toEqual([30_000, 0, 0, 0.01])
  })
})

describe('a settlement is refused', () => {
  const tomorrow = () => dayInIndia(new Date(Date.now() + 48 * 3_600_000))
  test.each([
    ['a day after today', () => ({ settledOn: tomorrow() }), 400, 'settledOn must not be after today'],
    [
      'a day before the deposit was submitted',
      () => ({ settledOn: '2026-01-09' }),
      400,
      'settledOn must not be before the deposit was submitted',
    ],
    [
      'a loss without a reason',
      () => ({ kind: 'FORFEITED' as const }),
      400,
      'reason is required for what does not come back',
    ],
    ['a deduction without a reason', () => ({ deducted: 5 }), 400, 'reason is required for what does not come back'],
    [
      'a deduction from a loss',
      () => ({ kind: 'FORFEITED' as const, reason: 'x', deducted: 5 }),
      400,
      'deducted is for what was received',
    ],
    [
      'carrying without a target',
      () => ({ kind: 'CARRIED' as const }),
      400,
      'intoDepositId is required for what is carried',
    ],
    [
      'carrying into the deposit itself',
      () => ({ kind: 'CARRIED' as const, intoDepositId: emd.id }),
      400,
      'intoDepositId must be another deposit of this contract',
    ],
    [
      'a receipt with a target',
      () => ({ intoDepositId: emd.id }),
      400,
      'intoDepositId is for what is carried into another deposit',
    ],
  ])('for %s, with a message', async (_, overridesOf, status, message) => {
    const body = settlementBody(overridesOf())
    expect(await owner.refused(addSettlement, { params: params(), body })).toMatchObject({ status, message })
    expect(await settlements()).toEqual([])
  })

  test('for carrying into another contract’s deposit', async () => {
    const elsewhere = await newDeposit(owner, (await newContract(owner)).id)
    const body = settlementBody({ kind: 'CARRIED', intoDepositId: elsewhere.id })
    expect(await owner.refused(addSettlement, { params: params(), body })).toMatchObject({
      status: 400,
      message: 'intoDepositId must be another deposit of this contract',
    })
  })

  test('for a deposit that was never paid', async () => {
    const draft = await newDeposit(owner, contractId, { instrumentNo: 'D', status: 'DRAFT' })
    expect(await owner.refused(addSettlement, { params: params(draft), body: settlementBody() })).toMatchObject({
      status: 409,
      message: 'Nothing was paid of a deposit in this status: change the status first',
    })
  })

  test('for a second cancellation, and for cancelling one that follows the status', async () => {
    const part = await newSettlement(owner, emd)
    await cancel(part)
    const call = (settlementId: string) => ({ params: { ...params(), settlementId }, body: {} })
    expect(await owner.refused(cancelSettlement, call(part.id))).toMatchObject({
      status: 409,
      message: 'This was cancelled already.',
    })
    await set({ status: 'REFUNDED' })
    const following = (await settlements()).find(({ source }) => source === 'STATUS')
    expect(await owner.refused(cancelSettlement, call(following?.id ?? ''))).toMatchObject({
      status: 409,
      message: 'This follows from the status of the deposit: change that instead.',
    })
    expect(await owner.refused(cancelSettlement, call(newId()))).toMatchObject({ status: 404 })
  })

  test('for a deleted deposit with 404, as is the list of its settlements', async () => {
    const other = await newDeposit(owner, contractId, { instrumentNo: 'Y' })
    await owner.ok(deleteDeposit, { params: params(other) })
    expect(await owner.refused(addSettlement, { params: params(other), body: settlementBody() })).toMatchObject({
      status: 404,
    })
    expect(await owner.refused(listSettlements, { params: params(other) })).toMatchObject({ status: 404 })
    expect((await owner.ok(listDeposits, { params: { contractId }, query: {} })).map(({ id }) => id)).toEqual([emd.id])
  })
})

describe('the database', () => {
  const statement = (text: string) => () =>
    server.door.inTenant(tenantId, owner.userId, (db) => sql.raw(text).execute(db))

  test('computes the sums of a deposit itself and ignores those of a statement', async () => {
    await newSettlement(owner, emd, { amount: 40_000 })
    await statement(
      'update security_deposits set received_amount = 5, lost_amount = 6, carried_amount = 7, comment = $$x$$',
    )()
    expect(await read()).toMatchObject({ comment: 'x', receivedAmount: 40_000, lostAmount: 0, carriedAmount: 0 })
  })

  test('lets the server neither update nor delete a settlement', async () => {
    await newSettlement(owner, emd, { amount: 40_000 })
    for (const act of ['update deposit_settlements set amount = 1', 'delete from deposit_settlements'])
      await expect(statement(act)()).rejects.toThrow('permission denied')
  })

  test('itself refuses more than the open amount of a deposit', async () => {
    const insert = `insert into deposit_settlements (deposit_id, kind, amount, settled_on) values ('${emd.id}', 'RECEIVED', 100000.01, '2026-03-01')`
    await expect(statement(insert)()).rejects.toMatchObject({
      constraint: '409 amount is more than what is open of this deposit',
    })
  })
})
