import { deadlineModules } from '@plinth/api/reminders/deadlines'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { takesTurn } from '../../kernel/jobs/company-jobs.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import {
  addressedStages,
  isMeant,
  ruled,
  rulesSwitchedOn,
  stagesBy,
  viewers,
} from '../reminder-rules/stages.queries.ts'
import { judged } from './coverage.queries.ts'
import { straightCounts } from './straight-counts.queries.ts'

/** How far ahead deadlines are looked at, in days. */
const ahead = 400
const last = sql`${today} + ${sql.lit(ahead)}`

/** The stages from today on of the deadlines of that time, up to the first repetition of each: no two repetitions are further apart than that. */
const stages = stagesBy(
  {
    today,
    rules: rulesSwitchedOn,
    first: sql`(select today from day)`,
    last: sql`(select greatest(u.due_on, today) + coalesce(u.repeat_days, 0) + 31 from day)`,
    until: last,
  },
  ruled,
)

/** How many deadlines are said to be covered that none of their rules tells anybody. */
async function unsent(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select record_id, kind, due_on from (${judged(deadlineModules)}
      select * from judged where state = 'COVERED' and due_on <= ${last}) covered
    except
    select record_id, kind, due_on from (with ${stages}, ${viewers}
      select t.* from ${addressedStages} where ${isMeant}) sent) unsent`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many deadlines one count has and the other has not: that of the view which reminders are made by, and that of the records themselves. */
async function miscounted(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select coalesce(sum(abs(coalesce(straight.count, 0) - coalesce(read.count, 0))), 0)::int as count
    from (${straightCounts(new Set(deadlineModules))}) straight
    full join (select kind, count(*) as count from app.obligations group by 1) read using (kind)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whoever looks after the rules is told of faults; a notification of an earlier day is put away. */
const sendFaults = (faults: number) => sql`with old as (
    update notifications set state = 'DONE', snoozed_until = null, state_at = clock_timestamp(),
      done_because = ${faults > 0 ? 'NEWER' : 'RESOLVED'}
    where tenant_id = app.tenant_id() and kind = 'FAULTS' and state <> 'DONE' and told_on < ${today})
  insert into notifications (user_id, reason, kind, module, count, level, told_key)
  select holder, 'EVENT', 'FAULTS', 'Reminders', ${faults}, 'CRITICAL', concat_ws(' ', 'faults', ${today})
  from app.holders('Reminders', 'canEdit') holder where ${faults} > 0 on conflict do nothing`

/**
 * Looks once a day whether what is said to be told will be, by the way on which it is told: answers how many deadlines it will not be of, and
 * how many are counted by one way alone. Undefined where another server is at it.
 */
export async function prove(db: Db): Promise<number | undefined> {
  if (!(await takesTurn(db, 'proof'))) return undefined
  const faults = (await unsent(db)) + (await miscounted(db))
  await sendFaults(faults).execute(db)
  await sql`update reminder_runs set proved_on = ${today}, faults = ${faults}`.execute(db)
  return faults
}
