import * as api from '@plinth/api/access/role-mappings'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import { searchPeople } from '../users/users.queries.ts'
import * as mappings from './role-mappings.queries.ts'
import { permissionsOf } from './user-permissions.queries.ts'

const byUser = ({ params }: { params: { userId: string } }) => params.userId

function roleMappingRoutes({ route, platformRoute }: Routes) {
  route(api.searchMappablePeople, ({ query }, { db }) => searchPeople(db, query))
  platformRoute(
    api.listMappableRoles,
    ({ query }) => query.tenantId,
    ({ query }, { db }) => mappings.mappableRoles(db, query.tenantId),
  )
  platformRoute(api.getRoleSelection, byUser, ({ params }, { db }) => mappings.selectionOf(db, params.userId))
  platformRoute(api.listRoleMappings, byUser, ({ params }, { db }) => mappings.list(db, params.userId))
  platformRoute(
    api.createRoleMapping,
    ({ body }) => body.userId,
    ({ body }, { db }) => mappings.create(db, body),
  )
  platformRoute(api.setRoleMapping, byUser, ({ params, body }, { db }) => mappings.set(db, params, body.isMapped))
  platformRoute(api.deleteRoleMapping, byUser, ({ params }, { db }) => mappings.remove(db, params))
  platformRoute(api.listUserPermissions, byUser, ({ params }, { db }) => permissionsOf(db, params.userId))
}

export const roleMappingSlice: Slice = {
  routes: roleMappingRoutes,
  events: { grant_changed: [api.createRoleMapping, api.setRoleMapping, api.deleteRoleMapping] },
}
