import { sql } from 'kysely'
import type { Door } from './tenancy.ts'

/** The name of the last migration that the database has been through; undefined when it is away. */
export async function lastMigration(door: Door): Promise<string | undefined> {
  const asked = door.anonymous((db) => sql<{ name: string }>`select app.level() as name`.execute(db))
  const found = await asked.catch(() => undefined)
  return found?.rows[0]?.name
}
