import * as api from '@plinth/api/money/parties'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as parties from './parties.queries.ts'

function partyRoutes({ route }: Routes) {
  route(api.filterParties, ({ body }, { db }) => parties.search(db, body))
  route(api.countParties, ({ body }, { db }) => parties.counts(db, body))
  route(api.exportParties, ({ body }, { db }) => parties.exported(db, body))
  route(api.listPartyChoices, ({ query }, { db }) => parties.choices(db, query))
  route(api.getParty, ({ params }, { db }) => parties.get(db, params.id))
  route(api.createParty, ({ body }, { db }) => parties.create(db, body))
  route(api.updateParty, ({ params, body }, { db }) => parties.update(db, params.id, body))
  route(api.deleteParty, ({ params }, { db }) => parties.remove(db, params.id))
  route(api.createPartyBank, ({ params, body }, { db }) => parties.createBank(db, params.id, body))
  route(api.confirmPartyBank, ({ params, body }, { db }) => parties.confirmBank(db, params, body))
  route(api.deletePartyBank, ({ params }, { db }) => parties.deleteBank(db, params))
}

export const partySlice: Slice = {
  routes: partyRoutes,
  events: { exported: [api.exportParties] },
  finds: { parties: parties.find },
}
