import { searchTenantNames } from '@plinth/api/auth'
import * as api from '@plinth/api/tenants'
import { limitRate } from '../kernel/guessing.ts'
import { byId, type Routes } from '../kernel/route.ts'
import * as tenants from './tenants.queries.ts'

/** A minute's name searches of one address: enough for an office that signs in together, too few to list companies. */
const nameSearches = { allowed: 30, window: '1 minute' }

export function tenantRoutes({ route, platformRoute, publicRoute }: Routes) {
  publicRoute(searchTenantNames, async ({ query }, { door, address }) => {
    await limitRate(door, `name search ${address}`, nameSearches)
    return door.anonymous((db) => tenants.searchNames(db, query.keyword))
  })
  route(api.filterTenants, ({ body }, { db }) => tenants.search(db, body))
  route(api.exportTenants, ({ body }, { db }) => tenants.exportAll(db, body))
  route(api.searchTenants, ({ query }, { db }) => tenants.searchByName(db, query.keyword))
  route(api.createTenant, ({ body }, { db, caller }) => tenants.create(db, body, caller))
  platformRoute(api.getTenant, byId, ({ params }, { db }) => tenants.get(db, params.id))
  platformRoute(api.updateTenant, byId, ({ params, body }, { db }) => tenants.update(db, params.id, body))
  platformRoute(api.deleteTenant, byId, ({ params }, { db }) => tenants.remove(db, params.id))
  route(api.getSecurityPolicy, (_, { db, caller }) => tenants.securityPolicy(db, caller))
  route(api.updateSecurityPolicy, ({ body }, { db, caller }) => tenants.setSecurityPolicy(db, body, caller))
}
