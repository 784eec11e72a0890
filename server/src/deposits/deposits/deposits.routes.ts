import * as api from '@plinth/api/deposits/deposits'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as money from './deposit-money.queries.ts'
import * as deposits from './deposits.queries.ts'

function depositRoutes({ route }: Routes) {
  route(api.listDeposits, ({ params, query }, { db }) => deposits.list(db, params.contractId, query))
  route(api.getDeposit, ({ params }, { db }) => deposits.get(db, params.contractId, params.depositId))
  route(api.createDeposit, ({ params, body }, { db }) => deposits.create(db, params.contractId, body))
  route(api.updateDeposit, ({ params, body }, { db }) => deposits.update(db, params.contractId, params.depositId, body))
  route(api.deleteDeposit, ({ params }, { db }) => deposits.remove(db, params.contractId, params.depositId))
  route(api.listDepositStatusHistory, ({ params }, { db }) => deposits.history(db, params.contractId, params.depositId))
  route(api.filterDeposits, ({ body }, { db }) => deposits.search(db, body))
  route(api.countDeposits, ({ body }, { db }) => deposits.counts(db, body))
  route(api.listDepositGroups, ({ body }, { db }) => deposits.groups(db, body))
  route(api.listDepositTypes, (_, { db }) => money.types(db))
  route(api.exportDeposits, ({ body }, { db }) => deposits.exported(db, body))
}

export const depositSlice: Slice = {
  routes: depositRoutes,
  events: { exported: [api.exportDeposits] },
}
