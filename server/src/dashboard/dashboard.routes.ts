import * as api from '@plinth/api/dashboard'
import type { Routes } from '../kernel/route.ts'
import * as dashboard from './dashboard.queries.ts'

export function dashboardRoutes({ route }: Routes) {
  route(api.getKpis, (_, { db }) => dashboard.kpis(db))
  route(api.summarizeContractStatuses, (_, { db }) => dashboard.statusSummary(db))
  route(api.summarizeStatusCategories, (_, { db }) => dashboard.categorySummary(db))
}
