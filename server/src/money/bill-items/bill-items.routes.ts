import * as api from '@plinth/api/money/bill-items'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as items from './bill-items.queries.ts'

function billItemRoutes({ route }: Routes) {
  route(api.listBillItems, ({ params }, { db }) => items.abstract(db, params.id))
  route(api.replaceBillSheets, ({ params, body }, { db }) => items.replaceSheets(db, params.id, body))
  route(api.getUnbilledWork, ({ params }, { db }) => items.unbilled(db, params.agreementId))
}

export const billItemSlice: Slice = { routes: billItemRoutes }
