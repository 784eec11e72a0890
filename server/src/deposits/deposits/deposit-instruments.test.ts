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

/** What a deposit says once it is given by an instrument of the register, and what no two of them may take of one. */

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

type Given = Parameters<typeof depositBody>[0]

const params = ({ id }: Pick<Deposit, 'id'>) => ({ contractId, depositId: id })
const get = (deposit: Deposit) => owner.ok(getDeposit, { params: params(deposit) })
const edit = (deposit: Deposit, body: Partial<Deposit>) => owner.ok(updateDeposit, { params: params(deposit), body })
const refusedEdit = (deposit: Deposit, body: Partial<Deposit>) =>
  owner.refused(updateDeposit, { params: params(deposit), body })
const refusedNew = (given: Given) => owner.refused(createDeposit, { params: { contractId }, body: depositBody(given) })
const behind = ({ id }: Instrument, given: Given = {}) =>
  newDeposit(owner, contractId, { instrumentId: id, amount: 1_00_000, ...given })
const change = ({ id }: Instrument, body: Partial<Instrument>) => owner.ok(updateInstrument, { params: { id }, body })
const at = (path: string, status: number, message: string) => ({ status, fields: [{ path, message }] })

describe('a deposit that has an instrument', () => {
  const said = { instrumentNo: 'BG 7/26', bankName: 'Canara Bank', bankAddress: 'Hassan' }
  const paper = { number: 'BG 7/26', issuer: 'Canara Bank', branch: 'Hassan' }

  test('says its number, bank and branch, whatever is typed beside them', async () => {
    const guarantee = await newGuarantee(owner, paper)
    const typed = { instrumentNo: 'typed', bankName: 'another', bankAddress: 'elsewhere' }
    const made = await behind(guarantee, typed)
    expect(made).toMatchObject({ ...said, instrumentId: guarantee.id })
    const later = await newDeposit(owner, contractId, typed)
    expect(await edit(later, { instrumentId: guarantee.id })).toMatchObject(said)
  })

  test('keeps what the instrument does not say', async () => {
    const receipt = await newReceipt(owner, { state: 'DRAFT', number: null, issuer: null, branch: null })
    const typed = { instrumentNo: 'FDR 1', bankName: 'Axis', bankAddress: 'Mysuru' }
    const made = await behind(receipt, typed)
    expect(made).toMatchObject(typed)
    // And is changed in it as any deposit is.
    expect(await edit(made, { instrumentNo: 'FDR 2', bankName: 'HDFC' })).toMatchObject({
      instrumentNo: 'FDR 2',
      bankName: 'HDFC',
    })
  })

  test('keeps what an instrument leaves empty', async () => {
    const receipt = await newReceipt(owner, { state: 'DRAFT', number: '', issuer: '', branch: '' })
    const typed = { instrumentNo: 'FDR 1', bankName: 'Axis', bankAddress: 'Mysuru' }
    const made = await behind(receipt, typed)
    expect(made).toMatchObject(typed)
    expect(await edit(made, { instrumentNo: 'FDR 2' })).toMatchObject({ ...typed, instrumentNo: 'FDR 2' })
  })

  test('follows the instrument where that is changed', async () => {
    const guarantee = await newGuarantee(owner, paper)
    const made = await behind(guarantee)
    for (const [body, after] of [
      [{ number: 'BG 8/26' }, { instrumentNo: 'BG 8/26' }],
      [{ issuer: 'Union Bank' }, { bankName: 'Union Bank' }],
      [{ branch: 'Mysuru' }, { bankAddress: 'Mysuru' }],
    ] as const) {
      await change(guarantee, body)
      expect(await get(made)).toMatchObject(after)
    }
    const free = await newDeposit(owner, contractId, said)
    await change(guarantee, { number: 'BG 9/26' })
    expect(await get(free)).toMatchObject(said)
  })

  test.each([
    ['instrumentNo', 'BG 8/26'],
    ['bankName', 'Union Bank'],
    ['bankName', null],
    ['bankAddress', 'Elsewhere'],
  ])('is not given another %s: %j', async (path, value) => {
    const made = await behind(await newGuarantee(owner, paper))
    expect(await refusedEdit(made, { [path]: value })).toMatchObject(
      at(path, 409, 'This deposit has an instrument. Change it there.'),
    )
    expect(await get(made)).toMatchObject(said)
    // The same value is none, and what else it says is its own.
    expect(await edit(made, { ...said, accountHolderName: 'Asha' })).toMatchObject({ accountHolderName: 'Asha' })
  })

  test('is free again once it is taken off, and keeps what it said', async () => {
    const made = await behind(await newGuarantee(owner, paper))
    expect(await edit(made, { instrumentId: null })).toMatchObject({ ...said, instrumentId: null })
    expect(await edit(made, { instrumentNo: 'DD 1', bankName: null })).toMatchObject({
      instrumentNo: 'DD 1',
      bankName: null,
    })
  })

  test('says what another says once that takes its place', async () => {
    const made = await behind(await newGuarantee(owner, paper))
    const other = await newReceipt(owner, { number: 'FDR 12', issuer: 'Axis', branch: 'Mysuru' })
    expect(await edit(made, { instrumentId: other.id })).toMatchObject({
      instrumentNo: 'FDR 12',
      bankName: 'Axis',
      bankAddress: 'Mysuru',
    })
  })
})

describe('the instrument of a deposit', () => {
  const absent = at('instrumentId', 400, 'must be an instrument of your company')

  test('is one that is there, in the same company', async () => {
    const stranger = await (await newCompany(server)).as()
    const gone = await newGuarantee(owner)
    await owner.ok(deleteInstrument, { params: { id: gone.id } })
    const made = await newDeposit(owner, contractId)
    for (const id of [(await newGuarantee(stranger)).id, gone.id, contractId]) {
      expect(await refusedNew({ instrumentId: id })).toMatchObject(absent)
      expect(await refusedEdit(made, { instrumentId: id })).toMatchObject(absent)
    }
    expect(await refusedNew({ instrumentId: 'none' })).toMatchObject({
      status: 400,
      fields: [{ path: 'instrumentId' }],
    })
  })

  test('was not cancelled, unless it was theirs before', async () => {
    const guarantee = await newGuarantee(owner, { state: 'ISSUED', happenedOn: '2026-01-20' })
    const before = await behind(guarantee, { status: 'DRAFT' })
    const body = JSON.stringify({ kind: 'CANCELLED', happenedOn: '2026-02-01' })
    const { status } = await owner.send('POST', `/project/api/instruments/${guarantee.id}/events`, body)
    expect(status).toBe(201)
    const cancelled = at('instrumentId', 409, 'This instrument was cancelled')
    expect(await refusedNew({ instrumentId: guarantee.id })).toMatchObject(cancelled)
    expect(await refusedEdit(await newDeposit(owner, contractId), { instrumentId: guarantee.id })).toMatchObject(
      cancelled,
    )
    expect((await edit(before, { comment: 'Another is asked for' })).instrumentId).toBe(guarantee.id)
  })

  test('is not deleted while a deposit stands before it', async () => {
    const guarantee = await newGuarantee(owner)
    const made = await behind(guarantee)
    const refusal = await owner.refused(deleteInstrument, { params: { id: guarantee.id } })
    expect(refusal).toMatchObject({ status: 409, message: 'It cannot be deleted: it still has 1 deposit' })
    await owner.ok(deleteDeposit, { params: params(made) })
    await owner.ok(deleteInstrument, { params: { id: guarantee.id } })
  })

  test('is told by its number where a change is told', async () => {
    const guarantee = await newGuarantee(owner, { number: 'BG 7/26' })
    const made = await newDeposit(owner, contractId)
    await edit(made, { instrumentId: guarantee.id })
    const { content } = await owner.ok(filterAuditTrail, { body: { recordId: made.id } })
    expect(JSON.stringify(content[0])).toContain('BG 7/26')
  })
})

describe('a guarantee', () => {
  const short = at('instrumentId', 409, 'The guarantee is for less than its deposits')
  const guarantee = (amount: number) => newGuarantee(owner, { amount })

  test('covers the deposits it stands behind, to the paisa', async () => {
    const paper = await guarantee(1_50_000)
    await behind(paper)
    const free = await newDeposit(owner, contractId, { amount: 50_000.01 })
    expect(await refusedNew({ instrumentId: paper.id, amount: 50_000.01 })).toMatchObject(short)
    expect(await refusedEdit(free, { instrumentId: paper.id })).toMatchObject(short)
    await behind(paper, { amount: 50_000 })
  })

  test('is not outgrown by a deposit whose amount is raised', async () => {
    const paper = await guarantee(1_50_000)
    const made = await behind(paper)
    expect(await refusedEdit(made, { amount: 1_50_000.01 })).toMatchObject(short)
    expect((await edit(made, { amount: 1_50_000 })).amount).toBe(1_50_000)
    // A receipt is money of its own: nothing is covered by it.
    const receipt = await newReceipt(owner, { amount: 50_000 })
    expect((await behind(receipt)).amount).toBe(1_00_000)
  })

  test('covers what is open alone, and nothing of what was never paid', async () => {
    const paper = await guarantee(1_00_000)
    const first = await behind(paper)
    const draft = await behind(paper, { status: 'DRAFT' })
    const rejected = await behind(paper, { status: 'REJECTED' })
    for (const made of [draft, rejected]) expect(await refusedEdit(made, { status: 'SUBMITTED' })).toMatchObject(short)
    await owner.ok(addSettlement, {
      params: params(first),
      body: { kind: 'RELEASED', amount: 1_00_000, settledOn: '2026-02-01' },
    })
    expect((await edit(draft, { status: 'SUBMITTED' })).status).toBe('SUBMITTED')
    // What came back opens no room twice.
    expect(await refusedEdit(rejected, { status: 'PENDING' })).toMatchObject(short)
  })

  test('lets a deposit be changed that is within it in all but its amount', async () => {
    const paper = await guarantee(1_00_000)
    const made = await behind(paper)
    expect((await edit(made, { comment: 'Renewed twice', status: 'PENDING_RELEASE' })).comment).toBe('Renewed twice')
  })

  test('is given once of several deposits at the same moment that together are more', async () => {
    for (let round = 0; round < 5; round += 1) {
      const paper = await guarantee(1_00_000)
      const send = () =>
        owner.sendCall(createDeposit, {
          params: { contractId },
          body: depositBody({ instrumentId: paper.id, amount: 60_000, instrumentNo: newId() }),
        })
      const replies = await Promise.all([send(), send(), send()])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
      for (const { status, text } of replies)
        if (status === 409) expect(JSON.parse(text)).toMatchObject({ fields: short.fields })
    }
  })

  test('is not lowered below a deposit of the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const paper = await newGuarantee(owner, { amount: 1_00_000, state: 'DRAFT', happenedOn: undefined })
      const replies = await Promise.all([
        owner.sendCall(createDeposit, {
          params: { contractId },
          body: depositBody({ instrumentId: paper.id, amount: 60_000, instrumentNo: newId() }),
        }),
        owner.sendCall(updateInstrument, { params: { id: paper.id }, body: { amount: 50_000 } }),
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
    const paper = await newGuarantee(owner, { number: 'BG 1', expiresOn: '2027-01-14' })
    const receipt = await newReceipt(owner, { number: 'FDR 1', maturesOn: '2026-11-30' })
    await behind(paper, { amount: 1 })
    await behind(receipt, { amount: 2 })
    await newDeposit(owner, contractId, { amount: 3 })
    await newDeposit(owner, contractId, { amount: 4, status: 'REFUNDED' })
    await newDeposit(owner, contractId, { amount: 5, status: 'DRAFT' })
  })

  test('tells what each instrument is, how it stands and when it runs out', async () => {
    const { content } = await search()
    expect(content.map((row) => [row.instrumentKind, row.instrumentState, row.instrumentEndsOn])).toEqual([
      ['BG', 'LODGED', '2027-01-14'],
      ['FDR', 'ISSUED', '2026-11-30'],
      ...Array.from({ length: 3 }, () => [null, null, null]),
    ])
    const { content: sorted } = await search({ sort: { field: 'instrumentEndsOn' } })
    expect(sorted.map(({ amount }) => amount).slice(0, 2)).toEqual([2, 1])
  })

  test('is searched by the kinds of instruments', async () => {
    expect(await amounts({ instrumentKind: ['BG'] })).toEqual([1])
    expect(await amounts({ instrumentKind: ['BG', 'FDR'] })).toEqual([1, 2])
    expect(await amounts({ instrumentKind: ['DD'] })).toEqual([])
    expect(await owner.refused(filterDeposits, { body: { instrumentKind: ['PAPER' as 'BG'] } })).toMatchObject({
      status: 400,
    })
  })

  test('finds and counts what is held without an instrument', async () => {
    const quickFilters = ['WITHOUT_INSTRUMENT'] as const
    expect(await amounts({ quickFilters: [...quickFilters] })).toEqual([3])
    const counts = await owner.ok(countDeposits, { body: {} })
    expect(counts.find(({ quickFilter }) => quickFilter === 'WITHOUT_INSTRUMENT')).toMatchObject({
      count: 1,
      amount: 3,
    })
  })

  test('is put in groups by the kind of instrument, those without one as a group of their own', async () => {
    const { groups } = await owner.ok(listDepositGroups, { body: { by: 'instrumentKind' } })
    const told = groups.map(({ key, count, amounts: sums }) => [key, count, sums['amount'], sums['held']])
    expect(told).toEqual(
      expect.arrayContaining([
        ['BG', 1, 1, 1],
        ['FDR', 1, 2, 2],
        [null, 3, 12, 3],
      ]),
    )
    expect(told).toHaveLength(3)
    expect(await amounts({ group: { by: 'instrumentKind', key: null } })).toEqual([3, 4, 5])
    expect(await amounts({ group: { by: 'instrumentKind', key: 'FDR' } })).toEqual([2])
  })

  test('is exported with what it tells of instruments', async () => {
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
