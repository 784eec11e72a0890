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
const give = (userId: string, roleId: string, by: Client = owner) =>
  by.ok(createRoleMapping, { body: { userId, roleId } })
const refusedGrant = (userId: string, roleId: string, by: Client = owner) =>
  by.refused(createRoleMapping, { body: { userId, roleId } })
const tick = (userId: string, roleId: string, isMapped: boolean, by: Client = owner) =>
  by.ok(setRoleMapping, { params: { userId, roleId }, body: { isMapped } })
const refusedTick = (userId: string, roleId: string, isMapped: boolean, by: Client = owner) =>
  by.refused(setRoleMapping, { params: { userId, roleId }, body: { isMapped } })
const take = (userId: string, roleId: string, by: Client = owner) =>
  by.sendCall(deleteRoleMapping, { params: { userId, roleId } })
const rolesOf = async (userId: string, by: Client = owner) =>
  (await by.ok(listRoleMappings, { params: { userId } })).map(({ roleId }) => roleId)
/** The one role that a person of the suite was made with. */
const ownRole = async (userId: string) => (await rolesOf(userId, operator))[0] ?? ''

describe('giving a role', () => {
  test('answers what was given, by whom and when', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const made = await give(userId, role.id)
    expect(made).toMatchObject({ userId, roleId: role.id, roleName: role.name, grantedByName: expect.any(String) })
    expect(Math.abs(Date.parse(made.grantedAt) - Date.now())).toBeLessThan(60_000)
    expect(await owner.ok(listRoleMappings, { params: { userId } })).toContainEqual(made)
  })

  test('twice is refused and names nothing but that', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    await give(userId, role.id)
    const refusal = await refusedGrant(userId, role.id)
    expect(refusal).toMatchObject({ status: 409, message: 'This person already has this role.' })
    expect(JSON.stringify(refusal)).not.toContain(role.name)
    expect(JSON.stringify(refusal)).not.toContain(userId)
  })

  test('by ten at the same moment happens once', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => owner.sendCall(createRoleMapping, { body: { userId, roleId: role.id } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('answers an Idempotency-Key', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const headers = { 'idempotency-key': newId() }
    const body = { userId, roleId: role.id }
    const first = await owner.ok(createRoleMapping, { body }, headers)
    expect(await owner.ok(createRoleMapping, { body }, headers)).toEqual(first)
  })

  test('needs a person and a role of one’s own company that are there', async () => {
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
      expect((await take(userId, roleId)).status).toBe(404)
    }
    expect(await rolesOf(foreign, stranger)).not.toContain(ownRoleId)
    // Nor does an operator mix companies.
    expect(await refusedGrant(own, foreignRoleId, operator)).toEqual(missing)
    expect(await refusedGrant(foreign, ownRoleId, operator)).toEqual(missing)
    expect(await refusedGrant(ownRoleId, ownRoleId, operator)).toEqual(missing)
  })

  test('reaches nobody who is deleted, but somebody who is not active', async () => {
    const [gone, asleep, role] = [await ours.person({}), await ours.person({}), await newRole(owner)]
    await owner.ok(deleteUser, { params: { id: gone.userId } })
    await owner.ok(updateUser, { params: { id: asleep.userId }, body: { isActive: false } })
    expect(await refusedGrant(gone.userId, role.id)).toEqual(missing)
    expect((await give(asleep.userId, role.id)).roleId).toBe(role.id)
  })

  test('counts at the next request, and so does taking it away [6.14]', async () => {
    const person = await ours.as({})
    const role = await newRole(owner, { grid: { Contracts: ['canView'] } })
    expect(await person.refused(filterContracts, { body: {} })).toMatchObject({ status: 403 })
    await give(person.userId, role.id)
    await person.ok(filterContracts, { body: {} })
    expect((await take(person.userId, role.id)).status).toBe(204)
    expect(await person.refused(filterContracts, { body: {} })).toMatchObject({ status: 403 })
  })

  test('is refused for a role with a flag that the giver does not hold, to themselves too', async () => {
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
    await give(userId, same.id, narrow)
  })

  test('by an operator is theirs to do in every company, and shows no name there', async () => {
    const helper = await plinth.as({ UserRoleMapping: flags, Credentials: ['canEdit'] })
    const [{ userId }, role] = [await ours.person({}), await newRole(owner, { grid: { Payroll: flags } })]
    expect(await give(userId, role.id, helper)).toMatchObject({ roleId: role.id, grantedByName: null })
    const administrator = await ownRole(operator.userId)
    expect(await refusedGrant(helper.userId, administrator, helper)).toMatchObject({ status: 403 })
  })

  test('cannot be rewritten to another person or role, by the server itself', async () => {
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

describe('ticking and unticking', () => {
  test('shows each role of the company with whether the person has it', async () => {
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

  test('is no grant where the role is held already, whatever it allows', async () => {
    const narrow = await ours.as({ UserRoleMapping: flags })
    const roleId = await ownRole(owner.userId)
    expect(await tick(owner.userId, roleId, true, narrow)).toMatchObject({ userId: owner.userId })
  })

  test('by many at the same moment comes to one state', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    const ticks = await Promise.all(
      Array.from({ length: 10 }, () =>
        owner.sendCall(setRoleMapping, { params: { userId, roleId: role.id }, body: { isMapped: true } }),
      ),
    )
    expect(ticks.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await rolesOf(userId)).filter((id) => id === role.id)).toHaveLength(1)
  })

  test('is for people of one’s own company, and an operator’s for all', async () => {
    const { userId } = await ours.person({})
    for (const call of [getRoleSelection, listRoleMappings])
      for (const id of [userId, newId()])
        expect(await stranger.refused(call, { params: { userId: id } })).toEqual(missing)
    const rows = await operator.ok(getRoleSelection, { params: { userId } })
    expect(rows).toEqual(await owner.ok(getRoleSelection, { params: { userId } }))
  })

  test('takes a boolean and nothing else', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    for (const body of [{}, { isMapped: 'yes' }, { isMapped: true, by: 1 }])
      expect(await owner.refused(setRoleMapping, { params: { userId, roleId: role.id }, body })).toMatchObject({
        status: 400,
      })
  })
})

describe('taking a role away', () => {
  test('needs canDelete, and finds nothing where the role is not held', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    await give(userId, role.id)
    const others = await ours.as({ UserRoleMapping: ['canView', 'canCreate', 'canEdit', 'canReport'] })
    expect((await take(userId, role.id, others)).status).toBe(403)
    const only = await ours.as({ UserRoleMapping: ['canDelete'] })
    expect((await take(userId, role.id, only)).status).toBe(204)
    expect((await take(userId, role.id, only)).status).toBe(404)
    expect(await rolesOf(userId)).not.toContain(role.id)
  })

  test('does not reach into another company, but an operator does', async () => {
    const [{ userId }, role] = [await ours.person({}), await newRole(owner)]
    await give(userId, role.id)
    expect((await take(userId, role.id, stranger)).status).toBe(404)
    expect(await refusedTick(userId, role.id, false, stranger)).toEqual(missing)
    expect(await rolesOf(userId)).toContain(role.id)
    expect((await take(userId, role.id, operator)).status).toBe(204)
  })
})

describe('somebody to map roles to', () => {
  const search = (keyword: string, by: Client = owner) => by.ok(searchMappablePeople, { query: { keyword } })
  async function named(username: string, company = ours) {
    const made = await company.person({})
    await operator.ok(updateUser, { params: { id: made.userId }, body: { username } })
    return made
  }

  test('is found by any part of name, e-mail or number', async () => {
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

  test('is found with %, _ and the backslash taken literally', async () => {
    const key = newId().slice(0, 8)
    await named(`${key} 100%_a\\b`)
    await named(`${key} 100 xa b`)
    for (const keyword of [`${key} 100%`, `${key} 100%_a`, `${key} 100%_a\\`])
      expect(await search(keyword)).toHaveLength(1)
    for (const keyword of [`${key}%b`, `${key}_100`, `${key}\\`]) expect(await search(keyword)).toEqual([])
  })

  test('may be inactive, but not deleted', async () => {
    const key = newId()
    const [asleep, gone] = [await named(`A ${key}`), await named(`B ${key}`)]
    await owner.ok(updateUser, { params: { id: asleep.userId }, body: { isActive: false } })
    await owner.ok(deleteUser, { params: { id: gone.userId } })
    expect(await search(key)).toMatchObject([{ id: asleep.userId, isActive: false }])
  })

  test('is of one’s own company; an operator finds everybody', async () => {
    const key = newId()
    const [ourOne, theirOne] = [await named(`A ${key}`), await named(`B ${key}`, theirs)]
    expect((await search(key)).map(({ id }) => id)).toEqual([ourOne.userId])
    expect((await search(key, stranger)).map(({ id }) => id)).toEqual([theirOne.userId])
    expect((await search(key, operator)).map(({ tenantName }) => tenantName)).toEqual([ours.name, theirs.name])
  })

  test('is found by id without canView on User, in one’s own company', async () => {
    const [ourOne, theirOne] = [await ours.person({}), await theirs.person({})]
    const mapper = await ours.as({ UserRoleMapping: ['canView'] })
    const byId = async (userId: string, by: Client) =>
      (await by.ok(searchMappablePeople, { query: { userId } })).map(({ id }) => id)
    expect(await byId(ourOne.userId, mapper)).toEqual([ourOne.userId])
    expect(await byId(theirOne.userId, mapper)).toEqual([])
    expect(await byId(theirOne.userId, operator)).toEqual([theirOne.userId])
    expect(await mapper.refused(searchMappablePeople, { query: { userId: 'me' } })).toMatchObject({ status: 400 })
  })

  test('comes by name, twenty at most, and without a keyword too', async () => {
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

describe('what a person may do', () => {
  test('is theirs to read, and others’ with canView on User', async () => {
    const person = await ours.as({ Contracts: ['canView'], UserRoleMapping: ['canView'] })
    const reader = await ours.as({ User: ['canView'] })
    // Modules are of the whole installation, and others may be entering one: what is held is told apart.
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

  test('of their roles is theirs to read too', async () => {
    const person = await ours.as({})
    expect(await rolesOf(person.userId, person)).toHaveLength(1)
    expect(await person.refused(listRoleMappings, { params: { userId: owner.userId } })).toMatchObject({ status: 403 })
  })
})
