import { createDeposit, type Deposit, deleteDeposit, listDeposits, updateDeposit } from '@plinth/api/deposits/deposits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'

/** A deposit whose instrument number its contract has already is stored once somebody confirms it. */

let server: TestServer
let owner: Client
let contractId: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = await (await newCompany(server)).as()
  contractId = (await newContract(owner)).id
})

type Given = Partial<Deposit> & { isRepeatConfirmed?: boolean }
const call = (given: Given = {}, of = contractId) => ({
  params: { contractId: of },
  body: { depositType: 'SD', instrumentNo: 'FDR 0004417', amount: 30_000, depositSubmitedDate: '2026-11-01', ...given },
})
const enter = (given: Given = {}) => owner.ok(createDeposit, call(given))
const refused = (given: Given = {}) => owner.refused(createDeposit, call(given))
const edit = ({ id }: Deposit, body: Given) => ({ params: { contractId, depositId: id }, body })
const stored = async () => (await owner.ok(listDeposits, { params: { contractId }, query: {} })).length

test('is refused, tells the day, the amount and the record of the first, and is stored when it is confirmed', async () => {
  const first = await enter()
  const message = 'This number was entered before: SD FDR 0004417, ₹30,000.00 of 01 Nov 2026'
  expect(await refused({ amount: 5 })).toMatchObject({
    status: 409,
    code: 'repeated',
    message,
    parts: { values: { depositId: first.id, contractId, amount: '₹30,000.00', day: '01 Nov 2026' } },
    fields: [{ path: 'isRepeatConfirmed', message }],
  })
  expect(await stored()).toBe(1)
  await enter({ amount: 5, isRepeatConfirmed: true })
  expect(await stored()).toBe(2)
})

test.each(['fdr 0004417', 'FDR-0004417', ' FDR  0004417 '])(
  'is found when its number is written as %j',
  async (instrumentNo) => {
    await enter()
    expect(await refused({ instrumentNo })).toMatchObject({ code: 'repeated' })
  },
)

test('is refused when an edit gives it the number of another one, unless that is confirmed', async () => {
  await enter()
  const other = await enter({ instrumentNo: 'FDR 2' })
  expect(await owner.refused(updateDeposit, edit(other, { instrumentNo: 'FDR 0004417' }))).toMatchObject({
    status: 409,
    code: 'repeated',
  })
  await owner.ok(updateDeposit, edit(other, { instrumentNo: 'FDR 0004417', isRepeatConfirmed: true }))
  await owner.ok(updateDeposit, edit(other, { instrumentNo: 'FDR 0004417', comment: 'Unchanged number' }))
})

describe('a deposit that stands on an instrument', () => {
  const paper = { number: 'BG 7/26', issuer: 'Canara Bank' }

  test('is compared by the number of the instrument, not by what is typed beside it', async () => {
    await enter({ instrumentNo: 'BG 7/26' })
    const { id: instrumentId } = await newGuarantee(owner, paper)
    const given = { instrumentId, instrumentNo: 'typed 1' }
    expect(await refused(given)).toMatchObject({ code: 'repeated' })
    const other = await enter({ instrumentNo: 'FDR 2' })
    expect(await owner.refused(updateDeposit, edit(other, { instrumentId }))).toMatchObject({ code: 'repeated' })
    expect((await enter({ ...given, isRepeatConfirmed: true })).instrumentNo).toBe('BG 7/26')
  })

  test('is no repeat of another one on the same instrument', async () => {
    const { id: instrumentId } = await newGuarantee(owner, paper)
    await enter({ instrumentId, instrumentNo: 'BG 7/26' })
    await enter({ instrumentId, instrumentNo: 'BG 7/26' })
    const later = await enter({ instrumentNo: 'FDR 2' })
    await owner.ok(updateDeposit, edit(later, { instrumentId }))
    expect(await stored()).toBe(3)
  })
})

describe('nothing is asked', () => {
  test.each(['BG to be issued', 'NA', 'to come'])('of %j, which is no number', async (instrumentNo) => {
    await enter({ instrumentNo })
    await enter({ instrumentNo })
    expect(await stored()).toBe(2)
  })

  test('of another number or another contract', async () => {
    await enter()
    await enter({ instrumentNo: 'FDR 0004418' })
    await owner.ok(createDeposit, call({}, (await newContract(owner)).id))
  })

  test('when the first is deleted, rejected or cancelled', async () => {
    const first = await enter()
    await owner.ok(deleteDeposit, { params: { contractId, depositId: first.id } })
    await enter({ status: 'REJECTED' })
    await enter({ status: 'CANCELLED' })
    await enter()
  })
})

test('of two at the same moment one is stored', async () => {
  for (let round = 0; round < 5; round += 1) {
    const given = { instrumentNo: `FDR 4 ${newId()}` }
    const replies = await Promise.all([1, 2].map(() => owner.sendCall(createDeposit, call(given))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  }
})
