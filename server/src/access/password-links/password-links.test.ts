import { login } from '@plinth/api/access/auth'
import { changePasswordByLink, createPasswordLink, linkScreen } from '@plinth/api/access/password-links'
import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { createTenant } from '@plinth/api/access/tenants'
import { createUser, resetUserSecondFactor, updateUser } from '@plinth/api/access/users'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { fromSomewhere } from '../../platform/contact/contact.factory.ts'
import {
  type Client,
  type Company,
  everyPlatformFlag,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { guard, signInOf } from '../../testing/test-sign-in.ts'
import { tenantBody } from '../tenants/tenants.factory.ts'
import { userBody } from '../users/users.factory.ts'
import { editOf, secretFor } from './password-links.factory.ts'

const now = Date.now()
const chosen = 'the tide is out today'

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
let operators: Company
let operator: Client
let company: Company
let owner: Awaited<ReturnType<Company['as']>>

beforeAll(async () => {
  server = await startTestServer({ alone: true, now: () => now, trustProxy: 'loopback' })
  if (!server.admin) throw new Error('no database of its own')
  admin = await adminClient(server.admin)
  operators = await operatorCompany(server)
  operator = await operators.as()
})
beforeEach(async () => {
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const person = () => company.person({ Contracts: ['canView'] })
type Person = Awaited<ReturnType<typeof person>>

const use = (link: string, more: object = {}) =>
  server.stranger.sendCall(changePasswordByLink, { body: { link, newPassword: chosen, ...more } }, fromSomewhere())
const signIn = ({ email }: Pick<Person, 'email'>, password: string, more: object = {}) =>
  server.stranger.sendCall(login, { body: { emailOrMobile: email, password, tenantName: company.name, ...more } })
const auditActionsOf = async (userId: string) =>
  (await owner.ok(filterAuditTrail, { body: { recordId: userId } })).content.map(({ action, isOperator, recordType }) =>
    [action, recordType, isOperator].join(' '),
  )

describe('an operator who may let people in', () => {
  test("cannot set the password, e-mail or mobile number of a customer's person, nor remove the second factor", async () => {
    const { userId, email } = await person()
    await guard(admin, { tenantId: company.id, userId }, now)
    const before = await signInOf(admin, userId)
    for (const fields of [{ password: chosen }, { email: `${newId()}@test.example` }, { mobileNo: '919812345678' }]) {
      const refusal = await operator.refused(updateUser, editOf(userId, { email, ...fields }))
      expect(refusal).toMatchObject({ status: 403, message: expect.stringContaining('of another company') })
    }
    expect((await operator.refused(resetUserSecondFactor, { params: { id: userId } })).status).toBe(403)
    expect(await signInOf(admin, userId)).toEqual(before)
    // Operators may still change fields that are not used to sign in.
    await operator.ok(updateUser, editOf(userId, { email, designation: 'Mason' }))
  })

  test('makes a link with which only the person chooses a password, once', async () => {
    const someone = await person()
    const link = await operator.ok(createPasswordLink, { params: { id: someone.userId } })
    expect(link).toEqual({ mailedTo: null, handOut: expect.stringMatching(`^${linkScreen}#[\\w.-]{100,200}$`) })
    const secret = String(link.handOut).split('#')[1] ?? ''
    expect(await use(secret)).toMatchObject({ status: 200 })
    expect((await signIn(someone, company.password)).status).toBe(401)
    expect((await signIn(someone, chosen)).status).toBe(200)
    expect((await signInOf(admin, someone.userId))[0]).toMatchObject({ is_own: true })
    expect((await use(secret, { newPassword: 'the tide is in today' })).status).toBe(404)
    expect((await signIn(someone, chosen)).status).toBe(200)
  })

  test("is recorded in the company's audit trail", async () => {
    const { userId } = await person()
    await use(await secretFor(operator, userId))
    const trail = await auditActionsOf(userId)
    expect(trail).toContain('LINK_HANDED_OUT users true')
    expect(trail).toContain('LINK_USED users false')
    expect(trail).toContain('CHANGED user_passwords false')
  })
})

describe('an operator without the permission', () => {
  const { Credentials: _, ...grid } = everyPlatformFlag

  test('cannot make a link, nor create people in a company that has an administrator', async () => {
    const narrow = await operators.as(grid)
    const { userId } = await person()
    const refusal = { status: 403, message: expect.stringContaining('canEdit on Credentials') }
    expect(await narrow.refused(createPasswordLink, { params: { id: userId } })).toMatchObject(refusal)
    expect(await narrow.refused(createUser, { body: userBody({ tenantId: company.id }) })).toMatchObject(refusal)
  })

  test('can set up a new company with its first administrator, and no further', async () => {
    const narrow = await operators.as(grid)
    const { id: tenantId } = await narrow.ok(createTenant, { body: tenantBody() })
    const first = await narrow.ok(createUser, { body: userBody({ tenantId }) })
    await narrow.ok(updateUser, editOf(first.id, { email: first.email, password: chosen }))
    const roles = await admin.query(`select id from roles where tenant_id = $1 and name = 'Administrator'`, [tenantId])
    await narrow.ok(createRoleMapping, { body: { userId: first.id, roleId: roles.rows[0]?.id } })
    expect((await narrow.refused(createUser, { body: userBody({ tenantId }) })).status).toBe(403)
    const again = editOf(first.id, { email: first.email, password: `${chosen}, too` })
    expect((await narrow.refused(updateUser, again)).status).toBe(403)
  })
})

describe('an administrator of the company', () => {
  test('makes links for people of their own company, which the audit trail records', async () => {
    const someone = await person()
    const secret = await secretFor(owner, someone.userId)
    expect((await use(secret)).status).toBe(200)
    expect((await signIn(someone, chosen)).status).toBe(200)
    expect(await auditActionsOf(someone.userId)).toContain('LINK_HANDED_OUT users false')
  })

  test('can make five links a day for one person', async () => {
    const { userId } = await person()
    for (let count = 0; count < 5; count += 1) await secretFor(owner, userId)
    expect((await owner.refused(createPasswordLink, { params: { id: userId } })).status).toBe(429)
  })
})

describe('a password link', () => {
  test('keeps the second factor: a code is needed to use the link, and again at the next sign-in', async () => {
    const someone = await person()
    const code = await guard(admin, { tenantId: company.id, userId: someone.userId }, now)
    const secret = await secretFor(operator, someone.userId)
    const before = await signInOf(admin, someone.userId)
    for (const wrong of [{}, { code: '000000' }]) {
      const reply = await use(secret, wrong)
      expect(reply.status).toBe(400)
      expect(JSON.parse(reply.text)).toMatchObject({ fields: [{ path: 'code' }] })
    }
    expect(await signInOf(admin, someone.userId)).toEqual(before)
    expect((await use(secret, { code })).status).toBe(200)
    const [after] = await signInOf(admin, someone.userId)
    expect(after).toMatchObject({ sealed_secret: before[0]?.sealed_secret, is_own: true })
    expect((await signIn(someone, chosen)).text).toContain('second_factor_needed')
    expect((await signIn(someone, chosen, { code })).status).toBe(401)
  })

  test('allows ten codes, then none that day', async () => {
    const { userId } = await person()
    const code = await guard(admin, { tenantId: company.id, userId }, now)
    const secret = await secretFor(operator, userId)
    for (let count = 0; count < 10; count += 1) expect((await use(secret, { code: '000000' })).status).toBe(400)
    expect((await use(secret, { code })).status).toBe(429)
  })

  test("ends the person's sessions and clears their failed attempts", async () => {
    const someone = await company.as({ Contracts: ['canView'] })
    await admin.query(`insert into login_attempts values ($1, 11, now() + interval '15 minutes')`, [
      `user ${someone.userId}`,
    ])
    await use(await secretFor(operator, someone.userId))
    expect((await someone.sendCall(filterAuditTrail, { body: {} })).status).toBe(401)
    expect((await signIn(someone, chosen)).status).toBe(200)
  })

  test('stops working after a newer link, another password or address, expiry, or when the person or company is deactivated', async () => {
    const ends: ((someone: Person) => Promise<unknown>)[] = [
      ({ userId }) => secretFor(owner, userId),
      ({ userId, email }) => owner.ok(updateUser, editOf(userId, { email, password: 'a wholly other one' })),
      ({ userId, mobileNo }) => owner.ok(updateUser, editOf(userId, { email: `${newId()}@test.example`, mobileNo })),
      async ({ userId, email }) => {
        await owner.ok(updateUser, editOf(userId, { email, isActive: false }))
        await owner.ok(updateUser, editOf(userId, { email, isActive: true }))
      },
      ({ userId }) => admin.query(`update password_links set expires_at = now() where user_id = $1`, [userId]),
      () => admin.query(`update tenants set status = 'SUSPENDED' where id = $1`, [company.id]),
    ]
    const outcomes: number[] = []
    for (const end of ends) {
      const someone = await person()
      const secret = await secretFor(operator, someone.userId)
      await end(someone)
      outcomes.push((await use(secret)).status)
    }
    expect(outcomes).toEqual(ends.map(() => 404))
  })

  test('is refused when altered or signed with another secret, and none is made for an inactive person', async () => {
    const { userId, email } = await person()
    const secret = await secretFor(operator, userId)
    const [tenantId = '', id = ''] = secret.split('.')
    const forged = tokens('another secret of another installation').signPasswordLink({ tenantId, id })
    for (const bad of [forged, `${secret}x`, 'x', secret.replace(tenantId, newId())]) {
      expect(bad).not.toBe(secret)
      expect((await use(bad)).status).toBe(404)
    }
    expect((await use(secret, { newPassword: 'short' })).status).toBe(400)
    expect((await use(secret, { newPassword: email })).status).toBe(400)
    await owner.ok(updateUser, editOf(userId, { email, isActive: false }))
    expect((await owner.refused(createPasswordLink, { params: { id: userId } })).status).toBe(409)
  })

  test('used three times at once works once', async () => {
    const secret = await secretFor(operator, (await person()).userId)
    const replies = await Promise.all([1, 2, 3].map(() => use(secret)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
  })
})
