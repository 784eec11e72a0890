import * as api from '@plinth/api/access/modules'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as modules from './modules.queries.ts'

function moduleRoutes({ route }: Routes) {
  route(api.listModules, ({ query }, { db }) => modules.list(db, query))
  route(api.getModule, ({ params }, { db }) => modules.get(db, params.id))
  route(api.createModule, ({ body }, { db }) => modules.create(db, body))
  route(api.updateModule, ({ params, body }, { db }) => modules.update(db, params.id, body))
  route(api.deleteModule, ({ params }, { db }) => modules.remove(db, params.id))
}

export const moduleSlice: Slice = {
  routes: moduleRoutes,
  events: { modules_changed: [api.createModule, api.updateModule, api.deleteModule] },
}
