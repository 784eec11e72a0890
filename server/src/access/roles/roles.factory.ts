import { listModules } from '@plinth/api/access/modules'
import type { RoleWithGrid } from '@plinth/api/access/role-records'
import { createRole } from '@plinth/api/access/roles'
import { newId } from '../../kernel/testing/databases.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client, Grid } from '../../testing/test-server.ts'
import { gridRow } from './roles.queries.ts'

/** Rows of a grid as a form would send them. The grid's keys are names of modules. */
export async function rowsOf(by: Client, grid: Grid | Record<string, Grid[keyof Grid]>) {
  const modules = await by.ok(listModules, {})
  return Object.entries(grid).map(([name, held]) => {
    const found = modules.find((module) => module.name === name)
    if (!found) throw new Error(`no module ${name}`)
    return gridRow(found.id, held ?? [])
  })
}

interface RoleOptions {
  name?: string
  description?: string
  tenantId?: string
  grid?: Grid
}

export const newRole = async (by: Client, { grid = {}, ...fields }: RoleOptions = {}): Promise<RoleWithGrid> =>
  by.ok(createRole, { body: { name: `Role ${newId()}`, permissions: await rowsOf(by, grid), ...fields } })

export const testInputs: TestInputs = {
  make: {
    roles: async ({ owner }) => (await owner.ok(createRole, { body: { name: newId() } })).id,
    bulk: async ({ owner }) => (await owner.ok(createRole, { body: { name: newId() } })).id,
  },
  bodies: { createRole: () => ({ name: newId() }), setRolePermissions: () => [] },
  queries: { getRolePermissions: ({ roles }) => ({ roleId: roles }) },
}
