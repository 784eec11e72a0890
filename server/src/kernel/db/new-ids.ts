import { sql } from 'kysely'
import type { Db } from './tenancy.ts'

/** Ids for rows that refer to each other before they are stored; ordered by time, like those the database makes. */
export async function newIds(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${count})`.execute(db)
  return rows.map(({ id }) => id)
}
