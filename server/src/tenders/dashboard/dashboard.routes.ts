import * as api from '@plinth/api/tenders/dashboard'
import { byDepartment } from '../../deposits/deposits/deposit-money.queries.ts'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as dashboard from './dashboard.queries.ts'

function dashboardRoutes({ route }: Routes) {
  route(api.getKpis, () => dashboard.kpis())
  route(api.summarizeContractStatuses, () => dashboard.statusSummary())
  route(api.summarizeStatusCategories, () => dashboard.categorySummary())
  route(api.summarizeDepartments, (_, { db }) => byDepartment(db))
}

export const dashboardSlice: Slice = { routes: dashboardRoutes }
