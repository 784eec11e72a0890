import { changeSignInNames, getAccount, updateAccount } from '@plinth/api/access/account'
import { getSession, login } from '@plinth/api/access/auth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { newMobileNo } from '../../kernel/testing/unique.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'

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

describe('the account page', () => {
  test('shows the name and sign-in of a user without any permission', async () => {
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

  test('shows nothing of the password, the secret or the recovery codes', async () => {
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

describe("the user's own name", () => {
  test('changes for the caller only', async () => {
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

describe('the sign-in names', () => {
  const change = (body: object) => ({ body: { currentPassword: company.password, ...body } })
  const signIn = async (emailOrMobile: string) => {
    const body = { emailOrMobile, password: company.password, tenantName: company.name }
    return (await server.stranger.sendCall(login, { body })).status
  }

  test('change with the present password, and only the new ones sign in afterwards', async () => {
    const person = await company.as({})
    const newNames = { email: `${newId()}@test.example`, mobileNo: newMobileNo() }
    await person.ok(changeSignInNames, change(newNames))
    expect(await person.ok(getAccount, {})).toMatchObject({ id: person.userId, ...newNames })
    expect([await signIn(person.email), await signIn(newNames.email), await signIn(newNames.mobileNo)]).toEqual([
      401, 200, 200,
    ])
    await person.ok(changeSignInNames, change({ mobileNo: null }))
    expect(await person.ok(getAccount, {})).toMatchObject({ ...newNames, mobileNo: null })
    const { rows } = await admin.query('select updated_by from users where id = $1', [person.userId])
    expect(rows).toEqual([{ updated_by: person.userId }])
  })

  const bad: [string, () => object, number, string][] = [
    ['both names empty', () => ({ email: null, mobileNo: null }), 400, 'email'],
    ['a malformed e-mail address', () => ({ email: 'me' }), 400, 'email'],
    ['a short number', () => ({ mobileNo: '123' }), 400, 'mobileNo'],
    [
      'another password',
      () => ({ currentPassword: 'not my password', email: 'me@test.example' }),
      400,
      'currentPassword',
    ],
    ['no password', () => ({ currentPassword: undefined, email: 'me@test.example' }), 400, 'currentPassword'],
    ['a flag of the administrators', () => ({ isActive: true }), 400, 'isActive'],
  ]
  test.each(bad)('with %s are refused, naming the field', async (_, wrong, status, path) => {
    const person = await company.as({})
    expect(await person.refused(changeSignInNames, change(wrong()))).toMatchObject({ status, fields: [{ path }] })
    expect((await person.ok(getAccount, {})).email).toBe(person.email)
  })

  test('of somebody else are refused, naming the field', async () => {
    const [person, other] = [await company.as({}), await company.person({})]
    expect(await person.refused(changeSignInNames, change({ email: other.email.toUpperCase() }))).toMatchObject({
      status: 409,
      fields: [{ path: 'email' }],
    })
    // The proof was right each time, so no failed attempt is counted, however often the change itself fails.
    for (const _ of Array(12).keys())
      expect(await person.refused(changeSignInNames, change({ mobileNo: other.mobileNo }))).toMatchObject({
        status: 409,
        fields: [{ path: 'mobileNo' }],
      })
  })
})
