import * as api from '@plinth/api/money/statutory-rules'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as rules from './statutory-rules.queries.ts'
import { addSampleRules } from './statutory-rules.sample.ts'

function ruleRoutes({ route }: Routes) {
  route(api.listRules, ({ query }, { db }) => rules.list(db, query))
  route(api.getRuleInForce, ({ query }, { db }) => rules.ruleInForce(db, query.kind, query))
  route(api.getRule, ({ params }, { db }) => rules.get(db, params.id))
  route(api.createRule, ({ body }, { db }) => rules.create(db, body))
  route(api.updateRule, ({ params, body }, { db }) => rules.update(db, params.id, body))
  route(api.deleteRule, ({ params }, { db }) => rules.remove(db, params.id))
  route(api.confirmRule, ({ params, body }, { db }) => rules.confirm(db, params.id, body))
}

export const ruleSlice: Slice = { routes: ruleRoutes, sample: addSampleRules }
