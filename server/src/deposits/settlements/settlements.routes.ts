import * as api from '@plinth/api/deposits/settlements'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as carrying from './carrying.queries.ts'
import * as settlements from './settlements.queries.ts'

function settlementRoutes({ route }: Routes) {
  route(api.listSettlements, ({ params }, { db }) => settlements.list(db, params))
  route(api.getCarrying, ({ params }, { db }) => carrying.get(db, params))
  route(api.addSettlement, ({ params, body }, { db }) => settlements.add(db, params, body))
  route(api.addWriteOff, ({ params, body }, { db }) => settlements.writeOff(db, params, body))
  route(api.cancelSettlement, ({ params, body }, { db }) => settlements.cancel(db, params, body.why))
}

export const settlementSlice: Slice = { routes: settlementRoutes }
