import {
  deleteDeposit,
  depositStatuses,
  exportDeposits,
  filterDeposits,
  listDepositStatusHistory,
  type RegisteredDeposit,
  registeredDeposit,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import type { CallInput } from '@plinth/api/kernel/client'
import { updateContract } from '@plinth/api/tenders/contracts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newDeposit } from './deposits.factory.ts'

type Filter = CallInput<typeof filterDeposits>['body']

const { server, company, owner } = await startSuite()
const road = await newContract(owner, { contractName: 'Ring Road 100%_of\\it', bidId: 'PWD/1_%\\', status: 'DISPUTE' })
beforeAll(async () => {
  const bridge = await newContract(owner, { contractName: 'Minor bridge', bidId: null, status: 'AWARDED' })
  const bank = { bankName: 'Canara 5%_\\', bankAccountNo: '77_%\\', accountHolderName: 'Asha_%\\' }
  await newDeposit(owner, road.id, { ...bank, depositType: 'EMD_%\\', instrumentNo: 'DD_%\\', amount: 10.01 })
  await newDeposit(owner, road.id, { depositType: 'Retention', instrumentNo: 'BG 1', amount: 20.02, status: 'DRAFT' })
  await newDeposit(owner, bridge.id, { instrumentNo: 'FDR', amount: 40.04, status: 'REFUNDED', bankName: 'State Bank' })
})

const search = (body: Filter = {}) => owner.ok(filterDeposits, { body })
const instruments = async (body: Filter) => (await search(body)).content.map((row) => row.instrumentNo).sort()

describe('the register of deposits', () => {
  test('lists each deposit with its contract, newest first, with the total of all', async () => {
    const { content, total, ...page } = await search({ pagination: { size: 2 } })
    expect(page).toEqual({ number: 0, size: 2, totalPages: 2, totalElements: 3 })
    expect(total).toBe(70.07)
    expect(content.map((row) => row.instrumentNo)).toEqual(['FDR', 'BG 1'])
    expect(content[0]).toMatchObject({ bidId: null, contractName: 'Minor bridge', contractStatus: 'AWARDED' })
    expect(content[1]).toMatchObject({
      contractId: road.id,
      bidId: 'PWD/1_%\\',
      contractName: 'Ring Road 100%_of\\it',
      contractStatus: 'DISPUTE',
      createdByName: owner.session.user.username,
      updatedByName: owner.session.user.username,
    })
    expect(Object.keys(content[0] ?? {}).sort()).toEqual(Object.keys(registeredDeposit.shape).sort())
    const pastEnd = await search({ pagination: { page: 9 } })
    expect([pastEnd.content, pastEnd.totalElements, pastEnd.total]).toEqual([[], 3, 70.07])
  })

  const texts = {
    bidId: 'd/1_%\\',
    contractName: '%_OF\\',
    depositType: 'emd_%\\',
    instrumentNo: 'dd_%\\',
    bankName: '5%_\\',
    bankAccountNo: '7_%\\',
    accountHolderName: 'ASHA_%\\',
  }
  test.each(Object.entries(texts))('filters by any part of %s, taken literally', async (field, part) => {
    expect(await instruments({ [field]: part })).toEqual(['DD_%\\'].concat(field in road ? ['BG 1'] : []).sort())
    for (const none of [`${part}x`, part.replace('%', 'x'), '%%', '__', '\\\\'])
      expect(await instruments({ [field]: none }), none).toEqual([])
    expect(await owner.refused(filterDeposits, { body: { [field]: '\u0000' } })).toMatchObject({
      fields: [{ path: field }],
    })
  })

  test('combines filters of status and contract, and totals the deposits found', async () => {
    expect(await instruments({ status: ['DRAFT', 'REFUNDED'] })).toEqual(['BG 1', 'FDR'])
    expect(await instruments({ contractStatus: 'DISPUTE' })).toEqual(['BG 1', 'DD_%\\'])
    const both = await search({ contractStatus: 'DISPUTE', status: 'DRAFT' })
    expect([both.totalElements, both.total]).toEqual([1, 20.02])
    expect(await instruments({ contractStatus: 'AWARDED', status: 'DRAFT' })).toEqual([])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const none = await search({ dateRange: { from: tomorrow } })
    expect([none.totalElements, none.total]).toEqual([0, 0])
  })

  test.each(Object.keys(registeredDeposit.shape))('sorts by %s in both directions', async (field) => {
    const ordered = async (direction: string) =>
      (await owner.sendCall(filterDeposits, { body: { sort: { field, direction } } })).text
    const ids = async (direction: string) =>
      JSON.parse(await ordered(direction)).content.map((row: RegisteredDeposit) => row.id)
    expect((await ids('asc')).toSorted()).toEqual((await ids('desc')).toSorted())
    if (['amount', 'contractName', 'contractStatus', 'instrumentNo'].includes(field)) {
      const { content } = await search({ sort: { field: field as 'amount', direction: 'desc' } })
      const values = content.map((row) => row[field as 'amount'])
      expect(values).toEqual([...values].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
    }
  })

  test('has no deposits of another company', async () => {
    const other = await (await newCompany(server)).as()
    expect(await other.ok(filterDeposits, { body: {} })).toMatchObject({ totalElements: 0, total: 0 })
  })

  test('is exported with its filters and order, and only with the permission to report', async () => {
    const columns = ['instrumentNo', 'contractName', 'contractStatus', 'amount'].map((field) => ({
      field,
      label: field,
    }))
    const body = { format: 'csv', columns, contractStatus: ['DISPUTE'], sort: { field: 'amount', direction: 'desc' } }
    const { status, text } = await owner.sendCall(exportDeposits, { body })
    expect(status).toBe(200)
    expect(text.replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
      columns.map(({ label }) => label).join(','),
      'BG 1,Ring Road 100%_of\\it,Dispute,20.02',
      'DD_%\\,Ring Road 100%_of\\it,Dispute,10.01',
    ])
    const viewer = await company.as({ Contracts: ['canView'] })
    expect((await viewer.refused(exportDeposits, { body })).status).toBe(403)
  })
})

describe('the status history of a deposit', () => {
  const history = (contractId: string, depositId: string) =>
    owner.sendCall(listDepositStatusHistory, { params: { contractId, depositId } })

  test('has every status, its author and its time, newest first', async () => {
    const { id } = await newContract(owner)
    const deposit = await newDeposit(owner, id, { status: 'DRAFT' })
    const clerk = await company.as({ Contracts: ['canEdit'] })
    const params = { contractId: id, depositId: deposit.id }
    for (const body of [{ status: 'SUBMITTED' }, { amount: 5 }, { status: 'FORFEITED' }] as const)
      await clerk.ok(updateDeposit, { params, body })
    const history = await owner.ok(listDepositStatusHistory, { params })
    const [by, first] = [clerk.session.user.username, owner.session.user.username]
    expect(history.map(({ changedAt: _, ...change }) => change)).toEqual([
      { fromStatus: 'SUBMITTED', toStatus: 'FORFEITED', changedBy: clerk.userId, changedByName: by },
      { fromStatus: 'DRAFT', toStatus: 'SUBMITTED', changedBy: clerk.userId, changedByName: by },
      { fromStatus: null, toStatus: 'DRAFT', changedBy: owner.userId, changedByName: first },
    ])
    const moments = history.map(({ changedAt }) => changedAt)
    expect(moments).toEqual(moments.toSorted().toReversed())
    await owner.ok(updateContract, { params: { id }, body: { status: 'AWARDED' } })
    expect(await owner.ok(listDepositStatusHistory, { params })).toEqual(history)
  })

  test('answers 404 without the deposit, without the contract, and under another contract', async () => {
    const deposit = await newDeposit(owner, road.id, { status: depositStatuses[0] })
    expect((await history(road.id, deposit.id)).status).toBe(200)
    for (const [contract, id] of [
      [newId(), deposit.id],
      [road.id, newId()],
      [(await newContract(owner)).id, deposit.id],
    ] as const)
      expect((await history(contract, id)).status).toBe(404)
    await owner.ok(deleteDeposit, { params: { contractId: road.id, depositId: deposit.id } })
    expect((await history(road.id, deposit.id)).status).toBe(404)
  })
})
