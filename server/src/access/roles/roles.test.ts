import { createRoleMapping, listRoleMappings } from '@plinth/api/access/role-mappings'
import {
  createRole,
  deleteRole,
  getRole,
  getRolePermissions,
  listRoles,
  setRolePermissions,
  updateRole,
} from '@plinth/api/access/roles'
import { deleteUser, updateUser } from '@plinth/api/access/users'
import { messageOf } from '@plinth/api/kernel/messages'
import { moduleNames } from '@plinth/api/kernel/permissions'
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
import { newRole, rowsOf } from './roles.factory.ts'
import { startingRoles } from './roles.queries.ts'

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

const get = (id: string, by: Client = owner) => by.ok(getRole, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateRole, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateRole, { params: { id }, body })
const namesFor = async (by: Client, tenantId?: string) =>
  (await by.ok(listRoles, { query: { tenantId } })).map(({ name }) => name)
const grantRole = (by: Client, userId: string, roleId: string) => by.ok(createRoleMapping, { body: { userId, roleId } })

describe('the roles of a company', () => {
  test('are listed by name, each with the number of people who hold it', async () => {
    const company = await newCompany(server)
    const admin = await company.as()
    const names = await namesFor(admin)
    expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect(names).toEqual(expect.arrayContaining(startingRoles.map(({ name }) => name)))
    const role = await newRole(admin)
    const [active, deleted, inactive] = [await company.person({}), await company.person({}), await company.person({})]
    for (const { userId } of [active, deleted, inactive]) await grantRole(admin, userId, role.id)
    await admin.ok(updateUser, { params: { id: inactive.userId }, body: { isActive: false } })
    await admin.ok(deleteUser, { params: { id: deleted.userId } })
    const listed = await admin.ok(listRoles, { query: {} })
    expect(listed.find(({ id }) => id === role.id)).toMatchObject({ userCount: 2, tenantName: company.name })
    expect(await get(role.id, admin)).toMatchObject({ userCount: 2, tenantName: company.name, tenantId: company.id })
  })

  test('are found by parts of their names and descriptions', async () => {
    const company = await newCompany(server)
    const admin = await company.as()
    const { name } = await newRole(admin, { name: '100% Keeper', description: 'Looks after the yard' })
    const found = async (query: object) => (await admin.ok(listRoles, { query })).map((role) => role.name)
    expect(await found({ name: '100% keep' })).toEqual([name])
    expect(await found({ description: 'THE YARD', name: '' })).toEqual([name])
    expect(await found({ name: 'keeper', description: 'no such' })).toEqual([])
  })

  test('are not listed for other companies, and naming their company answers 404', async () => {
    const canary = await newRole(owner)
    expect(await namesFor(owner, ours.id)).toContain(canary.name)
    expect(await namesFor(stranger)).not.toContain(canary.name)
    for (const tenantId of [ours.id, plinth.id, newId()])
      expect(await stranger.refused(listRoles, { query: { tenantId } })).toEqual({
        status: 404,
        code: 'not_found',
        message: 'Not found',
      })
  })

  test('are listed for an operator, company by company', async () => {
    const canary = await newRole(owner)
    expect(await namesFor(operator, ours.id)).toContain(canary.name)
    expect(await namesFor(operator, theirs.id)).not.toContain(canary.name)
    expect(await namesFor(operator)).toEqual(await namesFor(operator, plinth.id))
    expect(await namesFor(operator)).not.toContain(canary.name)
    // The id of a person or a role is not the id of a company.
    for (const tenantId of [newId(), owner.userId, canary.id])
      expect(await operator.refused(listRoles, { query: { tenantId } })).toMatchObject({ status: 404 })
    expect(await operator.refused(listRoles, { query: { tenantId: 'all' } })).toMatchObject({ status: 400 })
  })
})

describe('a new role', () => {
  test('has the fields and flags that were sent, and nobody holds it', async () => {
    const fields = { name: ` Storekeeper ${newId()} `, description: 'Cement and steel' }
    const permissions = await rowsOf(owner, { Inventories: ['canView', 'canEdit'], Home: [] })
    const created = await owner.ok(createRole, { body: { ...fields, permissions } })
    expect(created).toMatchObject({ ...fields, name: fields.name.trim(), tenantId: ours.id, userCount: 0 })
    expect(created).toMatchObject({ createdBy: owner.userId, isDeleted: false, createdAt: created.updatedAt })
    expect(await get(created.id)).toEqual(created)
    const allowed = created.permissions.filter((row) => row.canView || row.canEdit || row.canCreate || row.canDelete)
    expect(allowed).toMatchObject([{ moduleName: 'Inventories', canView: true, canEdit: true, canCreate: false }])
  })

  test('without a grid allows nothing, in every module that its company can use', async () => {
    const created = await owner.ok(createRole, { body: { name: newId() } })
    const names = created.permissions.map(({ moduleName }) => moduleName)
    // Only built-in modules are compared, because other suites create modules of their own.
    const platform = ['Tenants', 'Modules', 'Credentials']
    const builtIn = moduleNames.filter((name) => !platform.includes(name))
    expect(names.filter((name) => moduleNames.some((known) => known === name))).toEqual(builtIn)
    for (const { canCreate, canView, canEdit, canDelete, canReport, roleId } of created.permissions)
      expect([canCreate, canView, canEdit, canDelete, canReport, roleId]).toEqual([...Array(5).fill(false), created.id])
  })

  test('of the operators has a row for the platform modules too', async () => {
    const created = await newRole(operator)
    expect(created.permissions.map(({ moduleName }) => moduleName)).toEqual(
      expect.arrayContaining(['Tenants', 'Modules', 'Credentials', 'Contracts']),
    )
  })

  const bad: [string, object, string][] = [
    ['no name', { name: '' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a description that cannot be stored', { description: 'a\u0000b' }, 'description'],
    ['an unknown field', { flags: [] }, 'flags'],
    ['a company that is no id', { tenantId: 'ours' }, 'tenantId'],
    ['a grid that is no list', { permissions: {} }, 'permissions'],
    ['a row without a module', { permissions: [{ canView: true }] }, 'permissions.0.moduleId'],
  ]
  test.each(bad)('with %s is refused, naming the field', async (_, wrong, path) => {
    const refusal = await owner.refused(createRole, { body: { name: 'x', ...wrong } })
    expect(refusal.status).toBe(400)
    expect(refusal.fields?.map((field) => field.path)).toContain(path)
  })

  test('must have a name that no other role of the company has in any letter case', async () => {
    const { name } = await newRole(owner)
    expect(await owner.refused(createRole, { body: { name: name.toUpperCase() } })).toEqual({
      status: 409,
      code: 'conflict',
      message: 'name is already used by another role',
      fields: [{ path: 'name', message: 'is already used by another role' }],
    })
    expect((await newRole(stranger, { name })).name).toBe(name)
  })

  test('may have the name of a deleted one', async () => {
    const { id, name } = await newRole(owner)
    await owner.ok(deleteRole, { params: { id } })
    expect((await newRole(owner, { name })).name).toBe(name)
  })

  test('is not stored when its grid is refused', async () => {
    const name = `Half ${newId()}`
    const permissions = [
      ...(await rowsOf(owner, { Home: ['canView'] })),
      ...(await rowsOf(owner, { Home: ['canView'] })).map((row) => ({ ...row, moduleId: newId() })),
    ]
    expect(await owner.refused(createRole, { body: { name, permissions } })).toMatchObject({ status: 404 })
    expect(await namesFor(owner)).not.toContain(name)
  })

  test('is created once for one Idempotency-Key', async () => {
    const [body, headers] = [{ name: `Once ${newId()}` }, { 'idempotency-key': newId() }]
    const first = await owner.ok(createRole, { body }, headers)
    expect(await owner.ok(createRole, { body }, headers)).toEqual(first)
  })

  test('may name its own company, and no other', async () => {
    expect((await newRole(owner, { tenantId: ours.id })).tenantId).toBe(ours.id)
    const name = `Planted ${newId()}`
    for (const tenantId of [theirs.id, newId()])
      expect(await owner.refused(createRole, { body: { name, tenantId } })).toMatchObject({ status: 404 })
    expect(await namesFor(stranger)).not.toContain(name)
  })

  test('of an operator is created in the company that is named', async () => {
    const created = await newRole(operator, { tenantId: theirs.id, grid: { Contracts: ['canDelete'] } })
    expect(created).toMatchObject({ tenantId: theirs.id, tenantName: theirs.name, createdBy: operator.userId })
    expect(await get(created.id, stranger)).toEqual(created)
    expect((await newRole(operator)).tenantId).toBe(plinth.id)
    for (const tenantId of [newId(), stranger.userId, created.id])
      expect(await operator.refused(createRole, { body: { name: newId(), tenantId } })).toMatchObject({ status: 404 })
  })
})

describe('an edit of a role', () => {
  test('changes the fields that are sent and leaves the rest, including the grid', async () => {
    const created = await newRole(owner, { description: 'before', grid: { Contracts: ['canView'] } })
    const name = `Renamed ${newId()}`
    const changed = await edit(created.id, { name })
    expect(changed).toMatchObject({ name, description: 'before', permissions: created.permissions })
    expect(await edit(created.id, { description: null })).toMatchObject({ name, description: null })
    expect(await get(created.id)).toMatchObject({ name, description: null, permissions: created.permissions })
  })

  test('may contain rows of the grid, and the other rows stay', async () => {
    const created = await newRole(owner, { grid: { Contracts: ['canView'], Projects: ['canView', 'canEdit'] } })
    const changed = await edit(created.id, { permissions: await rowsOf(owner, { Contracts: ['canReport'] }) })
    const rows = new Map(changed.permissions.map((row) => [row.moduleName, row]))
    expect(rows.get('Contracts')).toMatchObject({ canView: false, canReport: true })
    expect(rows.get('Projects')).toMatchObject({ canView: true, canEdit: true })
    expect(await get(created.id)).toEqual(changed)
  })

  test('may contain the whole role, as it was returned', async () => {
    const created = await newRole(owner, { grid: { Contracts: ['canView'] } })
    const changed = await edit(created.id, created)
    expect(changed).toEqual({ ...created, updatedAt: changed.updatedAt })
  })

  test('cannot move it to another company', async () => {
    const { id } = await newRole(owner)
    expect((await edit(id, { tenantId: theirs.id, tenantName: 'x', userCount: 9 })).tenantId).toBe(ours.id)
  })

  test('based on an older state is refused and changes nothing, for the name and for the grid', async () => {
    const opened = await newRole(owner)
    await owner.ok(setRolePermissions, {
      params: { roleId: opened.id },
      body: await rowsOf(owner, { Home: ['canView'] }),
    })
    const saved = await get(opened.id)
    expect(saved.updatedAt > opened.updatedAt).toBe(true)
    const late = { updatedAt: opened.updatedAt }
    for (const change of [{ name: newId() }, { permissions: await rowsOf(owner, { Home: ['canEdit'] }) }])
      expect(await refusedEdit(opened.id, { ...late, ...change })).toMatchObject({ status: 412 })
    expect(await get(opened.id)).toEqual(saved)
  })

  test('by two people at the same moment is stored once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, updatedAt } = await newRole(owner)
      const permissions = await rowsOf(owner, { Home: ['canView'] })
      const both = ['first', 'second'].map((description) =>
        owner.sendCall(updateRole, { params: { id }, body: { description, updatedAt, permissions } }),
      )
      expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412])
    }
  })

  test('by an operator is possible in any company', async () => {
    const { id } = await newRole(owner)
    const name = `By Plinth ${newId()}`
    await operator.ok(updateRole, { params: { id }, body: { name } })
    expect(await get(id)).toMatchObject({ name, updatedBy: operator.userId })
  })
})

describe('deleting a role', () => {
  test('is refused while somebody holds it, and says how many do', async () => {
    const role = await newRole(owner)
    const [first, second] = [await ours.person({}), await ours.person({})]
    await grantRole(owner, first.userId, role.id)
    const refusal = {
      status: 409,
      ...messageOf('It cannot be deleted: it is still held by {count} person', { count: 1 }),
    }
    expect(await owner.refused(deleteRole, { params: { id: role.id } })).toMatchObject(refusal)
    await grantRole(owner, second.userId, role.id)
    expect(await owner.refused(deleteRole, { params: { id: role.id } })).toMatchObject({
      ...messageOf('It cannot be deleted: it is still held by {count} people', { count: 2 }),
    })
    for (const { userId } of [first, second]) await owner.ok(deleteUser, { params: { id: userId } })
    await owner.ok(deleteRole, { params: { id: role.id } })
    expect(await owner.refused(getRole, { params: { id: role.id } })).toMatchObject({ status: 404 })
    expect(await namesFor(owner)).not.toContain(role.name)
  })

  test('and granting it at the same moment never both succeed', async () => {
    const { userId } = await ours.person({})
    for (let round = 0; round < 15; round += 1) {
      const { id } = await newRole(owner)
      const [granted, removed] = await Promise.all([
        owner.sendCall(createRoleMapping, { body: { userId, roleId: id } }),
        owner.sendCall(deleteRole, { params: { id } }),
      ])
      expect(['201 409', '404 204']).toContain(`${granted.status} ${removed.status}`)
    }
    const held = await owner.ok(listRoleMappings, { params: { userId } })
    for (const { roleId } of held) expect((await get(roleId)).isDeleted).toBe(false)
  })
})

describe('a role of another company', () => {
  test('answers 404 like one that never existed, and stays as it is', async () => {
    const role = await newRole(owner, { grid: { Contracts: ['canView'] } })
    const before = await get(role.id)
    const rows = await rowsOf(stranger, { Contracts: ['canDelete'] })
    const answers = async (id: string) => [
      await stranger.sendCall(getRole, { params: { id } }),
      await stranger.sendCall(updateRole, { params: { id }, body: { name: 'Taken', permissions: rows } }),
      await stranger.sendCall(deleteRole, { params: { id } }),
      await stranger.sendCall(getRolePermissions, { query: { roleId: id } }),
      await stranger.sendCall(setRolePermissions, { params: { roleId: id }, body: rows }),
      await stranger.sendCall(setRolePermissions, { params: { roleId: id }, body: [] }),
    ]
    const [foreign, absent] = [await answers(role.id), await answers(newId())]
    for (const { status, text } of [...foreign, ...absent])
      expect([status, text]).toEqual([404, '{"code":"not_found","message":"Not found"}'])
    expect(await get(role.id)).toEqual(before)
  })
})
