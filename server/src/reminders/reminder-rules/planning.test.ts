import { listRoles } from '@plinth/api/access/roles'
import { updateUser } from '@plinth/api/access/users'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { setDeadlineMark } from '@plinth/api/reminders/deadlines'
import { createHoliday } from '@plinth/api/reminders/holidays'
import { countNotifications, setNotificationState } from '@plinth/api/reminders/notifications'
import { updateReminderRule } from '@plinth/api/reminders/reminder-rules'
import { deleteGeneralTask, setGeneralTaskState, updateGeneralTask } from '@plinth/api/works/general-tasks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { notificationsOf, planReminders } from '../notifications/notifications.factory.ts'
import { newRule, switchOffRules } from './reminder-rules.factory.ts'

let server: TestServer
let today: string

beforeAll(async () => {
  server = await startTestServer()
  const company = await newCompany(server)
  today = await server.door.inTenant(company.id, null, companyDay)
})
afterAll(() => server.stop())

const day = (days: number) => daysAfter(today, days)

type Person = Awaited<ReturnType<Company['as']>>

/** A company that is reminded from today on, only by the rules of the test. */
async function newCompanyWithoutRules(): Promise<{
  company: Company
  by: Person
  on: (days: number) => ReturnType<typeof planReminders>
}> {
  const company = await newCompany(server)
  const by = await company.as()
  await switchOffRules(by)
  await planReminders(server, company)
  return { company, by, on: (days) => planReminders(server, company, day(days)) }
}

const received = async (by: Client, box?: Parameters<typeof notificationsOf>[1]) =>
  (await notificationsOf(by, box)).map(({ title, dueOn }) => [title, dueOn])

/** A general task of the user that is due in so many days. */
const newDeadline = (by: Person, days: number, overrides: Parameters<typeof newGeneralTask>[1] = {}) =>
  newGeneralTask(by, { title: 'Royalty', dueOn: day(days), assigneeId: by.userId, ...overrides })
const tasks = { kind: 'GENERAL_TASK_DUE' } as const

describe('a stage', () => {
  test('is sent once on its day, with any number of repeated and concurrent runs [deposits 11.15]', async () => {
    const { by, on } = await newCompanyWithoutRules()
    await newRule(by, { ...tasks, steps: [3, 0] })
    await newDeadline(by, 5)
    await on(1)
    expect(await received(by)).toEqual([])
    const runs = await Promise.all(Array.from({ length: 20 }, () => on(2)))
    expect(runs.reduce((sum, run) => sum + (run?.sent ?? 0), 0)).toBe(1)
    expect(await received(by)).toEqual([['Royalty', day(5)]])
    await on(4)
    expect(await on(2)).toEqual({ fired: 0, sent: 0 })
    await on(5)
    expect(await received(by)).toEqual([['Royalty', day(5)]])
    const [older] = await notificationsOf(by, 'DONE')
    expect(older).toMatchObject({ title: 'Royalty', doneBecause: 'NEWER' })
  })

  test('that was missed is sent later in one notification, which stands for all missed stages [deposits 11.16]', async () => {
    const { company, by, on } = await newCompanyWithoutRules()
    await newRule(by, { ...tasks, steps: [9, 7, 5, 1], repeatDays: 2 })
    await newDeadline(by, 10)
    const stages = async () => (await notificationsOf(by)).map((notification) => notification.stages)
    await on(1)
    expect(await stages()).toEqual([1])
    expect(await on(6)).toEqual({ fired: 1, sent: 1 })
    expect(await stages()).toEqual([2])
    // Four days past the day due: the step a day before, and two repetitions.
    expect(await on(14)).toEqual({ fired: 1, sent: 1 })
    expect(await stages()).toEqual([3])
    const admin = await adminClient(inject('admin'))
    const { rows } = await admin.query(
      `select stage, stands_for from reminder_firings where tenant_id = $1 order by stage_on`,
      [company.id],
    )
    await admin.end()
    expect(rows.map(({ stage, stands_for }) => [stage, stands_for])).toEqual([
      ['S9', 1],
      ['S5', 2],
      ['R2', 3],
    ])
  })

  test('of a deadline that is entered late is sent in one notification, and a new rule sends no stage of past days [deposits 11.16]', async () => {
    const { by, on } = await newCompanyWithoutRules()
    const rule = await newRule(by, { ...tasks, steps: [30, 20, 10, 5] })
    await newDeadline(by, 60, { title: 'Late' })
    await on(55)
    expect(await received(by)).toEqual([['Late', day(60)]])
    await by.ok(updateReminderRule, { params: { id: rule.id }, body: { isActive: false } })
    // Its only step was the day before yesterday.
    await newRule(by, { ...tasks, steps: [12] })
    await newDeadline(by, 10, { title: 'Behind' })
    await on(0)
    expect(await received(by)).toEqual([['Late', day(60)]])
  })

  test('of a deadline whose day moved is sent for the new day, and the notification about the old day is set to done [deposits 11.17]', async () => {
    const { by, on } = await newCompanyWithoutRules()
    await newRule(by, { ...tasks, steps: [3] })
    const { id } = await newDeadline(by, 5)
    await on(2)
    await by.ok(updateGeneralTask, { params: { id }, body: { dueOn: day(9) } })
    await on(3)
    expect(await received(by)).toEqual([])
    expect((await notificationsOf(by, 'DONE')).map(({ dueOn, doneBecause }) => [dueOn, doneBecause])).toEqual([
      [day(5), 'MOVED'],
    ])
    await on(6)
    expect(await received(by)).toEqual([['Royalty', day(9)]])
    // The deadline is back on a day whose reminder was sent before, which is not sent again.
    await by.ok(updateGeneralTask, { params: { id }, body: { dueOn: day(5) } })
    await on(4)
    expect(await received(by)).toEqual([])
  })

  test('on a day off is sent on the working day before, for a deadline to be met before days off', async () => {
    const { by, on } = await newCompanyWithoutRules()
    await newRule(by, { steps: [10] })
    const closing = day(40)
    await newContract(by, { contractName: 'Bridge', closingDate: closing })
    // The day of the step and the four before it are holidays, so on any weekday it is sent by day 25.
    for (const days of [26, 27, 28, 29, 30])
      await by.ok(createHoliday, { body: { onDay: day(days), name: 'Festival' } })
    await on(22)
    expect(await received(by)).toEqual([])
    await on(25)
    expect(await received(by)).toEqual([['Bridge', closing]])
  })

  test('of a deadline without an owner is sent once there is one', async () => {
    const { by, on } = await newCompanyWithoutRules()
    await newRule(by, { ...tasks, steps: [3] })
    const { id } = await newGeneralTask(by, { title: 'Nobody’s', dueOn: day(5) })
    expect(await on(2)).toEqual({ fired: 0, sent: 0 })
    await by.ok(updateGeneralTask, { params: { id }, body: { assigneeId: by.userId } })
    expect(await on(3)).toEqual({ fired: 1, sent: 1 })
  })

  test('is not sent for deadlines that are waived, done or deleted, or by a rule that is switched off', async () => {
    const { by, on } = await newCompanyWithoutRules()
    const rule = await newRule(by, { ...tasks, steps: [3], repeatDays: 5 })
    const waived = await newDeadline(by, 5, { title: 'Waived' })
    const done = await newDeadline(by, 5, { title: 'Done' })
    const deleted = await newDeadline(by, 5, { title: 'Deleted' })
    const mark = { kind: 'GENERAL_TASK_DUE', recordType: 'GENERAL_TASK', recordId: waived.id, dueOn: day(5) } as const
    await on(2)
    expect((await received(by)).map(([title]) => title).toSorted()).toEqual(['Deleted', 'Done', 'Waived'])
    await by.ok(setDeadlineMark, { body: { ...mark, reason: 'Paid by the client' } })
    await by.ok(setGeneralTaskState, { params: { id: done.id }, body: { state: 'DONE', updatedAt: done.updatedAt } })
    await by.ok(deleteGeneralTask, { params: { id: deleted.id } })
    // Until the next run the notification of the deleted record stays, without its title.
    expect((await received(by)).map(([title]) => title)).toContain(null)
    expect(await on(10)).toEqual({ fired: 0, sent: 0 })
    expect(await received(by)).toEqual([])
    expect(
      (await notificationsOf(by, 'DONE')).map(({ title, doneBecause }) => [title, doneBecause]).toSorted(),
    ).toEqual([
      [null, 'GONE'],
      ['Done', 'RESOLVED'],
      ['Waived', 'RESOLVED'],
    ])
    await by.ok(updateReminderRule, { params: { id: rule.id }, body: { isActive: false } })
    await newDeadline(by, 30)
    expect(await on(27)).toEqual({ fired: 0, sent: 0 })
  })
})

describe('the recipient of a reminder', () => {
  test('gets one notification, also if several rules and roles name them [deposits 11.19]', async () => {
    const { company, by, on } = await newCompanyWithoutRules()
    const role = (await by.ok(listRoles, { query: {} }))[0]
    await newRule(by, {
      ...tasks,
      name: 'First',
      steps: [3],
      tells: ['OWNER', 'CREATOR'],
      userIds: [by.userId],
      roleIds: role ? [role.id] : [],
    })
    await newRule(by, { ...tasks, name: 'Second', steps: [3] })
    const { id } = await newDeadline(by, 5)
    await server.door.inTenant(company.id, by.userId, (db) =>
      sql`insert into watchers (record_type, record_id) values ('GENERAL_TASK', ${id})`.execute(db),
    )
    expect(await on(2)).toEqual({ fired: 2, sent: 1 })
    const notifications = await notificationsOf(by)
    expect(notifications.map(({ rules, count }) => [rules, count])).toEqual([[['First', 'Second'], 1]])
    // A rule that is added on the same day adds its name to the existing notification.
    await newRule(by, { ...tasks, name: 'Third', steps: [3] })
    expect(await on(2)).toEqual({ fired: 1, sent: 1 })
    expect((await notificationsOf(by)).map(({ rules }) => rules)).toEqual([['First', 'Second', 'Third']])
  })

  test('must be allowed to view the module when it is sent and when it is read [deposits 11.18]', async () => {
    const { company, by, on } = await newCompanyWithoutRules()
    const clerk = await company.as({ 'General Tasks': ['canView'] })
    const stranger = await company.as({ Contracts: ['canView'] })
    await newRule(by, { ...tasks, steps: [3, 2], tells: [], userIds: [clerk.userId, stranger.userId] })
    await newDeadline(by, 5)
    await on(2)
    expect([await received(clerk), await received(stranger)]).toEqual([[['Royalty', day(5)]], []])
    const admin = await adminClient(inject('admin'))
    const withoutModule = `update role_permissions p set can_view = false from user_roles r where r.role_id = p.role_id and r.user_id = $1`
    await admin.query(withoutModule, [clerk.userId])
    await admin.end()
    expect(await received(clerk)).toEqual([])
    expect(await clerk.ok(countNotifications, {})).toEqual({ unread: 0 })
    expect(await on(3)).toEqual({ fired: 0, sent: 0 })
  })

  test('may be a watcher, but not an inactive user', async () => {
    const { company, by, on } = await newCompanyWithoutRules()
    const colleague = await company.as()
    await newRule(by, { ...tasks, steps: [3, 2], tells: ['OWNER', 'WATCHERS'] })
    const { id } = await newDeadline(by, 5)
    await server.door.inTenant(company.id, colleague.userId, (db) =>
      sql`insert into watchers (record_type, record_id) values ('GENERAL_TASK', ${id})`.execute(db),
    )
    await on(2)
    expect([await received(by), await received(colleague)]).toEqual([[['Royalty', day(5)]], [['Royalty', day(5)]]])
    await by.ok(updateUser, { params: { id: colleague.userId }, body: { isActive: false } })
    expect(await on(3)).toEqual({ fired: 1, sent: 1 })
  })

  test('gets one notification for more than 25 deadlines of a kind, but one for each critical deadline', async () => {
    const { by, on } = await newCompanyWithoutRules()
    await newRule(by, { ...tasks, steps: [3] })
    await newRule(by, { kind: 'GUARANTEE_EXPIRES', steps: [3], tells: ['CREATOR'] })
    for (let count = 0; count < 26; count += 1) await newDeadline(by, 5)
    for (let count = 0; count < 26; count += 1) await newGuarantee(by, { expiresOn: day(20), claimUntil: null })
    await on(2)
    expect(
      (await notificationsOf(by)).map(({ kind, count, recordId, title }) => [kind, count, recordId, title]),
    ).toEqual([['GENERAL_TASK_DUE', 26, null, null]])
    expect((await notificationsOf(by)).map(({ stages }) => stages)).toEqual([26])
    await on(17)
    const notifications = await notificationsOf(by)
    expect(notifications.filter(({ level }) => level === 'CRITICAL')).toHaveLength(26)
  })
})

describe('the escalation of a deadline', () => {
  test('notifies the administrators or the named users after the set days, and again a month later', async () => {
    const { company, by, on } = await newCompanyWithoutRules()
    const clerk = await company.as({ 'General Tasks': ['canView', 'canCreate', 'canEdit'] })
    const named = await company.as({ 'General Tasks': ['canView'] })
    const rule = await newRule(by, { ...tasks, steps: [10, 0], escalateAfterDays: 3, escalateFrom: 5 })
    await newDeadline(by, 20, { assigneeId: clerk.userId })
    await on(10)
    await on(14)
    // The first reminder was ten days before, but escalation begins five days before.
    expect(await received(by)).toEqual([])
    await on(15)
    expect((await notificationsOf(by)).map(({ reason, title }) => [reason, title])).toEqual([['ESCALATION', 'Royalty']])
    await by.ok(updateReminderRule, { params: { id: rule.id }, body: { escalateUserIds: [named.userId] } })
    expect((await on(44))?.sent).toBe(1)
    expect(await received(named)).toEqual([])
    await on(45)
    expect((await notificationsOf(named)).map(({ reason }) => reason)).toEqual(['ESCALATION'])
    expect(await received(clerk)).toEqual([['Royalty', day(20)]])
  })

  test('stops when the owner sets the notification to done, until the next stage', async () => {
    const { company, by, on } = await newCompanyWithoutRules()
    const clerk = await company.as({ 'General Tasks': ['canView'] })
    await newRule(by, { ...tasks, steps: [5, 1], escalateAfterDays: 2 })
    await newDeadline(by, 10, { assigneeId: clerk.userId })
    await on(5)
    const [notification] = await notificationsOf(clerk)
    const done = (state: 'DONE' | 'READ') =>
      clerk.ok(setNotificationState, { params: { id: notification?.id ?? '' }, body: { state } })
    expect(await done('DONE')).toMatchObject({ state: 'DONE', doneBecause: 'PERSON' })
    await on(8)
    expect(await received(by)).toEqual([])
    await on(9)
    await on(11)
    expect(await received(by)).toEqual([['Royalty', day(10)]])
  })
})

test('the first run of a company sends each owner one summary of overdue and upcoming deadlines', async () => {
  const company = await newCompany(server)
  const by = await company.as()
  await newContract(by, { closingDate: day(-30) })
  await newContract(by, { closingDate: day(7) })
  await newContract(by, { closingDate: day(60) })
  await planReminders(server, company)
  await planReminders(server, company)
  const notifications = await notificationsOf(by)
  expect(notifications.filter(({ reason }) => reason === 'SUMMARY').map(({ kind, count }) => [kind, count])).toEqual([
    ['DUTIES', 2],
  ])
  // Stages of past deadlines are not sent.
  expect(notifications.filter(({ dueOn }) => dueOn === day(-30))).toEqual([])
})
