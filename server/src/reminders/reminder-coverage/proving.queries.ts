import { deadlineModules } from '@plinth/api/reminders/deadlines'
import { type RawBuilder, sql } from 'kysely'
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

/**
 * The number of deadlines that count as covered although no rule would remind anybody, of those that meet the condition on `o`. The last day of
 * their stages includes at least one repetition, if the rule repeats.
 */
async function countUnsent(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const stages = stagesBy(
    {
      today,
      rules: rulesSwitchedOn,
      first: sql`(select today from day)`,
      last: sql`(select greatest(u.due_on, today) + coalesce(u.repeat_days, 0) + 31 from day)`,
      until: last,
      condition,
    },
    ruled,
  )
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select record_id, kind, due_on from (${judged(deadlineModules, condition)}
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

/** The records of the next batch of the day's check, `after` one and up to another; null is none. Begins the check unless it has begun. */
async function nextBatch(db: Db, most: number): Promise<Record<'after' | 'upTo', string | null>> {
  await sql`update reminder_runs set checking_on = ${today}, checked_up_to = null, faults_so_far = 0
    where checking_on is distinct from ${today}`.execute(db)
  const { rows } = await sql<Record<'after' | 'upTo', string | null>>`select r.checked_up_to as after,
      (select array_agg(batch.record_id order by batch.record_id desc) from (
        select d.record_id from deadlines d where r.checked_up_to is null or d.record_id > r.checked_up_to order by d.record_id limit ${most}) batch)[1] as "upTo"
    from reminder_runs r`.execute(db)
  return rows[0] ?? { after: null, upTo: null }
}

/** Stores what the check has come to; returns the faults that it has found. */
async function storedFaults(db: Db, values: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    faults: number
  }>`update reminder_runs set ${values} returning faults_so_far as faults`.execute(db)
  return rows[0]?.faults ?? 0
}

/**
 * Checks the coverage of the next `most` deadlines of the company with the same statements that plan reminders, and remembers how far it came: the
 * next call continues there. After the last ones it compares the counts, stores the number of faults (covered deadlines without a reminder and the
 * differences of the counts), and notifies of faults.
 *
 * @returns the faults found so far today, and whether the check is over; undefined if another server is checking
 */
export async function prove(db: Db, most = 5_000): Promise<{ faults: number; isOver: boolean } | undefined> {
  if (!(await takesTurn(db, 'proof'))) return undefined
  const { after, upTo } = await nextBatch(db, most)
  if (upTo !== null) {
    const batch = sql`o.record_id <= ${upTo}::uuid and (${after}::uuid is null or o.record_id > ${after}::uuid)`
    const unsent = await countUnsent(db, batch)
    return {
      faults: await storedFaults(db, sql`checked_up_to = ${upTo}::uuid, faults_so_far = faults_so_far + ${unsent}`),
      isOver: false,
    }
  }
  const differences = await countDifferences(db)
  const faults = await storedFaults(
    db,
    sql`proved_on = ${today}, faults = faults_so_far + ${differences}, faults_so_far = faults_so_far + ${differences}`,
  )
  await sendFaults(faults).execute(db)
  return { faults, isOver: true }
}
