import { updateDepositSettings } from '@plinth/api/deposits/deposit-settings'
import {
  type Deposit,
  deleteDeposit,
  depositStatuses,
  filterDeposits,
  type RegisteredDeposit,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { type DepositMoney, getDepositMoney } from '@plinth/api/deposits/deposits-money'
import { listReleaseRules, updateReleaseRule } from '@plinth/api/deposits/release-rules'
import { addSettlement, addWriteOff, listSettlements, type Settlement } from '@plinth/api/deposits/settlements'
import { maxPageSize } from '@plinth/api/kernel/paging'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import type { Contract } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newUser } from '../../access/users/users.factory.ts'
import { dayInIndia } from '../../kernel/testing/databases.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newOffice } from '../../tenders/offices/offices.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newDeposit } from '../deposits/deposits.factory.ts'
import { newSettlement } from '../settlements/settlements.factory.ts'

let server: TestServer
let owner: Client
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = await (await newCompany(server)).as()
})

const today = dayInIndia(new Date())
const daysFromToday = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
const yearBegan = `${Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0)}-04-01`
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const money = (by: Client = owner): Promise<DepositMoney> => by.ok(getDepositMoney, {})
const paramsOf = ({ id, contractId }: Pick<Deposit, 'id' | 'contractId'>) => ({ contractId, depositId: id })
const set = (deposit: Deposit, body: Partial<Deposit>) => owner.ok(updateDeposit, { params: paramsOf(deposit), body })

/** A deposit with an entered due day. */
const newDueDeposit = (contract: Contract, fixedDueOn: string, overrides: Partial<Deposit> = {}) =>
  newDeposit(owner, contract.id, { releaseBasis: 'FIXED', fixedDueOn, ...overrides })

test('a company without deposits has only zero figures and no offices', async () => {
  expect(await money()).toEqual({
    deposits: 0,
    open: 0,
    overdueDeposits: 0,
    overdue: 0,
    costOfAMonth: 0,
    lostThisYear: 0,
    identity: { deposited: 0, received: 0, lost: 0, open: 0 },
    offices: [],
    owners: [],
  })
})

test('open and overdue amounts leave out deposits that were never paid, are deleted or belong to another company', async () => {
  const contract = await newContract(owner)
  await newDueDeposit(contract, daysFromToday(-1), { amount: 1000.01 })
  await newDueDeposit(contract, today, { amount: 200 })
  for (const status of ['DRAFT', 'REJECTED', 'CANCELLED'] as const)
    await newDueDeposit(contract, daysFromToday(-1), { status, amount: 30_000 })
  const deleted = await newDueDeposit(contract, daysFromToday(-1), { amount: 40_000 })
  await owner.ok(deleteDeposit, { params: paramsOf(deleted) })
  const other = await (await newCompany(server)).as()
  await newDeposit(other, (await newContract(other)).id, {
    amount: 500_000,
    releaseBasis: 'FIXED',
    fixedDueOn: daysFromToday(-1),
  })
  expect(await money()).toMatchObject({ deposits: 2, open: 1200.01, overdueDeposits: 1, overdue: 1000.01 })
  expect(await money(other)).toMatchObject({ deposits: 1, open: 500_000 })
})

test('received, lost and carried amounts are not open, and only the open part is overdue', async () => {
  const contract = await newContract(owner)
  const late = await newDueDeposit(contract, daysFromToday(-10), { amount: 1000.1 })
  const into = await newDueDeposit(contract, daysFromToday(10), { amount: 500, depositType: 'SD' })
  await newSettlement(owner, late, { amount: 300.03 })
  await newSettlement(owner, late, { kind: 'DEDUCTED', amount: 100.02, reason: 'Pens' })
  await newSettlement(owner, late, { kind: 'CARRIED', amount: 200, intoDepositId: into.id })
  const { identity, ...sums } = await money()
  expect(sums).toMatchObject({ deposits: 2, open: 900.05, overdueDeposits: 1, overdue: 400.05, lostThisYear: 100.02 })
  expect(identity).toEqual({ deposited: 1300.1, received: 300.03, lost: 100.02, open: 900.05 })
})

test('the cost of a month is 30 days of the company’s interest on the overdue amount, half a paisa rounded up', async () => {
  const contract = await newContract(owner)
  await newDueDeposit(contract, daysFromToday(-400), { amount: 36_500 })
  await newDueDeposit(contract, daysFromToday(400), { amount: 99_999 })
  expect((await money()).costOfAMonth).toBe(360)
  await owner.ok(updateDepositSettings, { body: { interestPercent: 36.5 } })
  expect((await money()).costOfAMonth).toBe(1095)
  // 3 % of 36,501.50 are 1,095.045.
  await newDueDeposit(contract, daysFromToday(-1), { amount: 1.5 })
  expect((await money()).costOfAMonth).toBe(1095.05)
  await owner.ok(updateDepositSettings, { body: { interestPercent: 0 } })
  expect((await money()).costOfAMonth).toBe(0)
})

test('the loss of the year counts write-offs, deductions and forfeitures from 1 April on, except those of deleted deposits', async () => {
  const contract = await newContract(owner)
  const overrides = { depositSubmitedDate: `${Number(yearBegan.slice(0, 4)) - 1}-01-01` }
  const deposit = await newDeposit(owner, contract.id, { ...overrides, amount: 10_000 })
  const lose = (amount: number, settledOn: string) =>
    newSettlement(owner, deposit, { kind: 'DEDUCTED', amount, settledOn, reason: 'Short' })
  await lose(1000, dayBefore(yearBegan))
  expect((await money()).lostThisYear).toBe(0)
  await lose(20.02, yearBegan)
  expect((await money()).lostThisYear).toBe(20.02)
  await owner.ok(addWriteOff, { params: paramsOf(deposit), body: { amount: 3, settledOn: today, reason: 'Old' } })
  const { lostThisYear, identity } = await money()
  expect({ lostThisYear, lost: identity.lost }).toEqual({ lostThisYear: 23.02, lost: 1023.02 })
  const deleted = await newDeposit(owner, contract.id, { ...overrides, amount: 500 })
  await newSettlement(owner, deleted, { kind: 'FORFEITED', amount: 5, settledOn: yearBegan, reason: 'Breach' })
  expect((await money()).lostThisYear).toBe(28.02)
  await owner.ok(deleteDeposit, { params: paramsOf(deleted) })
  expect((await money()).lostThisYear).toBe(23.02)
})

test('a deposit set to FORFEITED counts as lost on that day; one that was entered as FORFEITED has no day and is left out of the year', async () => {
  const contract = await newContract(owner)
  const forfeited = await newDeposit(owner, contract.id, { amount: 700 })
  await newDeposit(owner, contract.id, { amount: 9000, status: 'FORFEITED' })
  expect(await money()).toMatchObject({ lostThisYear: 0, identity: { lost: 9000 } })
  await set(forfeited, { status: 'FORFEITED' })
  expect(await money()).toMatchObject({ lostThisYear: 700, identity: { lost: 9700 } })
  await set(forfeited, { status: 'SUBMITTED' })
  expect(await money()).toMatchObject({ lostThisYear: 0, identity: { lost: 9000 } })
})

test('a deposit counts for its own office, else its contract’s, else for none; the most overdue office comes first', async () => {
  const [here, there, done] = [
    await newOffice(owner, { department: 'PWD', name: 'Hassan', designation: 'Executive Engineer' }),
    await newOffice(owner, { department: 'KRIDL', name: 'Mysuru' }),
    await newOffice(owner),
  ]
  const contract = await newContract(owner, { officeId: here.id })
  await newDueDeposit(contract, daysFromToday(5), { amount: 100_000 })
  await newDueDeposit(contract, daysFromToday(-5), { amount: 10 })
  await newDueDeposit(contract, daysFromToday(-5), { amount: 20, officeId: there.id })
  await newDueDeposit(await newContract(owner), daysFromToday(5), { amount: 7 })
  await newDeposit(owner, contract.id, { officeId: done.id, status: 'REFUNDED', depositeReturnedDate: today })
  const none = { medianDays: null, medianOf: 0 }
  expect((await money()).offices).toEqual([
    {
      officeId: there.id,
      department: 'KRIDL',
      officeName: 'Mysuru',
      deposits: 1,
      open: 20,
      overdueDeposits: 1,
      overdue: 20,
      ...none,
    },
    {
      officeId: here.id,
      department: 'PWD',
      officeName: 'Executive Engineer, Hassan',
      deposits: 2,
      open: 100_010,
      overdueDeposits: 1,
      overdue: 10,
      ...none,
    },
    {
      officeId: null,
      department: null,
      officeName: null,
      deposits: 1,
      open: 7,
      overdueDeposits: 0,
      overdue: 0,
      ...none,
    },
  ])
})

test('the days that an office takes are the median from due to returned, with halves rounded away from zero', async () => {
  const { id: officeId } = await newOffice(owner)
  const contract = await newContract(owner, { officeId })
  await newDueDeposit(contract, daysFromToday(5))
  const median = async () => {
    const [{ medianDays, medianOf } = { medianDays: null, medianOf: 0 }] = (await money()).offices
    return [medianDays, medianOf]
  }
  const addReturned = (days: number, overrides: Partial<Deposit> = {}) =>
    newDueDeposit(contract, daysFromToday(-100), {
      status: 'REFUNDED',
      depositeReturnedDate: daysFromToday(days - 100),
      ...overrides,
    })
  expect(await median()).toEqual([null, 0])
  await addReturned(-3)
  expect(await median()).toEqual([-3, 1])
  await addReturned(2)
  // Half a day before it was due.
  expect(await median()).toEqual([-1, 2])
  await addReturned(40)
  expect(await median()).toEqual([2, 3])
  await addReturned(3, { status: 'RELEASED' })
  expect(await median()).toEqual([3, 4])
  // One not back, one without a day of return, and one without a due day do not count.
  await addReturned(90, { status: 'SUBMITTED' })
  await newDueDeposit(contract, daysFromToday(-100), { status: 'RETURNED' })
  await newDeposit(owner, contract.id, { status: 'RETURNED', depositeReturnedDate: today, releaseBasis: 'FINAL_BILL' })
  expect(await median()).toEqual([3, 4])
})

const paise = (rupees: number) => BigInt(Math.round(rupees * 100))
const rupees = (sum: bigint) => Number(sum) / 100
const sumOf = <T>(rows: readonly T[], value: (row: T) => number) =>
  rupees(rows.reduce((sum, row) => sum + paise(value(row)), 0n))

/** Every deposit of the register with its settlements, read one by one. */
async function everyDeposit(): Promise<{ deposit: RegisteredDeposit; settlements: Settlement[] }[]> {
  const { content } = await owner.ok(filterDeposits, { body: { pagination: { size: maxPageSize } } })
  const found = []
  for (const deposit of content)
    found.push({ deposit, settlements: await owner.ok(listSettlements, { params: paramsOf(deposit) }) })
  return found
}

const lostKinds = ['FORFEITED', 'DEDUCTED', 'WRITTEN_OFF']

/** The sums of the screen, counted again from the amounts, settlements and due days of the deposits. */
async function recountSums(percent: number) {
  const all = await everyDeposit()
  const live = all.filter(({ deposit }) => !['DRAFT', 'REJECTED', 'CANCELLED'].includes(deposit.status))
  const booked = live.map(({ deposit, settlements }) => {
    const sum = (...kinds: string[]) =>
      sumOf(
        settlements.filter(({ kind, cancelledAt }) => !cancelledAt && kinds.includes(kind)),
        ({ amount }) => amount,
      )
    const [received, lost, carried] = [sum('RECEIVED', 'RELEASED'), sum(...lostKinds), sum('CARRIED')]
    const open = rupees(paise(deposit.amount) - paise(received) - paise(lost) - paise(carried))
    const own = rupees(paise(deposit.amount) - paise(carried))
    return { deposit, settlements, received, lost, own, open, isLate: open > 0 && (deposit.dueOn ?? today) < today }
  })
  const open = booked.filter((row) => row.open > 0)
  const late = open.filter(({ isLate }) => isLate)
  const sumsOf = (rows: typeof open) => ({
    deposits: rows.length,
    open: sumOf(rows, (row) => row.open),
    overdueDeposits: rows.filter(({ isLate }) => isLate).length,
    overdue: sumOf(
      rows.filter(({ isLate }) => isLate),
      (row) => row.open,
    ),
  })
  const overdue = late.reduce((sum, row) => sum + paise(row.open), 0n)
  const by = (name: 'officeName' | 'ownerName') => {
    const names = new Set(open.map(({ deposit }) => deposit[name]))
    return new Map([...names].map((one) => [one, sumsOf(open.filter(({ deposit }) => deposit[name] === one))]))
  }
  return {
    ...sumsOf(open),
    // The division by 36,500 cuts off, so that half of it is added first to round.
    costOfAMonth: rupees((overdue * BigInt(percent) * 30n + 18_250n) / 36_500n),
    lostThisYear: sumOf(
      booked
        .flatMap(({ settlements }) => settlements)
        .filter(
          ({ kind, cancelledAt, settledOn }) =>
            !cancelledAt && lostKinds.includes(kind) && (settledOn ?? '') >= yearBegan,
        ),
      ({ amount }) => amount,
    ),
    identity: {
      deposited: sumOf(booked, (row) => row.own),
      received: sumOf(booked, (row) => row.received),
      lost: sumOf(booked, (row) => row.lost),
      open: sumOf(booked, (row) => row.open),
    },
    offices: by('officeName'),
    owners: by('ownerName'),
  }
}

test('for random deposits with terms, rules and settlements every sum equals a recount, and deposited is received plus lost plus open', async () => {
  const roll = dice(seedOf('deposits money'))
  const one = <T>(some: readonly T[]): T => some[roll(some.length)] as T
  const day = () => daysFromToday(roll(900) - 800)
  await owner.ok(updateDepositSettings, { body: { interestPercent: 9 } })
  for (const rule of await owner.ok(listReleaseRules, {}))
    await owner.ok(updateReleaseRule, { params: { id: rule.id }, body: { days: roll(90) } })
  const offices = [await newOffice(owner), await newOffice(owner), await newOffice(owner)]
  const officeId = () => one([null, ...offices.map(({ id }) => id)])
  const people = [await newUser(owner, { username: 'Asha Rao' }), await newUser(owner, { username: 'Ravi Nair' })]
  const ownerId = () => one([null, ...people.map(({ id }) => id)])
  const deposits: Deposit[] = []
  for (let nth = 0; nth < 12; nth += 1) {
    const ends = day()
    const contract = await newContract(owner, {
      status: one(['SUBMITTED', 'AWARDED', 'REJECTED', 'COMPLETED', 'CLOSED', 'CANCELLED']),
      officeId: officeId(),
      resultDate: day(),
      actualEndDate: one([null, ends]),
    })
    const terms = { dlpMonths: one([null, 6, 12]), completedOn: one([null, day()]), ownerId: ownerId() }
    await owner.ok(updateContractTerms, { params: { id: contract.id }, body: terms })
    for (let mth = 0; mth < 6; mth += 1)
      deposits.push(
        await newDeposit(owner, contract.id, {
          depositType: one(['EMD', 'Performance security', 'Security deposit', 'Retention']),
          amount: (1 + roll(10_000_000)) / 100,
          status: one([...depositStatuses, 'SUBMITTED', 'SUBMITTED', 'PENDING_REFUND']),
          officeId: one([null, null, officeId()]),
          ownerId: one([null, null, ownerId()]),
          ...one([{}, {}, { releaseBasis: 'FIXED', fixedDueOn: day() } as const]),
        }),
      )
  }
  for (let nth = 0; nth < 150; nth += 1) {
    const { id, contractId } = one(deposits)
    const into = one(deposits.filter((other) => other.contractId === contractId && other.id !== id))
    const kind = one(['RECEIVED', 'RELEASED', 'FORFEITED', 'DEDUCTED', 'CARRIED'] as const)
    const [settledOn, amount] = [one([dayBefore(yearBegan), yearBegan, today]), (1 + roll(3_000_000)) / 100]
    const body = { kind, amount, settledOn, reason: 'x', ...(kind === 'CARRIED' && { intoDepositId: into.id }) }
    // A settlement above the open amount is refused and changes nothing.
    await owner.sendCall(addSettlement, { params: { contractId, depositId: id }, body })
  }
  for (const deposit of deposits.slice(0, 4)) await owner.sendCall(deleteDeposit, { params: paramsOf(deposit) })

  const { offices: byOffice, owners: byOwner, ...sums } = await money()
  const { offices: expectedOffices, owners: expectedOwners, ...recount } = await recountSums(9)
  expect(sums, `seed ${seed}`).toEqual(recount)
  expect(sums.overdueDeposits).toBeGreaterThan(3)
  expect(sums.lostThisYear, `seed ${seed}`).toBeGreaterThan(0)
  const { deposited, received, lost, open } = sums.identity
  expect(paise(deposited)).toBe(paise(received) + paise(lost) + paise(open))
  const officeSums = byOffice.map(({ officeName, deposits: count, open: left, overdueDeposits, overdue }) => [
    officeName,
    { deposits: count, open: left, overdueDeposits, overdue },
  ])
  expect(new Map(officeSums as [string, object][]), `seed ${seed}`).toEqual(expectedOffices)
  const ownerSums = byOwner.map(({ ownerName, ownerId: _, ...theirs }): [string | null, object] => [ownerName, theirs])
  expect(new Map(ownerSums), `seed ${seed}`).toEqual(expectedOwners)
  const overdue = byOffice.map((office) => office.overdue)
  expect(overdue).toEqual(overdue.toSorted((a, b) => b - a))

  // The lists behind the figures add up to them.
  const totalOf = async (body: object) => {
    const { total, totalElements } = await owner.ok(filterDeposits, { body })
    return [total, totalElements]
  }
  expect(await totalOf({ figure: 'total_open' })).toEqual([sums.open, sums.deposits])
  expect(await totalOf({ figure: 'total_open', quickFilters: ['OVERDUE'] })).toEqual([
    sums.overdue,
    sums.overdueDeposits,
  ])
  expect((await totalOf({ figure: 'total_lost' }))[0]).toBe(sums.identity.lost)
  for (const { officeId: id, open: left, deposits: count } of byOffice)
    if (id) expect(await totalOf({ figure: 'total_open', officeId: [id] })).toEqual([left, count])
}, 120_000)
