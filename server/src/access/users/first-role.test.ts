import { login } from '@plinth/api/access/auth'
import { createRoleMapping, listMappableRoles, listRoleMappings } from '@plinth/api/access/role-mappings'
import { deleteRole } from '@plinth/api/access/roles'
import { createUser, filterUsers, getUser, updateUser } from '@plinth/api/access/users'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  client,
  everyPlatformFlag,
  type Grid,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newRole } from '../roles/roles.factory.ts'
import { newUser, userBody } from './users.factory.ts'

let server: TestServer
let company: Company
let other: Company
let operators: Company
let owner: Client & { userId: string }
let stranger: Client
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  other = await newCompany(server)
  operators = await operatorCompany(server)
  owner = await company.as()
  stranger = await other.as()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const isStored = async (email: string | null | undefined) =>
  (await admin.query('select from users where email = $1', [email])).rowCount !== 0

/** Sends a new person that must be refused, checks that nobody is stored, and returns the refusal. */
async function refused(by: Client, fields: Parameters<typeof userBody>[0]) {
  const body = userBody(fields)
  const refusal = await by.refused(createUser, { body })
  expect(await isStored(body.email)).toBe(false)
  return refusal
}

const clerk: Grid = { User: ['canView', 'canCreate'] }
const mapper: Grid = { ...clerk, UserRoleMapping: ['canCreate'] }

describe('a new person', () => {
  test('with a role holds it from the first call on, and the audit trail records who granted it', async () => {
    const role = await newRole(owner, { grid: { Contracts: ['canView'] } })
    const created = await newUser(owner, { roleId: role.id })
    expect(created.roles).toBe(role.name)
    expect(await owner.ok(getUser, { params: { id: created.id } })).toEqual(created)
    expect(await owner.ok(listRoleMappings, { params: { userId: created.id } })).toMatchObject([
      { userId: created.id, roleId: role.id, grantedByName: expect.stringMatching(/^Person/) },
    ])
    const credentials = { emailOrMobile: created.email ?? '', password: userBody().password, tenantName: company.name }
    const session = await server.stranger.ok(login, { body: credentials })
    await client(server.url, session.accessToken).ok(filterContracts, { body: {} })
    const { content } = await owner.ok(filterAuditTrail, { body: { recordId: created.id, recordType: ['user_roles'] } })
    expect(content).toMatchObject([{ actorId: owner.userId, action: 'CREATED', recordType: 'user_roles' }])
  })

  test.each([undefined, null])(
    'without a role (%s) can be created by somebody who may not grant roles',
    async (roleId) => {
      const created = await newUser(await company.as(clerk), { roleId })
      expect(created.roles).toBe(null)
      expect(await owner.ok(listRoleMappings, { params: { userId: created.id } })).toEqual([])
    },
  )

  test('with a role is refused without canCreate on UserRoleMapping, for any role', async () => {
    const role = await newRole(owner)
    const person = await company.as({ ...clerk, UserRoleMapping: ['canView', 'canEdit', 'canDelete', 'canReport'] })
    for (const roleId of [role.id, newId()])
      expect(await refused(person, { roleId })).toMatchObject({
        status: 403,
        message: 'You do not have permission to do this.',
        fields: [{ path: 'roleId' }],
      })
  })

  test('with a role is refused without canCreate on User, even if the caller may grant roles', async () => {
    const role = await newRole(owner)
    const person = await company.as({ User: ['canView'], UserRoleMapping: ['canCreate'] })
    expect(await refused(person, { roleId: role.id })).toMatchObject({ status: 403 })
  })

  test('with a role that has a permission the caller lacks is refused like the mapping, naming the role', async () => {
    const person = await company.as({ ...mapper, Contracts: ['canView'] })
    const wide = await newRole(owner, { grid: { Contracts: ['canView', 'canEdit'] } })
    const refusal = await refused(person, { roleId: wide.id })
    expect(refusal).toMatchObject({ status: 403, fields: [{ path: 'roleId', message: refusal.message }] })
    const body = { userId: (await newUser(owner)).id, roleId: wide.id }
    const { fields: _, ...withoutFields } = refusal
    expect(await person.refused(createRoleMapping, { body })).toEqual(withoutFields)
    const narrow = await newRole(owner, { grid: { Contracts: ['canView'] } })
    expect((await newUser(person, { roleId: narrow.id })).roles).toBe(narrow.name)
  })

  test('with a role that is of another company, deleted or unknown is refused with the same message', async () => {
    const deleted = await newRole(owner)
    await owner.ok(deleteRole, { params: { id: deleted.id } })
    for (const roleId of [(await newRole(stranger)).id, deleted.id, newId()])
      expect(await refused(owner, { roleId })).toEqual({
        status: 404,
        code: 'not_found',
        message: 'Not found',
        fields: [{ path: 'roleId', message: 'was not found' }],
      })
  })

  test('sent again with the same key is one person who holds the role once', async () => {
    const role = await newRole(owner)
    const [headers, body] = [{ 'idempotency-key': newId() }, userBody({ roleId: role.id })]
    const [first, second] = [
      await owner.ok(createUser, { body }, headers),
      await owner.ok(createUser, { body }, headers),
    ]
    expect(second).toEqual(first)
    expect((await owner.ok(filterUsers, { body: { email: body.email } })).totalElements).toBe(1)
    expect(await owner.ok(listRoleMappings, { params: { userId: first.id } })).toHaveLength(1)
  })

  test('that was refused leaves the key and the e-mail free', async () => {
    const [headers, body] = [{ 'idempotency-key': newId() }, userBody({ roleId: newId() })]
    expect(await owner.refused(createUser, { body }, headers)).toMatchObject({ status: 404 })
    const { id: roleId, name } = await newRole(owner)
    expect((await owner.ok(createUser, { body: { ...body, roleId } }, headers)).roles).toBe(name)
  })

  test('cannot get a role by an edit', async () => {
    const [created, role] = [await newUser(owner), await newRole(owner)]
    const params = { id: created.id }
    expect(await owner.refused(updateUser, { params, body: { roleId: role.id } })).toMatchObject({
      status: 400,
      fields: [{ path: 'roleId' }],
    })
    expect((await owner.ok(updateUser, { params, body: { ...created, roles: role.name } })).roles).toBe(null)
  })
})

describe('an operator', () => {
  test("can give a customer's person a role of that company, and of no other", async () => {
    const operator = await operators.as()
    const role = await newRole(owner, { grid: { Contracts: ['canView'] } })
    const created = await newUser(operator, { tenantId: company.id, roleId: role.id })
    expect(created).toMatchObject({ tenantId: company.id, roles: role.name })
    for (const roleId of [(await newRole(stranger)).id, (await newRole(operator)).id])
      expect(await refused(operator, { tenantId: company.id, roleId })).toMatchObject({
        status: 404,
        fields: [{ path: 'roleId' }],
      })
    expect(await refused(operator, { roleId: role.id })).toMatchObject({ status: 404, fields: [{ path: 'roleId' }] })
  })

  test('needs canCreate on UserRoleMapping in their own company, and the permission to let people in', async () => {
    const role = await newRole(owner)
    const fields = { tenantId: company.id, roleId: role.id }
    const { UserRoleMapping: _, ...withoutMappings } = everyPlatformFlag
    expect(await refused(await operators.as(withoutMappings), fields)).toMatchObject({
      status: 403,
      fields: [{ path: 'roleId' }],
    })
    const { Credentials: __, ...withoutLeave } = everyPlatformFlag
    expect(await refused(await operators.as(withoutLeave), fields)).toMatchObject({ status: 403 })
  })

  test('can create the first administrator of a new company in one call, without that permission', async () => {
    const fresh = await newCompany(server)
    const { Credentials: _, ...grid } = everyPlatformFlag
    const operator = await operators.as(grid)
    const roles = await operator.ok(listMappableRoles, { query: { tenantId: fresh.id } })
    const roleId = roles.find(({ name }) => name === 'Administrator')?.id ?? ''
    expect((await newUser(operator, { tenantId: fresh.id, roleId })).roles).toBe('Administrator')
  })
})

describe('the roles to choose from', () => {
  test("are those of the caller's company, by name, and need no flag on Role", async () => {
    const role = await newRole(owner, { name: `aa ${newId()}`, description: 'Keeps the books' })
    const found = await (await company.as(mapper)).ok(listMappableRoles, {})
    expect(found).toContainEqual({ id: role.id, name: role.name, description: 'Keeps the books' })
    const names = found.map(({ name }) => name)
    expect(names).toContain('Administrator')
    expect(names).toEqual(names.toSorted((one, next) => (one.toLowerCase() < next.toLowerCase() ? -1 : 1)))
    const theirs = await newRole(stranger)
    expect(found.map(({ id }) => id)).not.toContain(theirs.id)
  })

  test('of another company are available to operators only', async () => {
    const theirs = await newRole(stranger)
    const query = { tenantId: other.id }
    const found = await (await operators.as()).ok(listMappableRoles, { query })
    expect(found.map(({ id }) => id)).toContain(theirs.id)
    expect(await owner.refused(listMappableRoles, { query })).toMatchObject({ status: 404 })
  })
})
