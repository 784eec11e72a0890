import { randomUUID } from 'node:crypto'
import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import { namesOf } from '@plinth/api/kernel/record'
import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { type checkReminderRule, type ReminderPreview, reminderRuleFields } from '@plinth/api/reminders/reminder-rules'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { viewable } from '../../kernel/http/permissions.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { columnName } from '../../kernel/records/row-writer.ts'
import { about } from '../deadlines/about-records.queries.ts'
import { addressedStages, isMeant, ruled, stagesBy, viewers } from './stages.queries.ts'

/** How far the preview looks ahead, in days, and its maximum number of rows. */
const ahead = 30
const most = 200

const ruleFields = namesOf(reminderRuleFields)

/** The reminders that a rule, which need not be stored, would send in the next thirty days, for deadlines that the caller may view. */
export async function preview(db: Db, rule: Body<typeof checkReminderRule>): Promise<Answer<typeof checkReminderRule>> {
  const { module } = deadlineKinds[rule.kind]
  if (!(await viewable(db, [module])).has(module)) return { total: 0, content: [] }
  // Fields that only the server sets may be in the body and are ignored.
  const columns = Object.fromEntries(ruleFields.map((field) => [columnName(field), rule[field]]))
  const rules = sql`select * from jsonb_populate_record(null::reminder_rules, ${JSON.stringify({ ...columns, id: randomUUID() })}::jsonb)`
  const last = sql`(select today + ${sql.lit(ahead)} from day)`
  const window = { first: sql`(select today from day)`, last, until: last }
  const { rows } = await sql<{
    total: number
    content: ReminderPreview[]
  }>`with ${stagesBy({ today, rules, ...window }, ruled)}, ${viewers},
    -- One person gets one notification a day about a deadline, however many steps fall on that day.
    notified as (
      select distinct s.on_day, t.record_type, t.record_id, t.due_on, addressee.user_id from ${addressedStages} where ${isMeant}),
    sent as materialized (
      select n.on_day, n.record_type, n.record_id, n.due_on, array_agg(users.username order by users.username) as people
      from notified n join users on users.tenant_id = app.tenant_id() and users.id = n.user_id group by 1, 2, 3, 4),
    page as (select app.tenant_id() as tenant_id, sent.* from sent order by on_day, due_on, record_id limit ${sql.lit(most)})
    select (select count(*) from sent) as total, (select coalesce(json_agg(json_build_object('onDay', t.on_day, 'recordType', t.record_type,
        'recordId', t.record_id, 'dueOn', t.due_on, 'title', record.title, 'number', record.number, 'contractId', record.contract_id,
        'people', t.people) order by t.on_day, t.due_on, t.record_id), '[]') from page t ${about}) as content`.execute(
    db,
  )
  return rows[0] ?? { total: 0, content: [] }
}
