import * as api from '@plinth/api/guarantees/bank-facilities'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as facilities from './bank-facilities.queries.ts'

function bankFacilityRoutes({ route }: Routes) {
  route(api.listBankFacilities, (_, { db }) => facilities.list(db))
  route(api.listBankFacilityChoices, (_, { db }) => facilities.choices(db))
  route(api.getBankFacility, ({ params }, { db }) => facilities.get(db, params.id))
  route(api.createBankFacility, ({ body }, { db }) => facilities.create(db, body))
  route(api.updateBankFacility, ({ params, body }, { db }) => facilities.update(db, params.id, body))
  route(api.deleteBankFacility, ({ params }, { db }) => facilities.remove(db, params.id))
}

export const bankFacilitySlice: Slice = { routes: bankFacilityRoutes }
