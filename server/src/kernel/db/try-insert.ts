import { sql } from 'kysely'
import { type AppError, databaseError } from '../errors.ts'
import type { Db } from './tenancy.ts'

/**
 * Runs `work` in a savepoint. If the database refuses a statement (below 500), undoes `work` and returns the refusal.
 */
export async function tryInsert<T>(db: Db, work: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint attempt`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(db)
    return result
  } catch (error) {
    const refusal = databaseError(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint attempt`.execute(db)
    return refusal
  }
}
