import * as api from '@plinth/api/guarantees/instrument-liens'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as liens from './instrument-liens.queries.ts'

function instrumentLienRoutes({ route }: Routes) {
  route(api.listInstrumentLiens, ({ params }, { db }) => liens.list(db, params.id))
  route(api.addInstrumentLien, ({ params, body }, { db }) => liens.add(db, params.id, body))
  route(api.endInstrumentLien, ({ params, body }, { db }) => liens.end(db, params, body.freedOn))
}

export const instrumentLienSlice: Slice = { routes: instrumentLienRoutes }
