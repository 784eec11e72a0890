import * as api from '@plinth/api/works/measured-items'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as measured from './measured-items.queries.ts'

function measuredItemRoutes({ route }: Routes) {
  route(api.listMeasurableAgreements, (_, { db }) => measured.agreements(db))
  route(api.listMeasurableItems, ({ params, query }, { db }) => measured.items(db, params.agreementId, query.day))
}

export const measuredItemSlice: Slice = { routes: measuredItemRoutes }
