import type { Deposit } from '@plinth/api/deposits/deposits'
import { deleteDeposit, getDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement, cancelSettlement, listSettlements } from '@plinth/api/deposits/settlements'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { rolesHere } from '../../kernel/db/role-names.ts'
import { adminClient, newId, noteStatements } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { newSettlement, settlementBody } from './settlements.factory.ts'

let server: TestServer
let owner: Client
let contractId: string
let emd: Deposit
const reference = 'UTR MAHB26310004411'
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = await (await newCompany(server)).as()
  contractId = (await newContract(owner)).id
  emd = await newDeposit(owner, contractId, { amount: 90_000, instrumentNo: 'DD 41' })
})

const receipt = (overrides: Parameters<typeof settlementBody>[0] = {}) =>
  settlementBody({ amount: 30_000, settledOn: '2026-11-01', reference, ...overrides })
const params = ({ id }: Deposit = emd) => ({ contractId, depositId: id })
const book = (overrides = {}, deposit = emd) => newSettlement(owner, deposit, receipt(overrides))
const refusedBooking = (overrides = {}, deposit = emd) =>
  owner.refused(addSettlement, { params: params(deposit), body: receipt(overrides) })
const received = async () => (await owner.ok(getDeposit, { params: params() })).receivedAmount

test('a receipt with a repeated reference is refused with day, amount and id of the first, and stores nothing', async () => {
  const first = await book()
  const message = 'This reference was booked before: ₹30,000.00 on 01 Nov 2026, of EMD DD 41'
  const values = {
    id: first.id,
    contractId,
    depositId: emd.id,
    deposit: 'EMD DD 41',
    amount: '₹30,000.00',
    day: '01 Nov 2026',
  }
  expect(await refusedBooking({ amount: 10_000, settledOn: '2026-11-05' })).toMatchObject({
    status: 409,
    code: 'repeated',
    message,
    parts: { text: 'This reference was booked before: {amount} on {day}, of {deposit}', values },
    fields: [{ path: 'isRepeatConfirmed', message }],
  })
  expect(await received()).toBe(30_000)
  expect(await owner.ok(listSettlements, { params: params() })).toHaveLength(1)
})

test('a receipt with a repeated reference is stored when confirmed, also for another deposit', async () => {
  await book()
  await book({ isRepeatConfirmed: true })
  expect(await received()).toBe(60_000)
  const other = await newDeposit(owner, contractId, { amount: 90_000, instrumentNo: 'DD 42' })
  expect(await refusedBooking({}, other)).toMatchObject({ code: 'repeated' })
  await book({ isRepeatConfirmed: true }, other)
})

test.each([
  'utr mahb26310004411',
  ' MAHB 2631 0004411',
  'UTR: MAHB-26310004411',
  'UTR No. MAHB26310004411',
  'ref. MAHB26310004411',
  '(Reference number: MAHB26310004411)',
])('a repeated reference is found when it is written as %j', async (spelling) => {
  await book()
  expect(await refusedBooking({ reference: spelling })).toMatchObject({ code: 'repeated' })
})

describe('no confirmation is needed', () => {
  test('for another reference or none', async () => {
    await book()
    await book({ reference: 'UTR MAHB26310004412' })
    await book({ reference: null, amount: 10 })
    await book({ reference: null, amount: 10 })
    await book({ reference: '--', amount: 10 })
    await book({ reference: '--', amount: 10 })
    expect(await received()).toBe(60_040)
  })

  test.each(['NEFT', 'NA', 'online', 'Cash', '0', 'Order 7', 'UTR No.'])(
    'for %j, which identifies no payment',
    async (spelling) => {
      await book({ reference: spelling, amount: 10 })
      await book({ reference: spelling, amount: 10 })
      expect(await received()).toBe(20)
    },
  )

  test('when the first receipt was cancelled or its deposit deleted', async () => {
    const first = await book()
    await owner.ok(cancelSettlement, { params: { ...params(), settlementId: first.id }, body: {} })
    await book()
    await owner.ok(deleteDeposit, { params: params() })
    const other = await newDeposit(owner, contractId, { amount: 90_000, instrumentNo: 'DD 42' })
    await book({}, other)
  })

  test('for other kinds of settlements, and for a deduction booked with its receipt', async () => {
    await book({ deducted: 500, reason: 'Bank charges' })
    await book({ kind: 'RELEASED', amount: 10 })
    await book({ kind: 'RELEASED', amount: 10 })
  })

  test('for a reference of another company', async () => {
    await book()
    const stranger = await (await newCompany(server)).as()
    const theirs = await newDeposit(stranger, (await newContract(stranger)).id, { amount: 90_000 })
    await newSettlement(stranger, theirs, receipt())
  })

  test('when the same call is sent again with its idempotency key', async () => {
    const headers = { 'idempotency-key': newId() }
    const call = { params: params(), body: receipt() }
    const first = await owner.ok(addSettlement, call, headers)
    expect(await owner.ok(addSettlement, call, headers)).toEqual(first)
  })
})

test('the search for a repeated reference uses its index under row-level security', async () => {
  const noting = noteStatements()
  await book().finally(noting.stop)
  const query = [...noting.sent.keys()].find((text) => /from deposit_settlements s[^]*reference_key/.test(text)) ?? ''
  const admin = await adminClient(inject('admin'))
  try {
    await admin.query(`begin; set local session_replication_role = replica;
      insert into deposit_settlements (tenant_id, deposit_id, kind, amount, settled_on, reference)
      select s.tenant_id, s.deposit_id, s.kind, 1, s.settled_on, 'UTR ' || 100000 + n
      from deposit_settlements s, generate_series(1, 5000) n where s.deposit_id = '${emd.id}';
      analyze deposit_settlements;
      select set_config('app.tenant_id', tenant_id::text, true) from security_deposits where id = '${emd.id}';
      set local role ${(await rolesHere(admin)).app}`)
    const { rows } = await admin.query(`explain (generic_plan) ${query}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/settlements_by_reference[^]*?Index Cond: .*reference_key/)
  } finally {
    await admin.query('rollback')
    await admin.end()
  }
})

test('one of two receipts with the same reference that are sent at the same moment is stored', async () => {
  for (let round = 0; round < 5; round += 1) {
    const body = receipt({ amount: 10, reference: `UTR 4711-${newId()}` })
    const [one, two] = [emd, await newDeposit(owner, contractId, { instrumentNo: newId() })]
    const replies = await Promise.all(
      [one, two].map((deposit) => owner.sendCall(addSettlement, { params: params(deposit), body })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  }
})
