import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { layFoundation } from './foundation.ts'
import { ownerHere } from './role-names.ts'

/** This table exists while a restore fills the database; no server starts on the database until it is gone. */
export const restoring = 'app.restoring'

/**
 * Says whether a restore into this database was cut short. Throws a StartError when the database holds anything else.
 */
export async function wasCutShort(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ marked: boolean; tables: number }>(`
    select to_regclass('${restoring}') is not null as marked, (select count(*)::int from pg_class
      where relkind in ('r', 'p') and relnamespace in (select oid from pg_namespace where nspname in ('app', 'public'))) as tables`)
  const [found] = rows
  if (!found?.marked && found?.tables !== 0)
    throw new StartError('The database is not empty: a restore needs an empty one.')
  return found.marked
}

/**
 * Marks an empty database, or one in which a restore was cut short, as being restored; drops what an earlier restore
 * left.
 */
export async function markRestoring(client: pg.Client): Promise<void> {
  await client.query('begin')
  const owner = await ownerHere(client)
  if ((await wasCutShort(client)) && owner)
    await client.query(`drop owned by ${client.escapeIdentifier(owner)} cascade`)
  await layFoundation(client)
  await client.query(`create table ${restoring} (since timestamptz not null default now())`)
  await client.query('commit')
}

/** Ends the mark of the restore, so that servers may start. */
export const markRestored = (client: pg.Client) => client.query(`drop table ${restoring}`)
