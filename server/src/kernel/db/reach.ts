import { sql } from 'kysely'
import type { Caller, Db } from './tenancy.ts'

/**
 * For an operator's platform call, what belongs to no single company: reads over all of them, changes of the one list
 * of modules. Anybody else's `work` stays in their own. The reach ends with `work`; one that throws ends the
 * transaction and the reach with it.
 */
export async function acrossTenants<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`select app.reach_across()`.execute(db)
  const result = await work()
  await sql`reset role`.execute(db)
  return result
}

/**
 * Runs `work` of an operator inside the company that `record` (a company, a person or a role) is of, then returns to
 * the operator's own. Throws 404 when there is no such record.
 */
export async function inCompanyOf<T>(db: Db, record: string, { tenantId }: Caller, work: () => Promise<T>): Promise<T> {
  await sql`select app.step_into(${record}::uuid)`.execute(db)
  const result = await work()
  await sql`select app.step_out(${tenantId}::uuid)`.execute(db)
  return result
}
