import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { plan } from './planning.queries.ts'

/** In milliseconds, from one look at which companies are to be reminded to the next. */
const interval = 5 * 60_000
const grace = 10_000

/** Reminds each company where it is day and that was not looked after for an hour. Throws when the database is away. */
export const planDue = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(
    door,
    sql`app.companies_to_remind()`,
    (company) => door.inTenant(company, null, (db) => plan(db)),
    round,
  )

/** Reminders, made from now on. */
export const openPlanning = (door: Door): Job => openJob({ work: (round) => planDue(door, round), interval, grace })
