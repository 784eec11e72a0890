import {
  depositFigures,
  depositStatuses,
  exportDeposits,
  filterDeposits,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import type { CallInput } from '@plinth/api/kernel/client'
import {
  contractFigures,
  contractStatuses,
  exportContracts,
  filterContracts,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { getKpis, summarizeContractStatuses, summarizeStatusCategories } from '@plinth/api/tenders/dashboard'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { type Client, type Company, newCompany, startSuite } from '../../testing/test-server.ts'
import { newContract } from '../contracts/contracts.factory.ts'
import { insertContracts, insertDeposits, recount } from './dashboard.factory.ts'

const run = (where: Company, ...statements: RawBuilder<unknown>[]) =>
  server.door.inTenant(where.id, null, async (db) => {
    for (const statement of statements) await statement.execute(db)
  })
const pickFrom = (list: readonly (string | null)[], by: string) =>
  `(array[${list.map((item) => (item === null ? 'null' : `'${item}'`)).join(', ')}])[1 + (${by}) % ${list.length}]`
const kpis = (by: Client) => by.ok(getKpis, { body: {} })

/**
 * The company has contracts in every status, awarded or not, of three types and without one, with deposits in every
 * status.
 */
const { server, company, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
beforeAll(async () => {
  const contracts = {
    status: pickFrom(contractStatuses, 'n'),
    paper_cost: 'nullif(n % 7, 0) * 1000.37',
    awarded_date: `case when n % 3 = 0 then date '2025-01-01' + n end`,
    contract_type: pickFrom(['EPC', 'Lump sum', null, '', 'Item rate'], 'n / 3'),
  }
  const deposits = {
    status: pickFrom(depositStatuses, 'n'),
    deposit_type: pickFrom(['EMD', 'Performance security', 'Retention'], 'n / 2'),
    amount: '0.01 + n * 1000.33 + length(c.status)',
    deposit_submitted_date: `case when n % 5 > 0 then date '2025-01-01' end`,
    deposit_returned_date: `case when n % 4 > 0 then date '2025-01-01' + n * n + length(c.status) end`,
  }
  await run(company, insertContracts(80, contracts), insertDeposits(13, deposits))
})
afterAll(() => admin.end())

describe('the figures', () => {
  test('equal a recount of the records', async () => {
    const shown = await kpis(owner)
    expect(shown).toEqual(await recount(admin, company.id))
    // Proves something only if every figure is above 0.
    for (const [name, value] of Object.entries(shown))
      if (typeof value === 'number') expect(value, name).toBeGreaterThan(0)
    expect(shown.average_refund_days).not.toBeNull()
    expect(Number.isInteger(shown.average_refund_days)).toBe(false)
    expect(shown.paper_cost_by_contract_type.map(({ key }) => key).sort()).toEqual(['', 'EPC', 'Item rate', 'Lump sum'])
  })

  test('of a company without contracts are 0, with every status listed', async () => {
    const empty = await newCompany(server)
    const by = await empty.as()
    const { contract_count_by_status: counts, ...shown } = await kpis(by)
    const lists = { paper_cost_by_contract_type: [], deposit_by_type: [] }
    const { average_refund_days: average, ...numbers } = shown
    expect(average).toBeNull()
    expect(numbers).toEqual({ ...Object.fromEntries(Object.keys(numbers).map((name) => [name, 0])), ...lists })
    expect(counts).toEqual(contractStatuses.map((key) => ({ key, value: 0 })))
    expect(await by.ok(summarizeContractStatuses, {})).toEqual(contractStatuses.map((status) => ({ status, count: 0 })))
    expect((await by.ok(summarizeStatusCategories, {})).map(({ totalCount }) => totalCount)).toEqual([0, 0, 0, 0, 0])
  })

  test('by type are sorted by value, and add up to the total', async () => {
    const shown = await kpis(owner)
    const values = (list: { value: number }[]) => list.map(({ value }) => value)
    for (const list of [shown.paper_cost_by_contract_type, shown.deposit_by_type])
      expect(values(list)).toEqual(values(list).toSorted((a, b) => b - a))
    const sum = (list: { value: number }[]) => values(list).reduce((all, value) => all + value, 0)
    expect(sum(shown.deposit_by_type)).toBeCloseTo(shown.total_security_deposit, 2)
    const { figureTotal } = await owner.ok(filterContracts, { body: { figure: 'paper_cost_by_contract_type' } })
    expect(sum(shown.paper_cost_by_contract_type)).toBeCloseTo(figureTotal ?? 0, 2)
  })

  test('of a thousand records of the largest amount are exact, and those of a million have no exponent', async () => {
    const rich = await newCompany(server)
    const by = await rich.as()
    const maxAmount = '9999999999999.99'
    await run(
      rich,
      insertContracts(1_000, { status: `'AWARDED'`, paper_cost: maxAmount }),
      insertDeposits(1, { status: `'SUBMITTED'`, deposit_type: `'EMD'`, amount: maxAmount }),
    )
    const { text } = await by.sendCall(getKpis, { body: {} })
    for (const name of ['paper_cost_awarded', 'total_security_deposit', 'pre_project_deposit'])
      expect(text).toContain(`"${name}":9999999999999990,`)
    const listed = await by.sendCall(filterDeposits, { body: { figure: 'total_security_deposit' } })
    expect(listed.text).toContain('"total":9999999999999990}')
    await admin.query(
      `insert into contract_figures (tenant_id, status, was_awarded, contract_type, contracts, paper_cost)
       values ($1, 'REJECTED', false, '', 1000000, 1000000 * ${maxAmount})`,
      [rich.id],
    )
    expect((await by.sendCall(getKpis, { body: {} })).text).toContain('"paper_cost_rejected":9999999999999990000,')
  })

  test('are returned for an empty body, for none, and for a content type without a body', async () => {
    const json = { 'content-type': 'application/json' }
    const post = (body?: string, headers = {}) => owner.send(getKpis.method, getKpis.path, body, headers)
    for (const reply of [post('{}'), post('null'), post(), post(undefined, json), post('', json)])
      expect((await reply).status).toBe(200)
    for (const body of ['{"from":1}', '[]', '5', '"x"']) expect((await post(body)).status, body).toBe(400)
  })

  test('follow an edit of only a day and of only a cost', async () => {
    const by = await (await newCompany(server)).as()
    const { id } = await newContract(by, { status: 'REJECTED', paperCost: 10 })
    const days = { depositSubmitedDate: '2025-01-01', depositeReturnedDate: '2025-01-11' }
    const deposit = await newDeposit(by, id, { status: 'REFUNDED', ...days })
    const shown = async () => {
      const { average_refund_days: average, paper_cost_rejected: cost } = await kpis(by)
      return [average, cost]
    }
    expect(await shown()).toEqual([10, 10])
    const params = { contractId: id, depositId: deposit.id }
    await by.ok(updateDeposit, { params, body: { depositeReturnedDate: '2025-01-21' } })
    await by.ok(updateContract, { params: { id }, body: { paperCost: 11 } })
    expect(await shown()).toEqual([20, 11])
    await by.ok(updateDeposit, { params, body: { depositSubmitedDate: null } })
    await by.ok(updateContract, { params: { id }, body: { paperCost: null } })
    expect(await shown()).toEqual([null, 0])
  })

  test('are those of one company', async () => {
    const [other, before] = [await newCompany(server), await kpis(owner)]
    const by = await other.as()
    const { id } = await newContract(by, { status: 'REJECTED', paperCost: 77 })
    await newDeposit(by, id, { amount: 88 })
    expect(await kpis(owner)).toEqual(before)
    const theirs = await kpis(by)
    expect(theirs).toEqual(await recount(admin, other.id))
    expect([theirs.paper_cost_rejected, theirs.unawarded_projects_deposit]).toEqual([77, 88])
  })
})

describe('the summaries', () => {
  test('count every status and every category, and add up to the total', async () => {
    const statuses = await owner.ok(summarizeContractStatuses, {})
    const { contract_count_by_status: counts } = await kpis(owner)
    expect(statuses).toEqual(counts.map(({ key, value }) => ({ status: key, count: value })))
    const categories = await owner.ok(summarizeStatusCategories, {})
    for (const { statusCategory, totalCount } of categories) {
      const { totalElements } = await owner.ok(filterContracts, { body: { statusCategory } })
      expect([statusCategory, totalCount]).toEqual([statusCategory, totalElements])
    }
    const { totalElements } = await owner.ok(filterContracts, { body: {} })
    expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(totalElements)
    expect(categories.reduce((sum, { totalCount }) => sum + totalCount, 0)).toBe(totalElements)
  })
})

type ContractFilter = CallInput<typeof filterContracts>['body']
type DepositFilter = CallInput<typeof filterDeposits>['body']
const paise = (rupees: number) => Math.round(rupees * 100)

/** All rows of a list, fetched page by page. */
async function allRows<Row>(page: (number: number) => Promise<{ content: Row[]; totalPages: number }>): Promise<Row[]> {
  const rows: Row[] = []
  for (let number = 0, pages = 1; number < pages; number += 1) {
    const { content, totalPages } = await page(number)
    rows.push(...content)
    pages = totalPages
  }
  return rows
}
const linesOf = (text: string) => text.trimEnd().split('\r\n').length - 1
const sheet = { format: 'csv', columns: [{ field: 'id', label: 'ID' }] } as const

describe('the list behind a figure', () => {
  async function expectContracts(filter: ContractFilter, value: number) {
    const first = await owner.ok(filterContracts, { body: { ...filter, pagination: { size: 3 } } })
    expect(first.figureTotal).toBe(value)
    const rows = await allRows((page) =>
      owner.ok(filterContracts, { body: { ...filter, pagination: { page, size: 40 } } }),
    )
    expect(rows).toHaveLength(first.totalElements)
    expect(rows.reduce((sum, row) => sum + paise(row.paperCost ?? 0), 0)).toBe(paise(value))
    expect(linesOf((await owner.sendCall(exportContracts, { body: { ...filter, ...sheet } })).text)).toBe(rows.length)
    return rows
  }
  async function expectDeposits(filter: DepositFilter, value: number) {
    const first = await owner.ok(filterDeposits, { body: { ...filter, pagination: { size: 3 } } })
    expect(first.total).toBe(value)
    const rows = await allRows((page) =>
      owner.ok(filterDeposits, { body: { ...filter, pagination: { page, size: 200 } } }),
    )
    expect(rows).toHaveLength(first.totalElements)
    expect(linesOf((await owner.sendCall(exportDeposits, { body: { ...filter, ...sheet } })).text)).toBe(rows.length)
    return rows
  }

  const scalars = contractFigures.filter((figure) => figure !== 'paper_cost_by_contract_type')
  test.each(scalars)('%s adds up to the figure', async (figure) => {
    const rows = await expectContracts({ figure }, (await kpis(owner))[figure])
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(80)
  })

  test('paper_cost_by_contract_type adds up to each of its entries, and without a key to all', async () => {
    const figure = 'paper_cost_by_contract_type'
    const { [figure]: entries } = await kpis(owner)
    for (const { key, value } of entries)
      for (const { contractType } of await expectContracts({ figure, figureKey: key }, value))
        expect(contractType ?? '').toBe(key)
    expect((await owner.ok(filterContracts, { body: { figure } })).totalElements).toBe(80)
    const none = await owner.ok(filterContracts, { body: { figure, figureKey: 'No such type' } })
    expect([none.totalElements, none.figureTotal]).toEqual([0, 0])
  })

  const sums = depositFigures.filter((figure) => figure !== 'deposit_by_type' && figure !== 'average_refund_days')
  test.each(sums)('%s adds up to the figure', async (figure) => {
    const value = (await kpis(owner))[figure]
    const rows = await expectDeposits({ figure }, value)
    expect(rows.reduce((sum, row) => sum + paise(row.amount), 0)).toBe(paise(value))
    expect(rows.length).toBeLessThan(80 * 13)
  })

  test('deposit_by_type adds up to each of its entries', async () => {
    const figure = 'deposit_by_type'
    const { [figure]: entries } = await kpis(owner)
    expect(entries).toHaveLength(3)
    for (const { key, value } of entries) {
      const rows = await expectDeposits({ figure, figureKey: key }, value)
      expect(rows.reduce((sum, row) => sum + paise(row.amount), 0)).toBe(paise(value))
      expect(new Set(rows.map((row) => row.depositType))).toEqual(new Set([key]))
    }
  })

  test('average_refund_days has the deposits whose mean is the figure', async () => {
    const { average_refund_days: average } = await kpis(owner)
    const rows = await expectDeposits({ figure: 'average_refund_days' }, average ?? 0)
    const day = (text: string | null) => Date.parse(text ?? '') / 86_400_000
    const days = rows.map((row) => day(row.depositeReturnedDate) - day(row.depositSubmitedDate))
    expect(days.reduce((sum, one) => sum + one, 0) / days.length).toBe(average)
    const body = { figure: 'average_refund_days', bidId: 'No such bid' } as const
    expect((await owner.ok(filterDeposits, { body })).total).toBeNull()
  })

  test('accepts the other filters too, and without a figure has a total only for deposits', async () => {
    const both = { figure: 'total_security_deposit', status: ['FORFEITED'], contractStatus: ['DISPUTE'] } as const
    const body = { ...both, status: [...both.status], contractStatus: [...both.contractStatus] }
    const rows = await expectDeposits(body, (await owner.ok(filterDeposits, { body })).total ?? 0)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect([row.status, row.contractStatus]).toEqual(['FORFEITED', 'DISPUTE'])
    expect((await owner.ok(filterContracts, { body: { figureKey: 'EPC' } })).figureTotal).toBeNull()
    const all = await owner.ok(filterDeposits, { body: {} })
    expect([all.totalElements, (all.total ?? 0) > 0]).toEqual([80 * 13, true])
  })

  test.each(['contract_count_by_status', 'total', 5, ['paper_cost_rejected']])(
    'refuses %j as a figure',
    async (figure) => {
      for (const endpoint of [filterContracts, filterDeposits])
        expect(await owner.refused(endpoint, { body: { figure } })).toMatchObject({
          status: 400,
          fields: [{ path: 'figure' }],
        })
    },
  )
})
