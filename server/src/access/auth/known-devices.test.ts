import { login } from '@plinth/api/access/auth'
import { updateUser } from '@plinth/api/access/users'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { type Company, newCompany, type Reply, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newFactor } from '../account/account.factory.ts'

/** Strangers who guess lock an account for other strangers: its owner comes in all the same. */

const step = 30_000
const noon = Math.floor(Date.now() / step) * step + step / 2

let server: TestServer
let company: Company
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback', now: () => noon })
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
  return `2001:db8:13::${visitors.toString(16)}`
}

interface Given {
  password?: string
  code?: string
}
/** Signs in from somewhere, as a browser that has these cookies would. */
const signInAs =
  (emailOrMobile: string, tenantName = company.name) =>
  (given: Given = {}, { cookie = '', address = newAddress(), proto = 'http' } = {}): Promise<Reply> =>
    server.stranger.sendCall(
      login,
      { body: { emailOrMobile, password: company.password, tenantName, ...given } },
      { 'x-forwarded-for': address, 'x-forwarded-proto': proto, ...(cookie && { cookie }) },
    )
type SignIn = ReturnType<typeof signInAs>

const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const wrong = { password: 'wrong password' }

/** Ten strangers, each from an address of their own. */
async function lock(signIn: SignIn) {
  for (let round = 0; round < 10; round += 1) expect((await signIn(wrong)).status).toBe(401)
  expect((await signIn()).status).toBe(429)
}

async function person() {
  const made = await company.person({})
  const signIn = signInAs(made.email)
  return { ...made, signIn, cookie: cookieOf(await signIn()) }
}
const devicesOf = async (userId: string) =>
  (await admin.query('select * from known_devices where user_id = $1', [userId])).rows

describe('a browser that somebody has signed in with', () => {
  test('is told by a cookie of this host alone, which no script reads; nothing of it is stored but a digest', async () => {
    const { email } = await company.person({})
    const [cookie = '', ...more] = (await signInAs(email)()).headers.getSetCookie()
    expect(more).toEqual([])
    expect(cookie).toMatch(/^device=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/)
    const secure = (await signInAs(email)({}, { proto: 'https' })).headers.getSetCookie()[0]
    expect(secure).toMatch(/^__Host-device=[\w-]{43}; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/)
    const secret = cookie.slice('device='.length, 'device='.length + 43)
    const { rows } = await admin.query('select known_devices::text as row from known_devices')
    expect(rows.some(({ row }) => String(row).includes(secret))).toBe(false)
  })

  test('lets them in although strangers have locked the account, which stays locked for strangers', async () => {
    const { signIn, cookie } = await person()
    await lock(signIn)
    expect((await signIn({}, { cookie })).status).toBe(200)
    expect((await signIn({}, { cookie })).status).toBe(200)
    expect((await signIn()).status).toBe(429)
  })

  test('has ten failures of its own, which lock nobody out, and is a stranger then', async () => {
    const { signIn, cookie } = await person()
    for (let round = 0; round < 10; round += 1) expect((await signIn(wrong, { cookie })).status).toBe(401)
    // They were not counted as strangers': ten more are tried from elsewhere, and from it as from elsewhere.
    expect((await signIn({}, { cookie: '' })).status).toBe(200)
    for (let round = 0; round < 10; round += 1) expect((await signIn(wrong, { cookie })).status).toBe(401)
    expect((await signIn({}, { cookie })).status).toBe(429)
  })

  test('of a hundred guesses at once tries ten, whatever its cookie says besides', async () => {
    const { signIn, cookie } = await person()
    await lock(signIn)
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => (await signIn(wrong, { cookie: `x=${at}; ${cookie}` })).status),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
    expect((await signIn({}, { cookie })).status).toBe(429)
  })

  test('forgets its failures when they sign in', async () => {
    const { signIn, cookie } = await person()
    for (const _ of [1, 2, 3]) {
      for (let round = 0; round < 9; round += 1) await signIn(wrong, { cookie })
      expect((await signIn({}, { cookie })).status).toBe(200)
    }
  })

  test('is known for them alone: a colleague’s, a stranger’s or a made-up one opens nothing', async () => {
    const [locked, colleague] = [await person(), await person()]
    const other = await newCompany(server)
    const { email } = await other.person({})
    const theirs = cookieOf(await signInAs(email, other.name)())
    await lock(locked.signIn)
    for (const cookie of [colleague.cookie, theirs, `device=${'x'.repeat(43)}`, 'device=', 'device=%00'])
      expect((await locked.signIn({}, { cookie })).status).toBe(429)
  })

  test('is known for each of several people who share it, and for no more than five', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => company.person({})))
    let cookie = ''
    for (const { email } of people) cookie = cookieOf(await signInAs(email)({}, { cookie }))
    expect(cookie.split('.')).toHaveLength(5)
    for (const { email } of people.slice(-2)) {
      await lock(signInAs(email))
      expect((await signInAs(email)({}, { cookie })).status).toBe(200)
    }
  })

  test('is one of the twenty last, and known for ninety days', async () => {
    const { userId, signIn, cookie } = await person()
    for (let round = 0; round < 20; round += 1) await signIn()
    expect(await devicesOf(userId)).toHaveLength(20)
    const late = cookieOf(await signIn())
    await lock(signIn)
    expect((await signIn({}, { cookie })).status).toBe(429)
    await admin.query(`update known_devices set seen_at = now() - interval '91 days' where user_id = $1`, [userId])
    expect((await signIn({}, { cookie: late })).status).toBe(429)
  })

  test('is forgotten when an administrator sets their password', async () => {
    const { userId, signIn, cookie } = await person()
    const password = 'laterite on the ghat road'
    await (await company.as()).ok(updateUser, { params: { id: userId }, body: { password } })
    expect(await devicesOf(userId)).toEqual([])
    await lock(signIn)
    expect((await signIn({ password }, { cookie })).status).toBe(429)
  })

  test('counts nothing and tries nothing while its address has to wait', async () => {
    const { userId, signIn, cookie } = await person()
    const address = newAddress()
    await signIn(wrong, { address })
    await admin.query('update login_attempts set attempts = 100 where key = $1', [`address ${address}`])
    expect((await signIn(wrong, { cookie, address })).status).toBe(429)
    expect(await devicesOf(userId)).toMatchObject([{ failures: 0 }])
  })
})

describe('a locked account with a second factor', () => {
  async function guarded() {
    const made = await company.as({})
    const factor = await newFactor(made, company.password, noon)
    const signIn = signInAs(made.email)
    await lock(signIn)
    const wrongCode = ['000000', '111111', '222222'].find(
      (code) => ![-step, 0, step].map((shift) => factor.codeAt(noon + shift)).includes(code),
    )
    return { ...made, ...factor, signIn, code: factor.codeAt(noon + step), wrongCode: wrongCode ?? '' }
  }
  const visible = ({ status, text, headers }: Reply) => ({ status, text, headers: [...headers.keys()].toSorted() })

  test('opens to password and code together, once for each code, and stays locked', async () => {
    const { signIn, code } = await guarded()
    expect((await signIn({ code })).status).toBe(200)
    expect((await signIn({ code })).status).toBe(429)
    expect((await signIn()).status).toBe(429)
  })

  test('opens to password and recovery code', async () => {
    const { signIn, recoveryCodes } = await guarded()
    expect((await signIn({ code: recoveryCodes[0] ?? '' })).status).toBe(200)
  })

  test('answers everything else as an account without one does, and as one that is not there', async () => {
    const { signIn, code, wrongCode } = await guarded()
    const plain = (await person()).signIn
    await lock(plain)
    const nobody = signInAs(`${newId()}@test.example`)
    for (let round = 0; round < 10; round += 1) await nobody(wrong)
    const replies = [
      await signIn(),
      await signIn(wrong),
      await signIn({ code: wrongCode }),
      await signIn({ ...wrong, code }),
      await signIn({ ...wrong, code: wrongCode }),
      await plain({ code }),
      await plain(),
      await nobody({ code }),
    ]
    for (const reply of replies) expect(visible(reply)).toEqual(visible(replies[0] as Reply))
    expect(replies[0]?.status).toBe(429)
  })

  test('is no way to guess the one for who has the other: ten such failures a day', async () => {
    const { signIn, codeAt, wrongCode } = await guarded()
    for (let round = 0; round < 5; round += 1) {
      expect((await signIn({ code: wrongCode })).status).toBe(429)
      expect((await signIn({ ...wrong, code: codeAt(noon + step) })).status).toBe(429)
    }
    expect((await signIn({ code: codeAt(noon + step) })).status).toBe(429)
  })

  test('is not shut by who has neither', async () => {
    const { signIn, code, wrongCode } = await guarded()
    for (let round = 0; round < 20; round += 1) await signIn({ ...wrong, code: wrongCode })
    expect((await signIn({ code })).status).toBe(200)
  })

  test('tries five codes of an address and fifty in all, and hashes nothing beyond', async () => {
    const { userId, signIn, code, recoveryCodes, wrongCode } = await guarded()
    const address = newAddress()
    for (let round = 0; round < 5; round += 1) await signIn({ ...wrong, code: wrongCode }, { address })
    expect((await signIn({ code }, { address })).status).toBe(429)
    expect((await signIn({ code })).status).toBe(200)
    await admin.query('update login_attempts set attempts = 50 where key = $1', [`past lock user ${userId}`])
    expect((await signIn({ code: recoveryCodes[0] ?? '' })).status).toBe(429)
  })
})
