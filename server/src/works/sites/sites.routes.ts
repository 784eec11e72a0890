import * as api from '@plinth/api/works/sites'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as sites from './sites.queries.ts'

function siteRoutes({ route }: Routes) {
  route(api.filterSites, ({ body }, { db }) => sites.search(db, body))
  route(api.exportSites, ({ body }, { db }) => sites.exported(db, body))
  route(api.getSite, ({ params }, { db }) => sites.get(db, params.id))
  route(api.createSite, ({ body }, { db }) => sites.create(db, body))
  route(api.updateSite, ({ params, body }, { db }) => sites.update(db, params.id, body))
  route(api.deleteSite, ({ params }, { db }) => sites.remove(db, params.id))
}

export const siteSlice: Slice = {
  routes: siteRoutes,
  events: { exported: [api.exportSites] },
  finds: { sites: sites.find },
}
