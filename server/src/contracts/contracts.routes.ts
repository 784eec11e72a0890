import * as api from '@plinth/api/contracts'
import type { Routes } from '../kernel/route.ts'
import type { Slice } from '../slice.ts'
import * as contracts from './contracts.queries.ts'
import { searchLicenses } from './licenses.queries.ts'

function contractRoutes({ route, single }: Routes) {
  single(api.filterContracts, ({ body }, { db }) => contracts.search(db, body))
  route(api.exportContracts, ({ body }, { db }) => contracts.exported(db, body))
  route(api.searchUsedLicenses, ({ query }, { db }) => searchLicenses(db, query.keyword))
  single(api.getContract, ({ params }, { db }) => contracts.get(db, params.id))
  single(api.createContract, ({ body }, { db }) => contracts.create(db, body))
  route(api.updateContract, ({ params, body }, { db }) => contracts.update(db, params.id, body))
  route(api.deleteContract, ({ params }, { db }) => contracts.remove(db, params.id))
  route(api.listContractStatusHistory, ({ params }, { db }) => contracts.history(db, params.id))
}

export const contractSlice: Slice = {
  routes: contractRoutes,
  events: { exported: [api.exportContracts] },
}
