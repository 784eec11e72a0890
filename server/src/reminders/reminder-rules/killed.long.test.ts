import { daysAfter } from '@plinth/api/kernel/later-days'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { planAndKill } from '../../kernel/testing/killed-planner.ts'
import { seedOf } from '../../kernel/testing/seed.ts'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { planReminders } from '../notifications/notifications.factory.ts'
import { newRule, switchOffRules } from './reminder-rules.factory.ts'

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

const kills = 50
const last = 60
const steps = [5, 2, 0]
const repeatDays = 7
/** Fewer than those that one notification would combine. */
const deadlines = 20

test('two servers that plan a day apart and are killed fifty times lose and duplicate no notification [deposits 11.15]', async () => {
  const company = await newCompany(server)
  const by = await company.as()
  await switchOffRules(by)
  await planReminders(server, company)
  await newRule(by, { kind: 'GENERAL_TASK_DUE', steps, repeatDays })
  const dueDays = Array.from({ length: deadlines }, (_, at) => day(1 + at))
  for (const dueOn of dueDays) await newGeneralTask(by, { dueOn, assigneeId: by.userId })
  const ended: (string | null)[] = []
  /** Starts servers one after the other, each killed after a few planned days. */
  async function planWithKills(ahead: number) {
    const roll = dice(seedOf(`reminder rules ${ahead}`))
    for (let at = 0; at < kills / 2; at += 1) {
      const first = Math.max(0, Math.floor((at / (kills / 2)) * last) + ahead)
      const days = Array.from({ length: last - first }, (_, days) => day(first + days))
      // The seed determines when each server is killed.
      const [after, delayMs] = [1 + roll(4), roll(20)]
      ended.push(await planAndKill({ login: inject('login'), company: company.id, days }, after, delayMs))
    }
  }
  await Promise.all([planWithKills(0), planWithKills(1)])
  expect(ended.filter((signal) => signal === 'SIGKILL').length).toBeGreaterThan(kills / 2)
  // The transaction of a killed server is soon rolled back.
  await expect.poll(() => planReminders(server, company, day(last))).toBeDefined()
  const { rows } = await admin.query<{ due: string; stages: number; fired: number; notifications: number }>(
    `select f.due_on::text as due, sum(f.stands_for)::int as stages, count(*)::int as fired,
      (select count(*)::int from notifications n where n.tenant_id = f.tenant_id and n.record_id = f.record_id) as notifications
      from reminder_firings f where f.tenant_id = $1 group by f.tenant_id, f.record_id, f.due_on order by 1`,
    [company.id],
  )
  // Each stage up to the last day was sent or is included in a later one, and no stage has two notifications.
  const stagesOf = (dueOn: string) => {
    const all = [
      ...steps.map((step) => daysAfter(dueOn, -step)),
      ...Array.from({ length: 9 }, (_, n) => daysAfter(dueOn, (n + 1) * repeatDays)),
    ]
    return all.filter((on) => on >= day(0) && on <= day(last)).length
  }
  expect(rows.map(({ due, stages }) => [due, stages])).toEqual(dueDays.map((dueOn) => [dueOn, stagesOf(dueOn)]))
  expect(rows.map(({ due, notifications }) => [due, notifications])).toEqual(rows.map(({ due, fired }) => [due, fired]))
}, 300_000)
