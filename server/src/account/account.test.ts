import { getAccount, updateAccount } from '@plinth/api/account'
import { getSession } from '@plinth/api/auth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient } from '../kernel/testing.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let company: Company
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

describe("one's own page", () => {
  test('tells somebody without any permission who they are and how they sign in', async () => {
    const person = await company.as({})
    const { mobileNo } = await admin
      .query('select mobile_no as "mobileNo" from users where id = $1', [person.userId])
      .then(({ rows }) => rows[0])
    expect(await person.ok(getAccount, {})).toEqual({
      id: person.userId,
      username: expect.stringMatching(/^Person \d+$/),
      email: person.email,
      mobileNo,
      designation: null,
      tenantName: company.name,
      profileImage: null,
      passwordChangedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      isPasswordOwn: false,
      hasSecondFactor: false,
      recoveryCodesLeft: 0,
      requiresSecondFactor: false,
    })
  })

  test('tells nothing of the password, the secret or the codes', async () => {
    const person = await company.as({})
    await admin.query(
      `insert into second_factors (tenant_id, user_id, sealed_secret, confirmed_at, recovery_hashes)
       values ($1, $2, 'sealed secret', now(), '{"\\\\x01","\\\\x02"}')`,
      [company.id, person.userId],
    )
    const { text } = await person.sendCall(getAccount, {})
    expect(text).not.toMatch(/argon|hash|sealed/i)
    expect(text).not.toContain(company.password)
    expect(JSON.parse(text)).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 2 })
  })
})

describe("one's own name", () => {
  test('is changed for oneself alone', async () => {
    const [person, other] = [await company.as({}), await company.as({})]
    expect(await person.ok(updateAccount, { body: { username: '  Priya Nair ' } })).toMatchObject({
      id: person.userId,
      username: 'Priya Nair',
      email: person.email,
    })
    expect((await person.ok(getSession, {})).username).toBe('Priya Nair')
    expect((await other.ok(getAccount, {})).username).not.toBe('Priya Nair')
    const { rows } = await admin.query('select updated_by from users where id = $1', [person.userId])
    expect(rows).toEqual([{ updated_by: person.userId }])
  })

  test.each([
    ['no name', {}, 'username'],
    ['an empty name', { username: '  ' }, 'username'],
    ['a name of 201 characters', { username: 'x'.repeat(201) }, 'username'],
    ['an e-mail address', { username: 'A', email: 'boss@test.example' }, 'email'],
    ['a flag of the administrators', { username: 'A', isActive: true }, 'isActive'],
    ['a picture', { username: 'A', profileImage: 'https://elsewhere.example/x.png' }, 'profileImage'],
    ['somebody else’s id', { username: 'A', id: '018f0000-0000-7000-8000-000000000000' }, 'id'],
  ])('with %s is refused', async (_, body, path) => {
    const person = await company.as({})
    expect(await person.refused(updateAccount, { body })).toMatchObject({ status: 400, fields: [{ path }] })
    expect((await person.ok(getAccount, {})).email).toBe(person.email)
  })
})
