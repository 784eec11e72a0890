import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inCompanies, type Round } from '../../kernel/jobs/sweeper.ts'

/** The maximum number of notifications of a user; the oldest are deleted. */
const maxPerUser = 5_000

/** Deletes notifications older than 90 days if done, 180 if read and 365 otherwise, and the oldest ones over the maximum of a user. */
export const sweepNotifications = (door: Door, round: Round): Promise<number> =>
  inCompanies(
    door,
    sql`app.companies_with_old_words()`,
    async (db, most) => {
      const deleted = await sql`delete from notifications where tenant_id = app.tenant_id() and id in (
        select n.id from notifications n
        where n.created_at < now() - case n.state when 'DONE' then interval '90 days' when 'READ' then interval '180 days' else interval '365 days' end
          or n.id in (select id from (select id, row_number() over (partition by user_id order by id desc) as place from notifications) own
            where own.place > ${sql.lit(maxPerUser)})
        limit ${most} for update skip locked)`.execute(db)
      return Number(deleted.numAffectedRows)
    },
    round,
  )

/** Deletes firings of more than 400 days ago, because no stage is planned that far back. */
export const sweepFirings = (door: Door, round: Round): Promise<number> =>
  inCompanies(
    door,
    sql`app.companies_with_old_firings()`,
    async (db, most) => {
      const deleted = await sql`delete from reminder_firings where (record_id, kind, due_on, rule_id, stage) in (
        select record_id, kind, due_on, rule_id, stage from reminder_firings where stage_on < app.today() - 400
        limit ${most} for update skip locked)`.execute(db)
      return Number(deleted.numAffectedRows)
    },
    round,
  )
