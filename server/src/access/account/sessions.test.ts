import {
  type AccountSession,
  endAccountSession,
  endAllAccountSessions,
  listAccountSessions,
} from '@plinth/api/access/account'
import { getSession, login, logout, refresh } from '@plinth/api/access/auth'
import { endUserSessions } from '@plinth/api/access/users'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { type Company, client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let company: Company
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback' })
  company = await newCompany(server)
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

type Person = Awaited<ReturnType<Company['as']>>

const signIn = (person: Person, headers: Record<string, string> = {}) =>
  server.stranger.ok(
    login,
    { body: { emailOrMobile: person.email, password: company.password, tenantName: company.name } },
    headers,
  )
const idIn = ({ refreshToken }: { refreshToken: string }) => refreshToken.split('.')[1] ?? ''
const statuses = async ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) => [
  (await client(server.url, accessToken).sendCall(getSession, {})).status,
  (await server.stranger.sendCall(refresh, { body: { refreshToken } })).status,
]
const ids = (sessions: AccountSession[]) => sessions.map(({ id }) => id)

describe('the list of sessions', () => {
  test('shows each session with its address and browser, the last used first', async () => {
    const person = await company.as({})
    const phone = await signIn(person, { 'user-agent': 'Phone 1.0', 'x-forwarded-for': '192.0.2.44' })
    const laptop = await signIn(person, { 'user-agent': 'Laptop 2.0' })
    const sessions = await person.ok(listAccountSessions, {})
    expect(ids(sessions)).toEqual([idIn(laptop), idIn(phone), idIn(person.session)])
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true])
    expect(sessions[1]).toEqual({
      id: idIn(phone),
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: expect.stringMatching(/Z$/),
      userAgent: 'Phone 1.0',
      address: '192.0.2.44',
      isCurrent: false,
    })
    await server.stranger.ok(refresh, { body: { refreshToken: phone.refreshToken } })
    expect(ids(await person.ok(listAccountSessions, {}))).toEqual([idIn(phone), idIn(laptop), idIn(person.session)])
    const current = await client(server.url, laptop.accessToken).ok(listAccountSessions, {})
    expect(current.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([idIn(laptop)])
  })

  test('leaves out sessions that are signed out, idle for a week or thirty days old, and those of other people', async () => {
    const person = await company.as({})
    await company.as({})
    const [out, idle, old] = [await signIn(person), await signIn(person), await signIn(person)]
    await client(server.url, out.accessToken).ok(logout, {})
    await admin.query(`update sessions set rotated_at = now() - interval '7 days' where id = $1`, [idIn(idle)])
    await admin.query('update sessions set expires_at = now() where id = $1', [idIn(old)])
    expect(ids(await person.ok(listAccountSessions, {}))).toEqual([idIn(person.session)])
  })

  test('shows nothing of a token', async () => {
    const person = await company.as({})
    const { text } = await person.sendCall(listAccountSessions, {})
    expect(text).not.toMatch(/hash|token|generation/i)
  })
})

describe('ending sessions', () => {
  test('by their owner revokes both tokens at once and leaves the others', async () => {
    const person = await company.as({})
    const [lost, other] = [await signIn(person), await signIn(person)]
    await person.ok(endAccountSession, { params: { sessionId: idIn(lost) } })
    expect(await statuses(lost)).toEqual([401, 401])
    expect(await statuses(other)).toEqual([200, 200])
    expect(await statuses(person.session)).toEqual([200, 200])
  })

  test("answers 404 for a session that is a colleague's, of another company, unknown or over, and ends nothing", async () => {
    const [person, colleague] = [await company.as({}), await company.as({})]
    const stranger = await (await newCompany(server)).as({})
    const over = await signIn(person)
    await client(server.url, over.accessToken).ok(logout, {})
    const absent = await person.sendCall(endAccountSession, { params: { sessionId: newId() } })
    expect(absent.status).toBe(404)
    for (const session of [colleague.session, stranger.session, over]) {
      const reply = await person.sendCall(endAccountSession, { params: { sessionId: idIn(session) } })
      expect([reply.status, reply.text]).toEqual([404, absent.text])
    }
    expect(await statuses(colleague.session)).toEqual([200, 200])
    expect(await statuses(stranger.session)).toEqual([200, 200])
    expect((await person.refused(endAccountSession, { params: { sessionId: 'mine' } })).status).toBe(400)
  })

  test("of a person by an administrator ends all of them, and nobody else's", async () => {
    const [administrator, person, colleague] = [await company.as(), await company.as({}), await company.as({})]
    const elsewhere = await signIn(person)
    await administrator.ok(endUserSessions, { params: { id: person.userId } })
    expect(await statuses(elsewhere)).toEqual([401, 401])
    expect(await statuses(person.session)).toEqual([401, 401])
    expect(await statuses(colleague.session)).toEqual([200, 200])
    expect(await statuses(administrator.session)).toEqual([200, 200])
  })

  test("everywhere ends all sessions of the caller, the current one too, and nobody else's", async () => {
    const [person, colleague] = [await company.as({}), await company.as({})]
    const elsewhere = await signIn(person)
    await person.ok(endAllAccountSessions, {})
    expect(await statuses(elsewhere)).toEqual([401, 401])
    expect(await statuses(person.session)).toEqual([401, 401])
    expect(await statuses(colleague.session)).toEqual([200, 200])
  })
})
