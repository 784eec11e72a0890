import {
  changePassword,
  endAccountSession,
  endAllAccountSessions,
  listAccountSessions,
} from '@plinth/api/access/account'
import { login } from '@plinth/api/access/auth'
import { changePasswordByLink } from '@plinth/api/access/password-links'
import { updateTenant } from '@plinth/api/access/tenants'
import { endUserSessions, updateUser } from '@plinth/api/access/users'
import {
  createCalendarFeed,
  endUserCalendarFeeds,
  listCalendarFeeds,
  listUserCalendarFeeds,
} from '@plinth/api/reminders/calendar-feeds'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newFactor } from '../../access/account/account.factory.ts'
import { secretFor } from '../../access/password-links/password-links.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { untilOthersWait } from '../../kernel/testing/lock-waits.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { feedBody, type NewFeed, newFeed } from './calendar-feeds.factory.ts'
import { fetchCalendar } from './calendar-texts.factory.ts'

/** A calendar feed needs a password to be created, and ends when the sessions of its owner end. */

let server: TestServer
let company: Company
let owner: Client & { userId: string }

beforeAll(async () => {
  // Each fetch has its own network address, because unknown tokens are limited to twenty a minute per address.
  server = await startTestServer({ trustProxy: 'loopback' })
})
beforeEach(async () => {
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<Company['as']>>
const nextPassword = 'laterite on the ghat road'
const statusOf = async (feed: Pick<NewFeed, 'address'>) => (await fetchCalendar(server, feed)).status
const colleague = () => company.as({ Contracts: ['canView'] })

describe('creating a calendar feed', () => {
  const refused = (by: Client, proof: object) =>
    by.refused(createCalendarFeed, { body: { name: 'Phone', currentPassword: '', ...proof } })

  test('needs the password of its owner, with the same errors as every proof', async () => {
    const person = await colleague()
    expect(await refused(person, {})).toMatchObject({
      status: 400,
      fields: [{ path: 'currentPassword', message: 'is required' }],
    })
    expect(await refused(person, { currentPassword: 'not the password' })).toMatchObject({
      status: 400,
      fields: [{ path: 'currentPassword', message: 'is not your present password' }],
    })
    expect(await person.ok(listCalendarFeeds, {})).toEqual([])
    await newFeed(person)
  })

  test('needs a code if a second factor is set up', async () => {
    const person = await colleague()
    const factor = await newFactor(person, company.password)
    expect(await refused(person, { currentPassword: company.password })).toMatchObject({
      status: 400,
      fields: [{ path: 'code' }],
    })
    await newFeed(person, { code: factor.codeAt(Date.now() + 30_000) })
  })

  test('counts wrong passwords like failed sign-ins: after ten, the right one gets 429', async () => {
    const person = await colleague()
    for (let at = 0; at < 10; at += 1)
      expect((await refused(person, { currentPassword: `guess ${at}` })).status).toBe(400)
    expect((await refused(person, { currentPassword: company.password })).status).toBe(429)
    expect(await person.ok(listCalendarFeeds, {})).toEqual([])
  })
})

const exclusions: [string, (person: Person) => RawBuilder<unknown>][] = [
  ['by a user who is deactivated', ({ userId }) => sql`update users set is_active = false where id = ${userId}`],
  ['in a company that is suspended', () => sql`update tenants set status = 'SUSPENDED' where id = ${company.id}`],
]
test.each(exclusions)('no feed is created %s at the same moment', async (_, exclude) => {
  const person = await colleague()
  const [creation] = await server.door.inTenant(company.id, owner.userId, async (db) => {
    await exclude(person).execute(db)
    const sent = person.sendCall(createCalendarFeed, { body: feedBody() })
    await untilOthersWait(db)
    return [sent]
  })
  expect((await creation)?.status).toBe(401)
})

const endsAtOnce: [string, (person: Person) => ReturnType<Client['sendCall']>][] = [
  ['when its owner signs out everywhere', (person) => person.sendCall(endAllAccountSessions, {})],
  [
    'when an administrator ends the feeds of its owner',
    ({ userId }) => owner.sendCall(endUserCalendarFeeds, { params: { id: userId } }),
  ],
]
test.each(endsAtOnce)('a feed that is created at the same moment ends too, %s', async (_, end) => {
  const person = await colleague()
  const [creation, ended] = await server.door.inTenant(company.id, owner.userId, async (db) => {
    // The last lock that a creation takes; the row of the user is locked by then.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`calendars of ${person.userId}`}, 0))`.execute(db)
    const sent = [person.sendCall(createCalendarFeed, { body: feedBody() })]
    await untilOthersWait(db)
    sent.push(end(person))
    await untilOthersWait(db, 2)
    return sent
  })
  expect((await creation)?.status).toBe(200)
  expect((await ended)?.status).toBe(204)
  expect(await owner.ok(listUserCalendarFeeds, { params: { id: person.userId } })).toEqual([])
})

describe('a feed ends for good', () => {
  const byLink = async ({ userId }: Person) => {
    const link = await secretFor(owner, userId)
    await server.stranger.ok(changePasswordByLink, { body: { link, newPassword: nextPassword } })
  }
  const ends: [string, (person: Person) => Promise<unknown>][] = [
    [
      'when its owner changes the password',
      (person) => person.ok(changePassword, { body: { currentPassword: company.password, newPassword: nextPassword } }),
    ],
    [
      'when an administrator sets a password',
      ({ userId }) => owner.ok(updateUser, { params: { id: userId }, body: { password: nextPassword } }),
    ],
    ['when its owner chooses a password by a link', byLink],
    ['when its owner signs out everywhere', (person) => person.ok(endAllAccountSessions, {})],
    [
      'when an administrator signs its owner out',
      ({ userId }) => owner.ok(endUserSessions, { params: { id: userId } }),
    ],
    ['when its owner sets up a second factor', (person) => newFactor(person, company.password)],
    [
      'when its owner is deactivated, also after reactivation',
      async ({ userId }) => {
        for (const isActive of [false, true]) await owner.ok(updateUser, { params: { id: userId }, body: { isActive } })
      },
    ],
    [
      'when its company is suspended, also after reactivation',
      async () => {
        const operator = await (await operatorCompany(server)).as()
        for (const status of ['SUSPENDED', 'ACTIVE'] as const)
          await operator.ok(updateTenant, { params: { id: company.id }, body: { status } })
      },
    ],
    [
      'when an administrator ends the feeds of its owner',
      ({ userId }) => owner.ok(endUserCalendarFeeds, { params: { id: userId } }),
    ],
    [
      'when anything else stores another password',
      ({ userId }) =>
        server.door.inTenant(company.id, null, (db) =>
          sql`update user_passwords set hash = 'another' where user_id = ${userId}`.execute(db),
        ),
    ],
  ]
  test.each(ends)('%s', async (_, end) => {
    const person = await colleague()
    const [feed, second, other] = [await newFeed(person), await newFeed(person), await newFeed(owner)]
    expect([await statusOf(feed), await statusOf(second)]).toEqual([200, 200])
    await end(person)
    expect([await statusOf(feed), await statusOf(second)]).toEqual([404, 404])
    const isOtherEnded = (await statusOf(other)) === 404
    expect(isOtherEnded).toBe(end === ends[7]?.[1])
  })

  test('but not when its owner signs one device out', async () => {
    const person = await colleague()
    const feed = await newFeed(person)
    const elsewhere = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
    await server.stranger.ok(login, { body: elsewhere })
    const [other] = (await person.ok(listAccountSessions, {})).filter(({ isCurrent }) => !isCurrent)
    await person.ok(endAccountSession, { params: { sessionId: other?.id ?? '' } })
    expect(await statusOf(feed)).toBe(200)
  })
})

describe('the calendar feeds of another user', () => {
  test('can be listed only by those who may view users, and ended only by those who may edit them', async () => {
    const person = await colleague()
    const { address, ...feed } = await newFeed(person)
    const params = { id: person.userId }
    const reader = await company.as({ User: ['canView'] })
    const listed = await reader.ok(listUserCalendarFeeds, { params })
    expect(listed).toEqual([feed])
    expect((await reader.refused(endUserCalendarFeeds, { params })).status).toBe(403)
    expect((await person.refused(listUserCalendarFeeds, { params })).status).toBe(403)
    const stranger = await (await newCompany(server)).as()
    expect((await stranger.refused(listUserCalendarFeeds, { params })).status).toBe(404)
    expect((await stranger.refused(endUserCalendarFeeds, { params })).status).toBe(404)
    const nobody = { params: { id: newId() } }
    expect((await owner.refused(listUserCalendarFeeds, nobody)).status).toBe(404)
    expect((await owner.refused(endUserCalendarFeeds, nobody)).status).toBe(404)
    expect(await statusOf({ address })).toBe(200)
    await owner.ok(endUserCalendarFeeds, { params })
    expect(await owner.ok(listUserCalendarFeeds, { params })).toEqual([])
    expect((await person.refused(createCalendarFeed, { body: feedBody({ currentPassword: 'none' }) })).status).toBe(400)
  })
})
