import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany, takesTurn } from '../../kernel/jobs/company-jobs.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'

/** Decides on the mail that is due in the company of the transaction. Where another server is at it, it is left to that one. */
async function makeMails(db: Db): Promise<void> {
  if (!(await takesTurn(db, 'mails'))) return
  await sql`insert into mails (user_id, kind, slot) select d.user_id, 'DIGEST', d.slot from app.digests_due() d
    on conflict do nothing`.execute(db)
  await sql`insert into mails (user_id, kind, slot, word_ids, due_at, next_attempt_at)
    select w.user_id, 'AT_ONCE', w.word_ids[1]::text, w.word_ids, day.begins, day.begins
    from (select user_id, array_agg(word_id order by word_id) as word_ids from app.words_to_mail() group by user_id) w,
      (select app.by_day(clock_timestamp()) as begins) day
    on conflict do nothing`.execute(db)
}

/** Decides whom to mail in each company where somebody is due: each day's mail once, each notification once. Throws when the database is away. */
export const makeDueMails = (door: Door, round: Round = untilStopped): Promise<void> =>
  inEachCompany(door, sql`app.companies_to_mail()`, (company) => door.inTenant(company, null, makeMails), round)

/** In milliseconds, from one look at who is due mail to the next. */
const interval = 60_000
const grace = 10_000

/** Mail about deadlines, decided on from now on; the outbox sends it. */
export const openMailMaking = (door: Door): Job =>
  openJob({ work: (round) => makeDueMails(door, round), interval, grace })
