import * as api from '@plinth/api/tenders/contracts'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as contracts from './contracts.queries.ts'
import { searchLicenses } from './licenses.queries.ts'

function contractRoutes({ route }: Routes) {
  route(api.filterContracts, ({ body }) => contracts.search(body))
  route(api.countContracts, ({ body }, { db }) => contracts.counts(db, body))
  route(api.listContractGroups, ({ body }, { db }) => contracts.groups(db, body))
  route(api.exportContracts, ({ body }, { db }) => contracts.exported(db, body))
  route(api.searchUsedLicenses, ({ query }, { db }) => searchLicenses(db, query.keyword))
  route(api.getContract, ({ params }) => contracts.get(params.id))
  route(api.createContract, ({ body }) => contracts.create(body))
  route(api.updateContract, ({ params, body }, { db }) => contracts.update(db, params.id, body))
  route(api.deleteContract, ({ params }, { db }) => contracts.remove(db, params.id))
  route(api.listContractStatusHistory, ({ params }, { db }) => contracts.history(db, params.id))
}

export const contractSlice: Slice = {
  routes: contractRoutes,
  events: { exported: [api.exportContracts] },
  finds: { contracts: contracts.find },
}
