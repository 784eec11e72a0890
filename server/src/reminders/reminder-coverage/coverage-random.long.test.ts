import { updateUser } from '@plinth/api/access/users'
import { exemptionGrounds, exemptionStates } from '@plinth/api/deposits/deposit-exemptions'
import { depositPurposes } from '@plinth/api/deposits/deposit-releases'
import { setDeadlineMark } from '@plinth/api/reminders/deadlines'
import {
  type CoveredDeadline,
  coverageStates,
  filterCoverage,
  getCoverage,
} from '@plinth/api/reminders/reminder-coverage'
import { listReminderRules, updateReminderRule } from '@plinth/api/reminders/reminder-rules'
import { contractStatuses } from '@plinth/api/tenders/contracts'
import { updateTask } from '@plinth/api/works/tasks'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newExemption } from '../../deposits/deposit-exemptions/deposit-exemptions.factory.ts'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newFacility } from '../../guarantees/bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../../guarantees/bg-plans/bg-plans.factory.ts'
import { newEvent } from '../../guarantees/instrument-events/instrument-events.factory.ts'
import { newGuarantee, newReceipt } from '../../guarantees/instruments/instruments.factory.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { setTerms } from '../../tenders/contract-terms/contract-terms.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { planReminders } from '../notifications/notifications.factory.ts'
import { newRule } from '../reminder-rules/reminder-rules.factory.ts'
import { prove } from './proving.queries.ts'

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

type Person = Awaited<ReturnType<Company['as']>>
type Roll = ReturnType<typeof dice>

const oneOf = <T>(roll: Roll, values: readonly T[]): T => {
  const value = values[roll(values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}
/** A random day from 120 days ago until 179 days ahead, or none. */
const randomDay = (roll: Roll) => (roll(4) === 0 ? undefined : day(roll(300) - 120))

/** Random actions of users; each creates records with days, or a reminder rule. */
const actions: ((by: Person, colleague: Person, roll: Roll) => Promise<unknown>)[] = [
  async (by, colleague, roll) => {
    const status = oneOf(roll, contractStatuses)
    const days = {
      closingDate: randomDay(roll),
      resultDate: randomDay(roll),
      givenEndDate: randomDay(roll),
      awardedDate: randomDay(roll),
    }
    const { id } = await newContract(by, { status, contractType: oneOf(roll, ['Road', 'Bridge']), ...days })
    const terms = { bidValidityDays: 90, psDays: 15, agreementDays: 20, dlpMonths: 12, ownerId: colleague.userId }
    if (roll(2) === 0) await setTerms(by, id, terms)
    const deposit = {
      status: 'SUBMITTED',
      depositType: oneOf(roll, ['EMD', 'Security deposit', 'Performance security']),
    } as const
    if (roll(2) === 0) await newDeposit(by, id, deposit)
    const exemption = {
      purpose: oneOf(roll, depositPurposes),
      ground: oneOf(roll, exemptionGrounds),
      state: oneOf(roll, exemptionStates),
      validUntil: randomDay(roll),
    }
    if (roll(2) === 0) await newExemption(roll(2) === 0 ? by : colleague, id, exemption)
    const fixedDueOn = randomDay(roll)
    if (roll(3) === 0 && fixedDueOn)
      await newDeposit(by, id, { status: 'SUBMITTED', releaseBasis: 'FIXED', fixedDueOn })
  },
  async (by, _, roll) => {
    const { id } = await newGuarantee(by, { expiresOn: day(roll(300)), claimUntil: null })
    const kind = oneOf(roll, ['CLAIM_LODGED', 'RETURNED', null] as const)
    if (kind) await newEvent(by, id, { kind })
  },
  (by) => newReceipt(by),
  async (by, _, roll) => {
    const { id: facilityId } = await newFacility(by, { reviewOn: randomDay(roll) })
    const { id: contractId } = await newContract(by, {})
    await newPlan(by, { facilityId, contractId }, { neededOn: day(roll(60)), untilOn: day(90) })
  },
  async (by, colleague, roll) => {
    const project = await newProject(by, { givenEndDate: randomDay(roll) })
    const { id } = await newTask(by, project.id, {
      givenEndDate: randomDay(roll),
      assignedTo: colleague.userId,
      status: 'IN_PROGRESS',
    })
    if (roll(3) === 0) await updateTaskOf(by, id)
  },
  (by, colleague, roll) =>
    newGeneralTask(by, { dueOn: randomDay(roll), assigneeId: oneOf(roll, [by.userId, colleague.userId, null]) }),
  (by, colleague, roll) =>
    newRule(by, {
      kind: oneOf(roll, ['GENERAL_TASK_DUE', 'TENDER_CLOSES', 'TASK_DUE', 'GUARANTEE_EXPIRES']),
      steps: [roll(60), 60 + roll(60)],
      repeatDays: oneOf(roll, [null, 3, 40]),
      tells: [oneOf(roll, ['OWNER', 'CREATOR'])],
      userIds: roll(2) === 0 ? [colleague.userId] : [],
    }),
]
const updateTaskOf = (by: Client, id: string) => by.ok(updateTask, { params: { id }, body: { status: 'UNDER_REVIEW' } })

const deadlinesOf = async (by: Client) =>
  (await by.ok(filterCoverage, { body: { state: [...coverageStates], pagination: { page: 0, size: 200 } } })).content

/** Removes a user's permission to view tasks after tasks were assigned to them. */
const withoutTasks = `update role_permissions p set can_view = false from user_roles r, modules m
  where r.role_id = p.role_id and m.id = p.module_id and r.user_id = $1 and m.key in ('General Tasks', 'Project Tasks')`

async function randomCompany(name: string): Promise<{ company: Company; by: Person }> {
  const roll = dice(seedOf(name))
  const company = await newCompany(server)
  const by = await company.as()
  const colleague = await company.as()
  for (const { id } of await by.ok(listReminderRules, {}))
    if (roll(3) === 0) await by.ok(updateReminderRule, { params: { id }, body: { isActive: false } })
  for (let count = 0; count < 12; count += 1) await oneOf(roll, actions)(by, colleague, roll)
  for (const { kind, recordType, recordId, dueOn } of await deadlinesOf(by))
    if (roll(8) === 0) await by.ok(setDeadlineMark, { body: { kind, recordType, recordId, dueOn, reason: 'Not ours' } })
  if (roll(3) === 0) await admin.query(withoutTasks, [colleague.userId])
  if (roll(3) === 0) await by.ok(updateUser, { params: { id: colleague.userId }, body: { isActive: false } })
  return { company, by }
}

const keyOf = ({ kind, recordId, dueOn }: Pick<CoveredDeadline, 'kind' | 'recordId' | 'dueOn'>) =>
  [kind, recordId, dueOn].join(' ')

test('covered, gaps and waived deadlines add up to the counts of records, and over four years exactly the covered ones fire reminders [deposits 11.21]', async () => {
  const seen = new Set<string>()
  for (let at = 0; at < 8; at += 1) {
    const label = `company ${at} of seed ${seed}`
    const { company, by } = await randomCompany(`coverage ${at}`)
    const { total, covered, gaps, waived, kinds } = await by.ok(getCoverage, {})
    expect(covered + gaps + waived, label).toBe(total)
    expect(
      kinds.map(({ kind, total: read }) => [kind, read]),
      label,
    ).toEqual(kinds.map(({ kind, counted }) => [kind, counted]))
    const deadlines = await deadlinesOf(by)
    expect(deadlines, label).toHaveLength(total)
    expect(await server.door.inTenant(company.id, null, prove), label).toBe(0)
    for (const { state } of deadlines) seen.add(state)
    // Daily in the first company's first month, otherwise after gaps of 90 days.
    for (let days = 0; days <= 1_500; days += at === 0 && days < 30 ? 1 : 90)
      await planReminders(server, company, day(days))
    const { rows } = await admin.query(
      `select distinct kind, record_id as "recordId", due_on::text as "dueOn" from reminder_firings where tenant_id = $1`,
      [company.id],
    )
    const due = deadlines.filter(({ state }) => state === 'COVERED')
    expect(rows.map(keyOf).toSorted(), label).toEqual(due.map(keyOf).toSorted())
  }
  expect(seen).toContain('COVERED')
  expect(seen.size).toBeGreaterThan(3)
}, 120_000)
