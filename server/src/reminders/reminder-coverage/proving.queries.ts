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

/** How far ahead deadlines are checked, in days. */
const ahead = 400
const last = sql`${today} + ${sql.lit(ahead)}`

/** The stages of those deadlines from today on. The last day of each includes at least one repetition, if its rule repeats. */
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

/** The number of deadlines that count as covered although no rule would remind anybody. */
async function countUnsent(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select record_id, kind, due_on from (${judged(deadlineModules)}
      select * from judged where state = 'COVERED' and due_on <= ${last}) covered
    except
    select record_id, kind, due_on from (with ${stages}, ${viewers}
      select t.* from ${addressedStages} where ${isMeant}) sent) unsent`.execute(db)
  return rows[0]?.count ?? 0
}

/** The difference between the deadlines that reminders are read from and those counted from the records, summed over the kinds. */
async function countDifferences(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select coalesce(sum(abs(coalesce(straight.count, 0) - coalesce(read.count, 0))), 0)::int as count
    from (${straightCounts(new Set(deadlineModules))}) straight
    full join (select kind, count(*) as count from app.open_deadlines group by 1) read using (kind)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Notifies those who may edit reminders of faults, and sets notifications of earlier days to DONE. */
const sendFaults = (faults: number) => sql`with old as (
    update notifications set state = 'DONE', snoozed_until = null, state_at = clock_timestamp(),
      done_because = ${faults > 0 ? 'NEWER' : 'RESOLVED'}
    where tenant_id = app.tenant_id() and kind = 'FAULTS' and state <> 'DONE' and told_on < ${today})
  insert into notifications (user_id, reason, kind, module, count, level, told_key)
  select holder, 'EVENT', 'FAULTS', 'Reminders', ${faults}, 'CRITICAL', concat_ws(' ', 'faults', ${today})
  from app.holders('Reminders', 'canEdit') holder where ${faults} > 0 on conflict do nothing`

/**
 * Checks the coverage of the company with the same statements that plan reminders, stores the result, and notifies of faults. Answers the number
 * of covered deadlines without a reminder plus the differences of the counts. Undefined if another server is checking.
 */
export async function prove(db: Db): Promise<number | undefined> {
  if (!(await takesTurn(db, 'proof'))) return undefined
  const faults = (await countUnsent(db)) + (await countDifferences(db))
  await sendFaults(faults).execute(db)
  await sql`update reminder_runs set proved_on = ${today}, faults = ${faults}`.execute(db)
  return faults
}
