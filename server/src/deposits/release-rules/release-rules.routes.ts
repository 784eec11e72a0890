import * as api from '@plinth/api/deposits/release-rules'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as rules from './release-rules.queries.ts'

function releaseRuleRoutes({ route }: Routes) {
  route(api.listReleaseRules, (_, { db }) => rules.list(db))
  route(api.getReleaseRule, ({ params }, { db }) => rules.get(db, params.id))
  route(api.createReleaseRule, ({ body }, { db }) => rules.create(db, body))
  route(api.updateReleaseRule, ({ params, body }, { db }) => rules.update(db, params.id, body))
  route(api.deleteReleaseRule, ({ params }, { db }) => rules.remove(db, params.id))
}

export const releaseRuleSlice: Slice = { routes: releaseRuleRoutes }
