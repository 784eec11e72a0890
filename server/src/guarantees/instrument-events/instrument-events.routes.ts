import * as api from '@plinth/api/guarantees/instrument-events'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as events from './instrument-events.queries.ts'

function instrumentEventRoutes({ route }: Routes) {
  route(api.listInstrumentEvents, ({ params }, { db }) => events.list(db, params.id))
  route(api.addInstrumentEvent, ({ params, body }, { db }) => events.add(db, params.id, body))
}

export const instrumentEventSlice: Slice = { routes: instrumentEventRoutes }
