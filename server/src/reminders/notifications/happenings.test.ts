import { updateDeposit } from '@plinth/api/deposits/deposits'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import { countNotifications, type Notification, setNotificationState } from '@plinth/api/reminders/notifications'
import { deleteContract } from '@plinth/api/tenders/contracts'
import { deleteGeneralTask, updateGeneralTask } from '@plinth/api/works/general-tasks'
import { deleteTask, updateTask } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newSettlement } from '../../deposits/settlements/settlements.factory.ts'
import { newNote } from '../../documents/notes/notes.factory.ts'
import { newEvent } from '../../guarantees/instrument-events/instrument-events.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { setTerms } from '../../tenders/contract-terms/contract-terms.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Company, everything, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { uploadSheet } from '../../works/task-sheets/task-sheets.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { unwatch, watch } from '../watchers/watchers.factory.ts'
import { notificationsOf, sendHappenings } from './notifications.factory.ts'

type Person = Awaited<ReturnType<Company['as']>>

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
/** Created fresh for each test, with three users who have all permissions. */
let company: Company
let asha: Person
let ravi: Person
let meena: Person

beforeAll(async () => {
  server = await startTestServer()
  admin = await adminClient(inject('admin'))
})
beforeEach(async () => {
  company = await newCompany(server)
  ;[asha, ravi, meena] = [await company.as(), await company.as(), await company.as()]
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const send = () => sendHappenings(server, company)
const unsent = async () =>
  (await admin.query('select count(*)::int as all from happenings where tenant_id = $1', [company.id])).rows[0].all
const without = (module: ModuleName) =>
  Object.fromEntries(Object.entries(everything).filter(([name]) => name !== module))
const unread = async (by: Person) => (await by.ok(countNotifications, {})).unread

/** Sends the happenings; the notifications of each user of the test. */
async function received(): Promise<
  Record<'asha' | 'ravi' | 'meena', [Notification['kind'], Notification['reason'], string | null][]>
> {
  await send()
  const receivedBy = async (by: Person) =>
    (await notificationsOf(by)).map(
      ({ kind, reason, title }): [Notification['kind'], Notification['reason'], string | null] => [kind, reason, title],
    )
  return { asha: await receivedBy(asha), ravi: await receivedBy(ravi), meena: await receivedBy(meena) }
}
const nobody = { asha: [], ravi: [], meena: [] }

/** Removes a user's modules, activity or account. */
const remove = (from: Person, what: 'module' | 'activity' | 'account') =>
  server.door.inTenant(company.id, asha.userId, async (db) => {
    if (what === 'module')
      await sql`delete from user_roles where user_id = ${from.userId} and tenant_id = app.tenant_id()`.execute(db)
    else if (what === 'activity') await sql`update users set is_active = false where id = ${from.userId}`.execute(db)
    else await sql`update users set deleted_at = now() where id = ${from.userId}`.execute(db)
  })

describe('the assignment of', () => {
  test('a contract notifies its new owner, and a change of other terms does not', async () => {
    const { id, contractName } = await newContract(asha)
    await setTerms(asha, id, { ownerId: ravi.userId })
    const ofRavi = { ...nobody, ravi: [['CONTRACT_GIVEN', 'ASSIGNED', contractName]] }
    expect(await received()).toEqual(ofRavi)
    expect((await notificationsOf(ravi))[0]).toMatchObject({
      recordType: 'CONTRACT',
      recordId: id,
      count: 1,
      level: 'INFO',
      state: 'UNREAD',
      actorName: expect.stringMatching(/^Person/),
    })
    await setTerms(asha, id, { ownerId: ravi.userId, dlpMonths: 6 })
    expect(await received()).toEqual(ofRavi)
    await setTerms(ravi, id, { ownerId: meena.userId })
    expect(await received()).toEqual({ ...ofRavi, meena: [['CONTRACT_GIVEN', 'ASSIGNED', contractName]] })
  })

  test('a deposit notifies the assignee, on entry and on a later change', async () => {
    const { id: contractId } = await newContract(asha)
    const { id } = await newDeposit(asha, contractId, { ownerId: ravi.userId, instrumentNo: 'DD 7' })
    expect(await received()).toEqual({ ...nobody, ravi: [['DEPOSIT_GIVEN', 'ASSIGNED', 'EMD DD 7']] })
    await asha.ok(updateDeposit, { params: { contractId, depositId: id }, body: { ownerId: meena.userId } })
    expect(await received()).toMatchObject({ meena: [['DEPOSIT_GIVEN', 'ASSIGNED', 'EMD DD 7']] })
  })

  test('a task and of a general task notifies the assignee', async () => {
    const { id: projectId } = await newProject(asha)
    const { id } = await newTask(asha, projectId, { title: 'Kerb', assignedTo: ravi.userId })
    const general = await newGeneralTask(asha, { title: 'Royalty', assigneeId: ravi.userId })
    const notifications = [
      ['GENERAL_TASK_GIVEN', 'ASSIGNED', 'Royalty'],
      ['TASK_GIVEN', 'ASSIGNED', 'Kerb'],
    ]
    expect(await received()).toEqual({ ...nobody, ravi: expect.arrayContaining(notifications) })
    await asha.ok(updateTask, { params: { id }, body: { assignedTo: meena.userId, title: 'Kerb' } })
    await asha.ok(updateGeneralTask, { params: { id: general.id }, body: { assigneeId: meena.userId } })
    expect((await received()).meena.toSorted()).toEqual(notifications)
  })

  test('a record to oneself, or without an acting user, notifies nobody', async () => {
    const contract = await newContract(asha)
    await setTerms(asha, contract.id, { ownerId: asha.userId })
    await newDeposit(asha, contract.id, { ownerId: asha.userId })
    await newGeneralTask(asha, { assigneeId: asha.userId })
    const { id: projectId } = await newProject(asha)
    await newTask(asha, projectId, { assignedTo: asha.userId })
    expect(await unsent()).toBe(0)
    const byNobody = (text: string) => server.door.inTenant(company.id, null, (db) => sql.raw(text).execute(db))
    await byNobody(`update tasks set assigned_to = '${ravi.userId}'`)
    await byNobody(
      `insert into tasks (project_id, position, title, assigned_to) values ('${projectId}', 9, 'Silt', '${ravi.userId}')`,
    )
    await byNobody(`update general_tasks set assignee_id = '${ravi.userId}'`)
    await byNobody(`update security_deposits set owner_id = '${ravi.userId}'`)
    await byNobody(`update contract_terms set owner_id = '${ravi.userId}'`)
    expect(await unsent()).toBe(0)
    expect(await received()).toEqual(nobody)
  })
})

describe('a review', () => {
  const turn = (by: Person, id: string, status: 'UNDER_REVIEW' | 'APPROVED' | 'REJECTED') =>
    by.ok(updateTask, { params: { id }, body: { status, ...(status === 'REJECTED' && { rejectionReason: 'Voids' }) } })

  test('that is requested notifies the creator of the task and the watchers of it or its project', async () => {
    const [project, other] = [await newProject(asha), await newProject(asha)]
    const { id } = await newTask(asha, project.id, { title: 'Kerb' })
    await watch(meena, project.id, 'PROJECT')
    const stranger = await company.as()
    await watch(stranger, other.id, 'PROJECT')
    const fan = await company.as()
    await watch(fan, id, 'TASK')
    await turn(ravi, id, 'UNDER_REVIEW')
    const notification = [['REVIEW_ASKED', 'REVIEW', 'Kerb']]
    expect(await received()).toEqual({ asha: notification, ravi: [], meena: notification })
    expect(await unread(stranger)).toBe(0)
    expect(await unread(fan)).toBe(1)
  })

  test.each(['APPROVED', 'REJECTED'] as const)(
    'that ends as %s notifies the assignee of the task and who requested it',
    async (end) => {
      const { id: projectId } = await newProject(meena)
      const fourth = await company.as()
      const { id } = await newTask(fourth, projectId, { title: 'Kerb', assignedTo: fourth.userId })
      await watch(meena, projectId, 'PROJECT')
      await turn(ravi, id, 'UNDER_REVIEW')
      await send()
      for (const by of [meena, fourth])
        for (const notification of await notificationsOf(by))
          await by.ok(setNotificationState, { params: notification, body: { state: 'DONE' } })
      await turn(asha, id, end)
      const notification = [[`REVIEW_${end}`, 'REVIEW', 'Kerb']]
      expect(await received()).toEqual({ ...nobody, ravi: notification })
      expect(await notificationsOf(fourth)).toMatchObject([{ kind: `REVIEW_${end}` }])
    },
  )
})

describe('events of money', () => {
  test('a claim on a guarantee notifies the owners of its deposits and the watchers; without deposits, who entered it', async () => {
    const { id: contractId } = await newContract(asha)
    const guarantee = await newGuarantee(asha, { number: 'BG 1' })
    await newDeposit(ravi, contractId, { instrumentId: guarantee.id, instrumentNo: 'BG 1', ownerId: ravi.userId })
    await newEvent(asha, guarantee.id, { kind: 'CLAIM_LODGED' })
    expect(await received()).toEqual({ ...nobody, ravi: [['INSTRUMENT_CLAIMED', 'EVENT', 'BG 1']] })
    const bare = await newGuarantee(meena, { number: 'BG 2' })
    await newEvent(asha, bare.id, { kind: 'EXTEND_OR_PAY' })
    expect(await received()).toMatchObject({ meena: [['INSTRUMENT_CLAIMED', 'EVENT', 'BG 2']] })
    const watched = await newGuarantee(asha, { number: 'BG 3' })
    await watch(meena, watched.id, 'INSTRUMENT')
    await watch(ravi, watched.id, 'INSTRUMENT')
    await unwatch(ravi, watched.id, 'INSTRUMENT')
    await newEvent(asha, watched.id, { kind: 'EXTENDED', expiresOn: '2027-02-14', claimUntil: '2027-08-14' })
    expect(await unsent()).toBe(0)
    await newEvent(asha, watched.id, { kind: 'CLAIM_LODGED' })
    const { asha: own, ravi: past, meena: now } = await received()
    expect([own, past.length, now.length]).toEqual([[], 1, 1])
    expect((await notificationsOf(meena))[0]).toMatchObject({ count: 2, recordId: null, title: null })
  })

  test('a receipt notifies the owner and the watchers of the deposit; a change of status does not', async () => {
    const { id: contractId } = await newContract(asha)
    const deposit = await newDeposit(asha, contractId, { instrumentNo: 'DD 8', status: 'SUBMITTED' })
    await setTerms(ravi, contractId, { ownerId: ravi.userId })
    await watch(asha, deposit.id, 'DEPOSIT')
    await newSettlement(meena, deposit)
    const notification = [['REFUND_RECEIVED', 'EVENT', 'EMD DD 8']]
    expect(await received()).toEqual({ asha: notification, ravi: notification, meena: [] })
    await newSettlement(meena, deposit, { kind: 'DEDUCTED', reason: 'Short' })
    await newDeposit(meena, contractId, {
      status: 'REFUNDED',
      depositeReturnedDate: '2026-01-02',
      ownerId: meena.userId,
    })
    expect(await unsent()).toBe(0)
  })
})

describe('a mention', () => {
  test('notifies the mentioned users, on each kind of record', async () => {
    const { id } = await newContract(asha)
    await newNote(asha, id, { text: 'See this', mentions: [ravi.userId, asha.userId] })
    const task = await newTask(asha, (await newProject(asha)).id, { title: 'Kerb' })
    await newNote(asha, task.id, { mentions: [ravi.userId] }, 'TASK')
    const notifications = await received()
    expect(notifications).toMatchObject({ asha: [], meena: [] })
    expect(notifications.ravi.map(([kind, reason]) => `${kind} ${reason}`)).toEqual([
      'MENTIONED MENTIONED',
      'MENTIONED MENTIONED',
    ])
    expect((await notificationsOf(ravi)).map(({ recordType }) => recordType).toSorted()).toEqual(['CONTRACT', 'TASK'])
  })
})

describe('several happenings of a kind', () => {
  test('of one moment become one notification with their number', async () => {
    const { id: projectId } = await newProject(asha)
    const lines = Array.from({ length: 340 }, (_, at) => `${at + 1},Task ${at + 1},${ravi.email}`)
    await uploadSheet(asha, projectId, ['Number,Title,Assigned to', ...lines].join('\n'))
    expect(await unsent()).toBeLessThan(5)
    expect(await send()).toMatchObject({ notifications: 1 })
    expect(await notificationsOf(ravi)).toMatchObject([
      { kind: 'TASK_GIVEN', count: 340, recordId: null, recordType: null },
    ])
    expect(await unread(ravi)).toBe(1)
  })

  test('extend the notification of the last minute while it is unread', async () => {
    const { id: projectId } = await newProject(asha)
    const give = async (title: string) => {
      const { id } = await newTask(asha, projectId, { title, assignedTo: ravi.userId })
      await send()
      return id
    }
    const first = await give('One')
    // The same record does not count twice.
    await asha.ok(updateTask, { params: { id: first }, body: { assignedTo: asha.userId } })
    await asha.ok(updateTask, { params: { id: first }, body: { assignedTo: ravi.userId } })
    await send()
    expect(await notificationsOf(ravi)).toMatchObject([{ title: 'One', count: 1, recordId: first }])
    await give('Two')
    const [notification] = await notificationsOf(ravi)
    expect(notification).toMatchObject({ count: 2, recordId: null, title: null })
    await ravi.ok(setNotificationState, { params: { id: notification?.id ?? '' }, body: { state: 'READ' } })
    await give('Three')
    expect((await notificationsOf(ravi)).map(({ count, state }) => [state, count]).toSorted()).toEqual([
      ['READ', 2],
      ['UNREAD', 1],
    ])
    await admin.query(`update notifications set created_at = now() - interval '2 minutes' where tenant_id = $1`, [
      company.id,
    ])
    await give('Four')
    expect((await notificationsOf(ravi)).map(({ count }) => count).toSorted()).toEqual([1, 1, 2])
    await newTask(meena, projectId, { assignedTo: ravi.userId })
    await send()
    expect(await notificationsOf(ravi)).toHaveLength(4)
  })

  test('that waited unsent become a notification for each moment', async () => {
    for (const minutes of [30, 29.5, 10]) {
      await newGeneralTask(asha, { assigneeId: ravi.userId })
      await admin.query(
        `update happenings set created_at = now() - make_interval(secs => $2) where tenant_id = $1 and created_at > now() - interval '1 minute'`,
        [company.id, minutes * 60],
      )
    }
    await send()
    expect((await notificationsOf(ravi)).map(({ count }) => count).toSorted()).toEqual([1, 2])
  })
})

describe('each happening', () => {
  test('is sent once, with concurrent and repeated rounds', async () => {
    const { id: projectId } = await newProject(asha)
    for (const title of ['One', 'Two', 'Three']) await newTask(asha, projectId, { title, assignedTo: ravi.userId })
    const rounds = await Promise.all(Array.from({ length: 12 }, () => send()))
    expect(rounds.length).toBe(12)
    await send()
    expect((await notificationsOf(ravi)).reduce((sum, { count }) => sum + count, 0)).toBe(3)
    expect(await unsent()).toBe(0)
  })
})

describe('a user without permission', () => {
  const assignAndWatch = async () => {
    const { id: projectId } = await newProject(asha)
    await newTask(asha, projectId, { title: 'Kerb', assignedTo: ravi.userId })
    await watch(ravi, projectId, 'PROJECT')
  }

  test.each(['module', 'activity', 'account'] as const)(
    'gets no notification if they lose their %s before it is sent [deposits 11.18]',
    async (what) => {
      await assignAndWatch()
      await remove(ravi, what)
      expect(await send()).toEqual({ taken: 1, notifications: 0 })
      const { rows } = await admin.query('select from notifications where tenant_id = $1', [company.id])
      expect(rows).toHaveLength(0)
    },
  )

  test('sees neither notification nor count after losing the module, and both after regaining it [deposits 11.18]', async () => {
    const pair = await company.as({ 'Project Tasks': ['canView'], Contracts: ['canView'] })
    const { id: projectId } = await newProject(asha)
    await newTask(asha, projectId, { title: 'Kerb', assignedTo: pair.userId })
    await newNote(asha, (await newContract(asha)).id, { mentions: [pair.userId] })
    await send()
    expect([await unread(pair), (await notificationsOf(pair)).length]).toEqual([2, 2])
    const setMayView = (on: boolean) =>
      admin.query(
        `update role_permissions p set can_view = $3 from user_roles r, modules m where r.tenant_id = $1 and r.user_id = $2
          and p.tenant_id = r.tenant_id and p.role_id = r.role_id and m.id = p.module_id and m.key = 'Project Tasks'`,
        [company.id, pair.userId, on],
      )
    await setMayView(false)
    expect(await unread(pair)).toBe(1)
    expect((await notificationsOf(pair)).map(({ kind }) => kind)).toEqual(['MENTIONED'])
    await setMayView(true)
    expect(await unread(pair)).toBe(2)
  })

  test('of the record’s module gets no notification, while others do', async () => {
    const blind = await company.as(without('Project Tasks'))
    const project = await newProject(asha)
    await watch(blind, project.id, 'PROJECT')
    await watch(meena, project.id, 'PROJECT')
    const { id } = await newTask(asha, project.id, { title: 'Kerb' })
    await asha.ok(updateTask, { params: { id }, body: { status: 'UNDER_REVIEW' } })
    expect(await received()).toMatchObject({ meena: [['REVIEW_ASKED', 'REVIEW', 'Kerb']] })
    expect(await notificationsOf(blind)).toEqual([])
  })
})

describe('deleting a record', () => {
  test('removes all its text from notifications that were sent [deposits 11.20]', async () => {
    const title = 'Widening of the ghat road'
    const { id: projectId } = await newProject(asha)
    const task = await newTask(asha, projectId, { title, assignedTo: ravi.userId })
    const general = await newGeneralTask(asha, { title, assigneeId: ravi.userId })
    const contract = await newContract(asha, { contractName: title })
    await newNote(asha, contract.id, { text: title, mentions: [ravi.userId] })
    await send()
    expect((await notificationsOf(ravi)).map((notification) => notification.title)).toEqual([title, title, title])
    await asha.ok(deleteTask, { params: { id: task.id } })
    await asha.ok(deleteGeneralTask, { params: { id: general.id } })
    await asha.ok(deleteContract, { params: { id: contract.id } })
    const notifications = await notificationsOf(ravi)
    expect(notifications).toHaveLength(3)
    expect(notifications).toMatchObject(
      notifications.map(() => ({ title: null, number: null, recordId: null, recordType: null, amount: null })),
    )
    const { rows } = await admin.query(
      `select n::text as row from notifications n where tenant_id = $1 union all select h::text from happenings h where tenant_id = $1`,
      [company.id],
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.filter(({ row }) => row.includes('ghat'))).toEqual([])
  })

  test('before its happening is sent leaves nobody to notify', async () => {
    const { id } = await newGeneralTask(asha, { assigneeId: ravi.userId })
    await asha.ok(deleteGeneralTask, { params: { id } })
    expect(await send()).toEqual({ taken: 1, notifications: 0 })
    expect(await received()).toEqual(nobody)
  })
})

describe('the database', () => {
  test('lets the server delete happenings but not insert them', async () => {
    const inDatabase = (text: string) =>
      server.door.inTenant(company.id, asha.userId, (db) => sql.raw(text).execute(db))
    await expect(
      inDatabase(
        `insert into happenings (kind, record_type, people) values ('TASK_GIVEN', 'TASK', '{${ravi.userId}}')`,
      ),
    ).rejects.toThrow('permission denied')
    await expect(
      inDatabase(`select app.note_happening('TASK_GIVEN', 'TASK', null, '{${ravi.userId}}')`),
    ).rejects.toThrow('permission denied')
  })
})
