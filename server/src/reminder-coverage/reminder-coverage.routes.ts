import * as api from '@plinth/api/reminder-coverage'
import type { Routes } from '../kernel/route.ts'
import type { Slice } from '../slice.ts'
import * as coverage from './coverage.queries.ts'
import * as undated from './undated.queries.ts'

function reminderCoverageRoutes({ route }: Routes) {
  route(api.getCoverage, (_, { db }) => coverage.summary(db))
  route(api.filterCoverage, ({ body }, { db }) => coverage.search(db, body))
  route(api.exportCoverage, ({ body }, { db }) => coverage.exported(db, body))
  route(api.filterUndated, ({ body }, { db }) => undated.search(db, body))
}

export const reminderCoverageSlice: Slice = {
  routes: reminderCoverageRoutes,
  events: { exported: [api.exportCoverage] },
}
