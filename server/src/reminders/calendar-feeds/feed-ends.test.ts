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
import { feedBody, type MadeFeed, newFeed } from './calendar-feeds.factory.ts'
import { fetchCalendar } from './calendar-texts.factory.ts'

/** An address of a calendar is made with a password, and ends as the sessions of its owner do. */

let server: TestServer
let company: Company
let owner: Client & { userId: string }

beforeAll(async () => {
  // Each fetch comes from a place of its own: addresses that lead nowhere are tried twenty times a minute from one.
  server = await startTestServer({ trustProxy: 'loopback' })
})
beforeEach(async () => {
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<Company['as']>>
const nextPassword = 'laterite on the ghat road'
const statusOf = async (feed: Pick<MadeFeed, 'address'>) => (await fetchCalendar(server, feed)).status
const colleague = () => company.as({ Contracts: ['canView'] })

describe('making an address', () => {
  const refused = (by: Client, proof: object) =>
    by.refused(createCalendarFeed, { body: { name: 'Phone', currentPassword: '', ...proof } })

  test('needs the password of whose it is, and is answered as every proof is', async () => {
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

  test('needs a code where a second factor is set up', async () => {
    const person = await colleague()
    const factor = await newFactor(person, company.password)
    expect(await refused(person, { currentPassword: company.password })).toMatchObject({
      status: 400,
      fields: [{ path: 'code' }],
    })
    await newFeed(person, { code: factor.codeAt(Date.now() + 30_000) })
  })

  test('counts wrong passwords like failed sign-ins: the right one waits after ten', async () => {
    const person = await colleague()
    for (let at = 0; at < 10; at += 1)
      expect((await refused(person, { currentPassword: `guess ${at}` })).status).toBe(400)
    expect((await refused(person, { currentPassword: company.password })).status).toBe(429)
    expect(await person.ok(listCalendarFeeds, {})).toEqual([])
  })
})

const outs: [string, (person: Person) => RawBuilder<unknown>][] = [
  ['by somebody who is switched off', ({ userId }) => sql`update users set is_active = false where id = ${userId}`],
  ['in a company that is suspended', () => sql`update tenants set status = 'SUSPENDED' where id = ${company.id}`],
]
test.each(outs)('no address is made %s at the same moment', async (_, outOf) => {
  const person = await colleague()
  const [made] = await server.door.inTenant(company.id, owner.userId, async (db) => {
    await outOf(person).execute(db)
    const sent = person.sendCall(createCalendarFeed, { body: feedBody() })
    await untilOthersWait(db)
    return [sent]
  })
  expect((await made)?.status).toBe(401)
})

const endsAtOnce: [string, (person: Person) => ReturnType<Client['sendCall']>][] = [
  ['when its owner signs out everywhere', (person) => person.sendCall(endAllAccountSessions, {})],
  [
    'when an administrator takes back the calendars of its owner',
    ({ userId }) => owner.sendCall(endUserCalendarFeeds, { params: { id: userId } }),
  ],
]
test.each(endsAtOnce)('an address that is made at the same moment ends too, %s', async (_, end) => {
  const person = await colleague()
  const [made, ended] = await server.door.inTenant(company.id, owner.userId, async (db) => {
    // The last lock of who makes a calendar, who holds the person by then.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`calendars of ${person.userId}`}, 0))`.execute(db)
    const sent = [person.sendCall(createCalendarFeed, { body: feedBody() })]
    await untilOthersWait(db)
    sent.push(end(person))
    await untilOthersWait(db, 2)
    return sent
  })
  expect((await made)?.status).toBe(200)
  expect((await ended)?.status).toBe(204)
  expect(await owner.ok(listUserCalendarFeeds, { params: { id: person.userId } })).toEqual([])
})

describe('an address ends for good', () => {
  const byLink = async ({ userId }: Person) => {
    const link = await secretFor(owner, userId)
    await server.stranger.ok(changePasswordByLink, { body: { link, newPassword: nextPassword } })
  }
  const ends: [string, (person: Person) => Promise<unknown>][] = [
    [
      'with a new password of one’s own',
      (person) => person.ok(changePassword, { body: { currentPassword: company.password, newPassword: nextPassword } }),
    ],
    [
      'with a password set by an administrator',
      ({ userId }) => owner.ok(updateUser, { params: { id: userId }, body: { password: nextPassword } }),
    ],
    ['with a password chosen by a link', byLink],
    ['when its owner signs out everywhere', (person) => person.ok(endAllAccountSessions, {})],
    [
      'when an administrator signs its owner out',
      ({ userId }) => owner.ok(endUserSessions, { params: { id: userId } }),
    ],
    ['when its owner sets up a second factor', (person) => newFactor(person, company.password)],
    [
      'when its owner is switched off, also once they are back',
      async ({ userId }) => {
        for (const isActive of [false, true]) await owner.ok(updateUser, { params: { id: userId }, body: { isActive } })
      },
    ],
    [
      'when its company is suspended, also once it is active again',
      async () => {
        const operator = await (await operatorCompany(server)).as()
        for (const status of ['SUSPENDED', 'ACTIVE'] as const)
          await operator.ok(updateTenant, { params: { id: company.id }, body: { status } })
      },
    ],
    [
      'when an administrator takes back the calendars of its owner',
      ({ userId }) => owner.ok(endUserCalendarFeeds, { params: { id: userId } }),
    ],
    [
      'whatever stores another password',
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
    const isOfCompany = (await statusOf(other)) === 404
    expect(isOfCompany).toBe(end === ends[7]?.[1])
  })

  test('not with a sign-out of one device', async () => {
    const person = await colleague()
    const feed = await newFeed(person)
    const elsewhere = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
    await server.stranger.ok(login, { body: elsewhere })
    const [other] = (await person.ok(listAccountSessions, {})).filter(({ isCurrent }) => !isCurrent)
    await person.ok(endAccountSession, { params: { sessionId: other?.id ?? '' } })
    expect(await statusOf(feed)).toBe(200)
  })
})

describe('the calendars of somebody else', () => {
  test('are listed and ended by whoever may view and edit people, and nobody else', async () => {
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
