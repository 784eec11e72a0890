import * as api from '@plinth/api/deposits/deposit-exemptions'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as exemptions from './deposit-exemptions.queries.ts'

function depositExemptionRoutes({ route }: Routes) {
  route(api.filterDepositExemptions, ({ body }, { db }) => exemptions.search(db, body))
  route(api.getDepositExemption, ({ params }, { db }) => exemptions.get(db, params.id))
  route(api.createDepositExemption, ({ body }, { db }) => exemptions.create(db, body))
  route(api.updateDepositExemption, ({ params, body }, { db }) => exemptions.update(db, params.id, body))
  route(api.deleteDepositExemption, ({ params }, { db }) => exemptions.remove(db, params.id))
}

export const depositExemptionSlice: Slice = { routes: depositExemptionRoutes }
