import * as api from '@plinth/api/tenders/contract-deposits'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as contracts from './contract-deposits.queries.ts'

function contractDepositRoutes({ route }: Routes) {
  route(api.searchContractDeposits, ({ body }, { db }) => contracts.search(db, body))
  route(api.listContractDepositGroups, ({ body }, { db }) => contracts.groups(db, body))
  route(api.exportContractDeposits, ({ body }, { db }) => contracts.exported(db, body))
}

export const contractDepositSlice: Slice = {
  routes: contractDepositRoutes,
  events: { exported: [api.exportContractDeposits] },
}
