import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newGeneralTask } from '../../works/general-tasks/general-tasks.factory.ts'
import { send, waiting } from './happenings.queries.ts'
import { notificationsOf } from './notifications.factory.ts'
import { openSending, sendPending } from './sending.queries.ts'

/** On a database of its own: the job looks at every company. */

type Person = Awaited<ReturnType<Company['as']>>

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  admin = await adminClient(server.admin ?? {})
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

/** A company with a general task that one user assigned to another. */
async function newAssignment(): Promise<{ company: Company; by: Person; to: Person }> {
  const company = await newCompany(server)
  const [by, to] = [await company.as(), await company.as()]
  await newGeneralTask(by, { title: 'Royalty', assigneeId: to.userId })
  return { company, by, to }
}
const titles = async (by: Person) => (await notificationsOf(by)).map(({ title }) => title)

const notificationsIn = async (id: string) =>
  (await admin.query('select count(*)::int as all from notifications where tenant_id = $1', [id])).rows[0].all

test('happenings of every company are sent, and those of an aborted round by the next one', async () => {
  const [one, other] = [await newAssignment(), await newAssignment()]
  const broken = server.door.inTenant(one.company.id, null, async (db) => {
    await send(db)
    throw new Error('the server is killed')
  })
  await expect(broken).rejects.toThrow('killed')
  expect(await titles(one.to)).toEqual([])
  expect(await waiting(server.door)).toHaveLength(2)
  await Promise.all([sendPending(server.door), sendPending(server.door)])
  await sendPending(server.door)
  for (const { to } of [one, other]) expect(await titles(to)).toEqual(['Royalty'])
  expect(await waiting(server.door)).toEqual([])
})

test('a suspended company gets no notifications until it is active again', async () => {
  const { company } = await newAssignment()
  const set = (status: string) => admin.query('update tenants set status = $2 where id = $1', [company.id, status])
  await set('SUSPENDED')
  await sendPending(server.door)
  expect(await waiting(server.door)).toEqual([])
  expect(await notificationsIn(company.id)).toBe(0)
  await set('ACTIVE')
  await sendPending(server.door)
  expect(await notificationsIn(company.id)).toBe(1)
})

test('an error in one company does not keep other companies from being notified', async () => {
  const [bad, good] = [await newAssignment(), await newAssignment()]
  await admin.query(`create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on notifications for each row when (new.tenant_id = '${bad.company.id}')
      execute function public.refuse()`)
  const faults: string[] = []
  const stop = openSending(server.door).start((error) => faults.push(error.message))
  await expect.poll(() => titles(good.to)).toEqual(['Royalty'])
  await stop()
  expect(new Set(faults)).toEqual(new Set(['no']))
  await admin.query('drop trigger refuse on notifications; drop function public.refuse()')
  await sendPending(server.door)
  expect(await titles(bad.to)).toEqual(['Royalty'])
})

test('more happenings than one statement takes are sent in one round, each once', async () => {
  const { company, to } = await newAssignment()
  await admin.query(
    `insert into happenings (tenant_id, kind, actor_id, record_type, record_id, people)
    select tenant_id, kind, actor_id, record_type, record_id, people from happenings, generate_series(1, 5100) where tenant_id = $1`,
    [company.id],
  )
  await sendPending(server.door)
  expect(await notificationsOf(to)).toMatchObject([{ kind: 'GENERAL_TASK_GIVEN', count: 1 }])
  expect(await waiting(server.door)).toEqual([])
})
