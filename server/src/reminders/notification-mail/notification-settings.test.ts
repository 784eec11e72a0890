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

const usual = {
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

describe('what a person is mailed', () => {
  test('is as most want it until they say otherwise, field by field', async () => {
    expect(await settings()).toEqual(usual)
    expect(await by.ok(updateNotificationSettings, { body: { digestHour: 6, mutedKinds: ['TASK_DUE'] } })).toEqual({
      ...usual,
      digestHour: 6,
      mutedKinds: ['TASK_DUE'],
    })
    await by.ok(updateNotificationSettings, { body: { digest: false } })
    expect(await settings()).toEqual({ ...usual, digest: false, digestHour: 6, mutedKinds: ['TASK_DUE'] })
    expect(await settings(await company.as())).toEqual(usual)
  })

  test('says whether the company’s mail has begun', async () => {
    await beginMail(by)
    expect((await settings()).isMailOn).toBe(true)
  })

  test('loses nothing of what is changed at the same moment', async () => {
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
  ])('%j is refused', async (body, field) => {
    const { status, fields } = await by.refused(updateNotificationSettings, { body })
    expect([status, fields?.map((fault) => fault.path)]).toEqual([400, [field]])
  })
})

describe('one click', () => {
  test('stops that kind of mail for that person, no other, however often it comes; the inbox goes on [deposits 11.24]', async () => {
    const other = await company.as()
    const token = tokenOf('DIGEST')
    for (let sent = 0; sent < 2; sent += 1) {
      const { status, text } = await oneClick(token)
      expect([status, JSON.parse(text)]).toEqual([200, { kind: 'DIGEST' }])
    }
    expect(await settings()).toEqual({ ...usual, digest: false })
    expect(await settings(other)).toEqual(usual)
    expect(await by.ok(countNotifications, {})).toEqual({ unread: 0 })
    await oneClick(tokenOf('AT_ONCE'))
    expect(await settings()).toEqual({ ...usual, digest: false, atOnce: false })
    await by.ok(updateNotificationSettings, { body: { digest: true } })
    expect(await settings()).toEqual({ ...usual, atOnce: false })
  })

  test('may come as either form of RFC 8058, or from the page, and changes nothing where it is only opened', async () => {
    const { status } = await server.stranger.send('GET', path(tokenOf('DIGEST')))
    expect(status).toBe(404)
    expect(await settings()).toEqual(usual)
    const parts = new FormData()
    parts.set('List-Unsubscribe', 'One-Click')
    expect((await server.stranger.send('POST', path(tokenOf('DIGEST')), parts)).status).toBe(200)
    expect(await server.stranger.ok(cancelMailKind, { params: { token: tokenOf('AT_ONCE') } })).toEqual({
      kind: 'AT_ONCE',
    })
    expect(await settings()).toMatchObject({ digest: false, atOnce: false })
  })

  test('takes no other type, and no more than a form of a few fields', async () => {
    const token = tokenOf('DIGEST')
    expect((await server.stranger.send('POST', path(token), 'x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await oneClick(token, `a=${'x'.repeat(5_000)}`)).status).toBe(413)
    expect(await settings()).toEqual(usual)
  })

  test('with a forged token is 404, and tried too often 429 [deposits 11.24]', async () => {
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
    expect(await settings()).toEqual(usual)
    for (let tried = forged.length; tried < 20; tried += 1) await server.stranger.send('POST', path('none'), '', from)
    expect((await server.stranger.send('POST', path('none'), '', from)).status).toBe(429)
    expect((await server.stranger.send('POST', path(token), '', from)).status).toBe(200)
  })

  test('is good under the secret before this one, and for nobody who is not there', async () => {
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
