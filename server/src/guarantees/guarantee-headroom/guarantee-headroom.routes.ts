import * as api from '@plinth/api/guarantees/guarantee-headroom'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as bids from './bid-check.queries.ts'
import * as headroom from './guarantee-headroom.queries.ts'

function guaranteeHeadroomRoutes({ route }: Routes) {
  route(api.getGuaranteeHeadroom, (_, { db }) => headroom.get(db))
  route(api.checkBid, ({ params }, { db }) => bids.check(db, params.id))
}

export const guaranteeHeadroomSlice: Slice = { routes: guaranteeHeadroomRoutes }
