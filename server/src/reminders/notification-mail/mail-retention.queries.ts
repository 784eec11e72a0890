import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { inCompanies, type Round } from '../../kernel/jobs/sweeper.ts'

/** Empties mails of what they said after seven days; answers how many. */
async function emptySome(db: Db, most: number): Promise<number> {
  const emptied = await sql`update mails set recipient = null, subject = null, body = null
    where tenant_id = app.tenant_id() and id in (
      select id from mails where tenant_id = app.tenant_id() and due_at < now() - interval '7 days' and body is not null
      order by due_at limit ${most} for update skip locked)`.execute(db)
  return Number(emptied.numAffectedRows ?? 0n)
}

/** Takes away mails of thirty days ago; answers how many. */
async function takeSome(db: Db, most: number): Promise<number> {
  const gone = await sql`delete from mails where tenant_id = app.tenant_id() and id in (
      select id from mails where tenant_id = app.tenant_id() and due_at < now() - interval '30 days'
      order by due_at limit ${most} for update skip locked)`.execute(db)
  return Number(gone.numAffectedRows ?? 0n)
}

/** What people were mailed, once its time is over: first what it said, then that it was sent. */
export const sweepMails = (door: Door, round: Round): Promise<number> =>
  inCompanies(
    door,
    sql`app.companies_with_old_mails()`,
    async (db, most) => {
      const taken = await takeSome(db, most)
      return taken + (await emptySome(db, most - taken))
    },
    round,
  )
