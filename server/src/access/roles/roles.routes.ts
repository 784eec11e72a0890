import * as api from '@plinth/api/access/roles'
import { byId, type Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as roles from './roles.queries.ts'

function roleRoutes({ platformRoute }: Routes) {
  platformRoute(
    api.listRoles,
    ({ query }) => query.tenantId,
    ({ query }, { db }) => roles.list(db, query),
  )
  platformRoute(api.getRole, byId, ({ params }, { db }) => roles.get(db, params.id))
  platformRoute(
    api.createRole,
    ({ body }) => body.tenantId,
    ({ body }, { db }) => roles.create(db, body),
  )
  platformRoute(api.updateRole, byId, ({ params, body }, { db }) => roles.update(db, params.id, body))
  platformRoute(api.deleteRole, byId, ({ params }, { db }) => roles.remove(db, params.id))
  platformRoute(
    api.getRolePermissions,
    ({ query }) => query.roleId,
    ({ query }, { db }) => roles.gridOf(db, query.roleId),
  )
  platformRoute(
    api.setRolePermissions,
    ({ params }) => params.roleId,
    ({ params, body }, { db }) => roles.setGrid(db, params.roleId, body),
  )
}

export const roleSlice: Slice = {
  routes: roleRoutes,
  events: { grant_changed: [api.createRole, api.updateRole, api.deleteRole, api.setRolePermissions] },
}
