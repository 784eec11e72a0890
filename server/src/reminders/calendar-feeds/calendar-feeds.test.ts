import { deleteUser, updateUser } from '@plinth/api/access/users'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds } from '@plinth/api/reminders/calendar-feeds'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { altered } from '../../kernel/testing/altered.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { fromSomewhere } from '../../platform/contact/contact.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { feedBody, type NewFeed, newFeed, tokenOf } from './calendar-feeds.factory.ts'
import { eventsIn, fetchCalendar } from './calendar-texts.factory.ts'
import { hashOf, newToken } from './feed-tokens.rules.ts'

let server: TestServer
let company: Company
let owner: Client & { userId: string }

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback' })
})
beforeEach(async () => {
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(() => server.stop())

const inCompany = (statement: ReturnType<typeof sql>) =>
  server.door.inTenant(company.id, null, (db) => statement.execute(db))
const statusOf = async (feed: Pick<NewFeed, 'address'>) => (await fetchCalendar(server, feed)).status
const addressOf = (token: string) => ({ address: `/common/api/calendar-feeds/${token}/events` })

describe('the calendar feeds of a user', () => {
  test('are listed, the oldest first, and their addresses are answered only on creation', async () => {
    const { address, ...first } = await newFeed(owner, { name: 'Phone', kinds: ['COMPLETION'], detail: 'FULL' })
    await owner.ok(createCalendarFeed, { body: { name: 'Desk', currentPassword: company.password } })
    expect(address).toMatch(/^\/common\/api\/calendar-feeds\/[\w-]{64}\/events$/)
    const listed = await owner.ok(listCalendarFeeds, {})
    expect(listed[0]).toEqual(first)
    expect(listed[1]).toMatchObject({ name: 'Desk', scope: 'MINE', detail: 'DATES_ONLY', kinds: [], lastReadAt: null })
    expect(JSON.stringify(listed)).not.toContain(tokenOf({ address }))
  })

  test('are invisible to other users, who get 404', async () => {
    const feed = await newFeed(owner)
    const colleague = await company.as()
    const stranger = await (await newCompany(server)).as()
    const texts = new Set<string>()
    for (const by of [colleague, stranger]) {
      expect(await by.ok(listCalendarFeeds, {})).toEqual([])
      const reply = await by.sendCall(deleteCalendarFeed, { params: { id: feed.id } })
      expect(reply.status).toBe(404)
      texts.add(reply.text)
    }
    texts.add((await owner.sendCall(deleteCalendarFeed, { params: { id: newId() } })).text)
    expect(texts.size).toBe(1)
    expect(await statusOf(feed)).toBe(200)
  })

  test('are five at most, also when eight are created concurrently', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => owner.sendCall(createCalendarFeed, { body: feedBody() })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409, 409, 409])
    const [feed] = await owner.ok(listCalendarFeeds, {})
    await owner.ok(deleteCalendarFeed, { params: { id: feed?.id ?? '' } })
    await newFeed(owner)
    expect((await owner.refused(createCalendarFeed, { body: feedBody() })).message).toContain('five calendars')
    await newFeed(await company.as())
  })

  test('are refused with a name of several lines, an empty name, or unknown or repeated kinds', async () => {
    for (const name of ['', ' ', 'x'.repeat(61), 'One\r\nBEGIN:VEVENT', 'Bell\u0007'])
      expect(await owner.refused(createCalendarFeed, { body: feedBody({ name }) })).toMatchObject({
        status: 400,
        fields: [{ path: 'name' }],
      })
    for (const kinds of [['NOTHING'], ['COMPLETION', 'COMPLETION']])
      expect((await owner.refused(createCalendarFeed, { body: { ...feedBody(), kinds } })).status).toBe(400)
  })

  test('cannot be created for another user, restored after deletion or changed', async () => {
    const feed = await newFeed(owner)
    const insert = sql`insert into calendar_feeds (user_id, name, scope, detail, token_hash)
      values (${owner.userId}, 'Theirs', 'ALL', 'FULL', ${hashOf('theirs')})`
    await expect(inCompany(insert)).rejects.toThrow('by whose it is')
    const unproved = server.door.inTenant(company.id, owner.userId, (db) => insert.execute(db))
    await expect(unproved).rejects.toThrow('with the password')
    await owner.ok(deleteCalendarFeed, { params: { id: feed.id } })
    const again = sql`update calendar_feeds set deleted_at = null where id = ${feed.id}`
    await expect(inCompany(again)).rejects.toThrow('stays so')
    const other = sql`update calendar_feeds set scope = 'MINE' where id = ${feed.id}`
    await expect(inCompany(other)).rejects.toThrow('permission denied')
  })

  test('are audited without token or digest, and only the digest of the token is stored', async () => {
    const feed = await newFeed(owner)
    await fetchCalendar(server, feed)
    await owner.ok(deleteCalendarFeed, { params: { id: feed.id } })
    const { content } = await owner.ok(filterAuditTrail, {
      body: { recordId: owner.userId, recordType: ['calendar_feeds'] },
    })
    expect(content.map(({ action }) => action)).toEqual(['DELETED', 'CREATED'])
    const digest = hashOf(tokenOf(feed))
    expect(JSON.stringify(content)).not.toMatch(new RegExp(`${digest.toString('hex')}|${tokenOf(feed)}`))
    const stored = await server.door.inTenant(company.id, null, (db) =>
      sql`select token_hash from calendar_feeds where id = ${feed.id}`.execute(db),
    )
    expect(stored.rows).toEqual([{ token_hash: digest }])
  })
})

describe('the address of a feed', () => {
  test('answers the same 404 as an unknown address as soon as its feed ends [deposits 11.22]', async () => {
    const texts = new Set<string>()
    const expectNotFound = async (address: { address: string }) => {
      const reply = await fetchCalendar(server, address)
      expect(reply.status).toBe(404)
      texts.add(reply.text)
    }
    const ends: ((by: { userId: string; email: string }, feed: NewFeed & { by: Client }) => Promise<unknown>)[] = [
      (_, { id, by }) => by.ok(deleteCalendarFeed, { params: { id } }),
      ({ userId, email }) => owner.ok(updateUser, { params: { id: userId }, body: { email, isActive: false } }),
      ({ userId }) => owner.ok(deleteUser, { params: { id: userId } }),
      () => inCompany(sql`update tenants set requires_second_factor = true where id = ${company.id}`),
      () => inCompany(sql`update tenants set status = 'SUSPENDED' where id = ${company.id}`),
    ]
    for (const end of ends) {
      const by = await company.as({ Contracts: ['canView'] })
      const feed = await newFeed(by)
      expect(await statusOf(feed)).toBe(200)
      await end(by, { ...feed, by })
      await expectNotFound(feed)
      await inCompany(
        sql`update tenants set requires_second_factor = false, status = 'ACTIVE' where id = ${company.id}`,
      )
    }
    const token = tokenOf(await newFeed(await company.as()))
    // The secret of one company's feed with the id of another company.
    const mixedToken = newToken((await newCompany(server)).id).slice(0, 22) + token.slice(22)
    expect(mixedToken).not.toBe(token)
    for (const bad of [
      altered(token, 22),
      altered(token, token.length - 1),
      mixedToken,
      newToken(newId()),
      newToken(company.id),
      'x',
      `${token}A`,
      `${token}%0A`,
      'x'.repeat(900),
    ])
      await expectNotFound(addressOf(bad))
    expect(texts).toEqual(new Set([JSON.stringify({ code: 'not_found', message: 'Not found' })]))
  })

  test('answers the calendar of its own company, also to a user of another company', async () => {
    await newContract(owner, { closingDate: day(5), bidId: 'Ours' })
    const other = await newCompany(server)
    const stranger = await other.as()
    await newContract(stranger, { closingDate: day(5), bidId: 'Theirs' })
    const feed = await newFeed(owner)
    const reply = await stranger.send('GET', feed.address, undefined, fromSomewhere())
    expect(eventsIn(reply.text).map(({ title }) => title)).toEqual(['Hand in the bid: Ours'])
  })

  test('is limited to sixty reads an hour, and unknown addresses to twenty a minute per network address', async () => {
    const feed = await newFeed(owner)
    const statuses: number[] = []
    for (let read = 0; read < 61; read += 1) statuses.push(await statusOf(feed))
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429])
    const here = fromSomewhere()
    const unknownStatuses: number[] = []
    for (let read = 0; read < 21; read += 1)
      unknownStatuses.push((await fetchCalendar(server, addressOf(newToken(company.id)), here)).status)
    expect([unknownStatuses.slice(0, 20).every((status) => status === 404), unknownStatuses[20]]).toEqual([true, 429])
    // A valid feed is still answered to the same network address.
    expect((await fetchCalendar(server, await newFeed(owner), here)).status).toBe(200)
  })
})
