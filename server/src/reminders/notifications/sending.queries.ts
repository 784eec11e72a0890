import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { isMore, send } from './happenings.queries.ts'

/** In milliseconds, from one look at where something happened to the next. */
const interval = 5_000
const grace = 10_000

/** Tells all of a company, in as many transactions as that takes. */
async function sendAll(door: Door, company: string, { isStopping }: Round): Promise<void> {
  const some = () => door.inTenant(company, null, (db: Db) => send(db))
  for (let sent = await some(); isMore(sent) && !isStopping(); ) sent = await some()
}

/** Tells what happened in every company. Throws when the database is away. */
export const sendPending = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(door, sql`(app.happenings_waiting()).company`, (company) => sendAll(door, company, round), round)

/** Notifications about what people do for each other, made from now on. */
export const openSending = (door: Door): Job => openJob({ work: (round) => sendPending(door, round), interval, grace })
