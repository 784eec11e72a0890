import * as api from '@plinth/api/money/bill-heads'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as heads from './bill-heads.queries.ts'
import { terms } from './bill-terms.queries.ts'

function billHeadRoutes({ route }: Routes) {
  route(api.listBillHeads, ({ params }, { db }) => heads.list(db, params.agreementId))
  route(api.createBillHead, ({ params, body }, { db }) => heads.create(db, params.agreementId, body))
  route(api.createUsualBillHeads, ({ params }, { db }) => heads.addUsual(db, params.agreementId))
  route(api.getBillHead, ({ params }, { db }) => heads.get(db, params.id))
  route(api.updateBillHead, ({ params, body }, { db }) => heads.update(db, params.id, body))
  route(api.deleteBillHead, ({ params }, { db }) => heads.remove(db, params.id))
  route(api.getBillTerms, ({ params, query }, { db }) => terms(db, params.agreementId, query.day))
}

export const billHeadSlice: Slice = { routes: billHeadRoutes }
