import {
  countDeposits,
  createDeposit,
  type Deposit,
  deleteDeposit,
  exportDeposits,
  filterDeposits,
  getDeposit,
  listDepositGroups,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { addSettlement } from '@plinth/api/deposits/settlements'
import { deleteInstrument, type Instrument, updateInstrument } from '@plinth/api/guarantees/instruments'
import type { CallInput } from '@plinth/api/kernel/client'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newGuarantee, newReceipt } from '../../guarantees/instruments/instruments.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { depositBody, newDeposit } from './deposits.factory.ts'

let server: TestServer
let owner: Client & { userId: string }
let contractId: string

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const company = await newCompany(server)
  owner = await company.as()
  contractId = (await newContract(owner, { contractName: 'Ring Road', bidId: 'PWD/1' })).id
})

type Overrides = Parameters<typeof depositBody>[0]

const params = ({ id }: Pick<Deposit, 'id'>) => ({ contractId, depositId: id })
const get = (deposit: Deposit) => owner.ok(getDeposit, { params: params(deposit) })
const edit = (deposit: Deposit, body: Partial<Deposit>) => owner.ok(updateDeposit, { params: params(deposit), body })
const refusedEdit = (deposit: Deposit, body: Partial<Deposit>) =>
  owner.refused(updateDeposit, { params: params(deposit), body })
const refusedNew = (overrides: Overrides) =>
  owner.refused(createDeposit, { params: { contractId }, body: depositBody(overrides) })
const newDepositOn = ({ id }: Instrument, overrides: Overrides = {}) =>
  newDeposit(owner, contractId, { instrumentId: id, amount: 1_00_000, ...overrides })
const change = ({ id }: Instrument, body: Partial<Instrument>) => owner.ok(updateInstrument, { params: { id }, body })
const fieldError = (path: string, status: number, message: string) => ({ status, fields: [{ path, message }] })

describe('a deposit that has an instrument', () => {
  const instrumentFields = { instrumentNo: 'BG 7/26', bankName: 'Canara Bank', bankAddress: 'Hassan' }
  const instrumentBody = { number: 'BG 7/26', issuer: 'Canara Bank', branch: 'Hassan' }

  test('takes number, bank and branch from the instrument, whatever is typed', async () => {
    const guarantee = await newGuarantee(owner, instrumentBody)
    const typed = { instrumentNo: 'typed', bankName: 'another', bankAddress: 'elsewhere' }
    const deposit = await newDepositOn(guarantee, typed)
    expect(deposit).toMatchObject({ ...instrumentFields, instrumentId: guarantee.id })
    const later = await newDeposit(owner, contractId, typed)
    expect(await edit(later, { instrumentId: guarantee.id })).toMatchObject(instrumentFields)
  })

  test('keeps its own number, bank and branch where the instrument has null', async () => {
    const receipt = await newReceipt(owner, { state: 'DRAFT', number: null, issuer: null, branch: null })
    const typed = { instrumentNo: 'FDR 1', bankName: 'Axis', bankAddress: 'Mysuru' }
    const deposit = await newDepositOn(receipt, typed)
    expect(deposit).toMatchObject(typed)
    // These fields can still be edited on the deposit.
    expect(await edit(deposit, { instrumentNo: 'FDR 2', bankName: 'HDFC' })).toMatchObject({
      instrumentNo: 'FDR 2',
      bankName: 'HDFC',
    })
  })

  test('keeps its own number, bank and branch where the instrument has empty texts', async () => {
    const receipt = await newReceipt(owner, { state: 'DRAFT', number: '', issuer: '', branch: '' })
    const typed = { instrumentNo: 'FDR 1', bankName: 'Axis', bankAddress: 'Mysuru' }
    const deposit = await newDepositOn(receipt, typed)
    expect(deposit).toMatchObject(typed)
    expect(await edit(deposit, { instrumentNo: 'FDR 2' })).toMatchObject({ ...typed, instrumentNo: 'FDR 2' })
  })

  test('follows changes of the instrument', async () => {
    const guarantee = await newGuarantee(owner, instrumentBody)
    const deposit = await newDepositOn(guarantee)
    for (const [body, after] of [
      [{ number: 'BG 8/26' }, { instrumentNo: 'BG 8/26' }],
      [{ issuer: 'Union Bank' }, { bankName: 'Union Bank' }],
      [{ branch: 'Mysuru' }, { bankAddress: 'Mysuru' }],
    ] as const) {
      await change(guarantee, body)
      expect(await get(deposit)).toMatchObject(after)
    }
    const free = await newDeposit(owner, contractId, instrumentFields)
    await change(guarantee, { number: 'BG 9/26' })
    expect(await get(free)).toMatchObject(instrumentFields)
  })

  test.each([
    ['instrumentNo', 'BG 8/26'],
    ['bankName', 'Union Bank'],
    ['bankName', null],
    ['bankAddress', 'Elsewhere'],
  ])('cannot be edited to another %s: %j', async (path, value) => {
    const deposit = await newDepositOn(await newGuarantee(owner, instrumentBody))
    expect(await refusedEdit(deposit, { [path]: value })).toMatchObject(
      fieldError(path, 409, 'This deposit has an instrument. Change it there.'),
    )
    expect(await get(deposit)).toMatchObject(instrumentFields)
    // Sending the same value is no change, and the other fields can be edited.
    expect(await edit(deposit, { ...instrumentFields, accountHolderName: 'Asha' })).toMatchObject({
      accountHolderName: 'Asha',
    })
  })

  test('keeps number and bank when the instrument is removed, and can then be edited', async () => {
    const deposit = await newDepositOn(await newGuarantee(owner, instrumentBody))
    expect(await edit(deposit, { instrumentId: null })).toMatchObject({ ...instrumentFields, instrumentId: null })
    expect(await edit(deposit, { instrumentNo: 'DD 1', bankName: null })).toMatchObject({
      instrumentNo: 'DD 1',
      bankName: null,
    })
  })

  test('takes number, bank and branch from another instrument that replaces the first', async () => {
    const deposit = await newDepositOn(await newGuarantee(owner, instrumentBody))
    const other = await newReceipt(owner, { number: 'FDR 12', issuer: 'Axis', branch: 'Mysuru' })
    expect(await edit(deposit, { instrumentId: other.id })).toMatchObject({
      instrumentNo: 'FDR 12',
      bankName: 'Axis',
      bankAddress: 'Mysuru',
    })
  })
})

describe('the instrument of a deposit', () => {
  const unknownInstrument = fieldError('instrumentId', 400, 'must be an instrument of your company')

  test('must exist in the same company', async () => {
    const stranger = await (await newCompany(server)).as()
    const deleted = await newGuarantee(owner)
    await owner.ok(deleteInstrument, { params: { id: deleted.id } })
    const deposit = await newDeposit(owner, contractId)
    for (const id of [(await newGuarantee(stranger)).id, deleted.id, contractId]) {
      expect(await refusedNew({ instrumentId: id })).toMatchObject(unknownInstrument)
      expect(await refusedEdit(deposit, { instrumentId: id })).toMatchObject(unknownInstrument)
    }
    expect(await refusedNew({ instrumentId: 'none' })).toMatchObject({
      status: 400,
      fields: [{ path: 'instrumentId' }],
    })
  })

  test('must not be cancelled, unless the deposit had it before the cancellation', async () => {
    const guarantee = await newGuarantee(owner, { state: 'ISSUED', happenedOn: '2026-01-20' })
    const before = await newDepositOn(guarantee, { status: 'DRAFT' })
    const body = JSON.stringify({ kind: 'CANCELLED', happenedOn: '2026-02-01' })
    const { status } = await owner.send('POST', `/project/api/instruments/${guarantee.id}/events`, body)
    expect(status).toBe(201)
    const cancelled = fieldError('instrumentId', 409, 'This instrument was cancelled')
    expect(await refusedNew({ instrumentId: guarantee.id })).toMatchObject(cancelled)
    expect(await refusedEdit(await newDeposit(owner, contractId), { instrumentId: guarantee.id })).toMatchObject(
      cancelled,
    )
    expect((await edit(before, { comment: 'Another is asked for' })).instrumentId).toBe(guarantee.id)
  })

  test('cannot be deleted while a deposit refers to it', async () => {
    const guarantee = await newGuarantee(owner)
    const deposit = await newDepositOn(guarantee)
    const refusal = await owner.refused(deleteInstrument, { params: { id: guarantee.id } })
    expect(refusal).toMatchObject({ status: 409, message: 'It cannot be deleted: it still has 1 deposit' })
    await owner.ok(deleteDeposit, { params: params(deposit) })
    await owner.ok(deleteInstrument, { params: { id: guarantee.id } })
  })

  test('appears with its number in the audit trail', async () => {
    const guarantee = await newGuarantee(owner, { number: 'BG 7/26' })
    const deposit = await newDeposit(owner, contractId)
    await edit(deposit, { instrumentId: guarantee.id })
    const { content } = await owner.ok(filterAuditTrail, { body: { recordId: deposit.id } })
    expect(JSON.stringify(content[0])).toContain('BG 7/26')
  })
})

describe('a guarantee', () => {
  const guaranteeTooSmall = fieldError('instrumentId', 409, 'The guarantee is for less than its deposits')
  const guarantee = (amount: number) => newGuarantee(owner, { amount })

  test('covers its deposits to the paisa', async () => {
    const instrumentBody = await guarantee(1_50_000)
    await newDepositOn(instrumentBody)
    const free = await newDeposit(owner, contractId, { amount: 50_000.01 })
    expect(await refusedNew({ instrumentId: instrumentBody.id, amount: 50_000.01 })).toMatchObject(guaranteeTooSmall)
    expect(await refusedEdit(free, { instrumentId: instrumentBody.id })).toMatchObject(guaranteeTooSmall)
    await newDepositOn(instrumentBody, { amount: 50_000 })
  })

  test('limits the raised amount of a deposit', async () => {
    const instrumentBody = await guarantee(1_50_000)
    const deposit = await newDepositOn(instrumentBody)
    expect(await refusedEdit(deposit, { amount: 1_50_000.01 })).toMatchObject(guaranteeTooSmall)
    expect((await edit(deposit, { amount: 1_50_000 })).amount).toBe(1_50_000)
    // A fixed deposit receipt has no such limit, because it is money of its own.
    const receipt = await newReceipt(owner, { amount: 50_000 })
    expect((await newDepositOn(receipt)).amount).toBe(1_00_000)
  })

  test('covers only the open part of deposits, and none that were never paid', async () => {
    const instrumentBody = await guarantee(1_00_000)
    const first = await newDepositOn(instrumentBody)
    const draft = await newDepositOn(instrumentBody, { status: 'DRAFT' })
    const rejected = await newDepositOn(instrumentBody, { status: 'REJECTED' })
    for (const deposit of [draft, rejected])
      expect(await refusedEdit(deposit, { status: 'SUBMITTED' })).toMatchObject(guaranteeTooSmall)
    await owner.ok(addSettlement, {
      params: params(first),
      body: { kind: 'RELEASED', amount: 1_00_000, settledOn: '2026-02-01' },
    })
    expect((await edit(draft, { status: 'SUBMITTED' })).status).toBe('SUBMITTED')
    // The released amount frees room only once.
    expect(await refusedEdit(rejected, { status: 'PENDING' })).toMatchObject(guaranteeTooSmall)
  })

  test('allows edits of a deposit that keep its amount', async () => {
    const instrumentBody = await guarantee(1_00_000)
    const deposit = await newDepositOn(instrumentBody)
    expect((await edit(deposit, { comment: 'Renewed twice', status: 'PENDING_RELEASE' })).comment).toBe('Renewed twice')
  })

  test('is used by one of several deposits that are stored at the same moment and together exceed it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const instrumentBody = await guarantee(1_00_000)
      const send = () =>
        owner.sendCall(createDeposit, {
          params: { contractId },
          body: depositBody({ instrumentId: instrumentBody.id, amount: 60_000, instrumentNo: newId() }),
        })
      const replies = await Promise.all([send(), send(), send()])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
      for (const { status, text } of replies)
        if (status === 409) expect(JSON.parse(text)).toMatchObject({ fields: guaranteeTooSmall.fields })
    }
  })

  test('is not lowered below a deposit that is stored at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const instrumentBody = await newGuarantee(owner, { amount: 1_00_000, state: 'DRAFT', happenedOn: undefined })
      const replies = await Promise.all([
        owner.sendCall(createDeposit, {
          params: { contractId },
          body: depositBody({ instrumentId: instrumentBody.id, amount: 60_000, instrumentNo: newId() }),
        }),
        owner.sendCall(updateInstrument, { params: { id: instrumentBody.id }, body: { amount: 50_000 } }),
      ])
      const statuses = replies.map(({ status }) => status)
      expect([[201, 409].join(), [409, 200].join()]).toContain(statuses.join())
    }
  })
})

type Filter = CallInput<typeof filterDeposits>['body']

describe('the register of deposits', () => {
  const search = (body: Filter = {}) => owner.ok(filterDeposits, { body: { sort: { field: 'amount' }, ...body } })
  const amounts = async (body: Filter) => (await search(body)).content.map(({ amount }) => amount)

  beforeEach(async () => {
    const instrumentBody = await newGuarantee(owner, { number: 'BG 1', expiresOn: '2027-01-14' })
    const receipt = await newReceipt(owner, { number: 'FDR 1', maturesOn: '2026-11-30' })
    await newDepositOn(instrumentBody, { amount: 1 })
    await newDepositOn(receipt, { amount: 2 })
    await newDeposit(owner, contractId, { amount: 3 })
    await newDeposit(owner, contractId, { amount: 4, status: 'REFUNDED' })
    await newDeposit(owner, contractId, { amount: 5, status: 'DRAFT' })
  })

  test('shows kind, state and last day of each instrument, and sorts by that day', async () => {
    const { content } = await search()
    expect(content.map((row) => [row.instrumentKind, row.instrumentState, row.instrumentEndsOn])).toEqual([
      ['BG', 'LODGED', '2027-01-14'],
      ['FDR', 'ISSUED', '2026-11-30'],
      ...Array.from({ length: 3 }, () => [null, null, null]),
    ])
    const { content: sorted } = await search({ sort: { field: 'instrumentEndsOn' } })
    expect(sorted.map(({ amount }) => amount).slice(0, 2)).toEqual([2, 1])
  })

  test('filters by kinds of instruments', async () => {
    expect(await amounts({ instrumentKind: ['BG'] })).toEqual([1])
    expect(await amounts({ instrumentKind: ['BG', 'FDR'] })).toEqual([1, 2])
    expect(await amounts({ instrumentKind: ['DD'] })).toEqual([])
    expect(await owner.refused(filterDeposits, { body: { instrumentKind: ['PAPER' as 'BG'] } })).toMatchObject({
      status: 400,
    })
  })

  test('finds and counts held deposits without an instrument', async () => {
    const quickFilters = ['WITHOUT_INSTRUMENT'] as const
    expect(await amounts({ quickFilters: [...quickFilters] })).toEqual([3])
    const counts = await owner.ok(countDeposits, { body: {} })
    expect(counts.find(({ quickFilter }) => quickFilter === 'WITHOUT_INSTRUMENT')).toMatchObject({
      count: 1,
      amount: 3,
    })
  })

  test('groups by the kind of instrument, with a group of its own for deposits without one', async () => {
    const { groups } = await owner.ok(listDepositGroups, { body: { by: 'instrumentKind' } })
    const rows = groups.map(({ key, count, amounts: sums }) => [key, count, sums['amount'], sums['held']])
    expect(rows).toEqual(
      expect.arrayContaining([
        ['BG', 1, 1, 1],
        ['FDR', 1, 2, 2],
        [null, 3, 12, 3],
      ]),
    )
    expect(rows).toHaveLength(3)
    expect(await amounts({ group: { by: 'instrumentKind', key: null } })).toEqual([3, 4, 5])
    expect(await amounts({ group: { by: 'instrumentKind', key: 'FDR' } })).toEqual([2])
  })

  test('exports the columns of instruments', async () => {
    const columns = (['instrumentNo', 'instrumentKind', 'instrumentState', 'instrumentEndsOn'] as const).map(
      (field) => ({
        field,
        label: field,
      }),
    )
    const body = { format: 'csv', columns, instrumentKind: ['BG'] }
    const { status, text } = await owner.sendCall(exportDeposits, { body })
    expect(status).toBe(200)
    expect(text.trimEnd().split('\r\n')[1]).toBe('BG 1,Bank guarantee,Lodged,2027-01-14')
  })
})
