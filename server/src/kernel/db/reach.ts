import { sql } from 'kysely'
import type { Caller, Db } from './tenancy.ts'

/**
 * Runs `work` of an operator's platform call over what belongs to no single company: it reads all companies, or changes
 * the one list of modules. For anybody else `work` stays in their own company. The reach ends with `work`; if `work`
 * throws, the transaction ends and the reach with it.
 */
export async function acrossTenants<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`select app.reach_across()`.execute(db)
  const result = await work()
  await sql`reset role`.execute(db)
  return result
}

/**
 * Runs an operator's `work` inside the company of `record` (a company, a person or a role), then returns to the
 * operator's own company. Throws 404 when there is no such record.
 */
export async function inCompanyOf<T>(db: Db, record: string, { tenantId }: Caller, work: () => Promise<T>): Promise<T> {
  await sql`select app.step_into(${record}::uuid)`.execute(db)
  const result = await work()
  await sql`select app.step_out(${tenantId}::uuid)`.execute(db)
  return result
}
