import {
  countDeposits,
  type DepositStatus,
  filterDeposits,
  listDepositTypes,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import {
  type Contract,
  createContract,
  exportContracts,
  filterContracts,
  getContract,
  noDepartment,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { type DepartmentMoney, summarizeDepartments } from '@plinth/api/tenders/dashboard'
import { deleteOffice, getOffice, listOfficeChoices, updateOffice } from '@plinth/api/tenders/offices'
import { beforeAll, describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newOffice } from '../offices/offices.factory.ts'
import { contractBody, newContract } from './contracts.factory.ts'

/**
 * The department that a work is done for: the office of a contract, the filters by department, and the deposits of a
 * department.
 */

const { server, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()
const pwd = await newOffice(owner, { department: 'PWD', name: 'Circle', designation: 'Superintending Engineer' })
const division = await newOffice(owner, { department: 'PWD', name: 'Division 3, Pune', parentId: pwd.id })
const cpwd = await newOffice(owner, { department: 'CPWD', name: 'Division II' })
const road = await newContract(owner, { contractName: 'Road', officeId: pwd.id })
const bridge = await newContract(owner, { contractName: 'Bridge', officeId: division.id })
const quarters = await newContract(owner, { contractName: 'Quarters', officeId: cpwd.id })
const own = await newContract(owner, { contractName: 'Own yard' })

const get = (id: string) => owner.ok(getContract, { params: { id } })

describe('the office of a contract', () => {
  test('is returned with its department wherever the contract is', async () => {
    expect(road).toMatchObject({
      officeId: pwd.id,
      department: 'PWD',
      officeName: 'Superintending Engineer, Circle',
    })
    expect(await get(bridge.id)).toMatchObject({ department: 'PWD', officeName: 'Division 3, Pune' })
    expect(own).toMatchObject({ officeId: null, department: null, officeName: null })
    const { content } = await owner.ok(searchContractDeposits, { body: { contractName: 'Quarters' } })
    expect(content).toMatchObject([{ department: 'CPWD', officeName: 'Division II' }])
  })

  test('follows changes of the office, can be replaced and removed, and cannot be set by its names', async () => {
    const office = await newOffice(owner, { department: 'Irrigation', name: newId() })
    const contract = await newContract(owner, { officeId: office.id })
    await owner.ok(updateOffice, { params: { id: office.id }, body: { department: 'Water Resources' } })
    expect((await get(contract.id)).department).toBe('Water Resources')
    const change = (body: object) => owner.ok(updateContract, { params: { id: contract.id }, body })
    expect(await change({ comments: 'x' })).toMatchObject({ officeId: office.id })
    expect(await change({ officeId: cpwd.id, department: 'PWD', officeName: 'x' })).toMatchObject({
      department: 'CPWD',
    })
    expect(await change({ officeId: null })).toMatchObject({ officeId: null, department: null })
  })

  test('must exist in the same company', async () => {
    const deleted = await newOffice(owner)
    await owner.ok(deleteOffice, { params: { id: deleted.id } })
    const message = 'must be an office of your company'
    const refused = { status: 400, fields: [{ path: 'officeId', message }] }
    for (const officeId of [deleted.id, (await newOffice(stranger)).id, newId()]) {
      expect(await owner.refused(createContract, { body: contractBody({ officeId }) })).toMatchObject(refused)
      expect(await owner.refused(updateContract, { params: { id: own.id }, body: { officeId } })).toMatchObject(refused)
    }
  })

  test('cannot be deleted while contracts have it, and the message says how many do', async () => {
    const office = await newOffice(owner)
    const contracts = [
      await newContract(owner, { officeId: office.id }),
      await newContract(owner, { officeId: office.id }),
    ]
    const remove = () => owner.refused(deleteOffice, { params: { id: office.id } })
    const still = (contracts: string) => ({ status: 409, message: `It cannot be deleted: it still has ${contracts}` })
    expect(await remove()).toMatchObject(still('2 contracts'))
    expect(await owner.ok(getOffice, { params: { id: office.id } })).toMatchObject({ contracts: 2, isDeleted: false })
    const [first, second] = contracts
    await owner.ok(updateContract, { params: { id: first?.id ?? '' }, body: { officeId: null } })
    expect(await remove()).toMatchObject(still('1 contract'))
    await owner.ok(updateContract, { params: { id: second?.id ?? '' }, body: { officeId: null } })
    await owner.ok(deleteOffice, { params: { id: office.id } })
  })

  test('is chosen from all offices of the company, by department and name', async () => {
    const choices = await owner.ok(listOfficeChoices, {})
    const known = [cpwd, pwd, division].map(({ id }) => choices.findIndex((choice) => choice.id === id))
    expect(known).toEqual(known.toSorted((one, other) => one - other))
    expect(known).not.toContain(-1)
    expect(choices).toContainEqual({ id: pwd.id, department: 'PWD', officeName: 'Superintending Engineer, Circle' })
    expect((await stranger.ok(listOfficeChoices, {})).map(({ id }) => id)).not.toContain(pwd.id)
  })
})

describe('the department filter', () => {
  const among = (ids: string[]) => ids.filter((id) => [road, bridge, quarters, own].some((one) => one.id === id))
  const found = async (call: typeof filterContracts | typeof searchContractDeposits, filter: object) =>
    among(
      (await owner.ok(call, { body: { ...filter, pagination: { size: 200 } } })).content.map(({ id }) => id),
    ).toSorted()
  const idsOf = (...contracts: Contract[]) => contracts.map(({ id }) => id).toSorted()

  test.each([
    ['contracts', filterContracts] as const,
    ['contracts and their deposits', searchContractDeposits] as const,
  ])('finds %s by the whole name, by an office, and without a department', async (_, call) => {
    expect(await found(call, { department: ['PWD'] })).toEqual(idsOf(road, bridge))
    expect(await found(call, { department: 'CPWD' })).toEqual(idsOf(quarters))
    expect(await found(call, { department: ['PW', 'pwd'] })).toEqual([])
    expect(await found(call, { department: ['CPWD', noDepartment] })).toEqual(idsOf(quarters, own))
    expect(await found(call, { department: [noDepartment] })).toEqual(idsOf(own))
    expect(await found(call, { officeId: [division.id, cpwd.id] })).toEqual(idsOf(bridge, quarters))
    expect(await found(call, { department: ['PWD'], officeId: [cpwd.id] })).toEqual([])
    expect(await found(call, { search: 'pwd' })).toEqual(idsOf(road, bridge, quarters))
    expect(await found(call, { search: 'cpwd quart' })).toEqual(idsOf(quarters))
  })

  test('works for sorted contracts and for exports', async () => {
    const sort = { field: 'department', direction: 'desc' } as const
    const { content } = await owner.ok(filterContracts, { body: { sort, department: ['PWD', 'CPWD'] } })
    expect(content.map(({ department }) => department)).toEqual(['PWD', 'PWD', 'CPWD'])
    const columns = [
      { field: 'department', label: 'Department' },
      { field: 'officeName', label: 'Office' },
    ] as const
    const { text } = await owner.sendCall(exportContracts, {
      body: { format: 'csv', columns: [...columns], department: ['PWD', 'CPWD'], sort },
    })
    expect(text.split('\r\n').slice(0, 2)).toEqual(['Department,Office', expect.stringMatching(/^PWD,/)])
  })
})

describe('the deposits of a department', () => {
  let money: DepartmentMoney[]
  const held = async () => {
    const counts = await owner.ok(countDeposits, { body: {} })
    return counts.find(({ quickFilter }) => quickFilter === 'HELD')
  }
  const paise = (amount: number) => Math.round(amount * 100)

  beforeAll(async () => {
    const statuses: DepositStatus[] = ['SUBMITTED', 'PENDING_REFUND', 'RETURNED', 'FORFEITED', 'DRAFT', 'SUBMITTED']
    for (const [at, contract] of [road, bridge, quarters, own].entries())
      for (const [nth, status] of statuses.entries())
        await newDeposit(owner, contract.id, {
          status,
          amount: Math.round(100_010 + at * 33_333 + nth * 7) / 100,
          depositType: nth ? 'EMD' : 'SD',
        })
    await owner.ok(updateContract, {
      params: { id: bridge.id },
      body: { status: 'COMPLETED', actualEndDate: '2020-01-31' },
    })
    await owner.ok(updateContract, { params: { id: quarters.id }, body: { status: 'REJECTED' } })
    money = await owner.ok(summarizeDepartments, {})
  })

  test('add up to everything that is held, to the paisa, and the largest sum comes first', async () => {
    expect(money.map(({ department }) => department)).toEqual(['PWD', null, 'CPWD'])
    const headline = await held()
    expect(money.reduce((sum, row) => sum + paise(row.held.amount), 0)).toBe(paise(headline?.amount ?? 0))
    expect(money.reduce((sum, row) => sum + row.held.count, 0)).toBe(headline?.count)
    expect(headline?.count).toBe(12)
    expect(money.find(({ department }) => department === 'PWD')?.dueBackOver90Days.count).toBe(2)
    expect(money.find(({ department }) => department === 'CPWD')).toMatchObject({
      dueBack: { count: 2 },
      dueBackOver90Days: { count: 0 },
    })
  })

  test('are exactly those that the register finds for the department', async () => {
    const parts = { held: 'HELD', dueBack: 'DUE_BACK', dueBackOver90Days: 'DUE_BACK_OVER_90_DAYS' } as const
    for (const row of money)
      for (const [part, quickFilter] of Object.entries(parts)) {
        const department = [row.department ?? noDepartment]
        const body = { department, quickFilters: [quickFilter], pagination: { size: 200 } }
        const { totalElements, total, content } = await owner.ok(filterDeposits, { body })
        expect({ count: totalElements, amount: total }).toEqual(row[part as keyof typeof parts])
        for (const deposit of content) expect(deposit.department).toBe(row.department)
      }
    const { content } = await owner.ok(filterDeposits, { body: { search: 'cpwd', officeId: cpwd.id } })
    expect(content).toHaveLength(6)
    expect(content[0]).toMatchObject({ contractName: 'Quarters', officeName: 'Division II' })
  })

  test('are not shown to another company', async () => {
    expect(await stranger.ok(summarizeDepartments, {})).toEqual([])
  })

  test('have their types in use listed, the most used first', async () => {
    expect(await owner.ok(listDepositTypes, {})).toEqual(['EMD', 'SD'])
    expect(await stranger.ok(listDepositTypes, {})).toEqual([])
    const { content } = await owner.ok(filterDeposits, { body: { depositType: 'SD' } })
    for (const { id: depositId, contractId } of content)
      await owner.ok(updateDeposit, { params: { contractId, depositId }, body: { depositType: 'Retention' } })
    expect(await owner.ok(listDepositTypes, {})).toEqual(['EMD', 'Retention'])
  })
})
