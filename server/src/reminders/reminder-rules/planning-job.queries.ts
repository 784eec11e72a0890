import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { plan } from './planning.queries.ts'

/** Milliseconds between two rounds. */
const interval = 5 * 60_000
const grace = 10_000

/** Plans the reminders of each company that is within its hours and has had no run for an hour. Throws if the database is unreachable. */
export const planDue = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(
    door,
    sql`app.companies_to_remind()`,
    (company) => door.inTenant(company, null, (db) => plan(db)),
    round,
  )

/** The job that plans reminders. */
export const openPlanning = (door: Door): Job => openJob({ work: (round) => planDue(door, round), interval, grace })
