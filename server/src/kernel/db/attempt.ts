import { sql } from 'kysely'
import { type AppError, databaseError } from '../errors.ts'
import type { Db } from './tenancy.ts'

/** Runs `work`; what the database refuses of it is undone, and answered as the refusal it is. */
export async function attempt<T>(db: Db, work: () => Promise<T>): Promise<T | AppError> {
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
