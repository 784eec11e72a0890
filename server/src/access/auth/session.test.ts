import { createHmac } from 'node:crypto'
import { getSession, login, logout, refresh, setLanguage } from '@plinth/api/access/auth'
import { getUser, updateUser } from '@plinth/api/access/users'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessSeconds, tokens } from '../../kernel/secrets/tokens.ts'
import { altered } from '../../kernel/testing/altered.ts'
import { adminClient, newId, testSecret } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  client,
  newCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let company: Company
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const sessionIdIn = (refreshToken: string) => refreshToken.split('.')[1] ?? ''
const exchange = (refreshToken: string, at = server.stranger) => at.ok(refresh, { body: { refreshToken } })
const refreshStatus = async (refreshToken: string, at = server.stranger) =>
  (await at.sendCall(refresh, { body: { refreshToken } })).status
const accessStatus = async (accessToken: string) =>
  (await client(server.url, accessToken).sendCall(getSession, {})).status
/** Makes the last refresh that many seconds older. */
const age = (refreshToken: string, seconds: number) =>
  admin.query('update sessions set rotated_at = rotated_at - make_interval(secs => $2) where id = $1', [
    sessionIdIn(refreshToken),
    seconds,
  ])
const generations = async (refreshToken: string) =>
  (await admin.query('select generation from sessions where id = $1', [sessionIdIn(refreshToken)])).rows

describe('a refresh', () => {
  test('returns a new pair that works and replaces the old one', async () => {
    const { session } = await company.as({})
    const next = await exchange(session.refreshToken)
    expect(next.refreshToken).not.toBe(session.refreshToken)
    expect(await accessStatus(next.accessToken)).toBe(200)
    expect(await generations(next.refreshToken)).toEqual([{ generation: 1 }])
  })

  test('ten times at once returns the same refresh token ten times', async () => {
    const { session } = await company.as({})
    const replies = await Promise.all(Array.from({ length: 10 }, () => exchange(session.refreshToken)))
    expect(new Set(replies.map((reply) => reply.refreshToken)).size).toBe(1)
    for (const { accessToken } of replies) expect(await accessStatus(accessToken)).toBe(200)
    expect(await generations(session.refreshToken)).toEqual([{ generation: 1 }])
  })

  test('whose response was lost can be repeated within the grace period', async () => {
    const { session } = await company.as({})
    const [first] = [await exchange(session.refreshToken)]
    await age(session.refreshToken, 9)
    expect((await exchange(session.refreshToken)).refreshToken).toBe(first.refreshToken)
    expect(await refreshStatus(first.refreshToken)).toBe(200)
  })

  test('with an older token after the grace period ends the whole session, access tokens included', async () => {
    const { session } = await company.as({})
    const next = await exchange(session.refreshToken)
    await age(session.refreshToken, 11)
    expect(await refreshStatus(session.refreshToken)).toBe(401)
    expect(await refreshStatus(next.refreshToken)).toBe(401)
    expect(await accessStatus(next.accessToken)).toBe(401)
    expect(await accessStatus(session.accessToken)).toBe(401)
  })

  test('with a token two generations old ends the session even within the grace period', async () => {
    const { session } = await company.as({})
    const second = await exchange((await exchange(session.refreshToken)).refreshToken)
    expect(await refreshStatus(session.refreshToken)).toBe(401)
    expect(await accessStatus(second.accessToken)).toBe(401)
  })

  test('with a replayed token is refused by another server and after a restart too', async () => {
    const { session } = await company.as({})
    const next = await exchange(session.refreshToken)
    await age(session.refreshToken, 11)
    const restarted = await startTestServer()
    try {
      expect(await refreshStatus(session.refreshToken, restarted.stranger)).toBe(401)
      expect(await refreshStatus(next.refreshToken, restarted.stranger)).toBe(401)
    } finally {
      await restarted.stop()
    }
    expect(await accessStatus(next.accessToken)).toBe(401)
  })

  test('with a replayed token does not end another session of the same person', async () => {
    const person = await company.as({})
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
    const other = await server.stranger.ok(login, { body })
    await exchange(person.session.refreshToken)
    await age(person.session.refreshToken, 11)
    expect(await refreshStatus(person.session.refreshToken)).toBe(401)
    expect(await accessStatus(other.accessToken)).toBe(200)
    expect(await refreshStatus(other.refreshToken)).toBe(200)
  })

  test('is refused after a week without one, and thirty days after signing in', async () => {
    const [idle, old] = [await company.as({}), await company.as({})]
    await age(idle.session.refreshToken, 7 * 24 * 3600 + 1)
    expect(await refreshStatus(idle.session.refreshToken)).toBe(401)
    const expiry = await admin.query(
      `select expires_at - created_at = interval '30 days' as month from sessions where id = $1`,
      [sessionIdIn(old.session.refreshToken)],
    )
    expect(expiry.rows).toEqual([{ month: true }])
    await admin.query('update sessions set expires_at = now() where id = $1', [sessionIdIn(old.session.refreshToken)])
    expect(await refreshStatus(old.session.refreshToken)).toBe(401)
    expect(await accessStatus(old.session.accessToken)).toBe(401)
  })

  test('returns how long the session lasts and within what time it must be refreshed again', async () => {
    const { session } = await company.as({})
    const [week, month] = [7 * 24 * 3600, 30 * 24 * 3600]
    const near = (seconds: number, whole: number) => seconds <= whole && seconds > whole - 60
    expect([near(session.endsIn, month), near(session.refreshWithin, week)]).toEqual([true, true])
    await admin.query(
      `update sessions set expires_at = now() + interval '5 minutes', rotated_at = now() - interval '6 days' where id = $1`,
      [sessionIdIn(session.refreshToken)],
    )
    const next = await exchange(session.refreshToken)
    expect([near(next.endsIn, 300), near(next.refreshWithin, week)]).toEqual([true, true])
    await age(next.refreshToken, 5)
    const repeated = await exchange(session.refreshToken)
    expect(near(repeated.refreshWithin, week - 5)).toBe(true)
  })

  test('whose transaction the database dropped can be repeated with the same token', async () => {
    const { session } = await company.as({})
    await admin.query('begin')
    await admin.query('select from sessions where id = $1 for update', [sessionIdIn(session.refreshToken)])
    const dropped = refreshStatus(session.refreshToken)
    const waiting = `select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
    await admin.query(`select pg_terminate_backend(pid) from (${waiting}) as blocked`)
    expect(await dropped).toBe(503)
    await admin.query('commit')
    expect(await refreshStatus(session.refreshToken)).toBe(200)
    expect(await generations(session.refreshToken)).toEqual([{ generation: 1 }])
  })

  test('stores the token nowhere in clear text', async () => {
    const { session } = await company.as({})
    const { rows } = await admin.query('select s::text as stored from sessions s where id = $1', [
      sessionIdIn(session.refreshToken),
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].stored).not.toContain(session.refreshToken.split('.')[3])
  })

  test.each([
    ['nothing', ''],
    ['something made up', 'a.b.c.d'],
    ['a text of 201 characters', 'x'.repeat(201)],
  ])('with %s is refused', async (_, refreshToken) => {
    expect([400, 401]).toContain(await refreshStatus(refreshToken))
  })

  test('with a forged token is refused and ends nothing', async () => {
    const { session } = await company.as({})
    const [tenantId, sessionId, , mac] = session.refreshToken.split('.')
    const stranger = tokens('another secret, also of more than 32 characters')
    const forgeries = [
      [tenantId, sessionId, '1', mac].join('.'),
      stranger.signRefresh({ tenantId: company.id, sessionId: String(sessionId), generation: 0 }),
      `${session.refreshToken}x`,
    ]
    expect(forgeries).not.toContain(session.refreshToken)
    for (const forgery of forgeries) expect(await refreshStatus(forgery)).toBe(401)
    expect(await refreshStatus(session.refreshToken)).toBe(200)
  })
})

type Person = Awaited<ReturnType<Company['as']>>

describe('signing in again', () => {
  const again = (person: Person, replaces?: string) =>
    server.stranger.ok(login, {
      body: {
        emailOrMobile: person.email,
        password: company.password,
        tenantName: company.name,
        ...(replaces !== undefined && { replaces }),
      },
    })

  test('in the same browser ends its previous session, and no other', async () => {
    const person = await company.as({})
    const elsewhere = await again(person)
    const next = await again(person, person.session.refreshToken)
    expect(await accessStatus(person.session.accessToken)).toBe(401)
    expect(await refreshStatus(person.session.refreshToken)).toBe(401)
    expect([await accessStatus(next.accessToken), await accessStatus(elsewhere.accessToken)]).toEqual([200, 200])
  })

  test('with an expired, forged or malformed previous token succeeds and ends nothing', async () => {
    const [person, colleague] = [await company.as({}), await company.as({})]
    const { refreshToken } = colleague.session
    const forged = altered(refreshToken, refreshToken.lastIndexOf('.') + 1)
    for (const replaces of [person.session.refreshToken, person.session.refreshToken, forged, '', 'none'])
      expect(await accessStatus((await again(person, replaces)).accessToken)).toBe(200)
    expect(await accessStatus(colleague.session.accessToken)).toBe(200)
  })

  test('without success ends nothing', async () => {
    const person = await company.as({})
    const body = {
      emailOrMobile: person.email,
      password: 'not the password',
      tenantName: company.name,
      replaces: person.session.refreshToken,
    }
    expect((await server.stranger.sendCall(login, { body })).status).toBe(401)
    expect(await accessStatus(person.session.accessToken)).toBe(200)
  })
})

describe('signing out', () => {
  test('revokes both tokens of the session at once, and no other session', async () => {
    const person = await company.as({})
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
    const other = await server.stranger.ok(login, { body })
    await person.ok(logout, {})
    expect(await accessStatus(person.session.accessToken)).toBe(401)
    expect(await refreshStatus(person.session.refreshToken)).toBe(401)
    expect(await accessStatus(other.accessToken)).toBe(200)
    expect(await refreshStatus(other.refreshToken)).toBe(200)
  })
})

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an access token', () => {
  test('is valid for ten minutes', async () => {
    const { session } = await company.as({})
    const later = (seconds: number) => startTestServer({ now: () => Date.now() + seconds * 1000 })
    const [before, after] = [await later(accessSeconds - 5), await later(accessSeconds + 1)]
    try {
      const statusAt = async ({ url }: TestServer) =>
        (await client(url, session.accessToken).sendCall(getSession, {})).status
      expect([await statusAt(before), await statusAt(after)]).toEqual([200, 401])
    } finally {
      await before.stop()
      await after.stop()
    }
  })

  test('without a signature, of another key, of another kind or altered is refused', async () => {
    const { session, userId } = await company.as({})
    const [head = '', payload = '', signature = ''] = session.accessToken.split('.')
    const claims: { sub: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(claims.sub).toBe(userId)
    const caller = { tenantId: company.id, userId, sessionId: sessionIdIn(session.refreshToken) }
    const signedAs = (header: { alg: string; typ?: string }, body: object, key: string | Buffer) => {
      const text = `${encoded(header)}.${encoded(body)}`
      return `${text}.${createHmac(header.alg.replace('HS', 'sha'), key).update(text).digest('base64url')}`
    }
    const realKey = createHmac('sha256', testSecret).update('access token').digest()
    const now = Math.floor(Date.now() / 1000)
    const typ = 'at+jwt'
    const forged = [
      `${encoded({ alg: 'none' })}.${payload}.`,
      `${encoded({ alg: 'none' })}.${payload}.${signature}`,
      await tokens('another secret, also of more than 32 characters').signAccess(caller),
      signedAs({ alg: 'HS256', typ }, claims, testSecret),
      `${head}.${encoded({ ...claims, sub: newId() })}.${signature}`,
      `${head}.${payload}.${altered(signature)}`,
      session.refreshToken,
      signedAs({ alg: 'HS384', typ }, claims, realKey),
      signedAs({ alg: 'HS256' }, claims, realKey),
      signedAs({ alg: 'HS256', typ: 'JWT' }, claims, realKey),
      signedAs({ alg: 'HS256', typ }, { ...claims, aud: undefined }, realKey),
      signedAs({ alg: 'HS256', typ }, { ...claims, aud: 'another product' }, realKey),
      signedAs({ alg: 'HS256', typ }, { ...claims, nbf: now + 3600 }, realKey),
      signedAs({ alg: 'HS256', typ }, { ...claims, sid: "x' or true --" }, realKey),
    ]
    expect(forged).not.toContain(session.accessToken)
    for (const [index, token] of forged.entries()) expect(await accessStatus(token), `forgery ${index}`).toBe(401)
    // Proves that the helper signs correctly: with the right key and claims the token is accepted.
    expect(await accessStatus(signedAs({ alg: 'HS256', typ }, claims, realKey))).toBe(200)
  })

  test('that names the session of somebody else is refused, even signed with our key', async () => {
    const [one, two] = [await company.as({}), await company.as({})]
    const mixed = { tenantId: company.id, userId: one.userId, sessionId: sessionIdIn(two.session.refreshToken) }
    expect(await accessStatus(await tokens(testSecret).signAccess(mixed))).toBe(401)
    expect(await accessStatus(await tokens(testSecret).signAccess({ ...mixed, userId: two.userId }))).toBe(200)
  })
})

describe('a live token and its refresh stop working at the next call', () => {
  const bothStatuses = async ({ session }: { session: { accessToken: string; refreshToken: string } }) => [
    await accessStatus(session.accessToken),
    await refreshStatus(session.refreshToken),
  ]

  test.each(['SUSPENDED', 'TERMINATED', 'DELETED'])('when the company becomes %s', async (status) => {
    const [other, bystander] = [await newCompany(server), await company.as({})]
    const person = await other.as({})
    await admin.query('update tenants set status = $2 where id = $1', [other.id, status])
    expect(await bothStatuses(person)).toEqual([401, 401])
    expect(await bothStatuses(bystander)).toEqual([200, 200])
  })

  test.each([
    ['is deactivated', 'is_active = false'],
    ['is deleted', 'deleted_at = now()'],
  ])('when the person %s', async (_, change) => {
    const person = await company.as({})
    await admin.query(`update users set ${change} where id = $1`, [person.userId])
    expect(await bothStatuses(person)).toEqual([401, 401])
  })
})

describe('permissions', () => {
  const mayView = async (person: Client) => (await person.sendCall(filterContracts, { body: {} })).status
  const viewInSession = async (person: Client) =>
    (await person.ok(getSession, {})).permissions.find((row) => row.moduleName === 'Contracts')?.canView

  const losses: [string, string][] = [
    ['a flag of the role is taken away', `update role_permissions set can_view = false where role_id = any($1)`],
    ['the role is taken away', 'delete from user_roles where role_id = any($1)'],
  ]
  test.each(losses)('change at the next call when %s', async (_, change) => {
    const person = await company.as({ Contracts: ['canView'] })
    expect([await mayView(person), await viewInSession(person)]).toEqual([200, true])
    const roles = await admin.query<{ role_id: string }>('select role_id from user_roles where user_id = $1', [
      person.userId,
    ])
    await admin.query(change, [roles.rows.map((row) => row.role_id)])
    expect(await mayView(person)).toBe(403)
    expect(await viewInSession(person)).not.toBe(true)
  })

  test('of a person combine all their roles', async () => {
    const person = await company.as({ Contracts: ['canView'] })
    const second = await company.as({ Contracts: ['canReport'], Projects: ['canView'] })
    await admin.query(
      'insert into user_roles (tenant_id, user_id, role_id) select tenant_id, $1, role_id from user_roles where user_id = $2',
      [person.userId, second.userId],
    )
    const { permissions } = await person.ok(getSession, {})
    const none = { canCreate: false, canView: false, canEdit: false, canDelete: false, canReport: false }
    expect(permissions).toEqual([
      { ...none, moduleName: 'Contracts', canView: true, canReport: true },
      { ...none, moduleName: 'Projects', canView: true },
    ])
  })
})

describe('the language of the screens', () => {
  test('is chosen by each person and returned wherever they sign in', async () => {
    const [person, colleague] = [await company.as({}), await company.as({})]
    expect(person.session.user.language).toBe(null)
    await person.ok(setLanguage, { body: { language: 'hi' } })
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
    const elsewhere = await server.stranger.ok(login, { body })
    expect(elsewhere.user.language).toBe('hi')
    expect((await person.ok(getSession, {})).language).toBe('hi')
    expect((await colleague.ok(getSession, {})).language).toBe(null)
  })

  test('must be one of the available languages', async () => {
    const person = await company.as({})
    const refused = await person.sendCall(setLanguage, { body: { language: 'fr' } })
    expect(refused.status).toBe(400)
    expect((await person.ok(getSession, {})).language).toBe(null)
  })

  test("does not make other people's open edits of the person stale", async () => {
    const [person, administrator] = [await company.as({}), await company.as({ User: ['canView', 'canEdit'] })]
    const params = { id: person.userId }
    const { updatedAt } = await administrator.ok(getUser, { params })
    for (const language of ['hi', 'hi', 'en'] as const) await person.ok(setLanguage, { body: { language } })
    const { comment } = await administrator.ok(updateUser, { params, body: { updatedAt, comment: 'On leave' } })
    expect(comment).toBe('On leave')
  })
})
