import { login } from '@plinth/api/access/auth'
import { getTenant } from '@plinth/api/access/tenants'
import {
  createUser,
  deleteUser,
  endUserSessions,
  filterUsers,
  getSignInState,
  getUser,
  resetUserSecondFactor,
  unlockUser,
  updateUser,
} from '@plinth/api/access/users'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { newMobileNo } from '../../kernel/testing/unique.ts'
import {
  type Client,
  type Company,
  client,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newUser, userBody } from './users.factory.ts'

let server: TestServer
let company: Company
let other: Company
let owner: Client & { userId: string }
let stranger: Client
let operator: Client & { userId: string }
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  other = await newCompany(server)
  owner = await company.as()
  stranger = await other.as()
  operator = await (await operatorCompany(server)).as()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const signIn = (emailOrMobile: string, password: string, tenantName = company.name) =>
  server.stranger.sendCall(login, { body: { emailOrMobile, password, tenantName } })

describe('a new person', () => {
  test("has the fields that were sent, is active, belongs to the caller's company and can sign in", async () => {
    const email = `${newId()}@test.example`
    const fields = {
      username: 'Kavita Nair',
      email,
      mobileNo: newMobileNo(),
      designation: 'Site engineer',
      comment: 'Pune',
    }
    const created = await newUser(owner, fields)
    expect(created).toMatchObject({
      ...fields,
      isActive: true,
      tenantId: company.id,
      tenantName: company.name,
      profileImage: null,
      createdBy: owner.userId,
    })
    expect(await owner.ok(getUser, { params: { id: created.id } })).toEqual(created)
    expect((await signIn(email, 'monsoon over the ghats')).status).toBe(200)
    expect((await signIn(fields.mobileNo, 'monsoon over the ghats')).status).toBe(200)
  })

  test('without a name is called by the e-mail address, else by the mobile number', async () => {
    const email = `${newId()}@test.example`
    expect((await newUser(owner, { username: null, email })).username).toBe(email)
    const mobileNo = newMobileNo()
    expect((await newUser(owner, { username: '', email: null, mobileNo })).username).toBe(mobileNo)
  })

  const bad: [string, object, string][] = [
    ['neither e-mail nor mobile number', { email: null, mobileNo: null }, 'email'],
    ['a malformed e-mail', { email: 'not an address' }, 'email'],
    ['a short mobile number', { mobileNo: '12345' }, 'mobileNo'],
    ['letters in the mobile number', { mobileNo: '+91abcdefghij' }, 'mobileNo'],
    ['no password', { password: undefined }, 'password'],
    ['an empty password', { password: '' }, 'password'],
    ['a password of 7 characters', { password: 'x7f!kQ2' }, 'password'],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, 'password'],
    ['a common password', { password: 'password123' }, 'password'],
    ['a common password in capitals', { password: 'PASSWORD123' }, 'password'],
    ['a password of their own name and a year', { password: 'MeeraIyer@2026' }, 'password'],
    ['an unknown field', { role: 'Administrator' }, 'role'],
    ['a role by its name', { roleId: 'Administrator' }, 'roleId'],
    ['an active flag of text', { isActive: 'yes' }, 'isActive'],
  ]
  test.each(bad)('with %s is refused, naming the field', async (_, wrong, path) => {
    expect(await owner.refused(createUser, { body: { ...userBody(), ...wrong } })).toMatchObject({
      status: 400,
      fields: [{ path }],
    })
  })

  test('cannot have an e-mail in any letter case or a mobile number of somebody in the company, but of somebody in another one', async () => {
    const created = await newUser(owner, { mobileNo: newMobileNo() })
    expect(
      await owner.refused(createUser, { body: userBody({ email: created.email?.toUpperCase() ?? '' }) }),
    ).toMatchObject({ status: 409, fields: [{ path: 'email' }] })
    expect(await owner.refused(createUser, { body: userBody({ mobileNo: created.mobileNo }) })).toMatchObject({
      status: 409,
      fields: [{ path: 'mobileNo' }],
    })
    expect((await newUser(stranger, { email: created.email, mobileNo: created.mobileNo })).tenantId).toBe(other.id)
  })

  test('ignores fields that only the server sets', async () => {
    const forged = {
      id: newId(),
      createdBy: newId(),
      isDeleted: true,
      profileImage: 'https://evil.example/x.png',
      hashedPassword: 'x',
      tenantName: 'Else',
      roles: 'Administrator',
    }
    const created = await newUser(owner, { ...userBody(), ...forged })
    expect(created).toMatchObject({
      profileImage: null,
      isDeleted: false,
      createdBy: owner.userId,
      tenantName: company.name,
      roles: null,
    })
    expect(created.id).not.toBe(forged.id)
  })

  test('cannot be created in another company by somebody who is no operator [6.15]', async () => {
    const email = `${newId()}@test.example`
    expect(await owner.refused(createUser, { body: userBody({ email, tenantId: other.id }) })).toMatchObject({
      status: 404,
    })
    expect(await owner.refused(createUser, { body: userBody({ email, tenantId: newId() }) })).toMatchObject({
      status: 404,
    })
    expect((await admin.query('select from users where email = $1', [email])).rowCount).toBe(0)
    expect((await newUser(owner, { tenantId: company.id })).tenantId).toBe(company.id)
  })
})

describe('an edit of a person', () => {
  test('changes the fields that are sent, and moves nobody to another company', async () => {
    const created = await newUser(owner)
    const changed = await owner.ok(updateUser, {
      params: { id: created.id },
      body: { designation: 'Accountant', tenantId: other.id, tenantName: 'Else' },
    })
    expect(changed).toMatchObject({ ...created, designation: 'Accountant', updatedAt: changed.updatedAt })
    const byOperator = await operator.ok(updateUser, {
      params: { id: created.id },
      body: { comment: 'seen', tenantId: other.id },
    })
    expect(byOperator).toMatchObject({ tenantId: company.id, comment: 'seen' })
  })

  test('based on an older state is refused and changes nothing', async () => {
    const created = await newUser(owner)
    await owner.ok(updateUser, { params: { id: created.id }, body: { comment: 'first' } })
    const late = { comment: 'second', updatedAt: created.updatedAt }
    expect(await owner.refused(updateUser, { params: { id: created.id }, body: late })).toMatchObject({ status: 412 })
    expect((await owner.ok(getUser, { params: { id: created.id } })).comment).toBe('first')
  })

  test('without a password, or with an empty one, keeps the old one [5.9]', async () => {
    const { id, email } = await newUser(owner)
    for (const password of [undefined, '', null])
      await owner.ok(updateUser, {
        params: { id },
        body: { comment: 'x', ...(password !== undefined && { password }) },
      })
    expect((await signIn(email ?? '', 'monsoon over the ghats')).status).toBe(200)
  })

  test('with a password replaces the old one and ends every session of the person [7.13]', async () => {
    const { id, email } = await newUser(owner)
    const reply = await signIn(email ?? '', 'monsoon over the ghats')
    const { accessToken } = JSON.parse(reply.text)
    await owner.ok(updateUser, { params: { id }, body: { password: 'the tide is out today' } })
    expect((await client(server.url, accessToken).sendCall(getUser, { params: { id } })).status).toBe(401)
    expect((await signIn(email ?? '', 'monsoon over the ghats')).status).toBe(401)
    expect((await signIn(email ?? '', 'the tide is out today')).status).toBe(200)
  })

  test('that empties the name falls back to the e-mail address', async () => {
    const created = await newUser(owner)
    const changed = await owner.ok(updateUser, { params: { id: created.id }, body: { ...created, username: '' } })
    expect(changed.username).toBe(created.email)
  })

  test('with a password made of the new name is refused, and changes nothing', async () => {
    const created = await newUser(owner)
    const wrong = { username: 'Kaveri Rao', password: 'Kaveri-Rao-99' }
    expect(await owner.refused(updateUser, { params: { id: created.id }, body: wrong })).toMatchObject({
      status: 400,
      fields: [{ path: 'password' }],
    })
    expect(await owner.ok(getUser, { params: { id: created.id } })).toEqual(created)
  })

  test('that would remove both e-mail and mobile number is refused', async () => {
    const created = await newUser(owner)
    expect(await owner.refused(updateUser, { params: { id: created.id }, body: { email: null } })).toMatchObject({
      status: 400,
      fields: [{ path: 'email' }],
    })
  })
})

describe('the sign-in of a person with more permissions than the caller', () => {
  const above = { User: ['canView', 'canEdit'], Contracts: ['canView'] } as const
  test.each([
    ['password', { password: 'the tide is out today' }],
    ['e-mail', { email: 'mine@test.example' }],
    ['mobile number', { mobileNo: '919999999999' }],
  ])('cannot be changed by setting their %s', async (_, body) => {
    const [clerk, boss] = [await company.as({ User: ['canView', 'canEdit'] }), await company.person(above)]
    expect(await clerk.refused(updateUser, { params: { id: boss.userId }, body })).toMatchObject({ status: 403 })
    expect((await signIn(boss.email, company.password)).status).toBe(200)
    // A person without any flag that the clerk lacks can be changed, and so can other fields of the boss.
    const peer = await company.person({ User: ['canView'] })
    await clerk.ok(updateUser, {
      params: { id: peer.userId },
      body: {
        ...body,
        ...('email' in body && { email: `${newId()}@test.example` }),
        ...('mobileNo' in body && { mobileNo: newMobileNo() }),
      },
    })
    await clerk.ok(updateUser, { params: { id: boss.userId }, body: { comment: 'on leave' } })
  })

  test('cannot be changed by an operator, and the sign-in state says so', async () => {
    const boss = await company.person(above)
    const params = { id: boss.userId }
    const body = { password: 'the tide is out today' }
    expect(await operator.refused(updateUser, { params, body })).toMatchObject({ status: 403 })
    expect((await signIn(boss.email, company.password)).status).toBe(200)
    expect(await operator.ok(getSignInState, { params })).toMatchObject({ isOutside: true })
    expect(await owner.ok(getSignInState, { params })).toMatchObject({ isOutside: false })
  })

  test('cannot be restored by the caller who deactivated them', async () => {
    const [clerk, boss] = [await company.as({ User: ['canView', 'canEdit'] }), await company.person(above)]
    const params = { id: boss.userId }
    await clerk.ok(updateUser, { params, body: { isActive: false } })
    expect(await clerk.refused(updateUser, { params, body: { isActive: true } })).toMatchObject({ status: 403 })
    await owner.ok(updateUser, { params, body: { isActive: true } })
    expect((await signIn(boss.email, company.password)).status).toBe(200)
  })

  test('is marked as above the caller in the sign-in state', async () => {
    const clerk = await company.as({ User: ['canView', 'canEdit'] })
    const [boss, peer] = [await company.person(above), await company.person({ User: ['canView'] })]
    expect(await clerk.ok(getSignInState, { params: { id: boss.userId } })).toMatchObject({ isAbove: true })
    for (const { userId: id } of [peer, clerk])
      expect(await clerk.ok(getSignInState, { params: { id } })).toMatchObject({ isAbove: false })
    expect(await operator.ok(getSignInState, { params: { id: boss.userId } })).toMatchObject({ isAbove: false })
  })
})

describe("the caller's own sign-in", () => {
  test('sent back unchanged is accepted, and other fields can be changed', async () => {
    const person = await company.as({ User: ['canView', 'canEdit'] })
    const params = { id: person.userId }
    const stored = await person.ok(getUser, { params })
    const changed = await person.ok(updateUser, { params, body: { ...stored, password: '', comment: 'myself' } })
    expect(changed).toMatchObject({ comment: 'myself', email: stored.email, mobileNo: stored.mobileNo })
  })

  test('is refused, naming each changed field', async () => {
    const person = await company.as({ User: ['canView', 'canEdit'] })
    const body = { email: `${newId()}@test.example`, mobileNo: null, password: 'the tide is out today', comment: 'x' }
    expect(await person.refused(updateUser, { params: { id: person.userId }, body })).toMatchObject({
      status: 409,
      fields: [{ path: 'email' }, { path: 'mobileNo' }, { path: 'password' }],
    })
    expect((await person.ok(getUser, { params: { id: person.userId } })).comment).toBe(null)
  })

  test("cannot be changed by the server's database role without a proof", async () => {
    const { userId } = await company.as()
    const inside = (work: string) => server.door.inTenant(company.id, userId, (db) => sql`${sql.raw(work)}`.execute(db))
    for (const work of [
      `update user_passwords set hash = 'x' where user_id = '${userId}'`,
      `update users set email = 'x@test.example' where id = '${userId}'`,
      `update users set mobile_no = null where id = '${userId}'`,
      `insert into second_factors (user_id, pending_secret) values ('${userId}', 'x')`,
      `select app.unlock_sign_in('${userId}')`,
    ])
      await expect(inside(work), work).rejects.toThrow('your own page')
  })
})

describe('helping a person to sign in', () => {
  const attempts = (id: string) =>
    admin.query(
      `insert into login_attempts values ($1, 11, now() + interval '15 minutes')
      on conflict (key) do update set attempts = 11`,
      [`user ${id}`],
    )

  test.each([
    [unlockUser, 3],
    [resetUserSecondFactor, 3],
    [endUserSessions, 10],
  ] as const)(
    'by $path is limited per person and day for all helpers together, and then answers 429 with the time to wait',
    async (call, dailyLimit) => {
      const [person, other, helpers] = [
        await company.person({}),
        await company.person({}),
        [owner, await company.as(), ...(call.outside === 'never' ? [] : [operator])],
      ]
      const help = (at: number, id = person.userId) =>
        (helpers[at % helpers.length] ?? owner).sendCall(call, { params: { id } })
      for (let at = 0; at < dailyLimit; at += 1) {
        await attempts(person.userId)
        expect((await help(at)).status).toBe(204)
      }
      await attempts(person.userId)
      for (let at = 0; at < helpers.length; at += 1) {
        const reply = await help(at)
        expect(reply.status, reply.text).toBe(429)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(3600)
      }
      expect((await help(0, other.userId)).status).toBe(204)
      const counted = await admin.query('select attempts from login_attempts where key = $1', [`user ${person.userId}`])
      expect(counted.rows).toEqual([{ attempts: 11 }])
    },
  )

  test('by unlocking is recorded in the audit trail, if there were failures to clear', async () => {
    const person = await company.person({})
    const unlockings = async () =>
      (await owner.ok(filterAuditTrail, { body: { recordId: person.userId, action: ['UNLOCKED'] } })).content
    await owner.ok(unlockUser, { params: { id: person.userId } })
    expect(await unlockings()).toEqual([])
    await attempts(person.userId)
    await owner.ok(unlockUser, { params: { id: person.userId } })
    expect(await unlockings()).toMatchObject([
      { actorId: owner.userId, action: 'UNLOCKED', recordType: 'users', recordName: expect.stringMatching(/^Person/) },
    ])
  })
})

describe('the last administrator', () => {
  async function companyWithOneAdministrator() {
    const small = await newCompany(server)
    return { small, last: await small.as() }
  }
  test('cannot be deleted or deactivated, neither by themselves nor by an operator', async () => {
    const { last } = await companyWithOneAdministrator()
    for (const by of [last, operator]) {
      expect(await by.refused(deleteUser, { params: { id: last.userId } })).toMatchObject({ status: 409 })
      expect(await by.refused(updateUser, { params: { id: last.userId }, body: { isActive: false } })).toMatchObject({
        status: 409,
      })
    }
    expect((await last.ok(getUser, { params: { id: last.userId } })).isActive).toBe(true)
  })

  test('can be removed once there is another; of two who remove each other at once one stays', async () => {
    const { small, last } = await companyWithOneAdministrator()
    const second = await small.as()
    const replies = await Promise.all([
      last.sendCall(deleteUser, { params: { id: second.userId } }),
      second.sendCall(deleteUser, { params: { id: last.userId } }),
    ])
    const done = replies.filter(({ status }) => status === 204)
    expect(done.length, replies.map(({ status, text }) => `${status} ${text}`).join()).toBe(1)
  })

  test('is protected even beside inactive administrators', async () => {
    const { small, last } = await companyWithOneAdministrator()
    const second = await small.as()
    await last.ok(updateUser, { params: { id: second.userId }, body: { isActive: false } })
    expect(await last.refused(deleteUser, { params: { id: last.userId } })).toMatchObject({ status: 409 })
  })

  test('can delete other people', async () => {
    const { small, last } = await companyWithOneAdministrator()
    const clerk = await small.person({ Contracts: ['canView'] })
    await last.ok(deleteUser, { params: { id: clerk.userId } })
    expect(await last.refused(getUser, { params: { id: clerk.userId } })).toMatchObject({ status: 404 })
  })
})

describe('a person who was removed', () => {
  test.each([
    ['deactivated', (id: string) => owner.ok(updateUser, { params: { id }, body: { isActive: false } })],
    ['deleted', (id: string) => owner.ok(deleteUser, { params: { id } })],
  ] as const)('by being %s is refused at the next call, and their sessions are not restored', async (_, remove) => {
    const person = await company.as({ User: ['canView'] })
    expect((await person.sendCall(getUser, { params: { id: person.userId } })).status).toBe(200)
    await remove(person.userId)
    expect((await person.sendCall(getUser, { params: { id: person.userId } })).status).toBe(401)
    await admin.query('update users set is_active = true, deleted_at = null where id = $1', [person.userId])
    expect((await person.sendCall(getUser, { params: { id: person.userId } })).status).toBe(401)
  })

  test('by being deleted is found by no call, and the e-mail address can be used again', async () => {
    const created = await newUser(owner)
    await owner.ok(deleteUser, { params: { id: created.id } })
    for (const call of [getUser, deleteUser])
      expect(await owner.refused(call, { params: { id: created.id } })).toMatchObject({ status: 404 })
    expect(await owner.refused(updateUser, { params: { id: created.id }, body: {} })).toMatchObject({ status: 404 })
    expect((await owner.ok(filterUsers, { body: { email: created.email } })).totalElements).toBe(0)
    expect((await newUser(owner, { email: created.email })).id).not.toBe(created.id)
  })
})

describe('the search for people', () => {
  test("finds by every filter, in the caller's company only", async () => {
    const key = newId().slice(0, 8)
    const created = await newUser(owner, {
      username: `Ravi ${key}`,
      email: `ravi.${key}@test.example`,
      designation: `Foreman ${key}`,
      mobileNo: newMobileNo(),
    })
    await newUser(stranger, { username: `Ravi ${key}`, designation: `Foreman ${key}` })
    for (const body of [
      { username: `ravi ${key}` },
      { email: `RAVI.${key}` },
      { designation: key },
      { mobileNo: created.mobileNo },
      { designation: key, isActive: true },
      { designation: key, tenantId: company.id },
    ])
      expect(
        (await owner.ok(filterUsers, { body })).content.map(({ id }) => id),
        JSON.stringify(body),
      ).toEqual([created.id])
    for (const body of [
      { designation: key, isActive: false },
      { designation: key, tenantId: other.id },
    ])
      expect((await owner.ok(filterUsers, { body })).totalElements, JSON.stringify(body)).toBe(0)
  })

  test('finds people of every company for an operator, and names the companies', async () => {
    const designation = newId()
    await newUser(owner, { designation })
    await newUser(stranger, { designation })
    const found = await operator.ok(filterUsers, { body: { designation, sort: { field: 'tenantName' } } })
    expect(found.content.map(({ tenantName }) => tenantName)).toEqual([company.name, other.name].sort())
    expect((await operator.ok(filterUsers, { body: { designation, tenantId: other.id } })).totalElements).toBe(1)
  })

  test('returns nothing of a password [3.7]', async () => {
    const created = await newUser(owner)
    const { text } = await owner.sendCall(filterUsers, { body: { email: created.email } })
    expect(text).not.toMatch(/hash|argon|password/i)
  })
})

test("operators can read people and companies, but a customer's administrator cannot read the company record", async () => {
  expect((await operator.ok(getUser, { params: { id: owner.userId } })).tenantId).toBe(company.id)
  expect(await owner.refused(getTenant, { params: { id: company.id } })).toMatchObject({ status: 403 })
})
