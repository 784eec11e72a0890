import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { getSession, login } from '@plinth/api/access/auth'
import { unlockUser } from '@plinth/api/access/users'
import { getContract } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fitsPassword, hashPassword } from '../../kernel/secrets/passwords.ts'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { adminClient, newId, testSecret } from '../../kernel/testing/databases.ts'
import { type Company, client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'

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

interface Credentials {
  emailOrMobile: string
  password?: string
  tenantName?: string
}

let visitors = 0
/** Each visitor has another address, so that the limit per address does not interfere. */
const newAddress = () => {
  visitors += 1
  return { 'x-forwarded-for': `2001:db8::${visitors.toString(16)}` }
}
const tryLogin = (credentials: Credentials, headers = newAddress()) =>
  server.stranger.sendCall(
    login,
    { body: { password: company.password, tenantName: company.name, ...credentials } },
    headers,
  )
const statusOf = async (credentials: Credentials) => (await tryLogin(credentials)).status
const times = async <T>(count: number, work: () => Promise<T>) => {
  const results: T[] = []
  for (let round = 0; round < count; round += 1) results.push(await work())
  return results
}

describe('signing in', () => {
  test('works with the e-mail address and with the mobile number [7.5]', async () => {
    const person = await company.person({})
    for (const emailOrMobile of [person.email, person.mobileNo]) {
      const body = { emailOrMobile, password: company.password, tenantName: company.name }
      const { user, accessToken } = await server.stranger.ok(login, { body })
      expect(user).toMatchObject({
        id: person.userId,
        tenantId: company.id,
        tenantName: company.name,
        email: person.email,
      })
      expect(await client(server.url, accessToken).ok(getSession, {})).toEqual(user)
    }
  })

  test('ignores case and surrounding spaces in the names, never in the password', async () => {
    const { email } = await company.person({})
    expect(
      await statusOf({ emailOrMobile: `  ${email.toUpperCase()} `, tenantName: ` ${company.name.toUpperCase()} ` }),
    ).toBe(200)
    expect(await statusOf({ emailOrMobile: email, password: company.password.toUpperCase() })).toBe(401)
    expect(await statusOf({ emailOrMobile: email, password: ` ${company.password}` })).toBe(401)
  })

  test("never opens an account through another company's name [6.16]", async () => {
    const other = await newCompany(server)
    const { email } = await company.person({})
    expect(await statusOf({ emailOrMobile: email, tenantName: other.name })).toBe(401)
  })

  test('distinguishes two people with one e-mail address in two companies', async () => {
    const other = await newCompany(server)
    const [here, there] = [await company.person({}), await other.person({})]
    await admin.query('update users set email = $1 where id = $2', [here.email, there.userId])
    for (const [tenantName, id] of [
      [company.name, here.userId],
      [other.name, there.userId],
    ]) {
      const reply = await tryLogin({ emailOrMobile: here.email, tenantName: String(tenantName) })
      expect(JSON.parse(reply.text)).toMatchObject({ user: { id } })
    }
  })

  test('works for one person eight times at the same moment, again and again', async () => {
    const { email: emailOrMobile } = await company.person({})
    const office = newAddress()
    for (let round = 0; round < 24; round += 1) {
      const replies = await Promise.all(Array.from({ length: 8 }, () => tryLogin({ emailOrMobile }, office)))
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    }
  })

  test('returns nothing of the password', async () => {
    const { email } = await company.person({})
    const { text } = await tryLogin({ emailOrMobile: email })
    expect(text).not.toMatch(/argon|hash/i)
    expect(text).not.toContain(company.password)
  })

  test.each([
    ['no e-mail', { emailOrMobile: '' }, 'emailOrMobile'],
    ['no password', { password: '' }, 'password'],
    ['no tenant name', { tenantName: '' }, 'tenantName'],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, 'password'],
    ['a password of 900 kB', { password: 'x'.repeat(900_000) }, 'password'],
    ['a number as password', { password: 12345678 }, 'password'],
    ['an unknown field', { remember: true }, 'remember'],
  ])('with %s is refused before any account is looked up', async (_, wrong, path) => {
    const body = { emailOrMobile: 'a@b.example', password: 'whatever', tenantName: company.name, ...wrong }
    const refusal = await server.stranger.refused(login, { body }, newAddress())
    expect(refusal).toMatchObject({ status: 400, fields: [{ path }] })
  })
})

describe('a refused sign-in', () => {
  test('is the same for an unknown person, a wrong password, an unknown, suspended or deleted company and a deactivated or deleted person', async () => {
    const [inactive, deleted, good] = [await company.person({}), await company.person({}), await company.person({})]
    await admin.query('update users set is_active = false where id = $1', [inactive.userId])
    await admin.query('update users set deleted_at = now() where id = $1', [deleted.userId])
    const suspended = await newCompany(server)
    const { email } = await suspended.person({})
    await admin.query(`update tenants set status = 'SUSPENDED' where id = $1`, [suspended.id])
    const deletedCompany = await newCompany(server)
    const { email: deletedCompanyEmail } = await deletedCompany.person({})
    await admin.query('update tenants set deleted_at = now() where id = $1', [deletedCompany.id])

    const replies = [
      await tryLogin({ emailOrMobile: good.email, password: 'not the password' }),
      await tryLogin({ emailOrMobile: 'nobody@test.example' }),
      await tryLogin({ emailOrMobile: good.email, tenantName: `No ${newId()}` }),
      await tryLogin({ emailOrMobile: inactive.email }),
      await tryLogin({ emailOrMobile: deleted.email }),
      await tryLogin({ emailOrMobile: email, tenantName: suspended.name }),
      await tryLogin({ emailOrMobile: deletedCompanyEmail, tenantName: deletedCompany.name }),
    ]
    const seen = replies.map(({ status, text, headers }) => ({ status, text, headers: [...headers.keys()].sort() }))
    const text = '{"code":"bad_credentials","message":"Invalid credentials. Please try again."}'
    expect(seen[0]).toMatchObject({ status: 401, text })
    for (const other of seen) expect(other).toEqual(seen[0])
  })

  test('takes as long for an unknown account as for an existing one', async () => {
    const { email } = await company.dearPerson()
    // Processor time, because a busy machine does not lengthen it.
    const measured = async (emailOrMobile: string) => {
      const start = process.cpuUsage()
      expect(await statusOf({ emailOrMobile, password: 'not the password' })).toBe(401)
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    await measured('warm@test.example')
    const [known, unknown]: [number[], number[]] = [[], []]
    // Alternating, so that background work of the process counts for both.
    await times(9, async () => {
      known.push(await measured(email))
      unknown.push(await measured('x@test.example'))
    })
    const median = (values: number[]) => values.sort((a, b) => a - b)[4] ?? 0
    // Without the decoy hash an unknown account would be refused in a fraction of the time.
    expect(median(unknown)).toBeGreaterThan(median(known) / 2)
  })
})

describe('wrong passwords', () => {
  const wrong = (emailOrMobile: string) => statusOf({ emailOrMobile, password: 'wrong password' })

  test('lock the account after ten: then even the right one answers 429 with the time to wait', async () => {
    const { email } = await company.person({})
    expect(await times(10, () => wrong(email))).toEqual(Array(10).fill(401))
    const reply = await tryLogin({ emailOrMobile: email })
    expect(reply.status).toBe(429)
    const seconds = Number(reply.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(60)
    expect(seconds).toBeLessThanOrEqual(900)
  })

  test('count for the person, whichever name, case, spaces or address is used', async () => {
    const { email, mobileNo } = await company.person({})
    const spellings = [email, mobileNo, email.toUpperCase(), ` ${email}`, `${mobileNo} `]
    for (const name of [...spellings, ...spellings]) expect(await wrong(name)).toBe(401)
    for (const name of spellings) expect(await wrong(name)).toBe(429)
  })

  test('lock an unknown name in the same way', async () => {
    const name = `ghost-${newId()}@test.example`
    expect(await times(11, () => wrong(name))).toEqual([...Array(10).fill(401), 429])
    expect(await wrong(` ${name.toUpperCase()}`)).toBe(429)
  })

  test('lock nobody else, and stay counted after a restart of the server', async () => {
    const [locked, other] = [await company.person({}), await company.person({})]
    await times(10, () => wrong(locked.email))
    expect(await statusOf({ emailOrMobile: other.email })).toBe(200)
    const next = await startTestServer()
    try {
      const body = { emailOrMobile: locked.email, password: company.password, tenantName: company.name }
      expect(await next.stranger.refused(login, { body })).toMatchObject({ status: 429, code: 'too_many' })
    } finally {
      await next.stop()
    }
  })

  test('are forgotten after the wait', async () => {
    const { email, userId } = await company.person({})
    await times(11, () => wrong(email))
    await admin.query(`update login_attempts set window_ends_at = now() where key = $1`, [`user ${userId}`])
    expect(await statusOf({ emailOrMobile: email })).toBe(200)
  })

  test('are cleared by a successful sign-in: nine, a success and nine more do not lock the account', async () => {
    const { email } = await company.person({})
    expect(await times(9, () => wrong(email))).toEqual(Array(9).fill(401))
    expect(await statusOf({ emailOrMobile: email })).toBe(200)
    expect(await times(10, () => wrong(email))).toEqual(Array(10).fill(401))
    expect(await wrong(email)).toBe(429)
  })

  test('leave room for other work while they are hashed', async () => {
    const stored = await hashPassword('a password that somebody has')
    let tried = 0
    const tries = Array.from({ length: 12 }, async () => {
      await fitsPassword(stored, 'and another')
      tried += 1
    })
    await promisify(pbkdf2)('work of a database connection', 'salt', 1, 32, 'sha256')
    expect(tried).toBeLessThan(6)
    await Promise.all(tries)
  })

  test('sent a hundred at once are judged ten times', async () => {
    const { email } = await company.person({})
    const statuses = await Promise.all(Array.from({ length: 100 }, () => wrong(email)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
  })

  test('count once each; a request that fails validation neither counts nor clears the count', async () => {
    const { email, userId } = await company.person({})
    const counted = async () =>
      (
        await admin.query<{ attempts: number }>('select attempts from login_attempts where key = $1', [
          `user ${userId}`,
        ])
      ).rows[0]?.attempts
    await times(3, () => wrong(email))
    expect(await counted()).toBe(3)
    const body = { emailOrMobile: email, password: company.password, tenantName: company.name }
    for (const junk of [{ remember: true }, { password: '' }, { tenantId: company.id }, { code: 123456 }])
      expect((await server.stranger.sendCall(login, { body: { ...body, ...junk } }, newAddress())).status).toBe(400)
    expect(await counted()).toBe(3)
  })

  test('are forgotten at once when an administrator unlocks the person', async () => {
    const { email, userId } = await company.person({})
    await times(11, () => wrong(email))
    const [administrator, colleague] = [await company.as(), await company.as({ User: ['canView'] })]
    expect((await colleague.refused(unlockUser, { params: { id: userId } })).status).toBe(403)
    expect(await statusOf({ emailOrMobile: email })).toBe(429)
    await administrator.ok(unlockUser, { params: { id: userId } })
    expect(await statusOf({ emailOrMobile: email })).toBe(200)
  })
})

describe('an address', () => {
  test('may have a hundred failures, for whichever account; successful sign-ins do not count', async () => {
    const address = newAddress()
    const key = `address ${address['x-forwarded-for']}`
    const { email } = await company.person({})
    const counted = async () =>
      (await admin.query<{ attempts: number }>('select attempts from login_attempts where key = $1', [key])).rows[0]
        ?.attempts
    expect((await tryLogin({ emailOrMobile: email }, address)).status).toBe(200)
    expect(await counted()).toBe(0)
    await tryLogin({ emailOrMobile: 'one@test.example' }, address)
    expect(await counted()).toBe(1)
    await admin.query('update login_attempts set attempts = 100 where key = $1', [key])
    expect((await tryLogin({ emailOrMobile: email }, address)).status).toBe(429)
    expect((await tryLogin({ emailOrMobile: email })).status).toBe(200)
  })

  test('that has to wait causes no writes, and neither does a locked account', async () => {
    const address = newAddress()
    const addressKey = `address ${address['x-forwarded-for']}`
    const { email, userId } = await company.person({})
    const ghosts = Array.from({ length: 5 }, () => `ghost-${newId()}@test.example`)
    const keyOf = (name: string) =>
      `name ${tokens(testSecret).digestsOf('name tried', `${company.name.toLowerCase()}\n${name}`)[0].toString('hex')}`
    const keys = [addressKey, `user ${userId}`, ...ghosts.map(keyOf)]
    /** The rows with their physical position and transaction, which change with every write. */
    const written = async () =>
      (await admin.query('select key, ctid, xmin from login_attempts where key = any($1) order by key', [keys])).rows
    expect((await tryLogin({ emailOrMobile: ghosts[0] ?? '' }, address)).status).toBe(401)
    expect((await written()).map(({ key }) => key).toSorted()).toEqual([addressKey, keys[2]].toSorted())

    await admin.query('update login_attempts set attempts = 101 where key = $1', [addressKey])
    const before = await written()
    // A running server caches the wait of an address for a moment; a server that was just started has to query it.
    const next = await startTestServer({ trustProxy: 'loopback' })
    try {
      const tries = [email, ...ghosts].map((emailOrMobile) =>
        next.stranger.sendCall(login, { body: { emailOrMobile, password: 'x', tenantName: company.name } }, address),
      )
      for (const { status } of await Promise.all(tries)) expect(status).toBe(429)
    } finally {
      await next.stop()
    }
    expect(await written()).toEqual(before)

    await times(11, () => statusOf({ emailOrMobile: email, password: 'wrong password' }))
    const locked = await written()
    expect(await times(5, () => statusOf({ emailOrMobile: email }))).toEqual(Array(5).fill(429))
    expect(await written()).toEqual(locked)
  })

  test('is that of the connection when no proxy is trusted', async () => {
    const plain = await startTestServer()
    try {
      const forged = { 'x-forwarded-for': '192.0.2.77' }
      const body = { emailOrMobile: 'forger@test.example', password: 'wrong password', tenantName: company.name }
      expect((await plain.stranger.sendCall(login, { body }, forged)).status).toBe(401)
      const found = await admin.query('select from login_attempts where key = $1', ['address 192.0.2.77'])
      expect(found.rowCount).toBe(0)
    } finally {
      await plain.stop()
    }
  })
})

test("the server's database role can neither read nor clear the failed sign-ins", async () => {
  await expect(server.door.anonymous((db) => sql`select * from login_attempts`.execute(db))).rejects.toThrow(
    /permission/,
  )
  await expect(server.door.anonymous((db) => sql`delete from login_attempts`.execute(db))).rejects.toThrow(/permission/)
})

test('a call without a session answers 401 for any id', async () => {
  const replies = [newId(), newId()].map((id) => server.stranger.sendCall(getContract, { params: { id } }))
  for (const reply of await Promise.all(replies)) expect(reply.status).toBe(401)
})
