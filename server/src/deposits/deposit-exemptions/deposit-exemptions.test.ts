import {
  createDepositExemption,
  deleteDepositExemption,
  exemptionGrounds,
  exemptionStates,
  filterDepositExemptions,
  getDepositExemption,
  updateDepositExemption,
} from '@plinth/api/deposits/deposit-exemptions'
import { depositPurposes } from '@plinth/api/deposits/deposit-releases'
import { filterDeposits } from '@plinth/api/deposits/deposits'
import { checkBid } from '@plinth/api/guarantees/guarantee-headroom'
import { contractStatuses, deleteContract, updateContract } from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { setTerms } from '../../tenders/contract-terms/contract-terms.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { exemptionBody, newExemption } from './deposit-exemptions.factory.ts'

const { server, company, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()

const newTender = async (overrides: object = {}) => (await newContract(owner, overrides)).id
const get = (id: string) => owner.ok(getDepositExemption, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateDepositExemption, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateDepositExemption, { params: { id }, body })
const remove = (id: string) => owner.ok(deleteDepositExemption, { params: { id } })

test('a new exemption stores every field, is CLAIMED, and has its contract’s bid ID, name and status', async () => {
  const contractId = await newTender({ bidId: 'PWD/91', contractName: 'Road to Alur' })
  const body = exemptionBody(contractId, { ground: 'STARTUP', amount: 1_25_000.75, comment: 'Page 14 of the papers' })
  const created = await owner.ok(createDepositExemption, { body })
  expect(created).toMatchObject({
    ...body,
    state: 'CLAIMED',
    bidId: 'PWD/91',
    contractName: 'Road to Alur',
    contractStatus: 'DRAFT',
    isNeeded: true,
    createdBy: owner.userId,
  })
  expect(await get(created.id)).toEqual(created)
})

test('an exemption needs only contract, purpose and ground', async () => {
  const body = { contractId: await newTender(), purpose: 'EMD', ground: 'GOVERNMENT' } as const
  expect(await owner.ok(createDepositExemption, { body })).toMatchObject({
    certificateNo: null,
    validUntil: null,
    amount: null,
    comment: null,
  })
})

test.each([
  ['contractId', 'must be an id', undefined],
  ['contractId', 'must be a contract of your company', newId()],
  ['purpose', 'must be one of EMD, PERFORMANCE_SECURITY', 'FINE'],
  ['ground', 'must be one of UDYAM, NSIC, STARTUP, GOVERNMENT, OTHER', 'MSME'],
  ['state', 'must be one of CLAIMED, ACCEPTED, REFUSED', 'LOST'],
  ['amount', 'must be more than 0', 0],
  ['amount', 'must have at most 13 digits and 2 decimals', 0.001],
  ['validUntil', 'must be a day written YYYY-MM-DD', '31/03/2027'],
  ['certificateNo', 'must be at most 100 characters', 'N'.repeat(101)],
  ['comment', 'must be at most 2000 characters', 'N'.repeat(2001)],
])('%s %s', async (path, message, value) => {
  const body = { ...exemptionBody(await newTender()), [path]: value }
  const refusal = await owner.refused(createDepositExemption, { body })
  expect(refusal).toMatchObject({ status: 400, fields: [{ path, message: expect.stringContaining(message) }] })
})

test('an exemption belongs to a contract of the same company, and an edit does not change the contract', async () => {
  const { id: foreign } = await newContract(stranger)
  expect(await owner.refused(createDepositExemption, { body: exemptionBody(foreign) })).toMatchObject({
    status: 400,
    fields: [{ path: 'contractId', message: 'must be a contract of your company' }],
  })
  const contractId = await newTender()
  const { id } = await newExemption(owner, contractId)
  expect(await edit(id, { contractId: await newTender(), amount: 5 })).toMatchObject({ contractId, amount: 5 })
})

describe('a contract', () => {
  const alreadyClaimed = { status: 409, fields: [{ path: 'ground', message: 'is already claimed for this purpose' }] }
  const refusedNew = (contractId: string, overrides: object = {}) =>
    owner.refused(createDepositExemption, { body: exemptionBody(contractId, overrides) })

  test('has one exemption per purpose and ground; another purpose, ground or contract can have its own', async () => {
    const contractId = await newTender()
    await newExemption(owner, contractId)
    expect(await refusedNew(contractId)).toMatchObject(alreadyClaimed)
    await newExemption(owner, contractId, { ground: 'UDYAM' })
    await newExemption(owner, contractId, { purpose: 'PERFORMANCE_SECURITY' })
    await newExemption(owner, await newTender())
  })

  test('can claim again after a refusal or deletion, not after an acceptance, and a refused claim does not return beside a second one', async () => {
    const contractId = await newTender()
    const { id } = await newExemption(owner, contractId)
    await edit(id, { state: 'ACCEPTED' })
    expect(await refusedNew(contractId)).toMatchObject(alreadyClaimed)
    await edit(id, { state: 'REFUSED' })
    expect((await newExemption(owner, contractId, { state: 'REFUSED' })).state).toBe('REFUSED')
    const second = await newExemption(owner, contractId)
    expect(await refusedEdit(id, { state: 'CLAIMED' })).toMatchObject(alreadyClaimed)
    await remove(second.id)
    expect((await edit(id, { state: 'CLAIMED' })).state).toBe('CLAIMED')
  })

  test('gets one exemption of several sent at the same moment, and one of two sent with the same idempotency key', async () => {
    const contractId = await newTender()
    const body = exemptionBody(contractId)
    const replies = await Promise.all(Array.from({ length: 6 }, () => owner.sendCall(createDepositExemption, { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const key = { 'idempotency-key': newId() }
    const other = { body: { ...body, ground: 'UDYAM' as const } }
    const [first, second] = [
      await owner.ok(createDepositExemption, other, key),
      await owner.ok(createDepositExemption, other, key),
    ]
    expect(second).toEqual(first)
  })
})

test('the database itself rejects invalid exemptions and a second claim for the same purpose and ground', async () => {
  const contractId = await newTender()
  const { id: foreign } = await newContract(stranger)
  const stored = (values: string) =>
    server.door.inTenant(company.id, owner.userId, (db) =>
      sql`insert into deposit_exemptions (contract_id, purpose, ground, state, amount) values (${sql.raw(values)})`.execute(
        db,
      ),
    )
  for (const values of [
    `'${contractId}', 'EMD', 'UDYAM', 'CLAIMED', 0`,
    `'${contractId}', 'EMD', 'UDYAM', 'LOST', 1`,
    `'${contractId}', 'EMD', 'MSME', 'CLAIMED', 1`,
    `'${contractId}', 'FINE', 'UDYAM', 'CLAIMED', 1`,
    `'${foreign}', 'EMD', 'UDYAM', 'CLAIMED', 1`,
  ])
    await expect(stored(values), values).rejects.toMatchObject({ code: '23514' })
  await stored(`'${contractId}', 'EMD', 'UDYAM', 'CLAIMED', 1`)
  await expect(stored(`'${contractId}', 'EMD', 'UDYAM', 'ACCEPTED', 1`)).rejects.toMatchObject({ code: '23505' })
})

describe('an exemption is still needed', () => {
  const neededIn = async (purpose: (typeof depositPurposes)[number]) => {
    const contractId = await newTender()
    const { id } = await newExemption(owner, contractId, { purpose })
    const needed: string[] = []
    for (const status of contractStatuses) {
      await owner.ok(updateContract, { params: { id: contractId }, body: { status } })
      if ((await get(id)).isNeeded) needed.push(status)
    }
    return needed
  }

  test('for an EMD until the performance security is lodged', async () => {
    expect(await neededIn('EMD')).toEqual(['DRAFT', 'SUBMITTED', 'AWARDED', 'ACCEPTED'])
  })

  test.each(depositPurposes.filter((purpose) => purpose !== 'EMD'))(
    'for %s until the contract is over',
    async (purpose) => {
      const over = ['REJECTED', 'CANCELLED', 'TERMINATED', 'CLOSED']
      expect(await neededIn(purpose)).toEqual(contractStatuses.filter((status) => !over.includes(status)))
    },
  )

  test('unless the department refused it', async () => {
    const { id } = await newExemption(owner, await newTender())
    const needed = []
    for (const state of exemptionStates) needed.push((await edit(id, { state })).isNeeded)
    expect(needed).toEqual([true, true, false])
  })
})

test('an exemption changes no figure, no list of deposits and no bid check', async () => {
  const other = await newCompany(server)
  const by = await other.as()
  const { id } = await newContract(by, { closingDate: day(10) })
  await setTerms(by, id, { emdAmount: 4_32_500, bidValidUntil: day(100) })
  const readAll = async () =>
    JSON.stringify([
      await by.ok(getKpis, { body: {} }),
      await by.ok(filterDeposits, { body: {} }),
      await by.ok(checkBid, { params: { id } }),
    ])
  const before = await readAll()
  expect(before).toContain('4325')
  for (const [at, state] of exemptionStates.entries())
    await newExemption(by, id, { state, ground: exemptionGrounds[at] ?? 'OTHER' })
  expect(await readAll()).toBe(before)
})

test('a contract with an exemption cannot be deleted', async () => {
  const contractId = await newTender()
  const { id } = await newExemption(owner, contractId)
  expect(await owner.refused(deleteContract, { params: { id: contractId } })).toMatchObject({
    status: 409,
    message: 'It cannot be deleted: it still has 1 exemption',
  })
  await remove(id)
  await owner.ok(deleteContract, { params: { id: contractId } })
})

test('a stale edit answers 412 and changes nothing', async () => {
  const created = await newExemption(owner, await newTender())
  const foreign = await edit(created.id, { ...created, state: 'ACCEPTED' })
  expect(await refusedEdit(created.id, { ...created, state: 'REFUSED' })).toMatchObject({ status: 412, code: 'stale' })
  expect(await get(created.id)).toEqual(foreign)
})

test('an exemption that is absent, deleted or another company’s answers 404', async () => {
  const { id: deleted } = await newExemption(owner, await newTender())
  await remove(deleted)
  const foreign = await newExemption(stranger, (await newContract(stranger)).id)
  for (const id of [newId(), deleted, foreign.id]) {
    expect((await owner.refused(getDepositExemption, { params: { id } })).status).toBe(404)
    expect((await refusedEdit(id, { amount: 1 })).status).toBe(404)
    expect((await owner.refused(deleteDepositExemption, { params: { id } })).status).toBe(404)
  }
})

test('each call requires its permission for contracts', async () => {
  const { id } = await newExemption(owner, await newTender())
  const viewer = await company.as({
    Contracts: ['canView'],
    Payments: ['canView', 'canCreate', 'canEdit', 'canDelete'],
  })
  expect((await viewer.ok(getDepositExemption, { params: { id } })).id).toBe(id)
  const body = exemptionBody(await newTender())
  expect((await viewer.refused(createDepositExemption, { body })).status).toBe(403)
  expect((await viewer.refused(updateDepositExemption, { params: { id }, body: { state: 'LOST' } })).status).toBe(403)
  expect((await viewer.refused(deleteDepositExemption, { params: { id } })).status).toBe(403)
  const editor = await company.as({ Contracts: ['canEdit'] })
  expect((await editor.refused(filterDepositExemptions, { body: {} })).status).toBe(403)
})

test('a search finds exemptions by words of certificate, bid ID and contract name, and by contract, purpose, ground and state', async () => {
  const contractId = await newTender({ bidId: 'NHAI/19', contractName: 'Bridge at Alur' })
  const overrides = { certificateNo: 'DIPP 70411', ground: 'STARTUP', purpose: 'RETENTION', state: 'ACCEPTED' } as const
  const { id } = await newExemption(owner, contractId, overrides)
  const found = async (filter: object) => {
    const { content } = await owner.ok(filterDepositExemptions, { body: filter })
    return content.map((exemption) => exemption.id)
  }
  for (const filter of [
    { search: 'alur 70411' },
    { search: 'nhai/19' },
    { contractId: [contractId] },
    { contractId: [contractId], purpose: ['RETENTION'], ground: ['STARTUP', 'OTHER'], state: ['ACCEPTED'] },
  ])
    expect(await found(filter)).toEqual([id])
  expect(await found({ search: 'alur nowhere' })).toEqual([])
  for (const filter of [{ purpose: ['EMD'] }, { ground: ['UDYAM'] }, { state: ['REFUSED'] }])
    expect(await found({ contractId: [contractId], ...filter })).toEqual([])
})
