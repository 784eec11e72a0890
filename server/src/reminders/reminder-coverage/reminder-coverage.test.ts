import { updateDepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { setDeadlineMark } from '@plinth/api/reminders/deadlines'
import {
  type CoverageState,
  coverageStates,
  exportCoverage,
  filterCoverage,
  filterUndated,
  getCoverage,
  undatedKindNames,
} from '@plinth/api/reminders/reminder-coverage'
import { updateReminderRule } from '@plinth/api/reminders/reminder-rules'
import { updateContract } from '@plinth/api/tenders/contracts'
import { updateGeneralTask } from '@plinth/api/works/general-tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newExemption } from '../../deposits/deposit-exemptions/deposit-exemptions.factory.ts'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newGuarantee, newReceipt } from '../../guarantees/instruments/instruments.factory.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { planReminders } from '../notifications/notifications.factory.ts'
import { newRule, switchOffRules } from '../reminder-rules/reminder-rules.factory.ts'
import { proveCompany } from './proving-job.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<Company['as']>>

async function newOwner(): Promise<{ company: Company; by: Person }> {
  const company = await newCompany(server)
  return { company, by: await company.as() }
}

const deadlinesOf = async (by: Client, state: CoverageState[] = [...coverageStates]) =>
  (await by.ok(filterCoverage, { body: { state, pagination: { page: 0, size: 200 } } })).content

const stateOf = async (by: Client, recordId: string) =>
  (await deadlinesOf(by)).filter((deadline) => deadline.recordId === recordId).map(({ state }) => state)

describe('a deadline', () => {
  test('is covered by a rule that names somebody who may see it, and otherwise its state is the first missing condition', async () => {
    const { company, by } = await newOwner()
    await switchOffRules(by)
    const { id } = await newGeneralTask(by, { dueOn: day(5) })
    const state = () => stateOf(by, id)
    expect(await state()).toEqual(['NO_RULE'])
    const rule = await newRule(by, { kind: 'GENERAL_TASK_DUE', steps: [30], tells: ['OWNER'] })
    expect(await state()).toEqual(['NO_STEP_LEFT'])
    const change = (body: object) => by.ok(updateReminderRule, { params: { id: rule.id }, body })
    await change({ steps: [30, 5] })
    expect(await state()).toEqual(['NOBODY'])
    const stranger = await company.as({ Contracts: ['canView'] })
    await change({ userIds: [stranger.userId] })
    expect(await state()).toEqual(['NOBODY_MAY_SEE'])
    await by.ok(updateGeneralTask, { params: { id }, body: { assigneeId: by.userId } })
    expect(await state()).toEqual(['COVERED'])
    await change({ steps: [30], repeatDays: 7 })
    expect(await state()).toEqual(['COVERED'])
    const mark = { kind: 'GENERAL_TASK_DUE', recordType: 'GENERAL_TASK', recordId: id, dueOn: day(5) } as const
    await by.ok(setDeadlineMark, { body: { ...mark, reason: 'Not ours' } })
    expect(await state()).toEqual(['WAIVED'])
    expect(await by.ok(getCoverage, {})).toMatchObject({ total: 1, covered: 0, gaps: 0, waived: 1 })
  })

  test('is not covered by a rule for other amounts, contract types or purposes', async () => {
    const { by } = await newOwner()
    await switchOffRules(by)
    const { id } = await newContract(by, { contractType: 'Road', closingDate: day(9) })
    const rule = await newRule(by, { steps: [3], contractTypes: ['Bridge'] })
    expect(await stateOf(by, id)).toEqual(['NO_RULE'])
    await by.ok(updateReminderRule, { params: { id: rule.id }, body: { contractTypes: ['bridge', 'ROAD'] } })
    expect(await stateOf(by, id)).toEqual(['COVERED'])
    const guarantee = await newGuarantee(by, { amount: 500_000, expiresOn: day(90), claimUntil: null })
    await newRule(by, { kind: 'GUARANTEE_EXPIRES', steps: [3], tells: ['CREATOR'], amountFrom: 500_000.01 })
    expect(await stateOf(by, guarantee.id)).toContain('NO_RULE')
    await newRule(by, { kind: 'GUARANTEE_EXPIRES', steps: [3], tells: ['CREATOR'], amountFrom: 500_000 })
    expect(await stateOf(by, guarantee.id)).toContain('COVERED')
  })

  test('is not covered by a rule whose first repetition is after its last open day', async () => {
    const { company, by } = await newOwner()
    await switchOffRules(by)
    const { id: contractId } = await newContract(by)
    const fixed = { status: 'SUBMITTED', releaseBasis: 'FIXED', fixedDueOn: day(5) } as const
    const deposit = await newDeposit(by, contractId, fixed)
    const guarantee = await newGuarantee(by, { expiresOn: day(20), claimUntil: null })
    const rules = [
      await newRule(by, { kind: 'REFUND_DUE', steps: [], repeatDays: 3, tells: ['CREATOR'] }),
      await newRule(by, { kind: 'GUARANTEE_EXPIRES', steps: [], repeatDays: 3, tells: ['CREATOR'] }),
    ]
    const states = async () =>
      (await deadlinesOf(by))
        .filter(({ kind }) => kind === 'REFUND_DUE' || kind === 'GUARANTEE_EXPIRES')
        .map(({ recordId, state }) => [recordId, state])
    expect(await states()).toEqual([
      [deposit.id, 'NO_STEP_LEFT'],
      [guarantee.id, 'NO_STEP_LEFT'],
    ])
    for (const { id } of rules) await by.ok(updateReminderRule, { params: { id }, body: { steps: [0] } })
    expect(await states()).toEqual([
      [deposit.id, 'COVERED'],
      [guarantee.id, 'COVERED'],
    ])
    await planReminders(server, company)
    expect(await proveCompany(server.door, company.id)).toBe(0)
  })

  test('is listed and counted only for users who may view its module', async () => {
    const { company, by } = await newOwner()
    await newGeneralTask(by, { dueOn: day(5) })
    await newContract(by, { closingDate: day(9) })
    const clerk = await company.as({ Reminders: ['canView', 'canReport'], 'General Tasks': ['canView'] })
    expect((await clerk.ok(getCoverage, {})).kinds.map(({ kind }) => kind)).toEqual(['GENERAL_TASK_DUE'])
    expect((await deadlinesOf(clerk)).map(({ kind }) => kind)).toEqual(['GENERAL_TASK_DUE'])
    const columns = [
      { field: 'kind', label: 'Duty' },
      { field: 'state', label: 'Told' },
    ] as const
    const filter = { state: [...coverageStates], format: 'csv', columns: [...columns] } as const
    const sheet = await clerk.sendCall(exportCoverage, {
      body: { ...filter, state: [...coverageStates], columns: [...columns] },
    })
    expect(sheet.text.split('\r\n').slice(1)).toEqual(['General task due,Nobody', ''])
  })
})

test('instruments without an expiry do not count as guarantees that end too early, in either count', async () => {
  const { by } = await newOwner()
  const { id: contractId } = await newContract(by, { status: 'AWARDED', givenEndDate: day(300) })
  const secured = async () =>
    (await newDeposit(by, contractId, { depositType: 'Performance security', status: 'SUBMITTED', amount: 500_000 })).id
  await newReceipt(by, { depositIds: [await secured()] })
  await newGuarantee(by, { expiresOn: day(200), claimUntil: null, depositIds: [await secured()] })
  const { kinds } = await by.ok(getCoverage, {})
  expect(kinds.find(({ kind }) => kind === 'GUARANTEE_TOO_SHORT')).toMatchObject({ total: 1, counted: 1 })
})

test('a record without a required day is listed until the day is entered', async () => {
  const { by } = await newOwner()
  const { id } = await newContract(by, {})
  await newContract(by, { status: 'AWARDED' })
  await newDeposit(by, id, { status: 'SUBMITTED', depositType: 'Whatever' })
  const guarantee = await newGuarantee(by, {})
  // Exemptions on other grounds have no end, or one that is unknown.
  const { id: tender } = await newContract(by, { closingDate: day(9) })
  const [exemption] = [
    await newExemption(by, tender, { ground: 'NSIC', validUntil: null }),
    await newExemption(by, tender, { ground: 'UDYAM', validUntil: null }),
    await newExemption(by, tender, { ground: 'STARTUP', validUntil: null, state: 'REFUSED' }),
  ]
  const project = await newProject(by)
  await newTask(by, project.id, { status: 'IN_PROGRESS', givenEndDate: null })
  const found = async () => (await by.ok(filterUndated, { body: {} })).content
  const { undated } = await by.ok(getCoverage, {})
  expect(undated.map(({ kind, count }) => [kind, count])).toEqual([
    ['CONTRACT', 1],
    ['DEPOSIT', 1],
    ['EXEMPTION', 1],
    ['TASK', 1],
    ['TENDER', 1],
  ])
  expect((await found()).map(({ kind }) => kind)).toEqual(['CONTRACT', 'DEPOSIT', 'EXEMPTION', 'TASK', 'TENDER'])
  await by.ok(updateContract, { params: { id }, body: { closingDate: day(9) } })
  expect((await found()).find(({ kind }) => kind === 'EXEMPTION')).toMatchObject({
    recordId: exemption.id,
    contractId: tender,
    title: exemption.certificateNo,
  })
  await by.ok(updateDepositExemption, { params: { id: exemption.id }, body: { validUntil: day(90) } })
  expect((await found()).map(({ kind }) => kind)).toEqual(['CONTRACT', 'DEPOSIT', 'TASK'])
  expect(guarantee.expiresOn).not.toBeNull()
  expect(undatedKindNames).toContain('GUARANTEE')
})
