import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inCompanies, type Round } from '../../kernel/jobs/sweeper.ts'

/** So many of one person at most: the oldest go. */
const mostOfPerson = 5_000

/** Takes away notifications that were done 90 days ago, read 180 or told 365, and the oldest of who has more than enough. */
export const sweepNotifications = (door: Door, round: Round): Promise<number> =>
  inCompanies(
    door,
    sql`app.companies_with_old_words()`,
    async (db, most) => {
      const gone = await sql`delete from notifications where tenant_id = app.tenant_id() and id in (
        select n.id from notifications n
        where n.created_at < now() - case n.state when 'DONE' then interval '90 days' when 'READ' then interval '180 days' else interval '365 days' end
          or n.id in (select id from (select id, row_number() over (partition by user_id order by id desc) as place from notifications) own
            where own.place > ${sql.lit(mostOfPerson)})
        limit ${most} for update skip locked)`.execute(db)
      return Number(gone.numAffectedRows)
    },
    round,
  )

/** Takes away what was told more than 400 days ago: no stage is as old. */
export const sweepFirings = (door: Door, round: Round): Promise<number> =>
  inCompanies(
    door,
    sql`app.companies_with_old_firings()`,
    async (db, most) => {
      const gone = await sql`delete from reminder_firings where (record_id, kind, due_on, rule_id, stage) in (
        select record_id, kind, due_on, rule_id, stage from reminder_firings where stage_on < app.today() - 400
        limit ${most} for update skip locked)`.execute(db)
      return Number(gone.numAffectedRows)
    },
    round,
  )
