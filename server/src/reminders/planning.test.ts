import { updateContract } from '@plinth/api/contracts'
import { setGeneralTaskState, updateGeneralTask } from '@plinth/api/general-tasks'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { setObligationMark } from '@plinth/api/obligations'
import { updateReminderRule } from '@plinth/api/reminder-rules'
import { updateUser } from '@plinth/api/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newContract } from '../contracts/contracts.factory.ts'
import { newGeneralTask } from '../general-tasks/general-tasks.factory.ts'
import { planned, wordsOf } from '../inbox/inbox.factory.ts'
import { companyDay } from '../kernel/quick-filters.ts'
import { newRule, switchOffRules } from '../reminder-rules/reminder-rules.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let today: string

beforeAll(async () => {
  server = await startTestServer()
  const company = await newCompany(server)
  today = await server.door.inTenant(company.id, null, companyDay)
})
afterAll(() => server.stop())

const day = (days: number) => daysAfter(today, days)

/** A company that has been reminded since today, with these rules alone. */
async function quiet(): Promise<{ company: Company; by: Awaited<ReturnType<Company['as']>> }> {
  const company = await newCompany(server)
  const by = await company.as()
  await switchOffRules(by)
  await planned(server, company)
  return { company, by }
}

const said = async (by: Client, box?: Parameters<typeof wordsOf>[1]) =>
  (await wordsOf(by, box)).map(({ kind, title, dueOn }) => [kind, title, dueOn])

describe('a duty', () => {
  test('is told to whose it is when a step comes, once however often is looked [deposits 11.15]', async () => {
    const { company, by } = await quiet()
    await newRule(by, { kind: 'GENERAL_TASK_DUE', steps: [3, 0] })
    await newGeneralTask(by, { title: 'Royalty', dueOn: day(5), assigneeId: by.userId })
    await planned(server, company, day(1))
    expect(await said(by)).toEqual([])
    const looks = Array.from({ length: 20 }, () => planned(server, company, day(2)))
    const done = await Promise.all(looks)
    expect(done.reduce((sum, look) => sum + (look?.told ?? 0), 0)).toBe(1)
    expect(await said(by)).toEqual([['GENERAL_TASK_DUE', 'Royalty', day(5)]])
    await planned(server, company, day(4))
    expect((await planned(server, company, day(2)))?.told).toBe(0)
    await planned(server, company, day(5))
    expect(await said(by)).toEqual([['GENERAL_TASK_DUE', 'Royalty', day(5)]])
    expect(await said(by, 'DONE')).toEqual([['GENERAL_TASK_DUE', 'Royalty', day(5)]])
  })
})
