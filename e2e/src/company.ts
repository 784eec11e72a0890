import { listModules } from '@plinth/api/access/modules'
import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { createRole, listRoles, setRolePermissions } from '@plinth/api/access/roles'
import { createTenant } from '@plinth/api/access/tenants'
import { createUser } from '@plinth/api/access/users'
import { flags, type ModuleName } from '@plinth/api/kernel/permissions'
import type { Grid } from '@plinth/server/testing/test-server'
import { type Credentials, operator, person } from './people.ts'

export const password = 'a quiet river bend'

export interface Colleague extends Credentials {
  id: string
  username: string
}

/** Creates a company for one spec over HTTP, as the operator. */
export async function newCompany(tenantName: string) {
  const founder = await person(operator())
  const { id: tenantId } = await founder.ok(createTenant, { body: { name: tenantName } })
  const modules = await founder.ok(listModules, {})
  const startingRoles = await founder.ok(listRoles, { query: { tenantId } })

  /** Creates a role with exactly these permissions; returns its id. */
  async function role(name: string, grid: Grid, description: string | null = null): Promise<string> {
    const permissions = Object.entries(grid).map(([module, held]) => ({
      moduleId: modules.find((known) => known.name === module)?.id ?? '',
      canCreate: held.includes('canCreate'),
      canView: held.includes('canView'),
      canEdit: held.includes('canEdit'),
      canDelete: held.includes('canDelete'),
      canReport: held.includes('canReport'),
    }))
    const { id } = await founder.ok(createRole, { body: { name, description, tenantId, permissions } })
    return id
  }

  /** Removes every permission in a module from a role. */
  async function shrink(roleId: string, module: ModuleName): Promise<void> {
    const moduleId = modules.find(({ name }) => name === module)?.id ?? ''
    const nothing = { canCreate: false, canView: false, canEdit: false, canDelete: false, canReport: false }
    await founder.ok(setRolePermissions, { params: { roleId }, body: [{ moduleId, ...nothing }] })
  }

  /** Creates a user who holds these roles and can sign in. */
  async function join(username: string, ...roleIds: string[]): Promise<Colleague> {
    const email = `${username}@${tenantName}.example`.toLowerCase().replaceAll(' ', '.')
    const { id } = await founder.ok(createUser, { body: { username, email, password, tenantId } })
    for (const roleId of roleIds) await founder.ok(createRoleMapping, { body: { userId: id, roleId } })
    return { id, username, email, password, tenantName }
  }

  /** Creates a user with exactly these permissions. */
  const joinWith = async (username: string, grid: Grid) => join(username, await role(`Role of ${username}`, grid))

  const administrator = await join('Admin', startingRoles.find(({ name }) => name === 'Administrator')?.id ?? '')
  return { tenantId, tenantName, role, shrink, join, joinWith, administrator }
}
export type OwnCompany = Awaited<ReturnType<typeof newCompany>>

/** Every permission of these modules. */
export const all = (...modules: ModuleName[]): Grid => Object.fromEntries(modules.map((name) => [name, flags]))
