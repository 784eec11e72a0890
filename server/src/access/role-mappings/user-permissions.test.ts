import { getSession } from '@plinth/api/access/auth'
import { createModule, updateModule } from '@plinth/api/access/modules'
import { createRoleMapping, listUserPermissions } from '@plinth/api/access/role-mappings'
import { setRolePermissions } from '@plinth/api/access/roles'
import { type Flag, flags, moduleNames } from '@plinth/api/kernel/permissions'
import { expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { type Client, type Grid, operatorCompany, startSuite } from '../../testing/test-server.ts'
import { newRole } from '../roles/roles.factory.ts'
import { gridRow } from '../roles/roles.queries.ts'

const { server, company, owner } = await startSuite({ alone: true })
const operator = await (await operatorCompany(server)).as()

const permissionsOf = (userId: string, by: Client = owner) => by.ok(listUserPermissions, { params: { userId } })
const none: Record<Flag, string[]> = { canCreate: [], canView: [], canEdit: [], canDelete: [], canReport: [] }

async function grantNewRole(userId: string, name: string, grid: Grid) {
  const role = await newRole(owner, { name: `${name} ${newId()}`, grid })
  await owner.ok(createRoleMapping, { body: { userId, roleId: role.id } })
  return role
}

test('the roles of a person add up, and each flag names its roles in alphabetical order', async () => {
  const person = await company.as({})
  const both = await grantNewRole(person.userId, 'b', { Contracts: ['canView', 'canEdit'] })
  const last = await grantNewRole(person.userId, 'C', { Contracts: ['canView'], Projects: ['canReport'] })
  const first = await grantNewRole(person.userId, 'A', { Contracts: ['canView'] })
  await newRole(owner, { grid: { Contracts: flags } })

  const rows = new Map((await permissionsOf(person.userId)).map((row) => [row.moduleName, row]))
  expect(rows.get('Contracts')).toMatchObject({
    moduleStatus: true,
    canCreate: false,
    canView: true,
    canEdit: true,
    canDelete: false,
    canReport: false,
    grantedBy: { ...none, canView: [first.name, both.name, last.name], canEdit: [both.name] },
  })
  expect(rows.get('Projects')).toMatchObject({ canReport: true, grantedBy: { ...none, canReport: [last.name] } })
  expect(rows.get('Payroll')).toMatchObject({ canView: false, grantedBy: none })
})

test('every module that the company can use has a row, in the order of the sidebar', async () => {
  const builtIn = async (userId: string) =>
    (await permissionsOf(userId, operator))
      .map(({ moduleName }) => moduleName)
      .filter((name) => moduleNames.some((known) => known === name))
  const { userId } = await company.person({})
  const platform = ['Tenants', 'Modules', 'Credentials']
  expect(await builtIn(userId)).toEqual(moduleNames.filter((name) => !platform.includes(name)))
  expect(await builtIn(operator.userId)).toEqual([...moduleNames])
})

test('on an inactive module every flag is false, but its roles are still named', async () => {
  const module = await operator.ok(createModule, { body: { name: `Quality ${newId()}`, description: 'Cubes' } })
  const person = await company.as({})
  const role = await grantNewRole(person.userId, 'Lab', {})
  const body = [gridRow(module.id, ['canView', 'canCreate'])]
  await operator.ok(setRolePermissions, { params: { roleId: role.id }, body })
  const row = async () => (await permissionsOf(person.userId)).find(({ moduleId }) => moduleId === module.id)
  const described = { moduleName: module.name, moduleDescription: 'Cubes' }
  const grantedBy = { ...none, canView: [role.name], canCreate: [role.name] }
  expect(await row()).toMatchObject({ ...described, moduleStatus: true, canView: true, canCreate: true, grantedBy })
  await operator.ok(updateModule, { params: { id: module.id }, body: { status: false } })
  expect(await row()).toMatchObject({ ...described, moduleStatus: false, canView: false, canCreate: false, grantedBy })
})

test('the flags are those in the session of the person', async () => {
  const person = await company.as({ Contracts: ['canView', 'canReport'], Role: flags, GST: ['canDelete'] })
  await grantNewRole(person.userId, 'More', { Contracts: ['canEdit'], Vehicles: ['canView'] })
  const { permissions } = await person.ok(getSession, {})
  const heldFlags = (await permissionsOf(person.userId, person))
    .filter((row) => flags.some((flag) => row[flag]))
    .map(({ moduleName, canCreate, canView, canEdit, canDelete, canReport }) => ({
      moduleName,
      canCreate,
      canView,
      canEdit,
      canDelete,
      canReport,
    }))
  const byName = (a: { moduleName: string }, b: { moduleName: string }) => (a.moduleName < b.moduleName ? -1 : 1)
  expect(heldFlags.sort(byName)).toEqual(permissions.toSorted(byName))
})
