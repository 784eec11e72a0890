import * as api from '@plinth/api/reminders/watchers'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as watchers from './watchers.queries.ts'

function watcherRoutes({ route }: Routes) {
  route(api.listWatchers, ({ params }, { db }) => watchers.list(db, params))
  route(api.addWatcher, ({ params }, { db }) => watchers.add(db, params))
  route(api.removeWatcher, ({ params }, { db }) => watchers.remove(db, params))
}

export const watcherSlice: Slice = { routes: watcherRoutes }
