import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany, takesTurn } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'

/** Creates the rows of mails that are due in the company of the transaction, unless another server is doing so. */
async function createMailRows(db: Db): Promise<void> {
  if (!(await takesTurn(db, 'mails'))) return
  await sql`insert into mails (user_id, kind, slot) select d.user_id, 'DIGEST', d.slot from app.digests_due() d
    on conflict do nothing`.execute(db)
  await sql`insert into mails (user_id, kind, slot, word_ids, due_at, next_attempt_at)
    select w.user_id, 'AT_ONCE', w.word_ids[1]::text, w.word_ids, day.begins, day.begins
    from (select user_id, array_agg(word_id order by word_id) as word_ids from app.words_to_mail() group by user_id) w,
      (select app.by_day(clock_timestamp()) as begins) day
    on conflict do nothing`.execute(db)
}

/** Creates the rows of mails that are due in all companies: one digest per user and day, each urgent notification once. Throws if the database is unreachable. */
export const createDueMails = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(door, sql`app.companies_to_mail()`, (company) => door.inTenant(company, null, createMailRows), round)

/** Milliseconds between two rounds. */
const interval = 60_000
const grace = 10_000

/** The job that creates the rows of mails; the outbox sends them. */
export const openMailMaking = (door: Door): Job =>
  openJob({ work: (round) => createDueMails(door, round), interval, grace })
