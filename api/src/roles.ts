import * as z from 'zod/mini'
import { endpoint } from './kernel/endpoint.ts'
import * as f from './kernel/fields.ts'
import * as r from './kernel/record.ts'

const base = '/platform/api/roles'
const permissionsBase = '/platform/api/permissions'

const held = {
  canCreate: z.boolean(),
  canView: z.boolean(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  canReport: z.boolean(),
}

/** What a role allows in one module. */
export const rolePermission = z.object({ roleId: f.id, moduleId: f.id, moduleName: z.string(), ...held })
export type RolePermission = z.infer<typeof rolePermission>

/** Rows of a grid as they are sent: a module left out stays as it is. */
export const gridRows = z
  .array(z.strictObject({ moduleId: f.id, ...held, ...r.ignored('roleId', 'moduleName', 'moduleDescription') }))
  .check(
    z.maxLength(500),
    z.refine((rows) => new Set(rows.map((row) => row.moduleId)).size === rows.length, {
      error: 'must name each module once',
    }),
  )

export const roleFields = { name: f.requiredText(100), description: f.optional(f.text(1000)) }

/** What a role carries beside the fields that are edited: whose it is, and how many people hold it. */
const found = { tenantName: z.string(), userCount: z.int() }
const serverSet = ['tenantName', 'userCount'] as const

export const role = r.stored({ id: f.id, tenantId: f.id, ...roleFields, ...found })
export type Role = z.infer<typeof role>
/** With its grid: a row for every module that its company can use. */
export const roleWithGrid = z.extend(role, { permissions: z.array(rolePermission) })
export type RoleWithGrid = z.infer<typeof roleWithGrid>

const grid = { permissions: z.optional(gridRows) }
export const roleInput = r.createBody({ ...roleFields, ...grid, tenantId: f.optional(f.id) }, {}, [...serverSet])
export const roleEdit = r.editBody({ ...roleFields, ...grid }, [...serverSet, 'tenantId'])

/** The company whose roles are meant: an operator's choice; everybody else's own. */
const ofTenant = z.strictObject({ tenantId: z.optional(f.id) })

export const listRoles = endpoint({
  method: 'GET',
  path: `${base}/all`,
  summary: 'Every role of a company',
  allow: { module: 'Role', can: 'canView' },
  scope: 'platform',
  query: ofTenant,
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
  summary: 'Enter a role, with permissions that the caller holds',
  allow: { module: 'Role', can: 'canCreate' },
  scope: 'platform',
  status: 201,
  body: roleInput,
  response: roleWithGrid,
})

export const updateRole = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a role; a permission that is added must be held by the caller',
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
  summary: 'Change rows of a role’s grid; a permission that is added must be held by the caller',
  allow: { module: 'Role', can: 'canEdit' },
  scope: 'platform',
  params: z.object({ roleId: f.id }),
  body: gridRows,
  response: z.array(rolePermission),
})
