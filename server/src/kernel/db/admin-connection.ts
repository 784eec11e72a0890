import pg from 'pg'
import { StartError } from '../start-error.ts'
import { locks } from './locks.ts'

const lowestVersion = 180_000

/**
 * Waits for locks and long statements without a limit, because their holders end in time. Fixes the spelling in which
 * values are read and written.
 */
const sessionSettings = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set idle_session_timeout = 0;
  do $$ begin
    -- Ends a killed client while it waits for a lock, so that it holds no other locks. Not every platform supports
    -- this.
    perform set_config('client_connection_check_interval', '1s', false);
  exception when others then null; end $$`

/**
 * Opens a connection of the administrator without time limits. A connection that breaks fails the next query on it.
 * Throws a StartError when there is no such database, PostgreSQL is older than 18 or its encoding is not UTF8.
 */
export async function connectAdmin(admin: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...admin, keepAlive: true })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new StartError(`DATABASE_URL leads to no database that answers: ${error.message}`)
  })
  try {
    await client.query(sessionSettings)
    const { rows } = await client.query<{ version: string; encoding: string }>(
      "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
    )
    if (Number(rows[0]?.version) < lowestVersion)
      throw new StartError('DATABASE_URL must lead to PostgreSQL 18 or later.')
    if (rows[0]?.encoding !== 'UTF8') throw new StartError('The database must have the encoding UTF8.')
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Destroys a connection even while a query runs; its locks and its transaction end with it. */
export const cut = (client: pg.Client): void => void client.connection.stream.destroy()

/**
 * Works as the administrator, under the backup lock. Throws a StartError while another backup or restore of the
 * database is under way.
 */
export async function withBackupLock<T>(admin: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // The lock has a connection of its own, which `work` cannot break: it is free as soon as that connection ends.
  const holder = await connectAdmin(admin)
  try {
    const { rows } = await holder.query<{ isLocked: boolean }>(
      `select pg_try_advisory_lock(${locks.backup}) as "isLocked"`,
    )
    if (!rows[0]?.isLocked) throw new StartError('Another backup or restore of this database is under way.')
    const client = await connectAdmin(admin)
    try {
      const result = await work(client)
      await client.end()
      return result
    } catch (error) {
      cut(client)
      throw error
    }
  } finally {
    await holder.end()
  }
}
