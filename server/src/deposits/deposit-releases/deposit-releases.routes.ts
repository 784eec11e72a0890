import * as api from '@plinth/api/deposits/deposit-releases'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as releases from './deposit-releases.queries.ts'

function depositReleaseRoutes({ route }: Routes) {
  route(api.getDepositRelease, ({ params }, { db }) => releases.get(db, params.contractId, params.depositId))
  route(api.listDepositOwners, (_, { db }) => releases.owners(db))
}

export const depositReleaseSlice: Slice = { routes: depositReleaseRoutes }
