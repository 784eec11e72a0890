import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { endpoints } from '@plinth/api'
import { changePassword } from '@plinth/api/access/account'
import { login, logout, refresh } from '@plinth/api/access/auth'
import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { createRole, setRolePermissions } from '@plinth/api/access/roles'
import { createUser } from '@plinth/api/access/users'
import { messageOf } from '@plinth/api/kernel/messages'
import { exportContracts, filterContracts, getContract } from '@plinth/api/tenders/contracts'
import { describe, expect, test } from 'vitest'
import { newFactor } from '../../access/account/account.factory.ts'
import { newUser, userBody } from '../../access/users/users.factory.ts'
import { eventsByCall } from '../../app.ts'
import { newDocument } from '../../documents/documents/documents.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { client, startSuite, startTestServer } from '../../testing/test-server.ts'
import { adminClient, newId } from '../testing/databases.ts'
import { newAddress } from '../testing/unique.ts'
import { securityEvents } from './security-events.ts'

type Line = Record<string, unknown>
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

let text = ''
const log = { write: (line: string) => void (text += line), lost: () => 0, close: async () => {} }
const lines = (): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

const { server, company, owner } = await startSuite({ alone: true, log, trustProxy: 'loopback' })

/** The lines of one answered request. Its request line is the last; waits until that is written. */
async function linesOf({ headers }: { headers: Headers }): Promise<Line[]> {
  const id = headers.get('x-request-id')
  const found = () => lines().filter(({ requestId }) => requestId === id)
  await expect.poll(() => found().at(-1)?.['event']).toBe('request')
  return found()
}
const requestLine = async (reply: { headers: Headers }) => (await linesOf(reply)).at(-1)
const eventsOf = async (reply: { headers: Headers }) => (await linesOf(reply)).slice(0, -1)
const nobody = '018f0000-0000-7000-8000-000000000000'
const get = (path: string, headers: Record<string, string> = {}) =>
  server.stranger.send('GET', path, undefined, headers)

describe('every request', () => {
  test('writes one line with the caller, the call, the address and the answer', async () => {
    const { id } = await newContract(owner)
    const reply = await owner.sendCall(getContract, { params: { id } }, { 'x-forwarded-for': '203.0.113.7' })
    const { userId, session } = owner
    expect(await linesOf(reply)).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        host: expect.any(String),
        event: 'request',
        requestId: expect.stringMatching(uuid),
        tenantId: company.id,
        userId,
        sessionId: session.refreshToken.split('.')[1],
        address: '203.0.113.7',
        method: 'GET',
        route: '/project/api/contracts/:id',
        status: 200,
        ms: expect.any(Number),
        bytes: expect.any(Number),
      },
    ])
    const { bytes, ms } = (await requestLine(reply)) ?? {}
    expect(Number(bytes)).toBeGreaterThan(reply.text.length)
    expect(Number(ms)).toBeGreaterThan(0)
  })

  test('that is refused writes the code of the refusal, and its path only if it has no route', async () => {
    expect(await requestLine(await owner.sendCall(filterContracts, { body: { x: 1 } }))).toMatchObject({
      status: 400,
      code: 'invalid',
    })
    const line = await requestLine(await get(`/wp-admin/${'s'.repeat(50)}/x?password=1#y`))
    expect(line).toMatchObject({ status: 404, route: 'none', path: '/wp-admin/…/x' })
    expect(line).not.toHaveProperty('userId')
  })

  test('of a client that disconnected is logged as aborted', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = ['POST /auth/api/auth/login HTTP/1.1', 'host: a', 'content-type: application/json']
    const more = ['content-length: 100', 'expect: 100-continue', 'x-forwarded-for: 203.0.113.99']
    socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n{`)
    await once(socket, 'data')
    socket.destroy()
    const isOf = ({ address, aborted }: Line) => address === '203.0.113.99' && aborted === true
    await expect.poll(() => lines().filter(isOf).length).toBe(1)
    expect(lines().find(isOf)).toMatchObject({ event: 'request', route: '/auth/api/auth/login' })
  })

  test('is logged unless it is a successful probe', async () => {
    const { headers } = await get('/healthz')
    await linesOf(await get('/nope'))
    expect(text).not.toContain(headers.get('x-request-id'))
  })
})

describe('the id of a request', () => {
  const idOfProxy = '7f3c8a1e-0000-4000-8000-00000000abcd'
  const byProxy = { 'x-forwarded-for': '203.0.113.7' }

  test('is unique for each request and is on every answer', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('NO HTTP\r\n\r\n')
    const [answer] = await once(socket, 'data')
    const replies = await Promise.all([
      get('/healthz'),
      get('/nope'),
      get('/project/api/contracts/%zz'),
      get(`/project/api/contracts/${nobody}`),
      owner.sendCall(filterContracts, { body: {} }),
      owner.sendCall(filterContracts, { body: { x: 1 } }),
    ])
    const ids = replies.map(({ headers }) => headers.get('x-request-id') ?? '')
    const all = [...ids, /^x-request-id: (.+)\r$/m.exec(String(answer))?.[1] ?? '']
    for (const id of all) expect(id).toMatch(uuid)
    expect(new Set(all).size).toBe(7)
    expect(text).toContain(all.at(-1))
    expect(await requestLine(replies[2] ?? { headers: new Headers() })).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('is the one of a trusted proxy, if that is well-formed', async () => {
    const idOf = async (headers: Record<string, string>) => (await get('/nope', headers)).headers.get('x-request-id')
    expect(await idOf({ ...byProxy, 'x-request-id': idOfProxy })).toBe(idOfProxy)
    expect(await idOf({ ...byProxy, 'x-request-id': idOfProxy.replaceAll('-', '') })).toBe(
      idOfProxy.replaceAll('-', ''),
    )
    for (const bad of [
      '',
      'req-1',
      `${idOfProxy}x`,
      `${idOfProxy}, ${idOfProxy}`,
      '{"level":"info"}',
      idOfProxy.replace('-', ''),
    ])
      expect(await idOf({ ...byProxy, 'x-request-id': bad })).toMatch(uuid)
    expect(await idOf({ 'x-request-id': idOfProxy })).not.toBe(idOfProxy)
  })

  test('is never the one of another client', async () => {
    const open = await startTestServer()
    const reply = await open.stranger.send('GET', '/nope', undefined, { ...byProxy, 'x-request-id': idOfProxy })
    expect(reply.headers.get('x-request-id')).not.toBe(idOfProxy)
    await open.stop()
  })

  test('is logged with a valid address, whatever the proxy forwards', async () => {
    const addressOf = async (forwarded: string) =>
      (await requestLine(await get('/nope', { 'x-forwarded-for': forwarded })))?.['address']
    expect(await addressOf('198.51.100.1, 203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf('2001:db8::1')).toBe('2001:db8::1')
    for (const forged of ['x', '"}{"', '203.0.113.7:80', 'unknown']) expect(await addressOf(forged)).toBe('127.0.0.1')
  })

  test('is answered with a fault of the server, whose cause is only in the log', async () => {
    const { id } = await newContract(owner)
    const admin = await adminClient(server.admin ?? {})
    await admin.query('alter table status_changes rename to gone')
    const reply = await get(`/project/api/contracts/${id}/status-history`, {
      authorization: `Bearer ${owner.session.accessToken}`,
    })
    await admin.query('alter table gone rename to status_changes')
    await admin.end()
    const requestId = reply.headers.get('x-request-id')
    expect([reply.status, JSON.parse(reply.text)]).toEqual([
      500,
      {
        code: 'internal',
        ...messageOf(
          'Something went wrong on our side. Nothing was saved. If it happens again, tell the operator: {id}',
          {
            id: requestId ?? '',
          },
        ),
      },
    ])
    const [fault, line] = await linesOf(reply)
    expect(line).toMatchObject({ status: 500, code: 'internal' })
    expect(fault).toMatchObject({ level: 'error', event: 'fault', userId: owner.userId, err: { code: '42P01' } })
    expect(fault?.['err']).toMatchObject({ stack: expect.stringMatching(/status_changes[\s\S]*\n +at /) })
  })
})

const signIn = (body: object, address = newAddress()) => {
  const credentials = { emailOrMobile: owner.email, password: company.password, tenantName: company.name, ...body }
  return server.stranger.sendCall(login, { body: credentials }, { 'x-forwarded-for': address })
}

describe('signing in', () => {
  test('is logged with the user', async () => {
    const reply = await signIn({})
    const { refreshToken } = JSON.parse(reply.text)
    expect(await eventsOf(reply)).toMatchObject([
      { level: 'info', event: 'sign_in', tenantId: company.id, userId: owner.userId },
    ])
    expect(await eventsOf(reply)).toMatchObject([{ sessionId: refreshToken.split('.')[1] }])
  })

  test('is logged with the reason when it is refused, and with the user if there is one', async () => {
    const person = await company.person({})
    const known = { event: 'sign_in_refused', level: 'warn', tenantId: company.id, userId: person.userId }
    const wrong = { emailOrMobile: person.email, password: 'wrong, nine times' }
    expect(await eventsOf(await signIn(wrong))).toMatchObject([{ ...known, reason: 'wrong' }])
    for (let tried = 1; tried < 10; tried += 1) await signIn(wrong)
    expect(await eventsOf(await signIn(wrong))).toMatchObject([
      { ...known, reason: 'locked' },
      { event: 'rate_limited' },
    ])
  })

  test('with an unknown name is logged by a mark, the same for the same name', async () => {
    const typed = `my secret in the wrong field ${newId()}`
    const tries = [typed, typed.toUpperCase(), `${typed}!`].map((emailOrMobile) => signIn({ emailOrMobile }))
    const [first, again, other] = (await Promise.all((await Promise.all(tries)).map(eventsOf))).flat()
    expect(first).toMatchObject({
      event: 'sign_in_refused',
      reason: 'wrong',
      account: expect.stringMatching(/^[\da-f]{16}$/),
    })
    expect(again?.['account']).toBe(first?.['account'])
    expect(other?.['account']).not.toBe(first?.['account'])
    expect(first).not.toHaveProperty('userId')
    expect(text).not.toContain('wrong field')
  })

  test('with a second factor is logged step by step', async () => {
    const person = await company.as({})
    const { recoveryCodes } = await newFactor(person, company.password)
    const reasonOf = async (code?: string) => {
      const [event] = await eventsOf(await signIn({ emailOrMobile: person.email, ...(code && { code }) }))
      return event?.['reason'] ?? event?.['event']
    }
    expect([await reasonOf(), await reasonOf('abcdef'), await reasonOf(recoveryCodes[0])]).toEqual([
      'code_missing',
      'code_wrong',
      'sign_in',
    ])
  })

  test('ends with a logged sign-out, and the replay of a refresh token is logged', async () => {
    const person = await company.as({})
    expect(await eventsOf(await person.sendCall(logout, {}))).toMatchObject([
      { event: 'signed_out', userId: person.userId },
    ])
    const other = await company.as({})
    const body = { refreshToken: other.session.refreshToken }
    for (const { refreshToken } of [body, await other.ok(refresh, { body })])
      await other.ok(refresh, { body: { refreshToken } })
    const replayed = await other.sendCall(refresh, { body })
    expect(await eventsOf(replayed)).toMatchObject([
      { level: 'warn', event: 'refresh_replayed', userId: other.userId, sessionId: body.refreshToken.split('.')[1] },
    ])
  })
})

describe('a line of its own', () => {
  const eventNames = async (reply: { headers: Headers }) => (await eventsOf(reply)).map(({ event }) => event)

  test('is written for a grant, a person, a password, an export and a download, with the ids of the record', async () => {
    const { id: userId } = await newUser(owner)
    const { id: roleId } = await owner.ok(createRole, { body: { name: newId() } })
    expect(await eventNames(await owner.sendCall(createRoleMapping, { body: { userId, roleId } }))).toEqual([
      'grant_changed',
    ])
    expect(await eventNames(await owner.sendCall(createUser, { body: userBody() }))).toEqual(['person_changed'])
    const body = { currentPassword: company.password, newPassword: 'laterite on the ghat road' }
    expect(await eventNames(await (await company.as({})).sendCall(changePassword, { body }))).toEqual([
      'password_changed',
    ])
    const sheet = { format: 'csv', columns: [{ field: 'id', label: 'ID' }] }
    expect(await eventNames(await owner.sendCall(exportContracts, { body: sheet }))).toEqual(['exported'])
    const { id, s3Url } = await newDocument(owner, (await newContract(owner)).id)
    expect(await eventsOf(await get(s3Url))).toMatchObject([
      { event: 'document_downloaded', userId: owner.userId, tenantId: company.id, record: { id } },
    ])
    expect(await eventsOf(await owner.sendCall(setRolePermissions, { params: { roleId }, body: [] }))).toMatchObject([
      { event: 'grant_changed', record: { roleId }, userId: owner.userId },
    ])
  })

  test('is written for a refusal for lack of permission, a missing record, a wrong type, or too many requests', async () => {
    const refusals = async (reply: { headers: Headers }) => eventsOf(reply)
    const person = await company.as({})
    expect(await refusals(await person.sendCall(filterContracts, { body: {} }))).toMatchObject([
      { level: 'warn', event: 'forbidden', code: 'forbidden', userId: person.userId },
    ])
    expect(await refusals(await owner.sendCall(getContract, { params: { id: nobody } }))).toMatchObject([
      { event: 'record_not_found', record: { id: nobody }, userId: owner.userId },
    ])
    const form = { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' }
    expect(await refusals(await owner.send('POST', '/project/api/contracts', '{}', form))).toMatchObject([
      { event: 'type_refused', site: 'cross-site' },
    ])
    expect(await eventNames(await owner.sendCall(filterContracts, { body: { x: 1 } }))).toEqual([])
    expect(await eventNames(await get('/nope'))).toEqual([])
  })

  test('is declared for every call that exports records or changes permissions', () => {
    const governing = new Set(['User', 'Role', 'UserRoleMapping', 'Tenants', 'Modules'])
    // Reading changes nothing, whatever permission it needs.
    const isGoverning = ({ allow, method, path }: (typeof endpoints)[keyof typeof endpoints]) =>
      typeof allow === 'object' &&
      method !== 'GET' &&
      allow.can !== 'canView' &&
      !/image|filter|contact-messages/.test(path)
        ? [allow.module].flat().some((name) => governing.has(String(name)))
        : false
    const silent = Object.entries(endpoints).filter(
      ([, call]) =>
        (isGoverning(call) || call.path.endsWith('/export')) && !eventsByCall.has(`${call.method} ${call.path}`),
    )
    expect(silent.map(([name]) => name)).toEqual([])
    const calls = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    expect([...eventsByCall.keys()].filter((call) => !calls.includes(call))).toEqual([])
  })

  test('has an event that docs/operating.md explains', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8')
    const others = ['request', 'fault', 'unavailable', 'audit_sealed', 'server_started', 'log_lost', 'remark']
    expect([...securityEvents, ...others].filter((event) => !page.includes(`\`${event}\``))).toEqual([])
  })

  test('is written for the start and the stop of the server', async () => {
    const own = await startTestServer({ log })
    await own.stop()
    expect(lines().map(({ event }) => event)).toEqual(expect.arrayContaining(['server_started', 'server_stopping']))
    expect(lines().at(-1)).toMatchObject({ event: 'server_stopped', pid: process.pid })
  })
})

describe('the log', () => {
  test('contains no secret of any call and nothing that a person typed', async () => {
    const person = await company.as({})
    const { secret, recoveryCodes, codeAt } = await newFactor(person, company.password)
    const canary = `canary-${newId()}`
    const { s3Url } = await newDocument(owner, (await newContract(owner, { contractName: canary })).id)
    await get(s3Url)
    await get(`${s3Url}/x`)
    await get(`/files/${s3Url.split('/').at(-1)}?token=${canary}`)
    const body = { currentPassword: company.password, newPassword: `a new one ${canary}` }
    await person.sendCall(changePassword, { body })
    await signIn({ emailOrMobile: person.email, password: canary, code: codeAt(Date.now()) })
    await signIn({ emailOrMobile: canary, tenantName: canary })
    await server.stranger.sendCall(refresh, { body: { refreshToken: canary } })
    await owner.sendCall(filterContracts, { body: { contractName: canary, [canary]: canary } })
    await owner.send('POST', '/project/api/contracts', `{"${canary}`)
    await client(server.url, canary).sendCall(
      getContract,
      { params: { id: nobody } },
      { cookie: canary, referer: canary },
    )
    await get(`/project/api/contracts/${canary}?q=${canary}`, { 'user-agent': canary, 'x-forwarded-host': canary })
    await linesOf(await get('/nope'))
    const { password, name } = company
    const secrets = [password, name, canary, secret, codeAt(Date.now()), s3Url.split('/').at(-1) ?? '', person.email]
      .concat(recoveryCodes)
      .concat([owner, person].flatMap(({ session }) => [session.accessToken, session.refreshToken]))
    expect(secrets.filter((one) => one.length < 6)).toEqual([])
    expect(secrets.filter((one) => text.includes(one))).toEqual([])
    expect(text).not.toMatch(/argon2|Bearer|eyJ/)
  })

  test('writes a fault without secrets and without characters that could forge or hide a line', async () => {
    const token = owner.session.accessToken
    const forged = `\r\n{"level":"info","event":"sign_in"}\n\u2028\u202e\u009b2J`
    const before = text.length
    const cause = new Error(`postgresql://plinth:s3cret@db/x ${token}`)
    server.app.log.error({ event: 'fault', err: new Error(`$argon2id$v=19$abc ${forged}`, { cause }) }, 'it failed')
    const written = text.slice(before)
    expect(written.match(/\n/g)).toHaveLength(1)
    expect(written.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028]|argon2|s3cret|eyJ/u)
    expect(JSON.parse(written)).toMatchObject({
      msg: 'it failed',
      err: { message: expect.stringContaining('"event":"sign_in"'), cause: { message: 'postgresql://***@db/x ***' } },
    })
  })
})
