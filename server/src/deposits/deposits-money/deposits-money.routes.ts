import * as api from '@plinth/api/deposits/deposits-money'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as money from './deposits-money.queries.ts'

function depositsMoneyRoutes({ route }: Routes) {
  route(api.getDepositMoney, (_, { db }) => money.get(db))
}

export const depositsMoneySlice: Slice = { routes: depositsMoneyRoutes }
