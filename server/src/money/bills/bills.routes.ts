import * as api from '@plinth/api/money/bills'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as moves from './bill-moves.queries.ts'
import * as bills from './bills.queries.ts'

function billRoutes({ route }: Routes) {
  route(api.filterBills, ({ body }, { db }) => bills.search(db, body))
  route(api.countBills, ({ body }, { db }) => bills.counts(db, body))
  route(api.exportBills, ({ body }, { db }) => bills.exported(db, body))
  route(api.listBillableAgreements, (_, { db }) => bills.billable(db))
  route(api.getNextBill, ({ params, query }, { db }) => bills.next(db, params.agreementId, query))
  route(api.getBill, ({ params }, { db }) => bills.get(db, params.id))
  route(api.listBillStatusHistory, ({ params }, { db }) => bills.history(db, params.id))
  route(api.createBill, ({ body }, { db }) => bills.create(db, body))
  route(api.updateBill, ({ params, body }, { db }) => bills.update(db, params.id, body))
  route(api.deleteBill, ({ params }, { db }) => bills.remove(db, params.id))
  route(api.submitBill, ({ params, body }, { db }) => moves.submit(db, params.id, body.inputDigest))
  route(api.returnBill, ({ params, body }, { db }) => moves.sendBack(db, params.id, body))
  route(api.cancelBill, ({ params, body }, { db }) => moves.cancel(db, params.id, body))
  route(api.passBill, ({ params, body }, { db }) => moves.pass(db, params.id, body))
  route(api.takeBackMemorandum, ({ params, body }, { db }) => moves.takeBack(db, params.id, body))
}

export const billSlice: Slice = {
  routes: billRoutes,
  events: { exported: [api.exportBills] },
  finds: { bills: bills.find },
}
