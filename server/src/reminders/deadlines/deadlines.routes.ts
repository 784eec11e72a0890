import * as api from '@plinth/api/reminders/deadlines'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as marks from './deadline-marks.queries.ts'
import * as deadlines from './deadlines.queries.ts'

function deadlineRoutes({ route }: Routes) {
  route(api.filterDeadlines, ({ body }, { db }) => deadlines.search(db, body))
  route(api.countDeadlines, ({ body }, { db }) => deadlines.counts(db, body))
  route(api.setDeadlineMark, ({ body }, { db }) => marks.set(db, body))
  route(api.deleteDeadlineMark, ({ params }, { db }) => marks.remove(db, params.id))
}

export const deadlineSlice: Slice = { routes: deadlineRoutes }
