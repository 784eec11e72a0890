import { deleteRole } from '@plinth/api/access/roles'
import { deleteUser, updateUser } from '@plinth/api/access/users'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { deadlineKindNames } from '@plinth/api/reminders/deadlines'
import {
  checkReminderRule,
  createReminderRule,
  deleteReminderRule,
  getReminderRule,
  listReminderAddressees,
  listReminderRules,
  maxActiveRules,
  maxTold,
  type ReminderRule,
  updateReminderRule,
} from '@plinth/api/reminders/reminder-rules'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { newRole } from '../../access/roles/roles.factory.ts'
import { newUser } from '../../access/users/users.factory.ts'
import { newExemption } from '../../deposits/deposit-exemptions/deposit-exemptions.factory.ts'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newFacility } from '../../guarantees/bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../../guarantees/bg-plans/bg-plans.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { bankDayFromToday } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newHoliday } from '../holidays/holidays.factory.ts'
import { notificationsOf, planReminders } from '../notifications/notifications.factory.ts'
import { newRule, ruleBody, switchOffRules } from './reminder-rules.factory.ts'

const { server, company, owner } = await startSuite()
const stranger = await (await newCompany(server)).as()
const today = await server.door.inTenant(company.id, null, companyDay)

const day = (days: number) => daysAfter(today, days)
const get = (id: string) => owner.ok(getReminderRule, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateReminderRule, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateReminderRule, { params: { id }, body })
const remove = (id: string) => owner.ok(deleteReminderRule, { params: { id } })
const refusedBody = (overrides: object) => owner.refused(createReminderRule, { body: { ...ruleBody(), ...overrides } })
const preview = (by: Client, overrides: Parameters<typeof ruleBody>[0]) =>
  by.ok(checkReminderRule, { body: ruleBody(overrides) })

test('a new company has a rule for each kind of deadline, which reminds owner and watchers', async () => {
  const rules = await (await (await newCompany(server)).as()).ok(listReminderRules, {})
  expect(rules.map(({ kind }) => kind).toSorted()).toEqual(deadlineKindNames.toSorted())
  for (const rule of rules)
    expect(rule).toMatchObject({ isBuiltIn: true, isActive: true, tells: ['OWNER', 'WATCHERS'], since: today })
  expect(rules.find(({ kind }) => kind === 'GUARANTEE_EXPIRES')).toMatchObject({
    name: 'Guarantee expires',
    steps: [90, 60, 45, 30, 15, 7, 1, 0],
    repeatDays: null,
    escalateAfterDays: 3,
    atOnce: true,
  })
})

test('a new rule stores every field; without optional fields it has no conditions, names nobody and is switched on', async () => {
  const role = await newRole(owner)
  const allFields = {
    name: 'Large EMDs',
    kind: 'REFUND_STEP',
    steps: [15, 0],
    repeatDays: 7,
    amountFrom: 500_000,
    contractTypes: ['EPC'],
    purposes: ['EMD'],
    tells: ['OWNER', 'CREATOR'],
    roleIds: [role.id],
    userIds: [owner.userId],
    escalateAfterDays: 5,
    escalateFrom: 3,
    escalateRoleIds: [role.id],
    escalateUserIds: [owner.userId],
    atOnce: true,
    isActive: false,
  } as const
  const created = await owner.ok(createReminderRule, { body: structuredClone(allFields) as never })
  expect(created).toMatchObject({ ...allFields, isBuiltIn: false, since: today, createdBy: owner.userId })
  expect(await get(created.id)).toEqual(created)
  expect(await owner.ok(listReminderRules, {})).toContainEqual(created)
  await remove(created.id)
  const minimal = await newRule(owner)
  expect(minimal).toMatchObject({
    repeatDays: null,
    amountFrom: null,
    contractTypes: [],
    purposes: [],
    roleIds: [],
    userIds: [],
    escalateAfterDays: null,
    escalateFrom: 7,
    escalateRoleIds: [],
    escalateUserIds: [],
    atOnce: false,
    isActive: true,
  })
  await remove(minimal.id)
})

describe('a reminder rule is refused with a reason:', () => {
  test.each([
    ['name', 'is required', { name: ' ' }],
    ['kind', 'must be one of TENDER_CLOSES', { kind: 'MOOD' }],
    ['steps', 'must be whole days from 0 to 400, each once', { steps: [7, 7] }],
    ['steps.0', 'must be at most 400', { steps: [401] }],
    ['steps.1', 'must not be negative', { steps: [7, -1] }],
    ['steps.0', 'must be a whole number', { steps: [1 / 2] }],
    ['steps', 'must be at most 12', { steps: Array.from({ length: 13 }, (_, step) => step) }],
    ['steps', 'must have a day where nothing is repeated', { steps: [] }],
    ['repeatDays', 'must be at least 1', { repeatDays: 0 }],
    ['repeatDays', 'must be at most 365', { repeatDays: 366 }],
    ['tells', 'must name somebody', { tells: [] }],
    ['tells', 'must name each once', { tells: ['OWNER', 'OWNER'] }],
    ['escalateAfterDays', 'must be at least 1', { escalateAfterDays: 0 }],
    ['amountFrom', 'is not known for TASK_DUE', { kind: 'TASK_DUE', amountFrom: 1 }],
    ['contractTypes', 'is not known for PROJECT_ENDS', { kind: 'PROJECT_ENDS', contractTypes: ['EPC'] }],
    ['purposes', 'is not known for TENDER_CLOSES', { purposes: ['EMD'] }],
  ])('%s %s', async (path, message, overrides) => {
    const reason = { status: 400, fields: [{ path, message: expect.stringContaining(message) }] }
    expect(await refusedBody(overrides)).toMatchObject(reason)
  })

  test('roles and users of another company and deleted ones', async () => {
    const deleted = { role: await newRole(owner), person: await newUser(owner) }
    await owner.ok(deleteRole, { params: { id: deleted.role.id } })
    await owner.ok(deleteUser, { params: { id: deleted.person.id } })
    const theirRole = await newRole(stranger)
    for (const id of [theirRole.id, deleted.role.id, newId()])
      for (const overrides of [{ roleIds: [id] }, { escalateRoleIds: [id] }])
        expect(await refusedBody(overrides)).toMatchObject({
          status: 400,
          fields: [{ path: 'roleIds', message: 'must be roles of your company' }],
        })
    for (const id of [stranger.userId, deleted.person.id, newId()])
      for (const overrides of [{ userIds: [id] }, { escalateUserIds: [id] }])
        expect(await refusedBody(overrides)).toMatchObject({
          status: 400,
          fields: [{ path: 'userIds', message: 'must be people of your company' }],
        })
  })

  test('the same faults in a preview and in a change', async () => {
    const body = ruleBody({ kind: 'TASK_DUE', amountFrom: 1 })
    const unknown = { status: 400, fields: [{ path: 'amountFrom', message: 'is not known for TASK_DUE' }] }
    expect(await owner.refused(checkReminderRule, { body })).toMatchObject(unknown)
    const { id } = await newRule(owner, { kind: 'REFUND_DUE', amountFrom: 1 })
    expect(await refusedEdit(id, { kind: 'TASK_DUE' })).toMatchObject(unknown)
    expect(await refusedEdit(id, { tells: [] })).toMatchObject({ status: 400, fields: [{ path: 'tells' }] })
    expect(await get(id)).toMatchObject({ kind: 'REFUND_DUE', tells: ['OWNER'] })
    await remove(id)
  })
})

test('a rule that names deleted roles or users can still be changed', async () => {
  const role = await newRole(owner)
  const person = await newUser(owner)
  const { id } = await newRule(owner, { roleIds: [role.id], escalateUserIds: [person.id], escalateAfterDays: 1 })
  await owner.ok(deleteRole, { params: { id: role.id } })
  await owner.ok(deleteUser, { params: { id: person.id } })
  expect(await edit(id, { isActive: false })).toMatchObject({ isActive: false, roleIds: [role.id] })
  await remove(id)
})

test('a rule is refused if its roles and users together are more than 200 users', async () => {
  const home = await newCompany(server)
  const by = await home.as()
  const role = await newRole(by)
  await server.door.inTenant(home.id, null, async (db) => {
    await sql`with made as (insert into users (username, email, mobile_no)
        select 'Mason ' || n, 'mason' || n || '@' || ${newId()} || '.example', '+91' || 7000000000 + n from generate_series(1, ${maxTold}::int) n
        returning id)
      insert into user_roles (user_id, role_id) select id, ${role.id}::uuid from made`.execute(db)
  })
  expect((await newRule(by, { roleIds: [role.id] })).roleIds).toEqual([role.id])
  for (const [path, overrides] of [
    ['roleIds', { roleIds: [role.id], userIds: [by.userId] }],
    ['escalateRoleIds', { escalateAfterDays: 1, escalateRoleIds: [role.id], escalateUserIds: [by.userId] }],
  ] as const)
    expect(await by.refused(createReminderRule, { body: ruleBody(overrides as never) })).toMatchObject({
      status: 400,
      fields: [{ path, message: `must name at most ${maxTold} people` }],
    })
  expect((await by.ok(listReminderRules, {})).filter(({ isBuiltIn }) => !isBuiltIn)).toHaveLength(1)
})

test('at most 60 rules are switched on, also with concurrent changes', async () => {
  const by = await (await newCompany(server)).as()
  const { length } = await by.ok(listReminderRules, {})
  const more = maxActiveRules - length
  const created: ReminderRule[] = []
  for (let count = 0; count < more; count += 1) created.push(await newRule(by))
  const full = { status: 409, message: expect.stringContaining('at most 60 rules that are switched on') }
  expect(await by.refused(createReminderRule, { body: ruleBody() })).toMatchObject(full)
  const off = await newRule(by, { isActive: false })
  const turn = (id: string, isActive: boolean) => ({ params: { id }, body: { isActive } })
  expect(await by.refused(updateReminderRule, turn(off.id, true))).toMatchObject(full)
  // One free place for eight concurrent changes.
  await by.ok(updateReminderRule, turn(created[0]?.id ?? '', false))
  const waiting = [off, ...(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => newRule(by, { isActive: false }))))]
  const replies = await Promise.all(waiting.map(({ id }) => by.sendCall(updateReminderRule, turn(id, true))))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
})

describe('a rule', () => {
  test('that is built in can be switched off and changed, but not deleted', async () => {
    const [builtIn] = (await owner.ok(listReminderRules, {})).filter(({ isBuiltIn }) => isBuiltIn)
    const { id = '' } = builtIn ?? {}
    expect(await owner.refused(deleteReminderRule, { params: { id } })).toMatchObject({
      status: 409,
      message: 'A rule that every company has is switched off, not deleted.',
    })
    expect(await edit(id, { isActive: false, steps: [5] })).toMatchObject({
      ...builtIn,
      isActive: false,
      steps: [5],
      updatedAt: expect.any(String),
      updatedBy: owner.userId,
      updatedByName: expect.any(String),
    })
  })

  test('that somebody else has changed since it was read answers 412', async () => {
    const created = await newRule(owner)
    const changed = await edit(created.id, { ...created, steps: [5] })
    expect(await refusedEdit(created.id, { ...created, steps: [6] })).toMatchObject({ status: 412, code: 'stale' })
    expect(await get(created.id)).toEqual(changed)
    await remove(created.id)
  })

  test('starts on the day on which it is switched on, and other changes keep that day', async () => {
    const { id } = await newRule(owner)
    const admin = await adminClient(inject('admin'))
    await admin.query(`set session_replication_role = replica`)
    await admin.query(`update reminder_rules set since = $2 where id = $1`, [id, day(-40)])
    await admin.end()
    expect((await edit(id, { steps: [3], since: today })).since).toBe(day(-40))
    expect((await edit(id, { isActive: false })).since).toBe(day(-40))
    expect((await edit(id, { isActive: true })).since).toBe(today)
    await remove(id)
  })

  test('that is unknown, deleted or another company’s answers 404, and the other company’s is unchanged', async () => {
    const { id: deleted } = await newRule(owner)
    await remove(deleted)
    const theirs = await newRule(stranger)
    for (const id of [newId(), deleted, theirs.id]) {
      expect((await owner.refused(getReminderRule, { params: { id } })).status).toBe(404)
      expect((await refusedEdit(id, { steps: [1] })).status).toBe(404)
      expect((await owner.refused(deleteReminderRule, { params: { id } })).status).toBe(404)
    }
    expect(await stranger.ok(getReminderRule, { params: { id: theirs.id } })).toEqual(theirs)
  })
})

test('the addressees are the active users and the roles of the company, also for users who may view neither', async () => {
  const home = await newCompany(server)
  const all = await home.as()
  const viewer = await home.as({ Reminders: ['canView'] })
  const role = await newRole(all, { name: 'Site office' })
  const deleted = await newRole(all)
  await all.ok(deleteRole, { params: { id: deleted.id } })
  const left = await newUser(all)
  await all.ok(updateUser, { params: { id: left.id }, body: { isActive: false } })
  const { people, roles } = await viewer.ok(listReminderAddressees, {})
  expect(new Set(people.map(({ id }) => id))).toEqual(new Set([all.userId, viewer.userId]))
  const named = roles.map(({ id }) => id)
  expect(named).toContain(role.id)
  expect(named).not.toContain(deleted.id)
  expect(roles.map(({ name }) => name)).toEqual(expect.arrayContaining(['Administrator', 'Site office']))
})

describe('the preview of a rule', () => {
  test('accepts and ignores fields that only the server sets', async () => {
    const sent = { ...ruleBody(), isBuiltIn: 'perhaps', since: 'once', createdAt: 'long ago', id: 'none' }
    expect((await owner.sendCall(checkReminderRule, { body: sent })).status).toBe(200)
  })

  /** A company whose initial rules are switched off. */
  async function newCompanyWithoutRules() {
    const home = await newCompany(server)
    const by = await home.as()
    await switchOffRules(by)
    return { home, by }
  }

  test('has exactly the reminders that are sent on the days', async () => {
    const { home, by } = await newCompanyWithoutRules()
    await newHoliday(by, { onDay: day(9) })
    const other = await home.as({ Contracts: ['canView'] })
    for (const days of [1, 6, 12, 17, 26, 33, 45]) await newContract(by, { closingDate: day(days) })
    const rule = { steps: [20, 9, 8, 3, 1, 0], repeatDays: 4, tells: ['CREATOR' as const], userIds: [other.userId] }
    const { total, content } = await preview(by, rule)
    expect(content).toHaveLength(total)
    await newRule(by, rule)
    const sent: string[][] = []
    const known = new Set<string>()
    for (let days = 0; days <= 30; days += 1) {
      const run = await planReminders(server, home, day(days))
      if (run?.sent === 0) continue
      for (const client of [by, other])
        for (const box of ['INBOX', 'DONE'] as const)
          for (const { id, recordId, dueOn, reason } of await notificationsOf(client, box)) {
            if (known.has(id) || reason === 'SUMMARY') continue
            known.add(id)
            sent.push([day(days), recordId ?? '', dueOn ?? '', client.userId])
          }
    }
    const people = new Map((await by.ok(listReminderAddressees, {})).people.map((one) => [one.username, one.id]))
    const previewed = content.flatMap(({ onDay, recordId, dueOn, people: some }) =>
      some.map((name) => [onDay, recordId, dueOn, people.get(name) ?? name]),
    )
    expect(total).toBeGreaterThan(20)
    expect(sent.map(String).toSorted()).toEqual(previewed.map(String).toSorted())
  })

  /** The same, but only holidays are days off, so that the weekday of the run does not matter. */
  async function newCompanyWithoutDaysOff() {
    const { home, by } = await newCompanyWithoutRules()
    await by.ok(updateCompanySettings, { body: { weeklyOff: [], saturdaysOff: [] } })
    return { home, by }
  }

  test('counts each user once if two steps fall on the same working day', async () => {
    const { home, by } = await newCompanyWithoutDaysOff()
    await newHoliday(by, { onDay: day(9) })
    const { id } = await newContract(by, { closingDate: day(17) })
    const rule = { steps: [9, 8], tells: ['CREATOR' as const] }
    expect(await preview(by, rule)).toMatchObject({
      total: 1,
      content: [{ recordId: id, onDay: day(8), people: [expect.any(String)] }],
    })
    await newRule(by, rule)
    await planReminders(server, home)
    expect(await planReminders(server, home, day(8))).toEqual({ fired: 1, sent: 1 })
    expect(await planReminders(server, home, day(9))).toEqual({ fired: 0, sent: 0 })
  })

  test('includes a deadline that a long closure moves into the next thirty days', async () => {
    const { by } = await newCompanyWithoutDaysOff()
    for (let days = 29; days <= 45; days += 1) await newHoliday(by, { onDay: day(days) })
    await newContract(by, { closingDate: day(45) })
    const { content } = await preview(by, { steps: [0], tells: ['CREATOR'] })
    expect(content.map(({ onDay }) => onDay)).toEqual([day(28)])
  })

  test('reminds of a refund before it is due, also if that day is a holiday', async () => {
    const { home, by } = await newCompanyWithoutDaysOff()
    await newHoliday(by, { onDay: day(5) })
    const { id: contractId } = await newContract(by)
    const due = { status: 'SUBMITTED', releaseBasis: 'FIXED', fixedDueOn: day(5), depositSubmitedDate: today } as const
    await newDeposit(by, contractId, due)
    const rule = { kind: 'REFUND_DUE' as const, steps: [1], tells: ['CREATOR' as const] }
    expect((await preview(by, rule)).content.map(({ onDay }) => onDay)).toEqual([day(4)])
    await newRule(by, rule)
    await planReminders(server, home)
    expect(await planReminders(server, home, day(4))).toEqual({ fired: 1, sent: 1 })
  })

  test('reminds of the last day of a guarantee on the working day before, if the company is off while banks are open', async () => {
    const { home, by } = await newCompanyWithoutDaysOff()
    const expiresOn = bankDayFromToday(5)
    const before = daysAfter(expiresOn, -1)
    await newHoliday(by, { onDay: expiresOn, closed: 'COMPANY' })
    await newGuarantee(by, { expiresOn, claimUntil: null })
    const rule = { kind: 'GUARANTEE_EXPIRES' as const, steps: [0], tells: ['CREATOR' as const] }
    expect((await preview(by, rule)).content.map(({ onDay }) => onDay)).toEqual([before])
    await newRule(by, rule)
    await planReminders(server, home)
    expect(await planReminders(server, home, before)).toEqual({ fired: 1, sent: 1 })
    const sent = (await notificationsOf(by)).find(({ reason }) => reason === 'REMINDER')
    expect(sent).toMatchObject({ dueOn: expiresOn, actBy: expiresOn })
  })

  test('repeats a planned guarantee only as long as it is needed', async () => {
    const { by } = await newCompanyWithoutDaysOff()
    const [contract, facility] = [await newContract(by), await newFacility(by)]
    const place = { contractId: contract.id, facilityId: facility.id }
    const needed = bankDayFromToday(1)
    await newPlan(by, place, { neededOn: needed, untilOn: daysAfter(needed, 9) })
    const rule = { kind: 'GUARANTEE_NEEDED' as const, steps: [0], repeatDays: 3, tells: ['CREATOR' as const] }
    const { content } = await preview(by, rule)
    expect(content.map(({ onDay }) => onDay)).toEqual([0, 3, 6, 9].map((days) => daysAfter(needed, days)))
  })

  test('repeats a guarantee that ends too early only until the work no longer needs it', async () => {
    const { by } = await newCompanyWithoutDaysOff()
    const { id } = await newContract(by, { status: 'WORK_IN_PROGRESS', givenEndDate: day(-55) })
    const security = { depositType: 'Performance security', status: 'SUBMITTED', amount: 5_00_000 } as const
    const deposit = await newDeposit(by, id, security)
    await newGuarantee(by, { expiresOn: day(-20), claimUntil: null, depositIds: [deposit.id] })
    const rule = { kind: 'GUARANTEE_TOO_SHORT' as const, steps: [0], repeatDays: 3, tells: ['CREATOR' as const] }
    const { content } = await preview(by, rule)
    expect(content.map(({ onDay }) => onDay)).toEqual([day(1), day(4)])
  })

  test('names the records by day, and only recipients who may view them', async () => {
    const { home, by } = await newCompanyWithoutRules()
    const blind = await home.as({ Reminders: ['canView'] })
    const { id } = await newContract(by, { contractName: 'Kaveri bridge', closingDate: day(30) })
    await newGeneralTask(by, { dueOn: day(5), assigneeId: by.userId })
    const { total, content } = await preview(by, { steps: [0, 10], tells: ['CREATOR'], userIds: [blind.userId] })
    expect(total).toBe(content.length)
    for (const row of content)
      expect(row).toMatchObject({ recordType: 'CONTRACT', recordId: id, title: 'Kaveri bridge', dueOn: day(30) })
    expect(content.map(({ people }) => people.length)).toEqual(content.map(() => 1))
    expect(content.map(({ onDay }) => onDay)).toEqual(content.map(({ onDay }) => onDay).toSorted())
    expect(content.length).toBeGreaterThan(0)
    expect(await preview(by, { steps: [0], userIds: [blind.userId], tells: [] })).toEqual({ total: 0, content: [] })
  })

  test('is empty for a module that the caller may not view, and stores nothing', async () => {
    const { home, by } = await newCompanyWithoutRules()
    await newFacility(by, { reviewOn: day(5) })
    const rule = { kind: 'FACILITY_REVIEW', steps: [3, 2, 1, 0], tells: ['CREATOR'] } as const
    const body = { ...rule, steps: [...rule.steps], tells: [...rule.tells] }
    const viewer = await home.as({ Reminders: ['canView'], Contracts: ['canView'] })
    expect((await preview(by, body)).total).toBeGreaterThan(0)
    expect(await preview(viewer, body)).toEqual({ total: 0, content: [] })
    expect((await by.ok(listReminderRules, {})).filter(({ isBuiltIn }) => !isBuiltIn)).toEqual([])
    await planReminders(server, home, day(5))
    expect((await notificationsOf(by)).filter(({ reason }) => reason !== 'SUMMARY')).toEqual([])
  })

  test('has no stages after the last open day of a deadline', async () => {
    const { by } = await newCompanyWithoutRules()
    const { id: contractId } = await newContract(by)
    const due = { status: 'SUBMITTED', releaseBasis: 'FIXED', fixedDueOn: day(5), depositSubmitedDate: today } as const
    await newDeposit(by, contractId, due)
    await newGuarantee(by, {
      state: 'ISSUED',
      happenedOn: today,
      issuedOn: today,
      expiresOn: day(10),
      claimUntil: day(190),
    })
    const daysOf = async (kind: ReminderRule['kind'], steps: number[]) =>
      (await preview(by, { kind, steps, repeatDays: 3, tells: ['CREATOR'] })).content.map(({ onDay }) => onDay)
    expect((await daysOf('REFUND_DUE', [2, 0])).every((onDay) => onDay < day(5))).toBe(true)
    const ofGuarantee = await daysOf('GUARANTEE_EXPIRES', [1, 0])
    expect(ofGuarantee.length).toBeGreaterThan(0)
    expect(ofGuarantee.every((onDay) => onDay <= day(10))).toBe(true)
  })

  test('is narrowed by amount, contract type and purpose', async () => {
    const { by } = await newCompanyWithoutRules()
    const contractOf = (contractType: string) => newContract(by, { contractType })
    const [epc, supply] = [await contractOf('EPC'), await contractOf('Supply')]
    const due = { status: 'SUBMITTED', fixedDueOn: day(20), releaseBasis: 'FIXED', depositSubmitedDate: today } as const
    const large = await newDeposit(by, epc.id, { ...due, amount: 900_000, purpose: 'EMD' })
    const small = await newDeposit(by, epc.id, { ...due, amount: 100, purpose: 'RETENTION', instrumentNo: 'B' })
    const other = await newDeposit(by, supply.id, { ...due, amount: 100, purpose: 'EMD', instrumentNo: 'C' })
    const found = async (overrides: Parameters<typeof ruleBody>[0]) => {
      const rule = { kind: 'REFUND_DUE', steps: [0], tells: ['CREATOR'], ...overrides } as const
      const { content } = await preview(by, { ...rule, steps: [10], tells: ['CREATOR'] })
      return new Set(content.map(({ recordId }) => recordId))
    }
    expect(await found({})).toEqual(new Set([large.id, small.id, other.id]))
    expect(await found({ amountFrom: 900_000 })).toEqual(new Set([large.id]))
    expect(await found({ amountFrom: 900_000.01 })).toEqual(new Set())
    expect(await found({ contractTypes: ['epc'] })).toEqual(new Set([large.id, small.id]))
    expect(await found({ purposes: ['EMD'] })).toEqual(new Set([large.id, other.id]))
    expect(await found({ purposes: ['RETENTION'], contractTypes: ['Supply'] })).toEqual(new Set())
  })

  test('narrows exemptions by the type of their contract, their purpose and their amount', async () => {
    const { by } = await newCompanyWithoutRules()
    const [epc, supply] = [await newContract(by, { contractType: 'EPC' }), await newContract(by, {})]
    const validUntil = day(20)
    const emd = await newExemption(by, epc.id, { validUntil, amount: 900_000 })
    const retention = await newExemption(by, supply.id, { validUntil, amount: null, purpose: 'RETENTION' })
    const found = async (overrides: Parameters<typeof ruleBody>[0]) => {
      const { content } = await preview(by, { kind: 'EXEMPTION_EXPIRES', steps: [10], tells: ['OWNER'], ...overrides })
      return new Set(content.map(({ recordId }) => recordId))
    }
    expect(await found({})).toEqual(new Set([emd.id, retention.id]))
    expect(await found({ amountFrom: 900_000 })).toEqual(new Set([emd.id]))
    expect(await found({ contractTypes: ['epc'] })).toEqual(new Set([emd.id]))
    expect(await found({ purposes: ['RETENTION'] })).toEqual(new Set([retention.id]))
  })
})
