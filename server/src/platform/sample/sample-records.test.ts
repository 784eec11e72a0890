import { filterDeposits, type RegisteredDeposit } from '@plinth/api/deposits/deposits'
import { type Contract, type ContractStatus, filterContracts } from '@plinth/api/tenders/contracts'
import { filterProjects, type Project } from '@plinth/api/works/projects'
import { filterTasks, type TaskNode, type TaskStatus } from '@plinth/api/works/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyInstallation, type Installation, personOf, sampleOf } from './testing.ts'

/** The records of the sample company are plausible to a contractor on the day on which they were made. */

const today = '2027-02-10'
const daysTo = (day: string) => (Date.parse(day) - Date.parse(today)) / 86_400_000

let installation: Installation
let owner: Awaited<ReturnType<typeof personOf>>
let engineer: string
let contracts: Contract[]
let deposits: RegisteredDeposit[]
let projects: Project[]
let trees: Map<string, TaskNode[]>

const flat = (nodes: readonly TaskNode[]): TaskNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const allTasks = () => [...trees.values()].flatMap(flat)
const isOneOf = <T extends string>(...statuses: T[]) => {
  const among: readonly string[] = statuses
  return ({ status }: { status: string }) => among.includes(status)
}

beforeAll(async () => {
  installation = await emptyInstallation()
  const company = await sampleOf(installation, today)
  owner = await personOf(installation, company)
  engineer = (await personOf(installation, company, 'site')).user.id
  const pagination = { size: 200 }
  contracts = (await owner.ok(filterContracts, { body: { pagination } })).content
  deposits = (await owner.ok(filterDeposits, { body: { pagination } })).content
  projects = await owner.ok(filterProjects, { body: {} })
  trees = new Map()
  for (const { id, projectName } of projects)
    trees.set(projectName, await owner.ok(filterTasks, { body: { projectId: id } }))
})
afterAll(() => installation.stop())

/** The code of each department on its portal and in its bid numbers. */
const codes: Record<string, string> = {
  'Bangalore Water Supply and Sewerage Board': 'BWSSB',
  'Bruhat Bengaluru Mahanagara Palike': 'BBMP',
  'Cauvery Neeravari Nigam': 'CNNL',
  'Central Public Works Department': 'CPWD',
  'Karnataka Industrial Areas Development Board': 'KIADB',
  'Karnataka Public Works Department': 'PWD',
  'Karnataka Rural Infrastructure Development': 'KRIDL',
  'Karnataka Urban Water Supply and Drainage Board': 'KUWSDB',
  'Military Engineer Services': 'MES',
  'National Highways Authority of India': 'NHAI',
  'Panchayat Raj Engineering Department': 'PRED',
  'South Western Railway': 'SWR',
}

describe('contracts', () => {
  const of = (...statuses: ContractStatus[]) => contracts.filter(isOneOf(...statuses))
  const daysOf = (field: 'closingDate' | 'awardedDate', ...statuses: ContractStatus[]) =>
    of(...statuses).map((contract) => daysTo(contract[field] ?? ''))
  const within = (days: number[], from: number, to: number) => days.filter((day) => day >= from && day <= to).length

  test('have names that differ by more than a number', () => {
    const words = contracts.map(({ contractName }) => contractName.replaceAll(/[\d.]+/g, ''))
    expect(new Set(words).size).toBe(60)
    expect(new Set(contracts.map(({ tenderActualValue }) => tenderActualValue)).size).toBe(60)
    expect(new Set(contracts.map(({ referenceNo }) => referenceNo)).size).toBe(60)
  })

  test('have bid numbers as their department numbers them, in the financial year of the tender', () => {
    for (const { bidId, openingDate, department, contractMetadata } of contracts) {
      const code = codes[department ?? ''] ?? expect.fail(`${department} is not known`)
      const of = openingDate ?? ''
      const first = Number(of.slice(0, 4)) - (of.slice(5, 7) < '04' ? 1 : 0)
      const year = `${first}-${String(first + 1).slice(2)}`
      const central = [`${first}_${code}_`, `/EE/BCD-II/${year}`, 'MYS-W-']
      expect(
        [`${code}/${year}/`, ...central].some((part) => bidId?.includes(part)),
        bidId ?? '',
      ).toBe(true)
      expect(bidId).toContain(String(first))
      expect(Object.keys(contractMetadata ?? {}).toSorted()).toEqual(['division'])
    }
    expect(new Set(contracts.map(({ department }) => department)).size).toBe(Object.keys(codes).length)
    for (const { department } of deposits) expect(codes).toHaveProperty(department ?? 'none')
  })

  test('have a believable bid percentage once a bid was made', () => {
    for (const { status, tenderBidPercentage, contractName } of contracts) {
      if (tenderBidPercentage === null) expect(status, contractName).toBe('DRAFT')
      else expect(tenderBidPercentage >= -18 && tenderBidPercentage <= 9, contractName).toBe(true)
    }
  })

  test('without a bid close in the coming days, one or two of them yesterday', () => {
    const closing = daysOf('closingDate', 'DRAFT')
    expect(within(closing, 0, 7)).toBeGreaterThanOrEqual(3)
    expect(within(closing, 8, 14)).toBeGreaterThanOrEqual(2)
    expect([1, 2]).toContain(within(closing, -7, -1))
    expect(within(closing, -7, 14)).toBe(closing.length)
    expect(within(daysOf('closingDate', 'SUBMITTED'), -30, -1)).toBe(of('SUBMITTED').length)
    for (const { resultDate } of of('DRAFT', 'SUBMITTED')) expect(resultDate).toBeNull()
  })

  test('have the days that their status requires, and none that it excludes', () => {
    for (const { awardedDate, resultDate } of of('REJECTED')) {
      expect(awardedDate).toBeNull()
      expect(daysTo(resultDate ?? today)).toBeLessThan(0)
    }
    expect(within(daysOf('awardedDate', 'AWARDED', 'ACCEPTED', 'WORK_ORDER_ISSUED'), -45, -1)).toBe(9)
    for (const contract of of('MOBILIZED', 'WORK_IN_PROGRESS', 'ON_HOLD', 'RESUMED', 'DISPUTE', 'TERMINATED')) {
      expect(daysTo(contract.actualStartDate ?? today), contract.contractName).toBeLessThan(0)
      expect(contract.actualEndDate, contract.contractName).toBeNull()
    }
    const done = ['COMPLETED', 'SUBMITTED_FOR_APPROVAL', 'APPROVED', 'PAYMENT_PENDING', 'PAYMENT_RECEIVED', 'CLOSED']
    for (const contract of contracts.filter(isOneOf(...done)))
      expect(daysTo(contract.actualEndDate ?? today), contract.contractName).toBeLessThan(0)
    for (const { terminationReason } of of('TERMINATED')) expect(terminationReason?.length).toBeGreaterThan(40)
  })

  test('have their days in chronological order', () => {
    const course = [
      ['openingDate', 'draftingDate', 'closingDate', 'resultDate', 'awardedDate', 'aggreementDate', 'actualStartDate'],
      ['aggreementDate', 'givenStartDate', 'givenEndDate'],
      ['actualStartDate', 'actualEndDate', 'submittedPaymentDate'],
    ] as const
    for (const contract of contracts)
      for (const fields of course) {
        const days = fields.flatMap((field) => contract[field] ?? [])
        expect(days, contract.contractName).toEqual(days.toSorted())
      }
  })
})

describe('deposits', () => {
  const contractOf = ({ contractId }: RegisteredDeposit) => {
    const contract = contracts.find(({ id }) => id === contractId)
    if (!contract) throw new Error('a deposit without its contract')
    return contract
  }
  const back = () => deposits.filter(isOneOf('RETURNED', 'REFUNDED', 'RELEASED'))

  test('have unique numbers in the style of their instrument', () => {
    const shapes = [
      /^DD \d{6}$/,
      /^\d{4,5}BG\d{7}$/,
      /^FDR \d{11}$/,
      /^[A-Z]{4}N\d{11}$/,
      /^[A-Z]{4}R5\d{16}$/,
      /^SD\/RA-1 to RA-\d\/\d{3}$/,
    ]
    const issued = deposits.filter(({ status }) => !['DRAFT', 'PENDING'].includes(status))
    for (const { instrumentNo } of issued)
      expect(
        shapes.filter((shape) => shape.test(instrumentNo)),
        instrumentNo,
      ).toHaveLength(1)
    for (const shape of shapes)
      expect(issued.filter(({ instrumentNo }) => shape.test(instrumentNo)).length).toBeGreaterThan(2)
    expect(new Set(issued.map(({ instrumentNo }) => instrumentNo)).size).toBe(issued.length)
  })

  test('are two per cent before the bid and five after the award', () => {
    for (const deposit of deposits) {
      const { tenderActualValue, tenderBidValue } = contractOf(deposit)
      const share = (of: number | null) => (deposit.amount / (of ?? 0)) * 100
      if (deposit.depositType === 'EMD') expect(share(tenderActualValue)).toBeCloseTo(2, 0)
      if (deposit.depositType === 'Performance security') expect(share(tenderBidValue)).toBeCloseTo(5, 0)
    }
  })

  test('were handed in with the bid, or after the award', () => {
    for (const deposit of deposits) {
      const { closingDate, awardedDate } = contractOf(deposit)
      const { depositSubmitedDate: submitted } = deposit
      if (!submitted) continue
      expect(submitted < today).toBe(true)
      if (deposit.depositType === 'EMD') expect(submitted <= (closingDate ?? '')).toBe(true)
      else expect(submitted > (awardedDate ?? '9'), deposit.instrumentNo).toBe(true)
    }
  })

  test('came back after the award, and for two the day of return is missing', () => {
    for (const deposit of back()) {
      const { resultDate, awardedDate, closingDate } = contractOf(deposit)
      const { depositeReturnedDate: returned } = deposit
      if (!returned) continue
      expect(returned > (awardedDate ?? resultDate ?? closingDate ?? ''), deposit.instrumentNo).toBe(true)
      expect(returned <= today, deposit.instrumentNo).toBe(true)
    }
    expect(back().filter((deposit) => deposit.depositeReturnedDate === null)).toHaveLength(2)
    for (const deposit of deposits) if (!back().includes(deposit)) expect(deposit.depositeReturnedDate).toBeNull()
  })

  test('have a reason when forfeited, and some are out long after the contract went to others', () => {
    const forfeited = deposits.filter(isOneOf('FORFEITED'))
    expect(forfeited).toHaveLength(1)
    expect(forfeited[0]?.comment).toContain('Forfeited:')
    const due = deposits.filter(
      (deposit) =>
        isOneOf('SUBMITTED', 'PENDING_REFUND')(deposit) &&
        ['REJECTED', 'CANCELLED'].includes(deposit.contractStatus) &&
        daysTo(deposit.depositSubmitedDate ?? today) < -45,
    )
    expect(due.length).toBeGreaterThanOrEqual(2)
  })
})

describe('projects', () => {
  test('are worth the sum of their tasks, or little more', () => {
    for (const { projectName, projectBidValue, rollup } of projects) {
      const share = (rollup?.estimatedAmount ?? 0) / (projectBidValue ?? 0)
      expect(share > 0.9 && share <= 1, projectName).toBe(true)
    }
  })

  test('are done, late, over their estimate, on hold and in progress', () => {
    const done = projects.filter(isOneOf('COMPLETED'))
    expect(done).toHaveLength(1)
    for (const task of flat(trees.get(done[0]?.projectName ?? '') ?? [])) expect(task.status).toBe('APPROVED')
    expect(done[0]?.rollup?.progress).toBe(100)
    expect((done[0]?.rollup?.actualEndDate ?? '9') <= (done[0]?.actualEndDate ?? '')).toBe(true)
    const open = projects.filter((project) => !done.includes(project))
    expect(open.filter(({ givenEndDate }) => daysTo(givenEndDate ?? today) < 0)).toHaveLength(1)
    const isOver = ({ rollup }: Project) => (rollup?.actualAmount ?? 0) > (rollup?.estimatedAmount ?? 0)
    expect(projects.filter(isOver)).toHaveLength(1)
    expect(projects.filter(isOneOf('ON_HOLD'))).toHaveLength(1)
    for (const { rollup } of open) expect(rollup?.progress).toBeLessThan(100)
  })

  test('begin and end no sooner than their tasks are planned to', () => {
    for (const { projectName, givenStartDate, givenEndDate, actualStartDate, rollup } of projects) {
      expect((rollup?.givenStartDate ?? '') >= (givenStartDate ?? '9'), projectName).toBe(true)
      expect((rollup?.givenEndDate ?? '9') <= (givenEndDate ?? ''), projectName).toBe(true)
      expect((rollup?.actualStartDate ?? '') >= (actualStartDate ?? '9'), projectName).toBe(true)
    }
  })
})

describe('tasks', () => {
  const of = (...statuses: TaskStatus[]) => allTasks().filter(isOneOf(...statuses))

  test('have the names used in the trade, and stretches of a line only where there is one', () => {
    for (const [name, tree] of trees) {
      const titles = flat(tree).map(({ title }) => title)
      expect(new Set(titles).size, name).toBe(titles.length)
      if (/school|bridge/i.test(name)) expect(titles.filter((title) => /\bch\.|\bkm \d/i.test(title))).toEqual([])
    }
  })

  test('have the progress and the days that their status requires', () => {
    for (const task of of('COMPLETED', 'APPROVED', 'UNDER_REVIEW')) {
      expect(task.progress, task.title).toBe(100)
      expect(daysTo(task.actualEndDate ?? '9999-01-01'), task.title).toBeLessThan(0)
    }
    for (const task of of('INITIATED', 'IN_PROGRESS', 'REOPENED', 'REJECTED')) {
      expect(task.progress >= 10 && task.progress <= 95, task.title).toBe(true)
      expect(daysTo(task.actualStartDate ?? '9999-01-01'), task.title).toBeLessThan(0)
      expect(task.actualEndDate, task.title).toBeNull()
    }
    for (const task of of('DRAFT', 'PLANNED', 'ASSIGNED', 'CANCELLED'))
      expect([task.progress, task.actualStartDate, task.actualEndDate], task.title).toEqual([0, null, null])
    for (const task of of('ON_HOLD')) {
      expect(task.progress).toBeLessThan(100)
      expect(task.comment ?? task.children.some(isOneOf('ON_HOLD')), task.title).toBeTruthy()
    }
    expect(of('INITIATED', 'IN_PROGRESS').length).toBeGreaterThan(25)
    expect(of('UNDER_REVIEW').length).toBeGreaterThan(3)
    expect(of('ON_HOLD').length).toBeGreaterThan(5)
  })

  test('are measured where they are done, in the units of the trade', () => {
    const leaves = allTasks().filter(({ children }) => children.length === 0)
    for (const { title, units, estimatedAmount, actualQuantity, progress, status } of leaves) {
      expect(['cum', 'sqm', 'rmt', 'MT', 'nos', 'job', 'km', 'ha', 'hours'], title).toContain(units)
      expect(estimatedAmount, title).toBeGreaterThan(0)
      if (status !== 'CANCELLED') expect(actualQuantity !== null, title).toBe(progress > 0)
    }
  })

  test('were reported by the engineer and approved or rejected by the owner', () => {
    const reviewed = of('APPROVED', 'REJECTED')
    expect(reviewed.length).toBeGreaterThan(100)
    for (const task of reviewed) {
      expect(task.reviewRequestedBy).toBe(engineer)
      expect(task.approvedBy ?? task.rejectedBy).toBe(owner.user.id)
    }
    for (const task of of('UNDER_REVIEW')) expect(task.reviewRequestedBy).toBe(engineer)
  })

  test('of the engineer are overdue, due this week and due later, and most tasks are unassigned', () => {
    const own = allTasks().filter(({ assignedTo }) => assignedTo === engineer)
    expect(own).toHaveLength(40)
    const open = own.filter(({ status }) => !['COMPLETED', 'APPROVED', 'CANCELLED', 'UNDER_REVIEW'].includes(status))
    const due = open.map(({ givenEndDate }) => daysTo(givenEndDate ?? today))
    const overdue = due.filter((days) => days < 0).length
    expect(overdue >= 3 && overdue <= 5).toBe(true)
    expect([2, 3]).toContain(due.filter((days) => days >= 0 && days <= 7).length)
    expect(due.filter((days) => days > 7).length).toBeGreaterThan(15)
    const owners = allTasks().filter(({ assignedTo }) => assignedTo === owner.user.id)
    expect(owners.length > 2 && owners.length < 10).toBe(true)
    expect(allTasks().filter(({ assignedTo }) => assignedTo === null).length).toBeGreaterThan(300)
  })
})
