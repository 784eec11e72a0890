import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { plan } from './planning.queries.ts'

/** How many days ago the reminders of the sample company begin. */
const since = 45

/** Gives the users of the sample company notifications of the last weeks, some of them read. */
export async function addSampleReminders(db: Db, watcher: string): Promise<void> {
  await sql`update reminder_rules set since = app.today() - ${sql.lit(since)}`.execute(db)
  // One rule is switched off, so that its deadlines are gaps in the coverage.
  await sql`update reminder_rules set is_active = false where kind = 'FACILITY_REVIEW'`.execute(db)
  await sql`insert into reminder_runs (since, ran_at) values (app.today() - ${sql.lit(since)}, now() - interval '2 hours')`.execute(
    db,
  )
  await sql`insert into watchers (record_type, record_id, user_id)
    select 'CONTRACT', c.id, ${watcher} from contracts c where c.status = 'DRAFT' order by c.id limit 3`.execute(db)
  await plan(db)
  await sql`update notifications n set state = 'READ' where n.id in (
    select id from (select id, row_number() over (partition by user_id order by id) as place from notifications) own where place % 3 = 0)`.execute(
    db,
  )
}
