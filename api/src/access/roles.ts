import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { filterBy, textFilter } from '../kernel/filters.ts'
import { gridRows, role, roleEdit, roleInput, rolePermission, roleWithGrid } from './role-records.ts'

export const about = 'Roles, each with its grid of permissions.'

const base = '/platform/api/roles'
const permissionsBase = '/platform/api/permissions'

export const listRoles = endpoint({
  method: 'GET',
  path: `${base}/all`,
  summary: 'The roles of a company, by name',
  allow: { module: 'Role', can: 'canView' },
  scope: 'platform',
  /** The company of the roles. Operators choose it; for everybody else it is their own. */
  query: z.strictObject({ tenantId: filterBy(f.id), name: textFilter, description: textFilter }),
  response: z.array(role),
})

export const getRole = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One role with its grid',
  allow: { module: 'Role', can: 'canView' },
  scope: 'platform',
  params: f.idParams,
  response: roleWithGrid,
})

export const createRole = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a role with permissions that the caller holds',
  allow: { module: 'Role', can: 'canCreate' },
  scope: 'platform',
  status: 201,
  body: roleInput,
  response: roleWithGrid,
})

export const updateRole = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a role; the caller must hold each added permission',
  allow: { module: 'Role', can: 'canEdit' },
  scope: 'platform',
  params: f.idParams,
  body: roleEdit,
  response: roleWithGrid,
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a role that nobody holds',
  allow: { module: 'Role', can: 'canDelete' },
  scope: 'platform',
  params: f.idParams,
})

export const getRolePermissions = endpoint({
  method: 'GET',
  path: `${permissionsBase}/role-id-permissions`,
  summary: 'The grid of a role: a row for every module that its company can use',
  allow: { module: 'Role', can: 'canView' },
  scope: 'platform',
  query: z.strictObject({ roleId: f.id }),
  response: z.array(rolePermission),
})

export const setRolePermissions = endpoint({
  method: 'POST',
  path: `${permissionsBase}/bulk/:roleId`,
  summary: 'Change rows of a role’s grid; the caller must hold each added permission',
  allow: { module: 'Role', can: 'canEdit' },
  scope: 'platform',
  params: z.object({ roleId: f.id }),
  body: gridRows,
  response: z.array(rolePermission),
})
