import * as api from '@plinth/api/money/agreements'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as agreements from './agreements.queries.ts'

function agreementRoutes({ route }: Routes) {
  route(api.filterAgreements, ({ body }, { db }) => agreements.search(db, body))
  route(api.countAgreements, ({ body }, { db }) => agreements.counts(db, body))
  route(api.exportAgreements, ({ body }, { db }) => agreements.exported(db, body))
  route(api.getAgreementDraft, ({ query }, { db }) => agreements.draft(db, query.contractId))
  route(api.getAgreement, ({ params }, { db }) => agreements.get(db, params.id))
  route(api.listAgreementStatusHistory, ({ params }, { db }) => agreements.history(db, params.id))
  route(api.createAgreement, ({ body }, { db }) => agreements.create(db, body))
  route(api.updateAgreement, ({ params, body }, { db }) => agreements.update(db, params.id, body))
  route(api.deleteAgreement, ({ params }, { db }) => agreements.remove(db, params.id))
}

export const agreementSlice: Slice = {
  routes: agreementRoutes,
  events: { exported: [api.exportAgreements] },
  finds: { agreements: agreements.find },
}
