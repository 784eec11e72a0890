import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { prove } from './proving.queries.ts'

/** Milliseconds between two rounds; a round checks the companies whose new day has begun. */
const interval = 15 * 60_000
const grace = 10_000

/** Checks the coverage of each company that was not checked today. Throws if the database is unreachable. */
export const proveDue = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(
    door,
    sql`app.companies_to_prove()`,
    (company) => door.inTenant(company, null, (db) => prove(db)),
    round,
  )

/** The job that checks coverage daily. */
export const openProving = (door: Door): Job => openJob({ work: (round) => proveDue(door, round), interval, grace })

/** The number of faults in the last check of each company, in total. */
export async function faultsFound(door: Door): Promise<number> {
  const { rows } = await door.anonymous((db) =>
    sql<{ faults: number }>`select app.reminder_faults() as faults`.execute(db),
  )
  return rows[0]?.faults ?? 0
}
