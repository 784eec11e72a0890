import * as api from '@plinth/api/tenders/contract-terms'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as terms from './contract-terms.queries.ts'

function contractTermRoutes({ route }: Routes) {
  route(api.getContractTerms, ({ params }, { db }) => terms.get(db, params.id))
  route(api.updateContractTerms, ({ params, body }, { db }) => terms.update(db, params.id, body))
}

export const contractTermSlice: Slice = { routes: contractTermRoutes }
