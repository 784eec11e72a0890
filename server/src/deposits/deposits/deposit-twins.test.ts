import { createDeposit, type Deposit, deleteDeposit, listDeposits, updateDeposit } from '@plinth/api/deposits/deposits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'

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

type Overrides = Partial<Deposit> & { isRepeatConfirmed?: boolean }
const call = (overrides: Overrides = {}, id = contractId) => ({
  params: { contractId: id },
  body: {
    depositType: 'SD',
    instrumentNo: 'FDR 0004417',
    amount: 30_000,
    depositSubmitedDate: '2026-11-01',
    ...overrides,
  },
})
const enter = (overrides: Overrides = {}) => owner.ok(createDeposit, call(overrides))
const refusedNew = (overrides: Overrides = {}) => owner.refused(createDeposit, call(overrides))
const edit = ({ id }: Deposit, body: Overrides) => ({ params: { contractId, depositId: id }, body })
const stored = async () => (await owner.ok(listDeposits, { params: { contractId }, query: {} })).length

test('a repeated number is refused with day, amount and id of the first deposit, and is stored when confirmed', async () => {
  const first = await enter()
  const message = 'This number was entered before: SD FDR 0004417, ₹30,000.00 of 01 Nov 2026'
  expect(await refusedNew({ amount: 5 })).toMatchObject({
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
  'a repeated number is found when it is written as %j',
  async (instrumentNo) => {
    await enter()
    expect(await refusedNew({ instrumentNo })).toMatchObject({ code: 'repeated' })
  },
)

test('an edit to the number of another deposit is refused unless the repeat is confirmed', async () => {
  await enter()
  const other = await enter({ instrumentNo: 'FDR 2' })
  expect(await owner.refused(updateDeposit, edit(other, { instrumentNo: 'FDR 0004417' }))).toMatchObject({
    status: 409,
    code: 'repeated',
  })
  await owner.ok(updateDeposit, edit(other, { instrumentNo: 'FDR 0004417', isRepeatConfirmed: true }))
  await owner.ok(updateDeposit, edit(other, { instrumentNo: 'FDR 0004417', comment: 'Unchanged number' }))
})

describe('a deposit with an instrument', () => {
  const paper = { number: 'BG 7/26', issuer: 'Canara Bank' }

  test('is compared by the number of the instrument, not by the typed one', async () => {
    await enter({ instrumentNo: 'BG 7/26' })
    const { id: instrumentId } = await newGuarantee(owner, paper)
    const overrides = { instrumentId, instrumentNo: 'typed 1' }
    expect(await refusedNew(overrides)).toMatchObject({ code: 'repeated' })
    const other = await enter({ instrumentNo: 'FDR 2' })
    expect(await owner.refused(updateDeposit, edit(other, { instrumentId }))).toMatchObject({ code: 'repeated' })
    expect((await enter({ ...overrides, isRepeatConfirmed: true })).instrumentNo).toBe('BG 7/26')
  })

  test('is no repeat of another deposit on the same instrument', async () => {
    const { id: instrumentId } = await newGuarantee(owner, paper)
    await enter({ instrumentId, instrumentNo: 'BG 7/26' })
    await enter({ instrumentId, instrumentNo: 'BG 7/26' })
    const later = await enter({ instrumentNo: 'FDR 2' })
    await owner.ok(updateDeposit, edit(later, { instrumentId }))
    expect(await stored()).toBe(3)
  })
})

describe('no confirmation is needed', () => {
  test.each(['BG to be issued', 'NA', 'to come'])('for %j, which has no digits', async (instrumentNo) => {
    await enter({ instrumentNo })
    await enter({ instrumentNo })
    expect(await stored()).toBe(2)
  })

  test('for another number or another contract', async () => {
    await enter()
    await enter({ instrumentNo: 'FDR 0004418' })
    await owner.ok(createDeposit, call({}, (await newContract(owner)).id))
  })

  test('when the first deposit is deleted, rejected or cancelled', async () => {
    const first = await enter()
    await owner.ok(deleteDeposit, { params: { contractId, depositId: first.id } })
    await enter({ status: 'REJECTED' })
    await enter({ status: 'CANCELLED' })
    await enter()
  })
})

test('one of two deposits with the same number that are sent at the same moment is stored', async () => {
  for (let round = 0; round < 5; round += 1) {
    const overrides = { instrumentNo: `FDR 4 ${newId()}` }
    const replies = await Promise.all([1, 2].map(() => owner.sendCall(createDeposit, call(overrides))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  }
})
