import * as api from '@plinth/api/dashboard'
import type { Routes } from '../kernel/route.ts'
import type { Slice } from '../slice.ts'
import * as dashboard from './dashboard.queries.ts'

function dashboardRoutes({ single }: Routes) {
  single(api.getKpis, (_, { db }) => dashboard.kpis(db))
  single(api.summarizeContractStatuses, (_, { db }) => dashboard.statusSummary(db))
  single(api.summarizeStatusCategories, (_, { db }) => dashboard.categorySummary(db))
}

export const dashboardSlice: Slice = { routes: dashboardRoutes }
