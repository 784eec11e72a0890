import { login } from '@plinth/api/access/auth'
import { updateUser } from '@plinth/api/access/users'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { type Company, newCompany, type Reply, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newFactor } from '../account/account.factory.ts'

/** Others can lock an account by guessing passwords. Its owner must still be able to sign in. */

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

interface LoginOverrides {
  password?: string
  code?: string
}
/** Signs in from an address, as a browser with these cookies would. */
const signInAs =
  (emailOrMobile: string, tenantName = company.name) =>
  (overrides: LoginOverrides = {}, { cookie = '', address = newAddress(), proto = 'http' } = {}): Promise<Reply> =>
    server.stranger.sendCall(
      login,
      { body: { emailOrMobile, password: company.password, tenantName, ...overrides } },
      { 'x-forwarded-for': address, 'x-forwarded-proto': proto, ...(cookie && { cookie }) },
    )
type SignIn = ReturnType<typeof signInAs>

const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const wrong = { password: 'wrong password' }

/** Ten wrong passwords, each from another address. */
async function lock(signIn: SignIn) {
  for (let round = 0; round < 10; round += 1) expect((await signIn(wrong)).status).toBe(401)
  expect((await signIn()).status).toBe(429)
}

async function person() {
  const created = await company.person({})
  const signIn = signInAs(created.email)
  return { ...created, signIn, cookie: cookieOf(await signIn()) }
}
const devicesOf = async (userId: string) =>
  (await admin.query('select * from known_devices where user_id = $1', [userId])).rows

describe('a known browser', () => {
  test('is identified by a cookie for this host that scripts cannot read, and only a digest of it is stored', async () => {
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

  test('can sign in although others locked the account, which stays locked for them', async () => {
    const { signIn, cookie } = await person()
    await lock(signIn)
    expect((await signIn({}, { cookie })).status).toBe(200)
    expect((await signIn({}, { cookie })).status).toBe(200)
    expect((await signIn()).status).toBe(429)
  })

  test('has ten failures of its own, which lock nobody else out, and then counts as unknown', async () => {
    const { signIn, cookie } = await person()
    for (let round = 0; round < 10; round += 1) expect((await signIn(wrong, { cookie })).status).toBe(401)
    // Those failures did not count for unknown browsers, so ten more attempts are judged, from elsewhere and from this
    // browser.
    expect((await signIn({}, { cookie: '' })).status).toBe(200)
    for (let round = 0; round < 10; round += 1) expect((await signIn(wrong, { cookie })).status).toBe(401)
    expect((await signIn({}, { cookie })).status).toBe(429)
  })

  test('has only ten of a hundred guesses at once judged, whatever else its cookie contains', async () => {
    const { signIn, cookie } = await person()
    await lock(signIn)
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => (await signIn(wrong, { cookie: `x=${at}; ${cookie}` })).status),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
    expect((await signIn({}, { cookie })).status).toBe(429)
  })

  test('has its failures cleared by a sign-in', async () => {
    const { signIn, cookie } = await person()
    for (const _ of [1, 2, 3]) {
      for (let round = 0; round < 9; round += 1) await signIn(wrong, { cookie })
      expect((await signIn({}, { cookie })).status).toBe(200)
    }
  })

  test('is known for one person only: a cookie of a colleague, of another company or a made-up one does not pass the lock', async () => {
    const [locked, colleague] = [await person(), await person()]
    const other = await newCompany(server)
    const { email } = await other.person({})
    const theirs = cookieOf(await signInAs(email, other.name)())
    await lock(locked.signIn)
    for (const cookie of [colleague.cookie, theirs, `device=${'x'.repeat(43)}`, 'device=', 'device=%00'])
      expect((await locked.signIn({}, { cookie })).status).toBe(429)
  })

  test('is known for each of up to five people who share it', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => company.person({})))
    let cookie = ''
    for (const { email } of people) cookie = cookieOf(await signInAs(email)({}, { cookie }))
    expect(cookie.split('.')).toHaveLength(5)
    for (const { email } of people.slice(-2)) {
      await lock(signInAs(email))
      expect((await signInAs(email)({}, { cookie })).status).toBe(200)
    }
  })

  test('must be among the last twenty and used within ninety days', async () => {
    const { userId, signIn, cookie } = await person()
    for (let round = 0; round < 20; round += 1) await signIn()
    expect(await devicesOf(userId)).toHaveLength(20)
    const late = cookieOf(await signIn())
    await lock(signIn)
    expect((await signIn({}, { cookie })).status).toBe(429)
    await admin.query(`update known_devices set seen_at = now() - interval '91 days' where user_id = $1`, [userId])
    expect((await signIn({}, { cookie: late })).status).toBe(429)
  })

  test('is forgotten when an administrator sets the password', async () => {
    const { userId, signIn, cookie } = await person()
    const password = 'laterite on the ghat road'
    await (await company.as()).ok(updateUser, { params: { id: userId }, body: { password } })
    expect(await devicesOf(userId)).toEqual([])
    await lock(signIn)
    expect((await signIn({ password }, { cookie })).status).toBe(429)
  })

  test('gets no attempt counted or judged while its address has to wait', async () => {
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
    const created = await company.as({})
    const factor = await newFactor(created, company.password, noon)
    const signIn = signInAs(created.email)
    await lock(signIn)
    const wrongCode = ['000000', '111111', '222222'].find(
      (code) => ![-step, 0, step].map((shift) => factor.codeAt(noon + shift)).includes(code),
    )
    return { ...created, ...factor, signIn, code: factor.codeAt(noon + step), wrongCode: wrongCode ?? '' }
  }
  const visible = ({ status, text, headers }: Reply) => ({ status, text, headers: [...headers.keys()].toSorted() })

  test('accepts password and code together, once for each code, and stays locked', async () => {
    const { signIn, code } = await guarded()
    expect((await signIn({ code })).status).toBe(200)
    expect((await signIn({ code })).status).toBe(429)
    expect((await signIn()).status).toBe(429)
  })

  test('accepts password and recovery code together', async () => {
    const { signIn, recoveryCodes } = await guarded()
    expect((await signIn({ code: recoveryCodes[0] ?? '' })).status).toBe(200)
  })

  test('answers everything else like a locked account without a second factor and like an unknown one', async () => {
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

  test('accepts nothing after ten failures in a day, so that a person with the password cannot guess the code, nor the reverse', async () => {
    const { signIn, codeAt, wrongCode } = await guarded()
    for (let round = 0; round < 5; round += 1) {
      expect((await signIn({ code: wrongCode })).status).toBe(429)
      expect((await signIn({ ...wrong, code: codeAt(noon + step) })).status).toBe(429)
    }
    expect((await signIn({ code: codeAt(noon + step) })).status).toBe(429)
  })

  test('stays open to its owner however often others send a wrong password with a wrong code', async () => {
    const { signIn, code, wrongCode } = await guarded()
    for (let round = 0; round < 20; round += 1) await signIn({ ...wrong, code: wrongCode })
    expect((await signIn({ code })).status).toBe(200)
  })

  test('judges five codes from an address and fifty in all, and refuses every further one', async () => {
    const { userId, signIn, code, recoveryCodes, wrongCode } = await guarded()
    const address = newAddress()
    for (let round = 0; round < 5; round += 1) await signIn({ ...wrong, code: wrongCode }, { address })
    expect((await signIn({ code }, { address })).status).toBe(429)
    expect((await signIn({ code })).status).toBe(200)
    await admin.query('update login_attempts set attempts = 50 where key = $1', [`past lock user ${userId}`])
    expect((await signIn({ code: recoveryCodes[0] ?? '' })).status).toBe(429)
  })
})
