import { sql } from 'kysely'
import type { Door } from './tenancy.ts'

/** The name of the last migration that ran on the database; undefined when the database does not answer. */
export async function lastMigration(door: Door): Promise<string | undefined> {
  const reading = door.anonymous((db) => sql<{ name: string }>`select app.level() as name`.execute(db))
  const found = await reading.catch(() => undefined)
  return found?.rows[0]?.name
}
