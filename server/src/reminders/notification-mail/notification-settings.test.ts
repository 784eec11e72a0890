import {
  cancelMailKind,
  getNotificationSettings,
  type MailKind,
  updateNotificationSettings,
} from '@plinth/api/reminders/notification-mail'
import { countNotifications } from '@plinth/api/reminders/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { newId, testSecret } from '../../kernel/testing/databases.ts'
import { newAddress } from '../../kernel/testing/unique.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { beginMail, mailTokens } from './notification-mail.factory.ts'

let server: TestServer
let company: Company
let by: Awaited<ReturnType<Company['as']>>

beforeAll(async () => {
  server = await startTestServer({ hasMailServer: true, trustProxy: 'loopback' })
})
beforeEach(async () => {
  company = await newCompany(server)
  by = await company.as()
})
afterAll(() => server.stop())

const defaults = {
  digest: true,
  digestHour: 8,
  freeDays: false,
  atOnce: true,
  mutedKinds: [],
  isMailOn: false,
  hasMailServer: true,
}
const settings = (of = by) => of.ok(getNotificationSettings, {})
const tokenOf = (kind: MailKind, userId = by.userId) => mailTokens.signMailKind({ tenantId: company.id, userId, kind })
const path = (token: string) => cancelMailKind.path.replace(':token', token)
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const oneClick = (token: string, body = 'List-Unsubscribe=One-Click') =>
  server.stranger.send('POST', path(token), body, form)

describe('the mail settings of a user', () => {
  test('have defaults, and each field changes by itself', async () => {
    expect(await settings()).toEqual(defaults)
    expect(await by.ok(updateNotificationSettings, { body: { digestHour: 6, mutedKinds: ['TASK_DUE'] } })).toEqual({
      ...defaults,
      digestHour: 6,
      mutedKinds: ['TASK_DUE'],
    })
    await by.ok(updateNotificationSettings, { body: { digest: false } })
    expect(await settings()).toEqual({ ...defaults, digest: false, digestHour: 6, mutedKinds: ['TASK_DUE'] })
    expect(await settings(await company.as())).toEqual(defaults)
  })

  test('state whether the company’s mail has begun', async () => {
    await beginMail(by)
    expect((await settings()).isMailOn).toBe(true)
  })

  test('keep concurrent changes of different fields', async () => {
    const changes = [
      { digest: false },
      { digestHour: 5 },
      { freeDays: true },
      { atOnce: false },
      { mutedKinds: ['TASK_DUE' as const] },
    ]
    await Promise.all(changes.map((body) => by.ok(updateNotificationSettings, { body })))
    expect(await settings()).toMatchObject(Object.assign({}, ...changes))
  })

  test.each([
    [{ digestHour: 24 }, 'digestHour'],
    [{ digestHour: 7.5 }, 'digestHour'],
    [{ mutedKinds: ['NO_SUCH_DEADLINE'] }, 'mutedKinds.0'],
    [{ mutedKinds: ['TASK_DUE', 'TASK_DUE'] }, 'mutedKinds'],
    [{ userId: newId() }, 'userId'],
  ])('refuse %j', async (body, field) => {
    const { status, fields } = await by.refused(updateNotificationSettings, { body })
    expect([status, fields?.map((fault) => fault.path)]).toEqual([400, [field]])
  })
})

describe('one-click unsubscribing', () => {
  test('stops only that kind of mail for that user, also when repeated, and does not stop notifications [deposits 11.24]', async () => {
    const other = await company.as()
    const token = tokenOf('DIGEST')
    for (let sent = 0; sent < 2; sent += 1) {
      const { status, text } = await oneClick(token)
      expect([status, JSON.parse(text)]).toEqual([200, { kind: 'DIGEST' }])
    }
    expect(await settings()).toEqual({ ...defaults, digest: false })
    expect(await settings(other)).toEqual(defaults)
    expect(await by.ok(countNotifications, {})).toEqual({ unread: 0 })
    await oneClick(tokenOf('AT_ONCE'))
    expect(await settings()).toEqual({ ...defaults, digest: false, atOnce: false })
    await by.ok(updateNotificationSettings, { body: { digest: true } })
    expect(await settings()).toEqual({ ...defaults, atOnce: false })
  })

  test('accepts both forms of RFC 8058 and the call of the page, and a GET changes nothing', async () => {
    const { status } = await server.stranger.send('GET', path(tokenOf('DIGEST')))
    expect(status).toBe(404)
    expect(await settings()).toEqual(defaults)
    const parts = new FormData()
    parts.set('List-Unsubscribe', 'One-Click')
    expect((await server.stranger.send('POST', path(tokenOf('DIGEST')), parts)).status).toBe(200)
    expect(await server.stranger.ok(cancelMailKind, { params: { token: tokenOf('AT_ONCE') } })).toEqual({
      kind: 'AT_ONCE',
    })
    expect(await settings()).toMatchObject({ digest: false, atOnce: false })
  })

  test('answers 415 for other content types and 413 for a large form', async () => {
    const token = tokenOf('DIGEST')
    expect((await server.stranger.send('POST', path(token), 'x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await oneClick(token, `a=${'x'.repeat(5_000)}`)).status).toBe(413)
    expect(await settings()).toEqual(defaults)
  })

  test('answers 404 for a forged token and 429 after too many of them [deposits 11.24]', async () => {
    const token = tokenOf('DIGEST')
    const [tenant, user, kind, mac] = token.split('.')
    const other = await company.as()
    const link = mailTokens.signPasswordLink({ tenantId: company.id, id: by.userId })
    const from = { ...form, 'x-forwarded-for': newAddress() }
    const forged = [
      `${tenant}.${other.userId}.${kind}.${mac}`,
      `${tenant}.${user}.AT_ONCE.${mac}`,
      `${tenant}.${user}.${kind}.`,
      `${token}.x`,
      `${tenant}.${user}.${kind}.${link.split('.')[2]}`,
      tokens('another secret, of 32 characters or more').signMailKind({
        tenantId: company.id,
        userId: by.userId,
        kind: 'DIGEST',
      }),
      'none',
    ]
    expect(forged).not.toContain(token)
    for (const each of forged) expect((await server.stranger.send('POST', path(each), '', from)).status).toBe(404)
    expect(await settings()).toEqual(defaults)
    for (let count = forged.length; count < 20; count += 1) await server.stranger.send('POST', path('none'), '', from)
    expect((await server.stranger.send('POST', path('none'), '', from)).status).toBe(429)
    expect((await server.stranger.send('POST', path(token), '', from)).status).toBe(200)
  })

  test('accepts tokens of the previous secret, and answers 404 for unknown users and companies', async () => {
    const replaced = tokens('the secret after it, of 32 characters or more', Date.now, testSecret)
    const claim = { tenantId: company.id, userId: by.userId, kind: 'DIGEST' } as const
    expect(replaced.readMailKind(mailTokens.signMailKind(claim))).toEqual(claim)
    expect(
      tokens('the secret after it, of 32 characters or more').readMailKind(mailTokens.signMailKind(claim)),
    ).toBeUndefined()
    expect((await oneClick(tokenOf('DIGEST', newId()))).status).toBe(404)
    expect((await oneClick(mailTokens.signMailKind({ ...claim, tenantId: newId() }))).status).toBe(404)
  })
})
