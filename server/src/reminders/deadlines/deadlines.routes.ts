import * as api from '@plinth/api/reminders/deadlines'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as marks from './deadline-marks.queries.ts'
import * as obligations from './deadlines.queries.ts'

function obligationRoutes({ route }: Routes) {
  route(api.filterObligations, ({ body }, { db }) => obligations.search(db, body))
  route(api.countObligations, ({ body }, { db }) => obligations.counts(db, body))
  route(api.setObligationMark, ({ body }, { db }) => marks.set(db, body))
  route(api.deleteObligationMark, ({ params }, { db }) => marks.remove(db, params.id))
}

export const obligationSlice: Slice = { routes: obligationRoutes }
