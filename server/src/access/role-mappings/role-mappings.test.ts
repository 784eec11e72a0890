import {
  createRoleMapping,
  deleteRoleMapping,
  getRoleSelection,
  listRoleMappings,
  listUserPermissions,
  searchMappablePeople,
  setRoleMapping,
} from '@plinth/api/access/role-mappings'
import { deleteUser, updateUser } from '@plinth/api/access/users'
import { messageOf } from '@plinth/api/kernel/messages'
import { flags } from '@plinth/api/kernel/permissions'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newRole } from '../roles/roles.factory.ts'

let server: TestServer
let ours: Company
let theirs: Company
let plinth: Company
let owner: Client & { userId: string }
let stranger: Client & { userId: string }
let operator: Client & { userId: string }

beforeAll(async () => {
  server = await startTestServer()
  ;[ours, theirs, plinth] = [await newCompany(server), await newCompany(server), await operatorCompany(server)]
  ;[owner, stranger, operator] = [await ours.as(), await theirs.as(), await plinth.as()]
})
afterAll(() => server.stop())

const missing = { status: 404, code: 'not_found', message: 'Not found' }
const grantRole = (userId: string, roleId: string, by: Client = owner) =>
  by.ok(createRoleMapping, { body: { userId, roleId } })
const refusedGrant = (userId: string, roleId: string, by: Client = owner) =>
  by.refused(createRoleMapping, { body: { userId, roleId } })
const tick = (userId: string, roleId: string, isMapped: boolean, by: Client = owner) =>
  by.ok(setRoleMapping, { params: { userId, roleId }, body: { isMapped } })
const refusedTick = (userId: string, roleId: string, isMapped: boolean, by: Client = owner) =>
  by.refused(setRoleMapping, { params: { userId, roleId }, body: { isMapped } })
const removeRole = (userId: string, roleId: string, by: Client = owner) =>
  by.sendCall(deleteRoleMapping, { params: { userId, roleId } })
const rolesOf = async (userId: string, by: Client = owner) =>
  (await by.ok(listRoleMappings, { params: { userId } })).map(({ roleId }) => roleId)
/** The only role that a person of this suite is created with. */
const ownRole = async (userId: string) => (await rolesOf(userId, operator))[0] ?? ''

describe('granting a role', () => {
  test('returns the role, who granted it and when', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const created = await grantRole(userId, role.id)
    expect(created).toMatchObject({ userId, roleId: role.id, roleName: role.name, grantedByName: expect.any(String) })
    expect(Math.abs(Date.parse(created.grantedAt) - Date.now())).toBeLessThan(60_000)
    expect(await owner.ok(listRoleMappings, { params: { userId } })).toContainEqual(created)
  })

  test('twice is refused, and the message names neither role nor person', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    await grantRole(userId, role.id)
    const refusal = await refusedGrant(userId, role.id)
    expect(refusal).toMatchObject({ status: 409, message: 'This person already has this role.' })
    expect(JSON.stringify(refusal)).not.toContain(role.name)
    expect(JSON.stringify(refusal)).not.toContain(userId)
  })

  test('ten times at the same moment happens once', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => owner.sendCall(createRoleMapping, { body: { userId, roleId: role.id } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('repeats its response for the same Idempotency-Key', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const headers = { 'idempotency-key': newId() }
    const body = { userId, roleId: role.id }
    const first = await owner.ok(createRoleMapping, { body }, headers)
    expect(await owner.ok(createRoleMapping, { body }, headers)).toEqual(first)
  })

  test("requires an existing person and role of the caller's company", async () => {
    const [own, ownRoleId] = [(await ours.person({})).userId, (await newRole(owner)).id]
    const [foreign, foreignRoleId] = [(await theirs.person({})).userId, (await newRole(stranger)).id]
    for (const [userId, roleId] of [
      [foreign, ownRoleId],
      [own, foreignRoleId],
      [foreign, foreignRoleId],
      [newId(), ownRoleId],
      [own, newId()],
    ] as const) {
      expect(await refusedGrant(userId, roleId)).toEqual(missing)
      for (const isMapped of [true, false]) expect(await refusedTick(userId, roleId, isMapped)).toEqual(missing)
      expect((await removeRole(userId, roleId)).status).toBe(404)
    }
    expect(await rolesOf(foreign, stranger)).not.toContain(ownRoleId)
    // An operator cannot mix companies either.
    expect(await refusedGrant(own, foreignRoleId, operator)).toEqual(missing)
    expect(await refusedGrant(foreign, ownRoleId, operator)).toEqual(missing)
    expect(await refusedGrant(ownRoleId, ownRoleId, operator)).toEqual(missing)
  })

  test('is refused for a deleted person, but possible for an inactive one', async () => {
    const [deleted, inactive, role] = [await ours.person({}), await ours.person({}), await newRole(owner)]
    await owner.ok(deleteUser, { params: { id: deleted.userId } })
    await owner.ok(updateUser, { params: { id: inactive.userId }, body: { isActive: false } })
    expect(await refusedGrant(deleted.userId, role.id)).toEqual(missing)
    expect((await grantRole(inactive.userId, role.id)).roleId).toBe(role.id)
  })

  test('takes effect at the next request, and so does removing it [6.14]', async () => {
    const person = await ours.as({})
    const role = await newRole(owner, { grid: { Contracts: ['canView'] } })
    expect(await person.refused(filterContracts, { body: {} })).toMatchObject({ status: 403 })
    await grantRole(person.userId, role.id)
    await person.ok(filterContracts, { body: {} })
    expect((await removeRole(person.userId, role.id)).status).toBe(204)
    expect(await person.refused(filterContracts, { body: {} })).toMatchObject({ status: 403 })
  })

  test('is refused for a role with a flag that the caller lacks, even to themselves', async () => {
    const narrow = await ours.as({ UserRoleMapping: flags, Contracts: ['canView'] })
    const administrator = await ownRole(owner.userId)
    const wider = await newRole(owner, { grid: { Contracts: ['canView', 'canReport'] } })
    const { userId } = await ours.person({})
    for (const target of [narrow.userId, userId]) {
      const refusal = {
        status: 403,
        ...messageOf('You cannot give a role with a permission you do not hold yourself: {permission}', {
          permission: 'canReport on Contracts',
        }),
      }
      expect(await refusedGrant(target, wider.id, narrow)).toMatchObject(refusal)
      expect(await refusedTick(target, wider.id, true, narrow)).toMatchObject(refusal)
      expect(await refusedGrant(target, administrator, narrow)).toMatchObject({ status: 403 })
      expect(await rolesOf(target)).not.toContain(wider.id)
    }
    const same = await newRole(owner, { grid: { Contracts: ['canView'] } })
    await grantRole(userId, same.id, narrow)
  })

  test('is possible for an operator in every company, where the grant shows no name', async () => {
    const helper = await plinth.as({ UserRoleMapping: flags, Credentials: ['canEdit'] })
    const [{ userId }, role] = [await ours.person({}), await newRole(owner, { grid: { Payroll: flags } })]
    expect(await grantRole(userId, role.id, helper)).toMatchObject({ roleId: role.id, grantedByName: null })
    const administrator = await ownRole(operator.userId)
    expect(await refusedGrant(helper.userId, administrator, helper)).toMatchObject({ status: 403 })
  })

  test("cannot be changed to another person or role, even by the server's database role", async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const rewrite = server.door.inTenant(ours.id, null, (db) =>
      sql`update user_roles set role_id = ${role.id} where user_id = ${userId}`.execute(db),
    )
    await expect(rewrite).rejects.toThrow(/permission denied/)
  })

  test.each([
    ['no role', { userId: newId() }, 'roleId'],
    ['a person that is no id', { userId: 'me', roleId: newId() }, 'userId'],
    ['an unknown field', { userId: newId(), roleId: newId(), grantedBy: newId() }, 'grantedBy'],
  ])('with %s is refused, naming the field', async (_, body, path) => {
    expect(await owner.refused(createRoleMapping, { body })).toMatchObject({ status: 400, fields: [{ path }] })
  })
})

describe('ticking and unticking roles', () => {
  test('shows each role of the company and whether the person has it', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner, { description: 'For the store' })]
    const empty = {
      roleId: role.id,
      roleName: role.name,
      description: 'For the store',
      userId: null,
      grantedAt: null,
      grantedByName: null,
    }
    const rows = () => owner.ok(getRoleSelection, { params: { userId } })
    expect(await rows()).toContainEqual(empty)
    const ticked = await tick(userId, role.id, true)
    expect(ticked).toMatchObject({ roleId: role.id, userId, grantedByName: expect.any(String) })
    expect(await rows()).toContainEqual(ticked)
    expect(await tick(userId, role.id, true)).toEqual(ticked)
    expect(await tick(userId, role.id, false)).toEqual(empty)
    expect(await tick(userId, role.id, false)).toEqual(empty)
    const names = (await rows()).map(({ roleName }) => roleName.toLowerCase())
    expect(names).toEqual(names.toSorted())
    expect(names).toContain('administrator')
  })

  test('needs no permission for a role that is already held', async () => {
    const narrow = await ours.as({ UserRoleMapping: flags })
    const roleId = await ownRole(owner.userId)
    expect(await tick(owner.userId, roleId, true, narrow)).toMatchObject({ userId: owner.userId })
  })

  test('ten times at the same moment leaves one mapping', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const ticks = await Promise.all(
      Array.from({ length: 10 }, () =>
        owner.sendCall(setRoleMapping, { params: { userId, roleId: role.id }, body: { isMapped: true } }),
      ),
    )
    expect(ticks.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await rolesOf(userId)).filter((id) => id === role.id)).toHaveLength(1)
  })

  test("is limited to people of the caller's company, and for operators to none", async () => {
    const { userId } = await ours.person({})
    for (const call of [getRoleSelection, listRoleMappings])
      for (const id of [userId, newId()])
        expect(await stranger.refused(call, { params: { userId: id } })).toEqual(missing)
    const rows = await operator.ok(getRoleSelection, { params: { userId } })
    expect(rows).toEqual(await owner.ok(getRoleSelection, { params: { userId } }))
  })

  test('accepts only a boolean', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    for (const body of [{}, { isMapped: 'yes' }, { isMapped: true, by: 1 }])
      expect(await owner.refused(setRoleMapping, { params: { userId, roleId: role.id }, body })).toMatchObject({
        status: 400,
      })
  })
})

describe('removing a role', () => {
  test('needs canDelete, and answers 404 when the person does not hold the role', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    await grantRole(userId, role.id)
    const others = await ours.as({ UserRoleMapping: ['canView', 'canCreate', 'canEdit', 'canReport'] })
    expect((await removeRole(userId, role.id, others)).status).toBe(403)
    const only = await ours.as({ UserRoleMapping: ['canDelete'] })
    expect((await removeRole(userId, role.id, only)).status).toBe(204)
    expect((await removeRole(userId, role.id, only)).status).toBe(404)
    expect(await rolesOf(userId)).not.toContain(role.id)
  })

  test('is refused in another company, except to an operator', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    await grantRole(userId, role.id)
    expect((await removeRole(userId, role.id, stranger)).status).toBe(404)
    expect(await refusedTick(userId, role.id, false, stranger)).toEqual(missing)
    expect(await rolesOf(userId)).toContain(role.id)
    expect((await removeRole(userId, role.id, operator)).status).toBe(204)
  })
})

describe('the search for people to map roles to', () => {
  const search = (keyword: string, by: Client = owner) => by.ok(searchMappablePeople, { query: { keyword } })
  async function named(username: string, company = ours) {
    const created = await company.person({})
    await operator.ok(updateUser, { params: { id: created.userId }, body: { username } })
    return created
  }

  test('finds any part of name, e-mail or number', async () => {
    const key = newId().slice(0, 8)
    const { userId, email, mobileNo } = await named(`Ravi ${key}`)
    for (const keyword of [`ravi ${key}`, key.toUpperCase(), email.slice(3, -6), mobileNo.slice(2)])
      expect(
        (await search(keyword)).map(({ id }) => id),
        keyword,
      ).toContain(userId)
    const [found] = await search(key)
    expect(found).toEqual({
      id: userId,
      username: `Ravi ${key}`,
      email,
      mobileNo,
      designation: null,
      tenantName: ours.name,
      isActive: true,
    })
  })

  test('takes %, _ and the backslash literally', async () => {
    const key = newId().slice(0, 8)
    await named(`${key} 100%_a\\b`)
    await named(`${key} 100 xa b`)
    for (const keyword of [`${key} 100%`, `${key} 100%_a`, `${key} 100%_a\\`])
      expect(await search(keyword)).toHaveLength(1)
    for (const keyword of [`${key}%b`, `${key}_100`, `${key}\\`]) expect(await search(keyword)).toEqual([])
  })

  test('finds inactive people, but no deleted ones', async () => {
    const key = newId()
    const [inactive, deleted] = [await named(`A ${key}`), await named(`B ${key}`)]
    await owner.ok(updateUser, { params: { id: inactive.userId }, body: { isActive: false } })
    await owner.ok(deleteUser, { params: { id: deleted.userId } })
    expect(await search(key)).toMatchObject([{ id: inactive.userId, isActive: false }])
  })

  test("finds people of the caller's company only; for operators it finds everybody", async () => {
    const key = newId()
    const [ourOne, theirOne] = [await named(`A ${key}`), await named(`B ${key}`, theirs)]
    expect((await search(key)).map(({ id }) => id)).toEqual([ourOne.userId])
    expect((await search(key, stranger)).map(({ id }) => id)).toEqual([theirOne.userId])
    expect((await search(key, operator)).map(({ tenantName }) => tenantName)).toEqual([ours.name, theirs.name])
  })

  test("finds a person by id without canView on User, in the caller's company only", async () => {
    const [ourOne, theirOne] = [await ours.person({}), await theirs.person({})]
    const mapper = await ours.as({ UserRoleMapping: ['canView'] })
    const byId = async (userId: string, by: Client) =>
      (await by.ok(searchMappablePeople, { query: { userId } })).map(({ id }) => id)
    expect(await byId(ourOne.userId, mapper)).toEqual([ourOne.userId])
    expect(await byId(theirOne.userId, mapper)).toEqual([])
    expect(await byId(theirOne.userId, operator)).toEqual([theirOne.userId])
    expect(await mapper.refused(searchMappablePeople, { query: { userId: 'me' } })).toMatchObject({ status: 400 })
  })

  test('sorts by name and returns at most twenty, also without a keyword', async () => {
    const crowd = await newCompany(server)
    const admin = await crowd.as()
    const key = newId().slice(0, 8)
    for (let number = 25; number > 0; number -= 1) await named(`P${String(number).padStart(2, '0')} ${key}`, crowd)
    const names = (await search(key, admin)).map(({ username }) => username)
    expect(names).toEqual(Array.from({ length: 20 }, (_, at) => `P${String(at + 1).padStart(2, '0')} ${key}`))
    expect(await search('', admin)).toHaveLength(20)
    expect(await admin.ok(searchMappablePeople, { query: {} })).toHaveLength(20)
  })
})

describe('the permissions of a person', () => {
  test('can be read by the person, and by others with canView on User', async () => {
    const person = await ours.as({ Contracts: ['canView'], UserRoleMapping: ['canView'] })
    const reader = await ours.as({ User: ['canView'] })
    // Other suites may create modules meanwhile, so only held permissions are compared.
    const read = async (by: Client) =>
      (await by.ok(listUserPermissions, { params: { userId: person.userId } })).filter(({ canView }) => canView)
    const own = await read(person)
    expect(own.map(({ moduleName }) => moduleName).toSorted()).toEqual(['Contracts', 'UserRoleMapping'])
    expect(await read(reader)).toEqual(own)
    expect(await person.refused(listUserPermissions, { params: { userId: reader.userId } })).toMatchObject({
      status: 403,
    })
    for (const userId of [person.userId, newId()])
      expect(await stranger.refused(listUserPermissions, { params: { userId } })).toEqual(missing)
    expect(await read(operator)).toEqual(own)
  })

  test('include their roles, which the person can read without any flag', async () => {
    const person = await ours.as({})
    expect(await rolesOf(person.userId, person)).toHaveLength(1)
    expect(await person.refused(listRoleMappings, { params: { userId: owner.userId } })).toMatchObject({ status: 403 })
  })
})
