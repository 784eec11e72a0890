import * as api from '@plinth/api/reminders/calendar-feeds'
import { withProof } from '../../access/auth/proof.queries.ts'
import { byId, type Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as feeds from './calendar-feeds.queries.ts'
import { readCalendar } from './reading.queries.ts'

/** An operator's feeds belong to the operator's own company, like every user's. */
const ownCompany = () => null

function calendarFeedRoutes({ route, platformRoute, stagedRoute, publicRoute }: Routes) {
  route(api.listCalendarFeeds, (_, { db, caller }) => feeds.list(db, caller.userId))
  stagedRoute(api.createCalendarFeed, ownCompany, ({ body: { currentPassword, code, ...feed } }, context) =>
    withProof(context, { currentPassword, code }, (db) => feeds.create(db, context.caller, feed)),
  )
  route(api.deleteCalendarFeed, ({ params }, { db, caller }) => feeds.remove(db, caller, params.id))
  platformRoute(api.listUserCalendarFeeds, byId, ({ params }, { db }) => feeds.listOf(db, params.id))
  platformRoute(api.endUserCalendarFeeds, byId, ({ params }, { db }) => feeds.endAllOf(db, params.id))
  publicRoute(api.downloadCalendar, ({ params }, context) => readCalendar(params.token, context))
}

export const calendarFeedSlice: Slice = {
  routes: calendarFeedRoutes,
  events: { calendars_ended: [api.endUserCalendarFeeds] },
}
