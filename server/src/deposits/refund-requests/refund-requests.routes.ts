import * as api from '@plinth/api/deposits/refund-requests'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as letters from './letters.queries.ts'
import { askable } from './named-deposits.queries.ts'
import * as requests from './refund-requests.queries.ts'
import * as sending from './sending.queries.ts'

const ownCompany = () => null

function refundRequestRoutes({ route, stagedRoute }: Routes) {
  route(api.filterRefundRequests, ({ body }, { db }) => requests.search(db, body))
  route(api.exportRefundRequests, ({ body }, { db }) => requests.exported(db, body))
  route(api.listAskableDeposits, ({ query }, { db }) => askable(db, query.officeId))
  route(api.checkRefundRequest, ({ body }, { db }) => letters.check(db, body))
  route(api.getRefundRequest, ({ params }, { db }) => requests.get(db, params.id))
  route(api.createRefundRequest, async ({ body }, { db }) =>
    requests.create(db, await letters.completeDraft(db, body), body.deposits ?? []),
  )
  route(api.updateRefundRequest, ({ params, body }, { db }) => requests.update(db, params.id, body))
  route(api.deleteRefundRequest, ({ params }, { db }) => requests.remove(db, params.id))
  stagedRoute(api.sendRefundRequest, ownCompany, ({ params, body }, context) => sending.send(context, params.id, body))
  route(api.setRefundAnswer, ({ params, body }, { db }) => requests.answer(db, params.id, body))
  route(api.cancelRefundRequest, ({ params }, { db }) => requests.withdraw(db, params.id))
  stagedRoute(api.downloadRefundLetter, ownCompany, ({ params, query }, context) =>
    sending.download(context, params.id, query.format),
  )
}

export const refundRequestSlice: Slice = {
  routes: refundRequestRoutes,
  events: { exported: [api.exportRefundRequests] },
}
