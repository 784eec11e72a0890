import { type RawBuilder, sql } from 'kysely'
import { inCompanies, type Round } from '../kernel/sweeper.ts'
import type { Db, Door } from '../kernel/tenancy.ts'

/** So many of one person at most: the oldest go. */
const mostOfPerson = 5_000

const deleted = async (db: Db, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(db)).numAffectedRows ?? 0n)

/** Takes away words that were done 90 days ago, read 180 or never read 365, and those of somebody who has more than enough. */
async function takeWords(db: Db, most: number): Promise<number> {
  return deleted(
    db,
    sql`delete from notifications where tenant_id = app.tenant_id() and id in (
      select n.id from (select id, state, created_at, row_number() over (partition by user_id order by id desc) as place from notifications) n
      where n.created_at < now() - case n.state when 'DONE' then interval '90 days' when 'READ' then interval '180 days' else interval '365 days' end
        or n.place > ${sql.lit(mostOfPerson)} limit ${most})`,
  )
}

/** Takes away what was told more than 400 days ago: no stage is as old. */
const takeFirings = (db: Db, most: number): Promise<number> =>
  deleted(
    db,
    sql`delete from reminder_firings where ctid = any (array(
      select ctid from reminder_firings where stage_on < app.today() - 400 limit ${most}))`,
  )

/** What people were told, once its time is over. */
export const sweepWords = (door: Door, round: Round): Promise<number> =>
  inCompanies(
    door,
    sql`app.companies_with_old_words()`,
    async (db, most) => (await takeWords(db, most)) + (await takeFirings(db, most)),
    round,
  )
