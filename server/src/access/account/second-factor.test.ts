import {
  changePassword,
  confirmSecondFactor,
  getAccount,
  removeSecondFactor,
  startSecondFactor,
} from '@plinth/api/access/account'
import { login } from '@plinth/api/access/auth'
import { Secret, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { adminClient, testSecret } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  client,
  newCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { atOnce, beginFactor, codeOf, newFactor } from './account.factory.ts'

const second = 1000
/** The middle of a 30-second step of today, so that no code expires while a test runs. */
const noon = Math.floor(Date.now() / (30 * second)) * 30 * second + 15 * second

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

type Person = Awaited<ReturnType<Company['as']>>

const begin = (person: Client, code?: string) => beginFactor(person, company.password, code)
const setUp = (person: Client) => newFactor(person, company.password, noon)
const confirm = (person: Client, code: string) => person.sendCall(confirmSecondFactor, { body: { code } })
const confirmStatus = async (person: Client, code: string) => (await confirm(person, code)).status
const factorOf = async ({ userId }: Person) =>
  (await admin.query('select * from second_factors where user_id = $1', [userId])).rows[0]
let visitors = 0
async function loginReply({ email }: Person, code?: string) {
  visitors += 1
  const body = { emailOrMobile: email, password: company.password, tenantName: company.name, ...(code && { code }) }
  const address = { 'x-forwarded-for': `2001:db8:8::${visitors.toString(16)}` }
  return server.stranger.sendCall(login, { body }, address)
}
/** A code of six digits that is invalid in all steps around the moment. */
const wrongCode = (secret: string) => {
  const good = [-30, 0, 30].map((shift) => codeOf(secret, noon + shift * second))
  return ['000000', '111111', '222222', '333333'].find((code) => !good.includes(code)) ?? ''
}

describe('beginning a second factor', () => {
  test('returns a secret of 160 bits, as base32 and as the URI that an app reads', async () => {
    const person = await company.as({})
    const { secret, uri } = await person.ok(startSecondFactor, { body: { currentPassword: company.password } })
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Plinth:/)
    const read = URI.parse(uri)
    expect(read).toMatchObject({ issuer: 'Plinth', algorithm: 'SHA1', digits: 6, period: 30 })
    expect(read.label).toBe(`${company.name}:${person.email}`)
    expect(read.secret.base32).toBe(secret)
  })

  test('labels a user without an e-mail address by the mobile number', async () => {
    const person = await company.as({})
    await admin.query(`update users set email = null, mobile_no = '+919812345678' where id = $1`, [person.userId])
    const { uri } = await person.ok(startSecondFactor, { body: { currentPassword: company.password } })
    expect(URI.parse(uri).label).toBe(`${company.name}:+919812345678`)
  })

  test('puts nothing in force before the first code is sent', async () => {
    const person = await company.as({})
    await begin(person)
    expect(await person.ok(getAccount, {})).toMatchObject({ hasSecondFactor: false, recoveryCodesLeft: 0 })
    expect((await loginReply(person)).status).toBe(200)
  })

  test('requires the password, and counts attempts like sign-ins', async () => {
    const person = await company.as({})
    const wrong = { body: { currentPassword: 'not my password' } }
    expect(await person.refused(startSecondFactor, wrong)).toMatchObject({
      status: 400,
      fields: [{ path: 'currentPassword', message: 'is not your present password' }],
    })
    for (let round = 0; round < 9; round += 1) await person.refused(startSecondFactor, wrong)
    const locked = await person.sendCall(startSecondFactor, { body: { currentPassword: company.password } })
    expect([locked.status, Number(locked.headers.get('retry-after')) > 60]).toEqual([429, true])
    expect((await loginReply(person)).status).toBe(429)
    expect(await factorOf(person)).toBeUndefined()
  })

  test('stores the secret sealed, so that it can neither be read nor moved to another person', async () => {
    const [person, other] = [await company.as({}), await company.as({})]
    const secret = Buffer.from(Secret.fromBase32(await begin(person)).bytes)
    const { pending_secret: sealed } = await factorOf(person)
    const stored = (
      await admin.query('select f::text as all from second_factors f where user_id = $1', [person.userId])
    ).rows[0].all
    expect(stored).not.toContain(secret.toString('hex'))
    expect(sealed.includes(secret)).toBe(false)
    const { open } = tokens(testSecret)
    expect(open(sealed, person.userId)).toEqual(secret)
    expect(open(sealed, other.userId)).toBeUndefined()
    expect(tokens('another secret, also of more than 32 characters').open(sealed, person.userId)).toBeUndefined()
    sealed[sealed.length - 1] ^= 1
    expect(open(sealed, person.userId)).toBeUndefined()
    expect(open(Buffer.alloc(0), person.userId)).toBeUndefined()
  })
})

describe('confirming a second factor', () => {
  test('with a right code puts it in force, and returns eight recovery codes only this once', async () => {
    const person = await company.as({})
    const { recoveryCodes } = await setUp(person)
    expect(new Set(recoveryCodes).size).toBe(8)
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/)
    const { text } = await person.sendCall(getAccount, {})
    expect(JSON.parse(text)).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 8 })
    const { rows } = await admin.query('select f::text as stored from second_factors f where user_id = $1', [
      person.userId,
    ])
    for (const code of recoveryCodes)
      for (const shown of [code, code.replaceAll('-', '')]) {
        expect(text).not.toContain(shown)
        expect(rows[0].stored).not.toContain(shown)
        expect(rows[0].stored).not.toContain(Buffer.from(shown).toString('hex'))
      }
  })

  test.each([
    ['one step early', -30, 200],
    ['one step late', 30, 200],
    ['two steps early', -60, 400],
    ['two steps late', 60, 400],
  ])('with a code %s gets the expected status', async (_, shift, status) => {
    const person = await company.as({})
    expect(await confirmStatus(person, codeOf(await begin(person), noon + shift * second))).toBe(status)
  })

  test('ignores spaces in the code, because apps show codes with them', async () => {
    const person = await company.as({})
    const code = codeOf(await begin(person), noon)
    expect(await confirmStatus(person, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe(200)
  })

  test.each([
    ['nothing', '', 400],
    ['a text', 'abcdef', 400],
    ['five digits', '12345', 400],
    ['digits of another script', '१२३४५६', 400],
    ['six letters of two bytes', 'éééééé', 400],
    ['41 characters', '1'.repeat(41), 400],
  ])('with %s is refused', async (_, code, status) => {
    const person = await company.as({})
    await begin(person)
    expect(await person.refused(confirmSecondFactor, { body: { code } })).toMatchObject({
      status,
      fields: [{ path: 'code' }],
    })
    expect(await person.ok(getAccount, {})).toMatchObject({ hasSecondFactor: false })
  })

  test('cannot be guessed: after ten attempts even the right code gets 429', async () => {
    const person = await company.as({})
    const secret = await begin(person)
    for (let round = 0; round < 10; round += 1) expect(await confirmStatus(person, wrongCode(secret))).toBe(400)
    const locked = await confirm(person, codeOf(secret, noon))
    expect([locked.status, Number(locked.headers.get('retry-after')) > 60]).toEqual([429, true])
  })

  test('is refused with 409 when none was begun or it is already confirmed', async () => {
    const person = await company.as({})
    expect(await confirmStatus(person, '123456')).toBe(409)
    const { codeAt } = await setUp(person)
    expect(await confirmStatus(person, codeAt(noon + 30 * second))).toBe(409)
  })

  test('many times at once returns one set of codes, which is the stored one', async () => {
    const person = await company.as({})
    const code = codeOf(await begin(person), noon)
    const calls = Array.from({ length: 4 }, () => () => confirm(person, code))
    const replies = await atOnce(admin, 'from second_factors where user_id = $1', person.userId, calls)
    const good = replies.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3)
    const { recoveryCodes } = JSON.parse(good[0]?.text ?? '')
    expect((await loginReply(person, recoveryCodes[7])).status).toBe(200)
  })
})

describe('a new second factor that replaces the old one', () => {
  test('leaves the old one in force until its own first code is sent', async () => {
    const person = await company.as({})
    const old = await setUp(person)
    const secret = await begin(person, old.recoveryCodes[1])
    expect(await person.ok(getAccount, {})).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 7 })
    expect((await loginReply(person)).status).toBe(401)
    expect((await loginReply(person, codeOf(secret, noon + 30 * second))).status).toBe(401)
    expect((await loginReply(person, old.codeAt(noon + 30 * second))).status).toBe(200)
    expect(await confirmStatus(person, old.codeAt(noon + 30 * second))).toBe(400)

    expect(await confirmStatus(person, codeOf(secret, noon))).toBe(200)
    expect((await loginReply(person, old.codeAt(noon))).status).toBe(401)
    expect((await loginReply(person, old.recoveryCodes[0])).status).toBe(401)
    expect((await loginReply(person, codeOf(secret, noon + 30 * second))).status).toBe(200)
  })

  test('begun before a change of the password cannot be confirmed after it', async () => {
    const person = await company.as({})
    const secret = await begin(person)
    const newPassword = 'the rain in Pune'
    await person.ok(changePassword, { body: { currentPassword: company.password, newPassword } })
    expect(await confirmStatus(person, codeOf(secret, noon))).toBe(409)
  })

  test('begun twice can be confirmed only with the last secret', async () => {
    const person = await company.as({})
    const [first, last] = [await begin(person), await begin(person)]
    expect(await confirmStatus(person, codeOf(first, noon))).toBe(400)
    expect(await confirmStatus(person, codeOf(last, noon))).toBe(200)
  })
})

describe('removing a second factor', () => {
  const remove = (code?: string, currentPassword = company.password) => ({
    body: { currentPassword, ...(code && { code }) },
  })

  test('requires password and code; then the password is enough to sign in, and the recovery codes are invalid', async () => {
    const person = await company.as({})
    const { recoveryCodes, codeAt } = await setUp(person)
    const next = codeAt(noon + 30 * second)
    expect(await person.refused(removeSecondFactor, remove(next, 'not my password'))).toMatchObject({
      status: 400,
      fields: [{ path: 'currentPassword' }],
    })
    for (const code of [undefined, codeAt(noon), '000000x'])
      expect(await person.refused(removeSecondFactor, remove(code))).toMatchObject({
        status: 400,
        fields: [{ path: 'code' }],
      })
    expect((await loginReply(person)).status).toBe(401)
    const elsewhere = await loginReply(person, recoveryCodes[1])
    await person.ok(removeSecondFactor, remove(next))
    const other = client(server.url, JSON.parse(elsewhere.text).accessToken)
    expect((await other.sendCall(getAccount, {})).status).toBe(401)
    expect(await person.ok(getAccount, {})).toMatchObject({ hasSecondFactor: false, recoveryCodesLeft: 0 })
    expect((await loginReply(person)).status).toBe(200)
    await setUp(person)
    expect((await loginReply(person, recoveryCodes[0])).status).toBe(401)
  })

  test('affects nobody else, and succeeds when there is none', async () => {
    const [person, other] = [await company.as({}), await company.as({})]
    await setUp(other)
    await person.ok(removeSecondFactor, remove())
    expect(await other.ok(getAccount, {})).toMatchObject({ hasSecondFactor: true })
  })

  test('is refused with 409 while the company requires one, but a new one can replace it', async () => {
    const strict = await newCompany(server)
    const person = await strict.as({})
    const { recoveryCodes } = await newFactor(person, strict.password, noon)
    await admin.query('update tenants set requires_second_factor = true where id = $1', [strict.id])
    for (let round = 0; round < 12; round += 1)
      expect(await person.refused(removeSecondFactor, remove())).toMatchObject({ status: 409, code: 'conflict' })
    expect(await person.ok(getAccount, {})).toMatchObject({ hasSecondFactor: true, requiresSecondFactor: true })
    await newFactor(person, strict.password, noon, recoveryCodes[0])
  })
})
