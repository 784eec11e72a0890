import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { filterBy } from '../kernel/filters.ts'
import { mappablePerson, mappableRole, roleMapping, roleSelection, userPermission } from './role-records.ts'

export const about = 'The roles of each person, and the permissions that follow from them.'

const base = '/platform/api/user-role-mappings'

const ofUser = z.object({ userId: f.id })
const ofUserAndRole = z.object({ userId: f.id, roleId: f.id })

export const searchMappablePeople = endpoint({
  method: 'GET',
  path: `${base}/people`,
  summary: 'Up to twenty people whose name, e-mail or mobile number contains the keyword, or one person by id',
  allow: { module: 'UserRoleMapping', can: 'canView' },
  scope: 'platform',
  query: z.strictObject({ keyword: z._default(f.text(100), ''), userId: filterBy(f.id) }),
  response: z.array(mappablePerson),
})

export const listMappableRoles = endpoint({
  method: 'GET',
  path: `${base}/roles`,
  summary: 'The roles of a company that can be granted, by name',
  allow: { module: 'UserRoleMapping', can: 'canCreate' },
  scope: 'platform',
  /** The company of the roles. Operators choose it; for everybody else it is their own. */
  query: z.strictObject({ tenantId: filterBy(f.id) }),
  response: z.array(mappableRole),
})

export const getRoleSelection = endpoint({
  method: 'GET',
  path: `${base}/user/:userId/role-selection`,
  summary: 'Every role of a person’s company, with a mark on those that the person holds',
  allow: { module: 'UserRoleMapping', can: 'canView' },
  scope: 'platform',
  params: ofUser,
  response: z.array(roleSelection),
})

export const listRoleMappings = endpoint({
  method: 'GET',
  path: `${base}/user/:userId`,
  summary: 'The roles of a person',
  allow: { module: 'UserRoleMapping', can: 'canView', orSelf: 'userId' },
  scope: 'platform',
  params: ofUser,
  response: z.array(roleMapping),
})

export const createRoleMapping = endpoint({
  method: 'POST',
  path: base,
  summary: 'Grant a role to a person; the caller must hold every permission of the role',
  allow: { module: 'UserRoleMapping', can: 'canCreate' },
  outside: 'leave',
  scope: 'platform',
  status: 201,
  body: z.strictObject({ userId: f.id, roleId: f.id }),
  response: roleMapping,
})

export const setRoleMapping = endpoint({
  method: 'PUT',
  path: `${base}/user/:userId/role/:roleId`,
  summary: 'Grant a role to a person, or revoke it',
  allow: { module: 'UserRoleMapping', can: 'canEdit' },
  scope: 'platform',
  params: ofUserAndRole,
  body: z.strictObject({ isMapped: z.boolean() }),
  response: roleSelection,
})

export const deleteRoleMapping = endpoint({
  method: 'DELETE',
  path: `${base}/user/:userId/role/:roleId`,
  summary: 'Revoke a role from a person who is not the last administrator',
  allow: { module: 'UserRoleMapping', can: 'canDelete' },
  scope: 'platform',
  params: ofUserAndRole,
})

export const listUserPermissions = endpoint({
  method: 'GET',
  path: '/platform/api/user-module-permissions/user/:userId',
  summary: 'The permissions of a person in every module, and the roles that they come from',
  allow: { module: 'User', can: 'canView', orSelf: 'userId' },
  scope: 'platform',
  params: ofUser,
  response: z.array(userPermission),
})
