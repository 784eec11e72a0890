import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { prove } from './proving.queries.ts'

/** Milliseconds between two rounds; a round checks the companies whose new day has begun, or whose check was interrupted. */
const interval = 15 * 60_000
const grace = 10_000

/**
 * Checks the rest of the deadlines of the company, in a transaction for each batch.
 *
 * @returns the faults found; undefined if another server is checking or the round stops
 */
export async function proveCompany(
  door: Door,
  company: string,
  round: Round = untilStopped,
): Promise<number | undefined> {
  while (!round.isStopping()) {
    const check = await door.inTenant(company, null, (db) => prove(db))
    if (check === undefined) return undefined
    if (check.isOver) return check.faults
  }
  return undefined
}

/**
 * Checks the coverage of each company whose check of today has not ended. What fails continues with the same batch in the next round. Throws if
 * the database is unreachable.
 */
export const proveDue = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(door, sql`app.companies_to_prove()`, (company) => proveCompany(door, company, round), round)

/** The job that checks coverage daily. */
export const openProving = (door: Door): Job => openJob({ work: (round) => proveDue(door, round), interval, grace })

/** The number of faults in the last check of each company, in total. */
export async function faultsFound(door: Door): Promise<number> {
  const { rows } = await door.anonymous((db) =>
    sql<{ faults: number }>`select app.reminder_faults() as faults`.execute(db),
  )
  return rows[0]?.faults ?? 0
}

/** The number of companies whose check of yesterday has not ended. */
export async function checksOverdue(door: Door): Promise<number> {
  const { rows } = await door.anonymous((db) =>
    sql<{ checks: number }>`select app.reminder_checks_overdue() as checks`.execute(db),
  )
  return rows[0]?.checks ?? 0
}
