import { entity } from '../kernel/entity.ts'

/** Roles and their permissions. */
export const roles = entity({
  module: 'Role',
  path: '/admin/roles',
  title: 'Roles',
  create: 'New role',
  lists: ['roles'],
  audited: { roles: 'Role', role_permissions: 'Permissions of a role' },
})
