import * as api from '@plinth/api/dashboard'
import type { Routes } from '../kernel/route.ts'
import * as dashboard from './dashboard.queries.ts'

export function dashboardRoutes({ read }: Routes) {
  read(api.getKpis, (_, { db }) => dashboard.kpis(db))
  read(api.summarizeContractStatuses, (_, { db }) => dashboard.statusSummary(db))
  read(api.summarizeStatusCategories, (_, { db }) => dashboard.categorySummary(db))
}
