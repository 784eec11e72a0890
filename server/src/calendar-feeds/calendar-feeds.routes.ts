import * as api from '@plinth/api/calendar-feeds'
import type { Routes } from '../kernel/route.ts'
import type { Slice } from '../slice.ts'
import * as feeds from './calendar-feeds.queries.ts'
import { readCalendar } from './reading.queries.ts'

function calendarFeedRoutes({ route, publicRoute }: Routes) {
  route(api.listCalendarFeeds, (_, { db }) => feeds.list(db))
  route(api.createCalendarFeed, ({ body }, { db, caller }) => feeds.create(db, caller, body))
  route(api.deleteCalendarFeed, ({ params }, { db, caller }) => feeds.remove(db, caller, params.id))
  publicRoute(api.downloadCalendar, ({ params }, context) => readCalendar(params.token, context))
}

export const calendarFeedSlice: Slice = { routes: calendarFeedRoutes }
