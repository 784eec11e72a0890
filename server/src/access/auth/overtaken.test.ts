import { confirmSecondFactor } from '@plinth/api/access/account'
import { login, refresh } from '@plinth/api/access/auth'
import { updateUser } from '@plinth/api/access/users'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import {
  type Company,
  client,
  newCompany,
  type Reply,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { beginFactor, codeOf } from '../account/account.factory.ts'

/** Sign-ins that run while the person, their company or their way to sign in changes, in both orders. */

let server: TestServer
let company: Company
/** One connection blocks the calls and one makes the change. */
let holder: Awaited<ReturnType<typeof adminClient>>
let changer: Awaited<ReturnType<typeof adminClient>>
/** A third connection without a transaction, because inside one the list of waiting statements would not be updated. */
let watcher: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  const { admin } = server
  if (!admin) throw new Error('no database of its own')
  holder = await adminClient(admin)
  changer = await adminClient(admin)
  watcher = await adminClient(admin)
})
afterAll(async () => {
  await holder.end()
  await changer.end()
  await watcher.end()
  await server.stop()
})
beforeEach(async () => {
  company = await newCompany(server)
})

interface Person {
  userId: string
  email: string
}

const signIn = ({ email }: Person): Promise<Reply> =>
  server.stranger.sendCall(login, {
    body: { emailOrMobile: email, password: company.password, tenantName: company.name },
  })
const answerOf = async (reply: Promise<Reply>) => {
  const { status, text } = await reply
  return { status, ...JSON.parse(text || '{}') }
}

/**
 * The number of statements of this database that wait for a lock. Other suites use other databases of the same server.
 */
const waiting = async () => {
  const { rows } = await watcher.query(`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0].waiting
}

/** Waits until each call is blocked or has ended. */
async function allBlocked(calls: readonly Promise<unknown>[]): Promise<void> {
  let ended = 0
  for (const call of calls)
    void call.finally(() => {
      ended += 1
    })
  await expect.poll(async () => ended + (await waiting()), { timeout: 4000 }).toBeGreaterThanOrEqual(calls.length)
}

/**
 * Until `release`, calls that stored a session or a factor block here, because they still have to write the audit
 * trail.
 */
const blockAuditTrail = () => holder.query('begin; lock table audit_entries in share mode')
const release = () => holder.query('commit')

const liveSessions = async ({ userId }: Person) =>
  (await changer.query('select count(*)::int as live from sessions where user_id = $1 and ended_at is null', [userId]))
    .rows[0].live

const lockouts: [string, (person: Person) => [text: string, id: string], back: string][] = [
  [
    'the person is deactivated',
    ({ userId }) => ['update users set is_active = false where id = $1', userId],
    'update users set is_active = true where id = $1',
  ],
  [
    'the person is deleted',
    ({ userId }) => ['update users set deleted_at = now() where id = $1', userId],
    'update users set deleted_at = null where id = $1',
  ],
  [
    'the company is suspended',
    () => [`update tenants set status = 'SUSPENDED' where id = $1`, company.id],
    `update tenants set status = 'ACTIVE' where id = $1`,
  ],
  [
    'the company is deleted',
    () => [`update tenants set status = 'DELETED', deleted_at = now() where id = $1`, company.id],
    `update tenants set status = 'ACTIVE', deleted_at = null where id = $1`,
  ],
]

describe.each(lockouts)('while %s', (_, lockoutOf, back) => {
  test('a sign-in that began before opens no session, not even one that works after the change is reversed', async () => {
    const person = await company.person({})
    const [out, id] = lockoutOf(person)
    await changer.query('begin')
    await changer.query(out, [id])
    const reply = signIn(person)
    await allBlocked([reply])
    await changer.query('commit')
    expect(await answerOf(reply)).toMatchObject({ status: 401, code: 'bad_credentials' })
    await changer.query(back, [id])
    expect(await liveSessions(person)).toBe(0)
    expect((await signIn(person)).status).toBe(200)
  })

  test('a sign-in that is almost complete opens a session that ends with the change, for good', async () => {
    const person = await company.person({})
    const [out, id] = lockoutOf(person)
    await blockAuditTrail()
    const reply = signIn(person)
    await allBlocked([reply])
    const change = changer.query(out, [id])
    await allBlocked([reply, change])
    await release()
    await change
    const { accessToken, refreshToken } = await answerOf(reply)
    await changer.query(back, [id])
    expect(await liveSessions(person)).toBe(0)
    expect((await client(server.url, accessToken).sendCall(filterContracts, { body: {} })).status).toBe(401)
    expect((await server.stranger.sendCall(refresh, { body: { refreshToken } })).status).toBe(401)
  })

  test('a running refresh is refused', async () => {
    const person = await company.as({})
    const [out, id] = lockoutOf(person)
    await changer.query('begin')
    await changer.query('select from sessions where user_id = $1 for update', [person.userId])
    const reply = server.stranger.sendCall(refresh, { body: { refreshToken: person.session.refreshToken } })
    await allBlocked([reply])
    await changer.query(out, [id])
    await changer.query('commit')
    expect((await reply).status).toBe(401)
    await changer.query(back, [id])
    expect(await liveSessions(person)).toBe(0)
  })
})

describe('a session', () => {
  test('that has ended cannot be reopened in the database, and none can be inserted for a deactivated person', async () => {
    const person = await company.as({})
    await changer.query('update users set is_active = false where id = $1', [person.userId])
    await changer.query('update users set is_active = true where id = $1', [person.userId])
    const own = <T>(work: Parameters<typeof server.door.inTenant<T>>[2]) =>
      server.door.inTenant(company.id, person.userId, work)
    await expect(
      own((db) => sql`update sessions set ended_at = null where user_id = ${person.userId}`.execute(db)),
    ).rejects.toThrow('Please sign in.')
    await changer.query('update users set is_active = false where id = $1', [person.userId])
    await expect(
      own((db) =>
        sql`insert into sessions (user_id, refresh_hash) values (${person.userId}, ${Buffer.alloc(32)})`.execute(db),
      ),
    ).rejects.toThrow('Please sign in.')
  })
})

describe('while a password is replaced', () => {
  test('a sign-in with the old one that is almost complete opens a session that ends with the change', async () => {
    const [person, administrator] = [await company.person({}), await company.as()]
    await blockAuditTrail()
    const reply = signIn(person)
    await allBlocked([reply])
    const change = administrator.sendCall(updateUser, {
      params: { id: person.userId },
      body: { password: 'the tide is out today' },
    })
    await allBlocked([reply, change])
    await release()
    expect([(await reply).status, (await change).status]).toEqual([200, 200])
    expect(await liveSessions(person)).toBe(0)
  })
})

describe('while a second factor is set up', () => {
  const begunFactor = async () => {
    const person = await company.as({})
    const secret = await beginFactor(person, company.password)
    const confirm = () => person.sendCall(confirmSecondFactor, { body: { code: codeOf(secret, Date.now()) } })
    return { person, confirm }
  }

  test('a sign-in that began before is asked for a code', async () => {
    const { person, confirm } = await begunFactor()
    await blockAuditTrail()
    const set = confirm()
    await allBlocked([set])
    const reply = signIn(person)
    await allBlocked([set, reply])
    await release()
    expect((await set).status).toBe(200)
    expect(await answerOf(reply)).toMatchObject({ status: 401, code: 'second_factor_needed' })
    expect(await liveSessions(person)).toBe(1)
  })

  test('a sign-in without a code that is almost complete opens a session that ends with the change', async () => {
    const { person, confirm } = await begunFactor()
    await blockAuditTrail()
    const reply = signIn(person)
    await allBlocked([reply])
    const set = confirm()
    await allBlocked([reply, set])
    await release()
    expect([(await reply).status, (await set).status]).toEqual([200, 200])
    expect(await liveSessions(person)).toBe(1)
  })
})

test('while a company begins to require second factors, a sign-in gives no access to contracts', async () => {
  const person = await company.person({ Contracts: ['canView'] })
  await changer.query('begin')
  await changer.query('update tenants set requires_second_factor = true where id = $1', [company.id])
  const reply = signIn(person)
  await allBlocked([reply])
  await changer.query('commit')
  const { accessToken } = await answerOf(reply)
  expect(await client(server.url, accessToken).refused(filterContracts, { body: {} })).toMatchObject({
    status: 403,
    code: 'second_factor_missing',
  })
})
