import { createModule, updateModule } from '@plinth/api/access/modules'
import { createRoleMapping, deleteRoleMapping, listRoleMappings } from '@plinth/api/access/role-mappings'
import type { RolePermission } from '@plinth/api/access/role-records'
import { createRole, getRole, getRolePermissions, setRolePermissions, updateRole } from '@plinth/api/access/roles'
import { messageOf } from '@plinth/api/kernel/messages'
import { flags } from '@plinth/api/kernel/permissions'
import { createContract, filterContracts } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../kernel/db/tenancy.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { contractBody } from '../../tenders/contracts/contracts.factory.ts'
import {
  type Client,
  type Company,
  everything,
  type Grid,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newRole, rowsOf } from './roles.factory.ts'
import { gridRow } from './roles.queries.ts'

let server: TestServer
let company: Company
let plinth: Company
let owner: Client & { userId: string }
let operator: Client & { userId: string }

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  ;[company, plinth] = [await newCompany(server), await operatorCompany(server)]
  ;[owner, operator] = [await company.as(), await plinth.as()]
})
afterAll(() => server.stop())

const gridOf = (roleId: string, by: Client = owner) => by.ok(getRolePermissions, { query: { roleId } })
const allow = async (by: Client, roleId: string, grid: Grid) =>
  by.ok(setRolePermissions, { params: { roleId }, body: await rowsOf(by, grid) })
const refusedGrid = async (by: Client, roleId: string, grid: Grid) =>
  by.refused(setRolePermissions, { params: { roleId }, body: await rowsOf(by, grid) })
const held = (rows: RolePermission[]) =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const on = flags.filter((flag) => row[flag])
      return on.length > 0 ? [[row.moduleName, on]] : []
    }),
  )
/** The only role that a person of this suite is created with. */
async function ownRole(userId: string): Promise<string> {
  const [mapping] = await operator.ok(listRoleMappings, { params: { userId } })
  return mapping?.roleId ?? ''
}

describe('the grid of a role', () => {
  test('changes only in the rows that are sent, and is returned in full', async () => {
    const role = await newRole(owner, { grid: { Contracts: ['canView'], Projects: ['canView'] } })
    const answered = await allow(owner, role.id, { Contracts: ['canEdit', 'canReport'], Home: ['canView'] })
    expect(held(answered)).toEqual({ Home: ['canView'], Contracts: ['canEdit', 'canReport'], Projects: ['canView'] })
    expect(await gridOf(role.id)).toEqual(answered)
    expect((await owner.ok(getRole, { params: { id: role.id } })).permissions).toEqual(answered)
    expect(answered).toHaveLength(role.permissions.length)
  })

  test('can be sent back in full, as it was returned', async () => {
    const { id, permissions } = await newRole(owner, { grid: everything })
    expect(await owner.ok(setRolePermissions, { params: { roleId: id }, body: permissions })).toEqual(permissions)
  })

  test('is read for its flags only, whatever else its rows contain', async () => {
    const { id, permissions } = await newRole(owner, { grid: everything })
    const body = permissions.map((row) => ({ ...row, moduleName: '\ud800', moduleDescription: '\u0000', roleId: {} }))
    const reply = await owner.sendCall(setRolePermissions, { params: { roleId: id }, body })
    expect({ status: reply.status, answer: JSON.parse(reply.text) }).toEqual({ status: 200, answer: permissions })
  })

  test('stays as it is when no rows are sent', async () => {
    const role = await newRole(owner, { grid: { Home: ['canView'] } })
    expect(await allow(owner, role.id, {})).toEqual(role.permissions)
  })

  test('is refused as a whole for an unknown module', async () => {
    const role = await newRole(owner)
    const body = [...(await rowsOf(owner, { Home: ['canView'] })), gridRow(newId(), [])]
    const before = await owner.ok(getRole, { params: { id: role.id } })
    expect(await owner.refused(setRolePermissions, { params: { roleId: role.id }, body })).toMatchObject({
      status: 404,
    })
    expect(await owner.ok(getRole, { params: { id: role.id } })).toEqual(before)
  })

  const row = gridRow(newId(), ['canView'])
  const bad: [string, unknown, RegExp][] = [
    ['a module twice', [row, row], /must name each module once/],
    ['a flag that is no boolean', [{ ...row, canView: 'yes' }], /0\.canView/],
    ['a flag left out', [{ moduleId: row.moduleId }], /0\.canView/],
    ['an unknown flag', [{ ...row, canApprove: true }], /canApprove is not a known field/],
    ['501 rows', Array.from({ length: 501 }, () => gridRow(newId(), [])), /500/],
    ['no list', { rows: [] }, /must be a list/],
    ['nothing', undefined, /is required/],
  ]
  test.each(bad)('with %s is refused', async (_, body, message) => {
    const { id } = await newRole(owner)
    const refusal = await owner.refused(setRolePermissions, { params: { roleId: id }, body })
    expect(refusal).toMatchObject({ status: 400, message: expect.stringMatching(message) })
  })

  test('takes effect at the next request of everybody who holds the role', async () => {
    const person = await company.as({ Contracts: ['canView'] })
    const roleId = await ownRole(person.userId)
    await person.ok(filterContracts, { body: {} })
    expect(await person.refused(createContract, { body: contractBody() })).toMatchObject({ status: 403 })
    await allow(owner, roleId, { Contracts: ['canCreate'] })
    await person.ok(createContract, { body: contractBody({ bidId: newId() }) })
    expect(await person.refused(filterContracts, { body: {} })).toMatchObject({ status: 403 })
  })
})

describe('flags of platform modules', () => {
  test("are refused in a customer's role, even to an operator", async () => {
    const role = await newRole(owner)
    for (const by of [owner, operator])
      for (const grid of [{ Tenants: ['canView'] }, { Home: ['canView'], Modules: flags }] as const)
        expect(await refusedGrid(by, role.id, grid)).toMatchObject({
          status: 403,
          message: expect.stringMatching(
            /^Permissions on (Tenants|Modules) are for the operators of the installation$/,
          ),
        })
    const permissions = await rowsOf(owner, { Tenants: ['canEdit'] })
    const named = { name: newId(), permissions }
    expect(await owner.refused(createRole, { body: named })).toMatchObject({ status: 403 })
    expect(await operator.refused(createRole, { body: { ...named, tenantId: company.id } })).toMatchObject({
      status: 403,
    })
    expect(held(await gridOf(role.id))).toEqual({})
  })

  test("are refused in a customer's role by the database too, and no row can be moved to a platform module", async () => {
    const { id } = await newRole(owner, { grid: { Home: ['canView'] } })
    const [tenants] = await rowsOf(owner, { Tenants: [] })
    const inside = (work: (db: Db) => Promise<unknown>) => server.door.inTenant(company.id, null, work)
    await expect(
      inside((db) =>
        sql`insert into role_permissions (role_id, module_id, can_view) values (${id}, ${tenants?.moduleId}, true)`.execute(
          db,
        ),
      ),
    ).rejects.toThrow(/for the operators/)
    await expect(
      inside((db) =>
        sql`update role_permissions set module_id = ${tenants?.moduleId} where role_id = ${id}`.execute(db),
      ),
    ).rejects.toThrow(/permission denied/)
  })

  test('can be granted among operators by those who hold them', async () => {
    const { id } = await newRole(operator, { grid: { Tenants: flags, Modules: ['canView'] } })
    expect(held(await gridOf(id, operator))).toEqual({ Tenants: [...flags], Modules: ['canView'] })
    const narrow = await plinth.as({ Role: flags, User: flags, UserRoleMapping: flags })
    expect(await refusedGrid(narrow, id, { Tenants: flags, Modules: flags })).toMatchObject({
      status: 403,
      message: expect.stringMatching(/^You cannot grant a permission you do not hold yourself: can\w+ on Modules$/),
    })
  })
})

describe('a flag', () => {
  const narrowGrid: Grid = { Role: flags, UserRoleMapping: flags, Contracts: ['canView'] }
  const refusal = {
    status: 403,
    code: 'forbidden',
    ...messageOf('You cannot grant a permission you do not hold yourself: {permission}', {
      permission: 'canEdit on Contracts',
    }),
  }

  test('can be added by nobody who lacks it, neither in a new role nor in an edit or a grid', async () => {
    const narrow = await company.as(narrowGrid)
    const role = await newRole(narrow, { grid: { Contracts: ['canView'] } })
    const wider = await rowsOf(narrow, { Contracts: ['canView', 'canEdit'] })
    expect(await narrow.refused(createRole, { body: { name: newId(), permissions: wider } })).toEqual(refusal)
    expect(await narrow.refused(updateRole, { params: { id: role.id }, body: { permissions: wider } })).toEqual(refusal)
    expect(await narrow.refused(setRolePermissions, { params: { roleId: role.id }, body: wider })).toEqual(refusal)
    expect(held(await gridOf(role.id))).toEqual({ Contracts: ['canView'] })
  })

  test('cannot be added by a caller who lacks it to a role that they hold themselves, whether they hold others or not', async () => {
    const narrow = await company.as(narrowGrid)
    const roleId = await ownRole(narrow.userId)
    expect(await refusedGrid(narrow, roleId, { Contracts: ['canView', 'canEdit'] })).toEqual(refusal)
    const second = await newRole(narrow)
    await narrow.ok(createRoleMapping, { body: { userId: narrow.userId, roleId: second.id } })
    expect(await refusedGrid(narrow, second.id, { Contracts: ['canEdit'] })).toEqual(refusal)
    expect(await refusedGrid(narrow, second.id, { Contracts: ['canView'], Payroll: ['canView'] })).toMatchObject({
      message: 'You cannot grant a permission you do not hold yourself: canView on Payroll',
    })
    expect(held(await gridOf(roleId))).toEqual(narrowGrid)
    expect(held(await gridOf(second.id))).toEqual({})
  })

  test("that another of the caller's roles has can be added to a role that they hold", async () => {
    const narrow = await company.as(narrowGrid)
    const second = await newRole(narrow)
    await narrow.ok(createRoleMapping, { body: { userId: narrow.userId, roleId: second.id } })
    expect(held(await allow(narrow, second.id, { Contracts: ['canView'] }))).toEqual({ Contracts: ['canView'] })
  })

  test('that a role had before can stay or be removed by a caller who lacks it', async () => {
    const narrow = await company.as(narrowGrid)
    const role = await newRole(owner, { grid: { Contracts: ['canView', 'canEdit'], Payroll: flags } })
    const changed = await allow(narrow, role.id, {
      Contracts: ['canEdit', 'canView'],
      Payroll: flags,
      Role: ['canView'],
    })
    expect(held(changed)).toMatchObject({ Contracts: ['canView', 'canEdit'], Payroll: [...flags], Role: ['canView'] })
    expect(held(await allow(narrow, role.id, { Contracts: [], Payroll: ['canView'] }))).toEqual({
      Role: ['canView'],
      Payroll: ['canView'],
    })
    // A removed flag cannot be added again by a caller who lacks it.
    expect(await refusedGrid(narrow, role.id, { Contracts: ['canEdit'] })).toEqual(refusal)
  })

  test('that the caller has lost can no longer be added by them', async () => {
    const narrow = await company.as(narrowGrid)
    const role = await newRole(narrow)
    await allow(owner, await ownRole(narrow.userId), { Contracts: [] })
    expect(await refusedGrid(narrow, role.id, { Contracts: ['canView'] })).toMatchObject({ status: 403 })
  })

  test("of a company's modules can be added by any operator in that company, but in their own only what they hold", async () => {
    const helper = await plinth.as({ Role: flags, Credentials: ['canEdit'] })
    const role = await newRole(owner)
    expect(held(await allow(helper, role.id, everything))).toEqual(everything)
    const own = await newRole(helper, { grid: { Role: ['canView'] } })
    expect(await refusedGrid(helper, own.id, { User: ['canView'] })).toMatchObject({ status: 403 })
    expect(await refusedGrid(helper, await ownRole(helper.userId), { User: ['canView'] })).toMatchObject({
      status: 403,
    })
  })
})

describe('an inactive module', () => {
  test('keeps the flags that roles have on it, and people with these flags can still grant them', async () => {
    const module = await operator.ok(createModule, { body: { name: `Quality ${newId()}` } })
    const role = await newRole(operator, { tenantId: company.id })
    const body = [gridRow(module.id, ['canView'])]
    await operator.ok(setRolePermissions, { params: { roleId: role.id }, body })
    await operator.ok(createRoleMapping, { body: { userId: owner.userId, roleId: role.id } })
    await operator.ok(updateModule, { params: { id: module.id }, body: { status: false } })

    const copy = await owner.ok(createRole, { body: { name: newId(), permissions: body } })
    expect(copy.permissions.find(({ moduleId }) => moduleId === module.id)).toMatchObject({ canView: true })
    const { userId } = await company.person({})
    await owner.ok(createRoleMapping, { body: { userId, roleId: copy.id } })
    expect(
      await owner.refused(setRolePermissions, {
        params: { roleId: copy.id },
        body: [gridRow(module.id, ['canView', 'canEdit'])],
      }),
    ).toMatchObject({ status: 403 })
    await owner.ok(deleteRoleMapping, { params: { userId: owner.userId, roleId: role.id } })
  })
})

describe('the last administrator', () => {
  test.each([
    ['User', ['canView', 'canCreate', 'canDelete']],
    ['Role', ['canView', 'canCreate', 'canDelete']],
    ['UserRoleMapping', ['canView', 'canEdit', 'canDelete']],
  ] as const)(
    'keeps the needed flags on %s, both in the grid of a role and in an edit of it',
    async (module, remaining) => {
      const small = await newCompany(server)
      const admin = await small.as()
      const roleId = await ownRole(admin.userId)
      const refusal = {
        status: 409,
        message: 'The last administrator of a company stays: somebody must be able to change people and roles',
      }
      for (const by of [admin, operator]) {
        expect(await refusedGrid(by, roleId, { [module]: remaining })).toMatchObject(refusal)
        const permissions = await rowsOf(by, { [module]: [] })
        expect(await by.refused(updateRole, { params: { id: roleId }, body: { permissions } })).toMatchObject(refusal)
      }
      const second = await small.as()
      await allow(second, roleId, { [module]: remaining })
      expect(await refusedGrid(second, await ownRole(second.userId), { [module]: remaining })).toMatchObject(refusal)
    },
  )
})
