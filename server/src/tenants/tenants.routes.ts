import { searchTenantNames } from '@plinth/api/tenants'
import type { Routes } from '../kernel/route.ts'
import * as tenants from './tenants.queries.ts'

export function tenantRoutes({ publicRoute }: Routes) {
  publicRoute(searchTenantNames, ({ query }, { door }) =>
    door.anonymous((db) => tenants.searchNames(db, query.keyword)),
  )
}
