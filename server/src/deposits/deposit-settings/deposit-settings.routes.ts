import * as api from '@plinth/api/deposits/deposit-settings'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as settings from './deposit-settings.queries.ts'

function depositSettingRoutes({ route }: Routes) {
  route(api.getDepositSettings, (_, { db }) => settings.get(db))
  route(api.updateDepositSettings, ({ body }, { db }) => settings.update(db, body))
}

export const depositSettingSlice: Slice = { routes: depositSettingRoutes }
