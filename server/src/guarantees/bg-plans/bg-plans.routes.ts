import * as api from '@plinth/api/guarantees/bg-plans'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as plans from './bg-plans.queries.ts'

function bgPlanRoutes({ route }: Routes) {
  route(api.filterBgPlans, ({ body }, { db }) => plans.search(db, body))
  route(api.getBgPlan, ({ params }, { db }) => plans.get(db, params.id))
  route(api.createBgPlan, ({ body }, { db }) => plans.create(db, body))
  route(api.updateBgPlan, ({ params, body }, { db }) => plans.update(db, params.id, body))
  route(api.deleteBgPlan, ({ params }, { db }) => plans.remove(db, params.id))
}

export const bgPlanSlice: Slice = { routes: bgPlanRoutes }
