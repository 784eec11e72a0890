import * as api from '@plinth/api/tenders/offices'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as offices from './offices.queries.ts'
import { addSampleOffices } from './offices.sample.ts'

function officeRoutes({ route }: Routes) {
  route(api.filterOffices, ({ body }, { db }) => offices.search(db, body))
  route(api.exportOffices, ({ body }, { db }) => offices.exported(db, body))
  route(api.listOfficeChoices, (_, { db }) => offices.choices(db))
  route(api.listParentOffices, ({ query }, { db }) => offices.parents(db, query))
  route(api.getOffice, ({ params }, { db }) => offices.get(db, params.id))
  route(api.createOffice, ({ body }, { db }) => offices.create(db, body))
  route(api.updateOffice, ({ params, body }, { db }) => offices.update(db, params.id, body))
  route(api.deleteOffice, ({ params }, { db }) => offices.remove(db, params.id))
}

export const officeSlice: Slice = {
  routes: officeRoutes,
  events: { exported: [api.exportOffices] },
  finds: { offices: offices.find },
  sample: addSampleOffices,
}
