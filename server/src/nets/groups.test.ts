import { depositStatuses, filterDeposits, listDepositGroups } from '@plinth/api/deposits/deposits'
import { mostGroups } from '@plinth/api/kernel/groups'
import { listContractDepositGroups, searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import { contractStatuses, filterContracts, listContractGroups } from '@plinth/api/tenders/contracts'
import { filterProjects, listProjectGroups, projectStatuses } from '@plinth/api/works/projects'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newDeposit } from '../deposits/deposits/deposits.factory.ts'
import { seedOf } from '../kernel/testing/seed.ts'
import { newContract } from '../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startSuite } from '../testing/test-server.ts'
import { newProject } from '../works/projects/projects.factory.ts'

/**
 * Grouped lists: each record is in one group, a group's figures are those of its records, and together they are those
 * of the list.
 */

const { server, owner } = await startSuite()
beforeAll(async () => {
  await fill(owner)
  // Records of another company must be in no group.
  await fill(await (await newCompany(server)).as())
})

/** Amounts to the paisa, some as large as possible, and days around the ends of months. */
const money = fc.oneof(fc.integer({ min: 1, max: 99_999_999_999 }), fc.constant(10)).map((paise) => paise / 100)
const day = fc.constantFrom(null, '2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2024-02-29')
const type = fc.constantFrom(null, '', 'Roads', 'roads', 'Roads 100%', 'Dams', "O'Brien; drop")
const contract = fc.record({
  status: fc.constantFrom(...contractStatuses),
  contractType: type,
  closingDate: day,
  tenderBidValue: fc.option(money),
})
const deposit = fc.record({
  status: fc.constantFrom(...depositStatuses),
  depositType: fc.constantFrom('EMD', 'Retention', 'emd'),
  amount: money,
  depositSubmitedDate: fc.constantFrom(null, '2023-12-31', '2024-01-01'),
  depositeReturnedDate: day,
})
const project = fc.record({
  status: fc.constantFrom(...projectStatuses),
  projectType: type,
  givenEndDate: day,
  projectBidValue: fc.option(money),
})

/** In paise, because binary fractions of rupees do not add up exactly. */
const paise = (value: unknown) => Math.round(Number(value ?? 0) * 100)

const seed = seedOf('groups')

async function fill(by: Client): Promise<void> {
  for (const values of fc.sample(contract, { numRuns: 30, seed })) {
    const { id } = await newContract(by, values)
    await Promise.all(
      fc.sample(deposit, { numRuns: 2, seed: paise(values.tenderBidValue) }).map((own) => newDeposit(by, id, own)),
    )
  }
  await Promise.all(fc.sample(project, { numRuns: 30, seed }).map((values) => newProject(by, values)))
}

type Sums = Record<string, number>
interface Answer {
  groups: { key: string | null; count: number; amounts: Sums }[]
  leftOut: { groups: number; count: number; amounts: Sums }
}
type Row = Record<string, unknown>

const totalOf = (rows: Row[], name: string) => rows.reduce((sum, row) => sum + paise(row[name]), 0)
const sumOf = (given: { amounts: Sums }[], name: string) =>
  given.reduce((sum, { amounts }) => sum + paise(amounts[name]), 0)

const pagination = { size: 200 }
const heldStatuses = new Set(['SUBMITTED', 'PENDING', 'PENDING_RELEASE', 'PENDING_REFUND'])

interface Grouping {
  /** The fields to group by, each with the group that a row is in. */
  by: Record<string, (row: Row) => unknown>
  groups: (body: Row) => Promise<Answer>
  rows: (body: Row) => Promise<Row[]>
  amount: string
  narrowed: Row
}
const own = (field: string) => (row: Row) => row[field] || null
const month = (field: string) => (row: Row) => (typeof row[field] === 'string' ? row[field].slice(0, 7) : null)

const lists: Record<string, Grouping> = {
  contracts: {
    by: { status: own('status'), contractType: own('contractType'), closingDate: month('closingDate') },
    groups: (body) => owner.ok(listContractGroups, { body: body as never }),
    rows: async (body) => (await owner.ok(filterContracts, { body: { ...body, pagination } })).content,
    amount: 'tenderBidValue',
    narrowed: { contractType: 'road' },
  },
  deposits: {
    by: {
      status: own('status'),
      depositType: own('depositType'),
      contractStatus: own('contractStatus'),
      depositSubmitedDate: month('depositSubmitedDate'),
      depositeReturnedDate: month('depositeReturnedDate'),
    },
    groups: (body) => owner.ok(listDepositGroups, { body: body as never }),
    rows: async (body) =>
      (await owner.ok(filterDeposits, { body: { ...body, pagination } })).content.map((row) => ({
        ...row,
        held: heldStatuses.has(row.status) ? row.amount : 0,
      })),
    amount: 'amount',
    narrowed: { quickFilters: ['HELD'] },
  },
  'contracts of the deposit search': {
    by: { status: own('status'), contractType: own('contractType'), closingDate: month('closingDate') },
    groups: (body) => owner.ok(listContractDepositGroups, { body: body as never }),
    rows: async (body) => (await owner.ok(searchContractDeposits, { body: { ...body, pagination } })).content,
    amount: 'totalAmount',
    narrowed: { depositType: 'EMD', depositStatuses: ['SUBMITTED', 'RETURNED', 'PENDING'] },
  },
  projects: {
    by: { status: own('status'), projectType: own('projectType'), givenEndDate: month('givenEndDate') },
    groups: (body) => owner.ok(listProjectGroups, { body: body as never }),
    rows: (body) => owner.ok(filterProjects, { body }),
    amount: 'projectBidValue',
    narrowed: { projectType: 'road' },
  },
}

describe.each(Object.entries(lists))('the %s', (_, { by, groups, rows, amount, narrowed }) => {
  test.each(Object.keys(by))(
    'by %s add up to the list, and each group to the records that it leads to',
    async (field) => {
      for (const filter of [{}, narrowed]) {
        const all = await rows(filter)
        const answer = await groups({ ...filter, by: field })
        expect(all.length, `seed ${seed}`).toBeGreaterThan(1)
        expect(answer.groups.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
        expect(sumOf(answer.groups, amount)).toBe(totalOf(all, amount))
        expect(answer.leftOut.groups).toBe(0)
        const keys = answer.groups.map(({ key }) => key)
        expect(keys.toSorted()).toEqual([...new Set(all.map((row) => by[field]?.(row)))].toSorted())
        for (const { key, count, amounts } of answer.groups) {
          const found = await rows({ ...filter, group: { by: field, key } })
          expect(found.map((row) => by[field]?.(row))).toEqual(Array.from({ length: count }, () => key))
          for (const [name, sum] of Object.entries(amounts))
            if (found.some((row) => name in row)) expect(paise(sum), name).toBe(totalOf(found, name))
        }
      }
    },
  )

  test('grouped by another field are refused, naming it', async () => {
    for (const wrong of ['id', 'comments', '', null]) await expect(groups({ by: wrong })).rejects.toThrow(/by/)
    await expect(rows({ group: { by: 'comments', key: null } })).rejects.toThrow(/group/)
    await expect(rows({ group: { by: 'status' } })).rejects.toThrow(/group/)
  })
})

test('the held amount of the contracts equals that of their deposits', async () => {
  const deposits = await owner.ok(listDepositGroups, { body: { by: 'contractStatus' } })
  const contracts = await owner.ok(listContractDepositGroups, { body: { by: 'status' } })
  const heldBy = ({ groups }: Answer) =>
    Object.fromEntries(
      groups.flatMap(({ key, amounts }) => (paise(amounts['held']) > 0 ? [[key, paise(amounts['held'])]] : [])),
    )
  expect(heldBy(contracts)).toEqual(heldBy(deposits))
  expect(Object.keys(heldBy(deposits)).length).toBeGreaterThan(1)
})

test('statuses stand in their order, months latest first, types by amount, and groups without a value last', async () => {
  const by = await (await newCompany(server)).as()
  const add = (contractType: string | null, closingDate: string | null, tenderBidValue: number) =>
    newContract(by, { contractType, closingDate, tenderBidValue, status: closingDate ? 'CLOSED' : 'DRAFT' })
  await add('Dams', '2026-01-31', 10.1)
  await add('Roads', '2026-02-01', 10.2)
  await add(null, null, 99)
  const keys = async (field: 'status' | 'contractType' | 'closingDate') =>
    (await by.ok(listContractGroups, { body: { by: field } })).groups.map(({ key }) => key)
  expect(await keys('status')).toEqual(['DRAFT', 'CLOSED'])
  expect(await keys('closingDate')).toEqual(['2026-02', '2026-01', null])
  expect(await keys('contractType')).toEqual(['Roads', 'Dams', null])
})

test('of too many groups the largest are returned, and the rest is reported with its sums', async () => {
  const by = await (await newCompany(server)).as()
  const many = Array.from({ length: mostGroups + 3 }, (_, at) => at + 1)
  await Promise.all(
    many.map((at) => newContract(by, { contractType: `Type ${at}`, tenderBidValue: at + 0.01, status: 'DRAFT' })),
  )
  await newContract(by, { contractType: null, tenderBidValue: 5 })
  const { groups, leftOut } = await by.ok(listContractGroups, { body: { by: 'contractType' } })
  expect(groups).toHaveLength(mostGroups + 1)
  expect(groups[0]?.key).toBe(`Type ${mostGroups + 3}`)
  expect(groups.at(-1)).toEqual({ key: null, count: 1, amounts: { tenderBidValue: 5 } })
  expect(leftOut).toEqual({ groups: 3, count: 3, amounts: { tenderBidValue: 6.03 } })
})
