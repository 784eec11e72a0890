import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { isMore, send } from './happenings.queries.ts'

/** Milliseconds between two rounds. */
const interval = 5_000
const grace = 10_000

/** Sends all happenings of a company, in several transactions if needed. */
async function sendAll(door: Door, company: string, { isStopping }: Round): Promise<void> {
  const sendSome = () => door.inTenant(company, null, (db: Db) => send(db))
  for (let sent = await sendSome(); isMore(sent) && !isStopping(); ) sent = await sendSome()
}

/** Sends the happenings of every company. Throws if the database is unreachable. */
export const sendPending = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(door, sql`(app.happenings_waiting()).company`, (company) => sendAll(door, company, round), round)

/** The job that sends notifications of happenings. */
export const openSending = (door: Door): Job => openJob({ work: (round) => sendPending(door, round), interval, grace })
