import { getSession } from '@plinth/api/access/auth'
import {
  createModule,
  deleteModule,
  getModule,
  listModules,
  type ModuleRecord,
  updateModule,
} from '@plinth/api/access/modules'
import { listRoleMappings } from '@plinth/api/access/role-mappings'
import { deleteRole, getRolePermissions, setRolePermissions } from '@plinth/api/access/roles'
import { createTenant } from '@plinth/api/access/tenants'
import { type Flag, moduleNames } from '@plinth/api/kernel/permissions'
import { filterProjects } from '@plinth/api/works/projects'
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
import { gridRow } from '../roles/roles.queries.ts'
import { tenantBody } from '../tenants/tenants.factory.ts'
import { newModule } from './modules.factory.ts'

let server: TestServer
let operator: Client
let company: Company
let owner: Client & { userId: string }

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  operator = await (await operatorCompany(server)).as()
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(() => server.stop())

const get = (id: string) => operator.ok(getModule, { params: { id } })
const edit = (id: string, body: object) => operator.ok(updateModule, { params: { id }, body })
const refusedEdit = (id: string, body: object) => operator.refused(updateModule, { params: { id }, body })
const remove = (id: string) => operator.sendCall(deleteModule, { params: { id } })
async function builtIn(name: (typeof moduleNames)[number]): Promise<ModuleRecord> {
  const found = (await owner.ok(listModules, {})).find((module) => module.name === name)
  if (!found) throw new Error(`no module ${name}`)
  return found
}
const allow = (roleId: string, moduleId: string, held: readonly Flag[]) =>
  operator.ok(setRolePermissions, { params: { roleId }, body: [gridRow(moduleId, held)] })

/** A person of the company who holds flags on this module, given by an operator. */
async function holderOf(module: ModuleRecord, held: readonly Flag[] = ['canView']) {
  const person = await company.as({})
  const [role] = await operator.ok(listRoleMappings, { params: { userId: person.userId } })
  await allow(role?.roleId ?? '', module.id, held)
  return { ...person, roleId: role?.roleId ?? '' }
}
const permissionOn = async (person: Client, name: string) =>
  (await person.ok(getSession, {})).permissions.find(({ moduleName }) => moduleName === name)

test('modules are found by parts of their names and descriptions, and by their status', async () => {
  const fields = { name: `Cranes ${newId()}`, description: 'Lifts & hoists' }
  const created = await newModule(operator, { ...fields, status: false })
  const found = async (query: object) => (await operator.ok(listModules, { query })).map(({ id }) => id)
  expect(await found({ name: created.name.toUpperCase() })).toEqual([created.id])
  expect(await found({ description: 'lifts &', status: 'false' })).toEqual([created.id])
  expect(await found({ description: 'lifts &', status: 'true' })).toEqual([])
  expect(await found({ status: '' })).toContain(created.id)
})

describe('the list of modules', () => {
  test('is open to every signed-in person, in the order of the sidebar', async () => {
    const listed = await (await company.as({})).ok(listModules, {})
    expect(listed.filter((module) => module.builtIn).map(({ name }) => name)).toEqual([...moduleNames])
    expect(listed.filter((module) => module.platform).map(({ name }) => name)).toEqual([
      'Tenants',
      'Modules',
      'Credentials',
    ])
    const [first] = listed
    expect(await owner.ok(getModule, { params: { id: first?.id ?? '' } })).toEqual(first)
  })

  test('contains a new module, and no deleted one', async () => {
    const created = await newModule(operator)
    expect((await owner.ok(listModules, {})).map(({ id }) => id)).toContain(created.id)
    await remove(created.id)
    expect((await owner.ok(listModules, {})).map(({ id }) => id)).not.toContain(created.id)
  })
})

describe('a new module', () => {
  test("is active, not limited to the operator's company, and not built in", async () => {
    const name = `Quality ${newId()}`
    const created = await operator.ok(createModule, { body: { name: ` ${name} `, description: 'Cubes and cores' } })
    expect(created).toMatchObject({
      name,
      description: 'Cubes and cores',
      status: true,
      platform: false,
      builtIn: false,
    })
    expect(created).toMatchObject({ isDeleted: false, deletedAt: null, createdAt: created.updatedAt })
    expect(await get(created.id)).toEqual(created)
  })

  test('ignores fields that only the server sets', async () => {
    const claimed = { id: newId(), key: 'Contracts', platform: true, builtIn: true, createdAt: '2001-01-01T00:00:00Z' }
    const created = await newModule(operator, claimed)
    expect(created).toMatchObject({ key: created.name, platform: false, builtIn: false })
    expect(created.id).not.toBe(claimed.id)
    expect(await edit(created.id, { platform: true, builtIn: true })).toMatchObject({ platform: false, builtIn: false })
  })

  const bad: [string, object, string][] = [
    ['no name', {}, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a name that cannot be stored', { name: 'a\u0000b' }, 'name'],
    ['a status that is neither', { name: 'x', status: 'Active' }, 'status'],
    ['an unknown field', { name: 'x', company: 'Ours' }, 'company'],
  ]
  test.each(bad)('with %s is refused, naming the field', async (_, body, path) => {
    expect(await operator.refused(createModule, { body })).toMatchObject({ status: 400, fields: [{ path }] })
  })

  test('must have a name that no other has in any letter case', async () => {
    const { name } = await newModule(operator)
    const refusal = { status: 409, message: 'name is already used by another module', fields: [{ path: 'name' }] }
    expect(await operator.refused(createModule, { body: { name: name.toUpperCase() } })).toMatchObject({ status: 409 })
    const other = await newModule(operator)
    expect(await refusedEdit(other.id, { name: name.toUpperCase() })).toMatchObject(refusal)
  })

  test('cannot take the first name of another, because permissions are matched by it', async () => {
    const { id, name } = await newModule(operator)
    await edit(id, { name: `Renamed ${newId()}` })
    expect(await operator.refused(createModule, { body: { name: name.toLowerCase() } })).toMatchObject({
      status: 409,
      message: 'name is the key of another module',
      fields: [{ path: 'name' }],
    })
  })

  test('may have the name of a deleted one', async () => {
    const { id, name } = await newModule(operator)
    expect((await remove(id)).status).toBe(204)
    expect((await newModule(operator, { name })).name).toBe(name)
  })

  test('is created once for one Idempotency-Key', async () => {
    const [body, headers] = [{ name: `Once ${newId()}` }, { 'idempotency-key': newId() }]
    const first = await operator.ok(createModule, { body }, headers)
    expect(await operator.ok(createModule, { body }, headers)).toEqual(first)
  })
})

describe('a change of a module', () => {
  test('to its name leaves its key, which permissions are matched by', async () => {
    const module = await newModule(operator)
    const person = await holderOf(module, ['canView', 'canReport'])
    const name = `Renamed ${newId()}`
    expect(await edit(module.id, { name, key: name })).toMatchObject({ name, key: module.name })
    expect(await permissionOn(person, module.key)).toMatchObject({ canView: true, canReport: true, canEdit: false })
    expect(await permissionOn(person, name)).toBeUndefined()
    const grid = await owner.ok(getRolePermissions, { query: { roleId: person.roleId } })
    expect(grid.find(({ moduleId }) => moduleId === module.id)).toMatchObject({ moduleName: name, canReport: true })
  })

  test('to inactive suspends its permissions, and to active restores them', async () => {
    const module = await newModule(operator)
    const person = await holderOf(module)
    expect(await permissionOn(person, module.name)).toMatchObject({ canView: true })
    await edit(module.id, { status: false })
    expect(await permissionOn(person, module.name)).toBeUndefined()
    await edit(module.id, { status: true })
    expect(await permissionOn(person, module.name)).toMatchObject({ canView: true })
  })

  test('to inactive revokes access in every company, and to active restores it', async () => {
    const { id } = await builtIn('Projects')
    const people = [await company.as({ Projects: ['canView'] }), await (await newCompany(server)).as()]
    const viewAll = () => Promise.all(people.map((person) => person.sendCall(filterProjects, { body: {} })))
    const statuses = async () => (await viewAll()).map(({ status }) => status)
    for (let times = 0; times < 5; times += 1) expect(await statuses()).toEqual([200, 200])
    await edit(id, { status: false })
    expect(await statuses()).toEqual([403, 403])
    await edit(id, { status: true })
    expect(await statuses()).toEqual([200, 200])
  })

  test.each(['Tenants', 'User', 'Modules', 'Role', 'UserRoleMapping'] as const)(
    'never switches off %s, which administration rests on',
    async (name) => {
      const { id } = await builtIn(name)
      expect(await refusedEdit(id, { status: false })).toMatchObject({
        status: 409,
        message: 'This module is what administration rests on',
        fields: [{ path: 'status' }],
      })
      expect((await get(id)).status).toBe(true)
    },
  )

  test('based on an older state is refused and changes nothing', async () => {
    const opened = await newModule(operator)
    const saved = await edit(opened.id, { description: 'first', updatedAt: opened.updatedAt })
    expect(await refusedEdit(opened.id, { description: 'second', updatedAt: opened.updatedAt })).toMatchObject({
      status: 412,
    })
    expect(await get(opened.id)).toEqual(saved)
  })

  test('that is deleted or unknown answers 404', async () => {
    const { id } = await newModule(operator)
    await remove(id)
    for (const missing of [id, newId()]) {
      expect(await refusedEdit(missing, { name: 'x' })).toMatchObject({ status: 404 })
      expect(await operator.refused(getModule, { params: { id: missing } })).toMatchObject({ status: 404 })
      expect((await remove(missing)).status).toBe(404)
    }
  })
})

describe('deleting a module', () => {
  test.each([...moduleNames])('is refused for %s, which the product uses', async (name) => {
    const reply = await remove((await builtIn(name)).id)
    expect(reply.status).toBe(409)
    expect(JSON.parse(reply.text)).toMatchObject({
      message: 'It cannot be deleted: the product itself works with this module',
    })
  })

  test('is refused while a role of any company has a permission on it, without naming the company', async () => {
    const module = await newModule(operator)
    const { roleId } = await holderOf(module, ['canReport'])
    const reply = await remove(module.id)
    expect([reply.status, JSON.parse(reply.text).message]).toEqual([
      409,
      'It cannot be deleted: roles still have permissions on it',
    ])
    await allow(roleId, module.id, [])
    expect((await remove(module.id)).status).toBe(204)
  })

  test('is possible when only a deleted role has permissions on it', async () => {
    const module = await newModule(operator)
    const role = await newRole(operator, { tenantId: company.id })
    await allow(role.id, module.id, ['canView'])
    await operator.ok(deleteRole, { params: { id: role.id } })
    expect((await remove(module.id)).status).toBe(204)
  })

  test('removes its row from every grid, and it cannot be added again', async () => {
    const module = await newModule(operator)
    const role = await newRole(operator, { tenantId: company.id })
    await allow(role.id, module.id, [])
    await remove(module.id)
    const grid = await owner.ok(getRolePermissions, { query: { roleId: role.id } })
    expect(grid.map(({ moduleId }) => moduleId)).not.toContain(module.id)
    for (const held of [['canView'], []] as const)
      expect(
        await operator.refused(setRolePermissions, {
          params: { roleId: role.id },
          body: [gridRow(module.id, held)],
        }),
      ).toMatchObject({ status: 404 })
  })

  test('and granting a permission on it at the same moment never both succeed', async () => {
    const role = await newRole(operator, { tenantId: company.id })
    for (let round = 0; round < 15; round += 1) {
      const module = await newModule(operator)
      const grant = operator.sendCall(setRolePermissions, {
        params: { roleId: role.id },
        body: [gridRow(module.id, ['canView'])],
      })
      const [granted, removed] = await Promise.all([grant, remove(module.id)])
      expect([`200 409`, `404 204`]).toContain(`${granted.status} ${removed.status}`)
    }
  })
})

describe("a person outside the operator's company", () => {
  test('may not create, change or delete a module, whatever they hold', async () => {
    const { id } = await newModule(operator)
    const before = await get(id)
    const calls = [
      owner.refused(createModule, { body: { name: `Mine ${newId()}` } }),
      owner.refused(updateModule, { params: { id }, body: { name: 'Mine' } }),
      owner.refused(deleteModule, { params: { id } }),
    ]
    for (const refusal of await Promise.all(calls)) expect(refusal).toMatchObject({ status: 403 })
    expect(await get(id)).toEqual(before)
  })
})

test('a company can be created while modules are created and deleted', async () => {
  const rounds = Array.from({ length: 12 }, async () => {
    const { id } = await newModule(operator)
    const [founded, removed] = await Promise.all([
      operator.sendCall(createTenant, { body: tenantBody() }),
      operator.sendCall(deleteModule, { params: { id } }),
    ])
    expect(founded.status, founded.text).toBe(201)
    // The company's Administrator role has the module, or the module was deleted before.
    expect([204, 409]).toContain(removed.status)
  })
  await Promise.all(rounds)
})
