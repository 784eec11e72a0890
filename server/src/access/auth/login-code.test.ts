import { getSession, login } from '@plinth/api/access/auth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { type Company, client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { atOnce, newFactor } from '../account/account.factory.ts'

const step = 30_000
/** The middle of a step, so that no code turns stale while a test runs; tests move the server's clock on from it. */
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

/** Somebody with a second factor, whose next code is that of the step after the one it was confirmed in. */
async function guarded() {
  const person = await company.as({})
  const factor = await newFactor(person, company.password, clock)
  const signIn = (given: { code?: string; password?: string } = {}, headers = newAddress()) => {
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name, ...given }
    return server.stranger.sendCall(login, { body }, headers)
  }
  const statusOf = async (given: { code?: string; password?: string } = {}) => (await signIn(given)).status
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
  test('takes the password and the code of the moment', async () => {
    const person = await guarded()
    const reply = await person.signIn({ code: person.nextCode })
    expect(reply.status).toBe(200)
    const { accessToken, user } = JSON.parse(reply.text)
    expect(user).toMatchObject({ id: person.userId, mustSetUpSecondFactor: false })
    expect(await client(server.url, accessToken).ok(getSession, {})).toEqual(user)
  })

  test('without a code says that one is needed, and opens no session', async () => {
    const person = await guarded()
    for (const given of [{}, { code: '' }, { code: '  ' }]) {
      const reply = await person.signIn(given)
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

  test('takes a code of one step before or after the server’s moment, of no other', async () => {
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

  test('takes each code once, and none that is older than the last one taken', async () => {
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

  test('does not take the code of somebody else', async () => {
    const [person, other] = [await guarded(), await guarded()]
    expect(await person.statusOf({ code: other.nextCode })).toBe(401)
    expect(await person.statusOf({ code: other.recoveryCodes[0] ?? '' })).toBe(401)
  })

  test('of somebody who has none overlooks a code', async () => {
    const person = await company.as({})
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name, code: '123456' }
    expect((await server.stranger.sendCall(login, { body }, newAddress())).status).toBe(200)
  })

  test('with a code of 41 characters is refused before any account is looked at', async () => {
    const person = await guarded()
    expect((await person.signIn({ code: '1'.repeat(41) })).status).toBe(400)
    expect(await attempts(`user ${person.userId}`)).toBe(0)
  })
})

describe('a recovery code', () => {
  test('signs in once, whatever its case and hyphens, and is off the count', async () => {
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

  test('read as the letters it avoids is still understood', async () => {
    const person = await guarded()
    const code = person.recoveryCodes.find((each) => /[01]/.test(each)) ?? person.recoveryCodes[0] ?? ''
    expect(await person.statusOf({ code: code.replaceAll('0', 'O').replaceAll('1', 'l') })).toBe(200)
  })

  test('of sixteen letters, as they were once handed out, is still good', async () => {
    const person = await guarded()
    await admin.query(
      `update second_factors set recovery_hashes = array[sha256(convert_to(user_id || ' abcdefgh23456789', 'UTF8'))]
       where user_id = $1`,
      [person.userId],
    )
    expect(await person.statusOf({ code: 'abcd-efgh-2345-6789' })).toBe(200)
    expect(await person.statusOf({ code: 'abcd-efgh-2345-6789' })).toBe(401)
  })

  test('many times at once opens one session', async () => {
    const person = await guarded()
    const code = person.recoveryCodes[0] ?? ''
    const calls = Array.from({ length: 4 }, () => () => person.statusOf({ code }))
    const replies = await atOnce(admin, 'from second_factors where user_id = $1', person.userId, calls)
    expect(replies.toSorted()).toEqual([200, 401, 401, 401])
  })

  test('is good when the secret can no longer be read: the installation has another secret since', async () => {
    const person = await guarded()
    await admin.query(`update second_factors set sealed_secret = 'of another installation' where user_id = $1`, [
      person.userId,
    ])
    expect(await person.statusOf({ code: person.nextCode })).toBe(401)
    expect(await person.statusOf({ code: person.recoveryCodes[0] ?? '' })).toBe(200)
  })
})

describe('who does not know the password', () => {
  test('learns nothing of a second factor, whatever code they send', async () => {
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
  test('count like wrong passwords: ten of both, then 429 for all but the right password with the right code', async () => {
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

  test('cannot be outrun: of thirty at once, ten are judged', async () => {
    const person = await guarded()
    const statuses = await Promise.all(Array.from({ length: 30 }, () => person.statusOf({ code: wrongCode(person) })))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  test('are not forgiven by the password alone, only by a whole sign-in', async () => {
    const person = await guarded()
    const key = `user ${person.userId}`
    for (let round = 0; round < 4; round += 1) await person.statusOf({ code: wrongCode(person) })
    await person.statusOf()
    expect(await attempts(key)).toBe(5)
    expect(await person.statusOf({ code: person.nextCode })).toBe(200)
    expect(await attempts(key)).toBe(0)
  })

  test('count for the address too; being asked for a code does not, nor does a whole sign-in', async () => {
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
