import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { inCompanies, type Round } from '../../kernel/jobs/sweeper.ts'

/** Erases recipient, subject and body of mails after seven days; answers how many. */
async function eraseSome(db: Db, most: number): Promise<number> {
  const erased = await sql`update mails set recipient = null, subject = null, body = null
    where tenant_id = app.tenant_id() and id in (
      select id from mails where tenant_id = app.tenant_id() and due_at < now() - interval '7 days' and body is not null
      order by due_at limit ${most} for update skip locked)`.execute(db)
  return Number(erased.numAffectedRows ?? 0n)
}

/** Deletes mails after thirty days; answers how many. */
async function deleteSome(db: Db, most: number): Promise<number> {
  const deleted = await sql`delete from mails where tenant_id = app.tenant_id() and id in (
      select id from mails where tenant_id = app.tenant_id() and due_at < now() - interval '30 days'
      order by due_at limit ${most} for update skip locked)`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n)
}

/** Deletes and erases old mails of all companies; answers how many. */
export const sweepMails = (door: Door, round: Round): Promise<number> =>
  inCompanies(
    door,
    sql`app.companies_with_old_mails()`,
    async (db, most) => {
      const deleted = await deleteSome(db, most)
      return deleted + (await eraseSome(db, most - deleted))
    },
    round,
  )
