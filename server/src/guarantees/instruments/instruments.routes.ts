import * as api from '@plinth/api/guarantees/instruments'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as instruments from './instruments.queries.ts'

function instrumentRoutes({ route }: Routes) {
  route(api.filterInstruments, ({ body }, { db }) => instruments.search(db, body))
  route(api.countInstruments, ({ body }, { db }) => instruments.counts(db, body))
  route(api.listInstrumentGroups, ({ body }, { db }) => instruments.groups(db, body))
  route(api.exportInstruments, ({ body }, { db }) => instruments.exported(db, body))
  route(api.getInstrument, ({ params }, { db }) => instruments.get(db, params.id))
  route(api.createInstrument, ({ body }, { db }) => instruments.create(db, body))
  route(api.updateInstrument, ({ params, body }, { db }) => instruments.update(db, params.id, body))
  route(api.deleteInstrument, ({ params }, { db }) => instruments.remove(db, params.id))
  route(api.listInstrumentDeposits, ({ params }, { db }) => instruments.deposits(db, params.id))
}

export const instrumentSlice: Slice = {
  routes: instrumentRoutes,
  events: { exported: [api.exportInstruments] },
  finds: { instruments: instruments.find },
}
