import * as api from '@plinth/api/platform/company-settings'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as settings from './company-settings.queries.ts'

function companySettingRoutes({ route }: Routes) {
  route(api.getCompanySettings, (_, { db }) => settings.get(db))
  route(api.updateCompanySettings, ({ body }, { db }) => settings.update(db, body))
}

export const companySettingSlice: Slice = { routes: companySettingRoutes }
