import * as api from '@plinth/api/reminders/reminder-rules'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import { preview } from './preview.queries.ts'
import * as rules from './reminder-rules.queries.ts'

function reminderRuleRoutes({ route }: Routes) {
  route(api.listReminderRules, async (_, { db }) => {
    await rules.beginMail(db)
    return rules.list(db)
  })
  route(api.listReminderAddressees, (_, { db }) => rules.addressees(db))
  route(api.getReminderRule, ({ params }, { db }) => rules.get(db, params.id))
  route(api.createReminderRule, ({ body }, { db }) => rules.create(db, body))
  route(api.updateReminderRule, ({ params, body }, { db }) => rules.update(db, params.id, body))
  route(api.deleteReminderRule, ({ params }, { db }) => rules.remove(db, params.id))
  route(api.checkReminderRule, ({ body }, { db }) => {
    rules.requireKnownNarrowing(body)
    return preview(db, body)
  })
}

export const reminderRuleSlice: Slice = { routes: reminderRuleRoutes }
