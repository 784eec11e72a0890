import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { prove } from './proving.queries.ts'

/** In milliseconds, from one look at whose new day has begun to the next. */
const interval = 15 * 60_000
const grace = 10_000

/** Proves the coverage of each company that was not proved today. Throws when the database is away. */
export const proveDue = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(
    door,
    sql`app.companies_to_prove()`,
    (company) => door.inTenant(company, null, (db) => prove(db)),
    round,
  )

/** Coverage, proved from now on, each day. */
export const openProving = (door: Door): Job => openJob({ work: (round) => proveDue(door, round), interval, grace })

/** How many faults were found when each company was proved last. */
export async function faultsFound(door: Door): Promise<number> {
  const { rows } = await door.anonymous((db) =>
    sql<{ faults: number }>`select app.reminder_faults() as faults`.execute(db),
  )
  return rows[0]?.faults ?? 0
}
