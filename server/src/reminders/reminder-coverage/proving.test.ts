import { getCoverage } from '@plinth/api/reminders/reminder-coverage'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { notificationsOf, planReminders } from '../notifications/notifications.factory.ts'
import { newRule } from '../reminder-rules/reminder-rules.factory.ts'
import { prove } from './proving.queries.ts'
import { checksOverdue, faultsFound, proveDue } from './proving-job.queries.ts'

// A database of its own, because the tests break functions and views in it.
let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await ownDatabase(inject('admin'), inject('migrated'))
  server = await startTestServer({ login: await migrate(database.admin, testSecret) })
})
afterAll(async () => {
  await server.stop()
  await database.stop()
})

async function asAdmin<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const admin = await adminClient(database.admin)
  const { rows } = await admin.query(statement, values)
  await admin.end()
  return rows
}

/** A company with planned reminders, a rule for general tasks, and tasks that are due in the given days. */
async function newRemindedCompany(...dueIn: number[]): Promise<{ id: string; by: Client }> {
  const { id, ...company } = await newCompany(server)
  const by = await company.as()
  await newRule(by, { kind: 'GENERAL_TASK_DUE', steps: [3], repeatDays: 30 })
  for (const days of dueIn) await newGeneralTask(by, { dueOn: day(days), assigneeId: by.userId })
  await planReminders(server, { id })
  return { id, by }
}

const checkOf = async (company: string) => {
  const [row] = await asAdmin<{ isToday: boolean; faults: number }>(
    `select proved_on = (now() at time zone 'Asia/Kolkata')::date as "isToday", faults from reminder_runs where tenant_id = $1`,
    [company],
  )
  return row
}
const moveChecksToYesterday = () =>
  asAdmin('update reminder_runs set proved_on = proved_on - 1, checking_on = checking_on - 1')
const faultsIn = async (by: Client, box?: Parameters<typeof notificationsOf>[1]) =>
  (await notificationsOf(by, box)).filter(({ kind }) => kind === 'FAULTS').map(({ count, level }) => [count, level])

/** The source of a function, to restore it. */
const sourceOf = async (name: string) => {
  const [row] = await asAdmin<{ source: string }>(`select pg_get_functiondef($1::regproc) as source`, [name])
  return row?.source ?? ''
}

/** Without repetitions overdue tasks have no stage left. */
const withoutRepetitions = `create or replace function app.repeats_until(due_on date, repeat_days int, day date) returns int
  language sql immutable parallel safe as 'select 0'`

describe('the daily check of coverage', () => {
  test('finds no faults in past, near and distant deadlines if reminders work', async () => {
    const { id, by } = await newRemindedCompany(-500, -3, 0, 2, 200, 399, 900)
    expect((await by.ok(getCoverage, {})).covered).toBeGreaterThanOrEqual(7)
    await proveDue(server.door)
    expect(await checkOf(id)).toEqual({ isToday: true, faults: 0 })
    expect(await faultsIn(by)).toEqual([])
    expect(await faultsFound(server.door)).toBe(0)
  })

  test('reports covered deadlines without a reminder to those who may edit reminders and in the metric', async () => {
    const { id, by } = await newRemindedCompany(-10, -20)
    const { as } = await newCompany(server)
    const stranger = await as()
    const original = await sourceOf('app.repeats_until')
    await asAdmin(withoutRepetitions)
    await moveChecksToYesterday()
    await proveDue(server.door)
    expect(await checkOf(id)).toEqual({ isToday: true, faults: 2 })
    expect(await faultsIn(by)).toEqual([[2, 'CRITICAL']])
    expect(await faultsIn(stranger)).toEqual([])
    expect(await faultsFound(server.door)).toBeGreaterThanOrEqual(2)
    // A second run on the same day adds no notification.
    await proveDue(server.door)
    expect(await faultsIn(by)).toHaveLength(1)
    await asAdmin(original)
    await moveChecksToYesterday()
    await asAdmin(`update notifications set told_on = told_on - 1 where kind = 'FAULTS'`)
    await proveDue(server.door)
    expect(await checkOf(id)).toEqual({ isToday: true, faults: 0 })
    expect([await faultsIn(by), await faultsIn(by, 'DONE')]).toEqual([[], [[2, 'CRITICAL']]])
  })

  test('continues after the last batch that ended, and begins anew the next day', async () => {
    const { id } = await newRemindedCompany(-10, -20)
    const original = await sourceOf('app.repeats_until')
    const firstBatchWithoutRepetitions = async () => {
      await moveChecksToYesterday()
      await asAdmin(withoutRepetitions)
      expect(await server.door.inTenant(id, null, (db) => prove(db, 1))).toMatchObject({ isOver: false })
      await asAdmin(original)
    }
    await firstBatchWithoutRepetitions()
    expect(await checkOf(id)).toEqual({ isToday: null, faults: 0 })
    await proveDue(server.door)
    expect(await checkOf(id)).toEqual({ isToday: true, faults: 1 })

    await firstBatchWithoutRepetitions()
    await asAdmin('update reminder_runs set checking_on = checking_on - 1')
    await proveDue(server.door)
    expect(await checkOf(id)).toEqual({ isToday: true, faults: 0 })
  })

  test('is overdue in the metric from the second day on, and says on which day it ended', async () => {
    const { id, by } = await newRemindedCompany(5)
    expect((await by.ok(getCoverage, {})).checkedOn).toBeNull()
    await proveDue(server.door)
    expect((await by.ok(getCoverage, {})).checkedOn).toBe(day(0))
    const before = await checksOverdue(server.door)
    await asAdmin('update reminder_runs set proved_on = proved_on - 1 where tenant_id = $1', [id])
    expect(await checksOverdue(server.door)).toBe(before)
    await asAdmin('update reminder_runs set proved_on = proved_on - 1 where tenant_id = $1', [id])
    expect(await checksOverdue(server.door)).toBe(before + 1)
  })

  test('counts a deadline that was lost as a fault', async () => {
    const { id, by } = await newRemindedCompany(5)
    await asAdmin(`delete from deadlines where tenant_id = $1 and kind = 'GENERAL_TASK_DUE'`, [id])
    await moveChecksToYesterday()
    await proveDue(server.door)
    expect(await checkOf(id)).toEqual({ isToday: true, faults: 1 })
    expect(await faultsIn(by)).toEqual([[1, 'CRITICAL']])
  })

  test('skips companies that are not reminded yet or are suspended', async () => {
    const { id: fresh } = await newCompany(server)
    const { id: suspended } = await newRemindedCompany(5)
    await asAdmin(`update tenants set status = 'SUSPENDED' where id = $1`, [suspended])
    await proveDue(server.door)
    expect(await checkOf(fresh)).toBeUndefined()
    expect(await checkOf(suspended)).toEqual({ isToday: null, faults: 0 })
  })
})
