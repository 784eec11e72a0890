import { getCoverage } from '@plinth/api/reminders/reminder-coverage'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { notificationsOf, planned } from '../notifications/notifications.factory.ts'
import { newRule } from '../reminder-rules/reminder-rules.factory.ts'
import { faultsFound, proveDue } from './proving-job.queries.ts'

// A database of its own: what reminders are made by is broken in it.
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

/** A company that is reminded, in which somebody has tasks by a rule of its own. */
async function reminded(...dueIn: number[]): Promise<{ id: string; by: Client }> {
  const { id, ...company } = await newCompany(server)
  const by = await company.as()
  await newRule(by, { kind: 'GENERAL_TASK_DUE', steps: [3], repeatDays: 30 })
  for (const days of dueIn) await newGeneralTask(by, { dueOn: day(days), assigneeId: by.userId })
  await planned(server, { id })
  return { id, by }
}

const proofOf = async (company: string) => {
  const [row] = await asAdmin<{ isToday: boolean; faults: number }>(
    `select proved_on = (now() at time zone 'Asia/Kolkata')::date as "isToday", faults from reminder_runs where tenant_id = $1`,
    [company],
  )
  return row
}
const asOfYesterday = () => asAdmin('update reminder_runs set proved_on = proved_on - 1')
const faultsIn = async (by: Client, box?: Parameters<typeof notificationsOf>[1]) =>
  (await notificationsOf(by, box)).filter(({ kind }) => kind === 'FAULTS').map(({ count, level }) => [count, level])

/** The source of a function, to put it back. */
const sourceOf = async (name: string) => {
  const [row] = await asAdmin<{ source: string }>(`select pg_get_functiondef($1::regproc) as source`, [name])
  return row?.source ?? ''
}

describe('coverage is proved once a day', () => {
  test('and nothing is found where it holds, of deadlines that lie behind, near and far', async () => {
    const { id, by } = await reminded(-500, -3, 0, 2, 200, 399, 900)
    expect((await by.ok(getCoverage, {})).covered).toBeGreaterThanOrEqual(7)
    await proveDue(server.door)
    expect(await proofOf(id)).toEqual({ isToday: true, faults: 0 })
    expect(await faultsIn(by)).toEqual([])
    expect(await faultsFound(server.door)).toBe(0)
  })

  test('and whoever edits reminders is told, and whoever watches the server, of what is promised in vain', async () => {
    const { id, by } = await reminded(-10, -20)
    const { as } = await newCompany(server)
    const elsewhere = await as()
    const whole = await sourceOf('app.repeats_until')
    // As if repetitions were forgotten: a task that lies behind has no step left either.
    await asAdmin(`create or replace function app.repeats_until(due_on date, repeat_days int, day date) returns int
      language sql immutable parallel safe as 'select 0'`)
    await asOfYesterday()
    await proveDue(server.door)
    expect(await proofOf(id)).toEqual({ isToday: true, faults: 2 })
    expect(await faultsIn(by)).toEqual([[2, 'CRITICAL']])
    expect(await faultsIn(elsewhere)).toEqual([])
    expect(await faultsFound(server.door)).toBeGreaterThanOrEqual(2)
    // Once a day.
    await proveDue(server.door)
    expect(await faultsIn(by)).toHaveLength(1)
    await asAdmin(whole)
    await asOfYesterday()
    await asAdmin(`update notifications set told_on = told_on - 1 where kind = 'FAULTS'`)
    await proveDue(server.door)
    expect(await proofOf(id)).toEqual({ isToday: true, faults: 0 })
    expect([await faultsIn(by), await faultsIn(by, 'DONE')]).toEqual([[], [[2, 'CRITICAL']]])
  })

  test('and what is lost between the records and the view of deadlines is a fault', async () => {
    const { id, by } = await reminded(5)
    const [row] = await asAdmin<{ source: string }>(`select pg_get_viewdef('app.obligations') as source`)
    const whole = row?.source ?? ''
    const without = whole.replace(/;\s*$/, ` where n.kind <> 'GENERAL_TASK_DUE'`)
    await asAdmin(`create or replace view app.obligations with (security_invoker = true) as ${without}`)
    await asOfYesterday()
    await proveDue(server.door)
    await asAdmin(`create or replace view app.obligations with (security_invoker = true) as ${whole}`)
    expect(await proofOf(id)).toEqual({ isToday: true, faults: 1 })
    expect(await faultsIn(by)).toEqual([[1, 'CRITICAL']])
  })

  test('and not where nobody is reminded yet, or the company does not work here', async () => {
    const { id: fresh } = await newCompany(server)
    const { id: suspended } = await reminded(5)
    await asAdmin(`update tenants set status = 'SUSPENDED' where id = $1`, [suspended])
    await proveDue(server.door)
    expect(await proofOf(fresh)).toBeUndefined()
    expect(await proofOf(suspended)).toEqual({ isToday: null, faults: 0 })
  })
})
