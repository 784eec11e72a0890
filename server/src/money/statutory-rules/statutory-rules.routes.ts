import * as api from '@plinth/api/money/statutory-rules'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as rules from './statutory-rules.queries.ts'
import { addSampleRules } from './statutory-rules.sample.ts'

function statutoryRuleRoutes({ route }: Routes) {
  route(api.listStatutoryRules, ({ query }, { db }) => rules.list(db, query))
  route(api.getStatutoryRuleInForce, ({ query }, { db }) => rules.statutoryRuleInForce(db, query.kind, query))
  route(api.getStatutoryRule, ({ params }, { db }) => rules.get(db, params.id))
  route(api.createStatutoryRule, ({ body }, { db }) => rules.create(db, body))
  route(api.updateStatutoryRule, ({ params, body }, { db }) => rules.update(db, params.id, body))
  route(api.deleteStatutoryRule, ({ params }, { db }) => rules.remove(db, params.id))
  route(api.confirmStatutoryRule, ({ params, body }, { db }) => rules.confirm(db, params.id, body))
}

export const statutoryRuleSlice: Slice = { routes: statutoryRuleRoutes, sample: addSampleRules }
