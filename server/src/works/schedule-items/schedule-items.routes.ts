import * as api from '@plinth/api/works/schedule-items'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as items from './schedule-items.queries.ts'

function scheduleItemRoutes({ route }: Routes) {
  route(api.getSchedule, ({ params }, { db }) => items.schedule(db, params.agreementId))
  route(api.getScheduleTotals, ({ params }, { db }) => items.totals(db, params.agreementId))
  route(api.createScheduleItem, ({ params, body }, { db }) => items.create(db, params.agreementId, body))
  route(api.getScheduleItem, ({ params }, { db }) => items.get(db, params.id))
  route(api.updateScheduleItem, ({ params, body }, { db }) => items.update(db, params.id, body))
  route(api.moveScheduleItem, ({ params, body }, { db }) => items.place(db, params.id, body))
  route(api.deleteScheduleItem, ({ params }, { db }) => items.remove(db, params.id))
}

export const scheduleItemSlice: Slice = { routes: scheduleItemRoutes }
