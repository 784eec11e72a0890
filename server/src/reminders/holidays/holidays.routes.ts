import * as api from '@plinth/api/reminders/holidays'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as holidays from './holidays.queries.ts'
import { addSampleHolidays } from './holidays.sample.ts'

function holidayRoutes({ route }: Routes) {
  route(api.listHolidays, (_, { db }) => holidays.list(db))
  route(api.getHoliday, ({ params }, { db }) => holidays.get(db, params.id))
  route(api.createHoliday, ({ body }, { db }) => holidays.create(db, body))
  route(api.updateHoliday, ({ params, body }, { db }) => holidays.update(db, params.id, body))
  route(api.deleteHoliday, ({ params }, { db }) => holidays.remove(db, params.id))
}

export const holidaySlice: Slice = { routes: holidayRoutes, sample: addSampleHolidays }
