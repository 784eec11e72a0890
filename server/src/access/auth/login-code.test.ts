import { getSession, login } from '@plinth/api/access/auth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { type Company, client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { atOnce, newFactor } from '../account/account.factory.ts'

const step = 30_000
/** The middle of a step, so that no code expires while a test runs. Tests move the server's clock from here. */
const noon = Math.floor(Date.now() / step) * step + step / 2
let clock = noon

let server: TestServer
let company: Company
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback', now: () => clock })
  company = await newCompany(server)
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

let visitors = 0
const newAddress = () => {
  visitors += 1
  return { 'x-forwarded-for': `2001:db8:9::${visitors.toString(16)}` }
}

/** A person with a second factor. The next code belongs to the step after the one that confirmed the factor. */
async function guarded() {
  const person = await company.as({})
  const factor = await newFactor(person, company.password, clock)
  const signIn = (overrides: { code?: string; password?: string } = {}, headers = newAddress()) => {
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name, ...overrides }
    return server.stranger.sendCall(login, { body }, headers)
  }
  const statusOf = async (overrides: { code?: string; password?: string } = {}) => (await signIn(overrides)).status
  return { ...person, ...factor, signIn, statusOf, nextCode: factor.codeAt(clock + step) }
}
const sessionsOf = async (userId: string) =>
  (await admin.query('select count(*)::int as count from sessions where user_id = $1', [userId])).rows[0].count
const attempts = async (key: string) =>
  (await admin.query('select attempts from login_attempts where key = $1', [key])).rows[0]?.attempts ?? 0
const wrongCode = ({ codeAt }: { codeAt: (at: number) => string }) => {
  const good = [-step, 0, step].map((shift) => codeAt(clock + shift))
  return ['000000', '111111', '222222', '333333'].find((code) => !good.includes(code)) ?? ''
}

const needed = '{"code":"second_factor_needed","message":"Enter the code from your authenticator app."}'
const badCode =
  '{"code":"bad_code","message":"This code is wrong or was used before. Enter the one your app shows now."}'
const badCredentials = '{"code":"bad_credentials","message":"Invalid credentials. Please try again."}'

describe('signing in with a second factor', () => {
  test('works with the password and the present code', async () => {
    const person = await guarded()
    const reply = await person.signIn({ code: person.nextCode })
    expect(reply.status).toBe(200)
    const { accessToken, user } = JSON.parse(reply.text)
    expect(user).toMatchObject({ id: person.userId, mustSetUpSecondFactor: false })
    expect(await client(server.url, accessToken).ok(getSession, {})).toEqual(user)
  })

  test('without a code answers that one is needed, and opens no session', async () => {
    const person = await guarded()
    for (const overrides of [{}, { code: '' }, { code: '  ' }]) {
      const reply = await person.signIn(overrides)
      expect([reply.status, reply.text]).toEqual([401, needed])
    }
    expect(await sessionsOf(person.userId)).toBe(1)
  })

  test.each(['abcdef', '12345', '1234567', '१२३४५६', 'éééééé', "' or true --", 'aaaa-bbbb-cccc-dddd'])(
    'with %s for a code is refused',
    async (code) => {
      const person = await guarded()
      const reply = await person.signIn({ code })
      expect([reply.status, reply.text]).toEqual([401, badCode])
      expect(await sessionsOf(person.userId)).toBe(1)
    },
  )

  test("accepts a code of the present, the previous or the next step of the server's clock, and no other", async () => {
    const person = await guarded()
    clock += 10 * step
    try {
      const shifts = [-2, 2, -1, 0, 1]
      const statuses: number[] = []
      for (const shift of shifts) statuses.push(await person.statusOf({ code: person.codeAt(clock + shift * step) }))
      expect(statuses).toEqual([401, 401, 200, 200, 200])
    } finally {
      clock = noon
    }
  })

  test('accepts each code once, and none older than the last accepted one', async () => {
    const person = await guarded()
    const confirmedWith = await person.signIn({ code: person.codeAt(clock) })
    expect([confirmedWith.status, confirmedWith.text]).toEqual([401, badCode])
    expect(await person.statusOf({ code: person.nextCode })).toBe(200)
    for (const code of [person.nextCode, person.codeAt(clock), person.codeAt(clock - step)])
      expect(await person.statusOf({ code })).toBe(401)
  })

  test('with one code many times at once opens one session', async () => {
    const person = await guarded()
    const calls = Array.from({ length: 4 }, () => () => person.statusOf({ code: person.nextCode }))
    const replies = await atOnce(admin, 'from second_factors where user_id = $1', person.userId, calls)
    expect(replies.toSorted()).toEqual([200, 401, 401, 401])
    expect(await sessionsOf(person.userId)).toBe(2)
  })

  test('refuses the code of somebody else', async () => {
    const [person, other] = [await guarded(), await guarded()]
    expect(await person.statusOf({ code: other.nextCode })).toBe(401)
    expect(await person.statusOf({ code: other.recoveryCodes[0] ?? '' })).toBe(401)
  })

  test('ignores a code when the person has no second factor', async () => {
    const person = await company.as({})
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name, code: '123456' }
    expect((await server.stranger.sendCall(login, { body }, newAddress())).status).toBe(200)
  })

  test('with a code of 41 characters is refused before any account is looked up', async () => {
    const person = await guarded()
    expect((await person.signIn({ code: '1'.repeat(41) })).status).toBe(400)
    expect(await attempts(`user ${person.userId}`)).toBe(0)
  })
})

describe('a recovery code', () => {
  test('signs in once, in any letter case and with or without hyphens, and is then used up', async () => {
    const person = await guarded()
    const [first = '', second = ''] = person.recoveryCodes
    expect(await person.statusOf({ code: first })).toBe(200)
    expect(await person.statusOf({ code: first })).toBe(401)
    expect(await person.statusOf({ code: ` ${second.toUpperCase().replaceAll('-', ' ')} ` })).toBe(200)
    expect(await person.statusOf({ code: second.replaceAll('-', '') })).toBe(401)
    const { rows } = await admin.query(
      'select cardinality(recovery_hashes) as left from second_factors where user_id = $1',
      [person.userId],
    )
    expect(rows).toEqual([{ left: 6 }])
  })

  test('is accepted when its 0 and 1 are typed as the letters they resemble', async () => {
    const person = await guarded()
    const code = person.recoveryCodes.find((each) => /[01]/.test(each)) ?? person.recoveryCodes[0] ?? ''
    expect(await person.statusOf({ code: code.replaceAll('0', 'O').replaceAll('1', 'l') })).toBe(200)
  })

  test('of sixteen letters, the former length, is accepted once', async () => {
    const person = await guarded()
    await admin.query(
      `update second_factors set recovery_hashes = array[sha256(convert_to(user_id || ' abcdefgh23456789', 'UTF8'))]
       where user_id = $1`,
      [person.userId],
    )
    expect(await person.statusOf({ code: 'abcd-efgh-2345-6789' })).toBe(200)
    expect(await person.statusOf({ code: 'abcd-efgh-2345-6789' })).toBe(401)
  })

  test('used many times at once opens one session', async () => {
    const person = await guarded()
    const code = person.recoveryCodes[0] ?? ''
    const calls = Array.from({ length: 4 }, () => () => person.statusOf({ code }))
    const replies = await atOnce(admin, 'from second_factors where user_id = $1', person.userId, calls)
    expect(replies.toSorted()).toEqual([200, 401, 401, 401])
  })

  test("is accepted when the secret can no longer be opened because the installation's key changed", async () => {
    const person = await guarded()
    await admin.query(`update second_factors set sealed_secret = 'of another installation' where user_id = $1`, [
      person.userId,
    ])
    expect(await person.statusOf({ code: person.nextCode })).toBe(401)
    expect(await person.statusOf({ code: person.recoveryCodes[0] ?? '' })).toBe(200)
  })
})

describe('a sign-in with a wrong password', () => {
  test('reveals nothing about a second factor, whatever code is sent', async () => {
    const [person, plain] = [await guarded(), await company.as({})]
    const body = { emailOrMobile: plain.email, password: 'not the password', tenantName: company.name }
    const replies = [
      await server.stranger.sendCall(login, { body }, newAddress()),
      await person.signIn({ password: 'not the password' }),
      await person.signIn({ password: 'not the password', code: person.nextCode }),
      await person.signIn({ password: 'not the password', code: wrongCode(person) }),
    ]
    const seen = replies.map(({ status, text, headers }) => ({ status, text, headers: [...headers.keys()].sort() }))
    expect(seen[0]).toMatchObject({ status: 401, text: badCredentials })
    for (const other of seen) expect(other).toEqual(seen[0])
    expect(await person.statusOf({ code: person.nextCode })).toBe(200)
  })
})

describe('wrong codes', () => {
  test('count like wrong passwords: after ten of both only the right password with the right code is accepted', async () => {
    const person = await guarded()
    for (let round = 0; round < 5; round += 1) {
      expect(await person.statusOf({ code: wrongCode(person) })).toBe(401)
      expect(await person.statusOf({ password: 'not the password' })).toBe(401)
    }
    const locked = await person.signIn({ code: wrongCode(person) })
    expect([locked.status, Number(locked.headers.get('retry-after')) > 60]).toEqual([429, true])
    expect(await person.statusOf()).toBe(429)
    expect(await person.statusOf({ code: person.nextCode })).toBe(200)
  })

  test('sent thirty at once are judged ten times', async () => {
    const person = await guarded()
    const statuses = await Promise.all(Array.from({ length: 30 }, () => person.statusOf({ code: wrongCode(person) })))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  test('are cleared by a complete sign-in only, not by the password alone', async () => {
    const person = await guarded()
    const key = `user ${person.userId}`
    for (let round = 0; round < 4; round += 1) await person.statusOf({ code: wrongCode(person) })
    await person.statusOf()
    expect(await attempts(key)).toBe(5)
    expect(await person.statusOf({ code: person.nextCode })).toBe(200)
    expect(await attempts(key)).toBe(0)
  })

  test('count for the address too; a request for a code and a complete sign-in do not', async () => {
    const [person, address] = [await guarded(), newAddress()]
    const key = `address ${address['x-forwarded-for']}`
    await person.signIn({}, address)
    expect(await attempts(key)).toBe(0)
    await person.signIn({ code: wrongCode(person) }, address)
    expect(await attempts(key)).toBe(1)
    await person.signIn({ code: person.nextCode }, address)
    expect(await attempts(key)).toBe(1)
  })
})
