import pg from 'pg'
import { StartError } from '../start-error.ts'
import { types } from './column-types.ts'
import { disablePlans } from './plans.ts'
import { sendSeparately } from './wire.ts'

export interface PoolOptions {
  /** A pooler stands between the server and PostgreSQL. */
  isPooled?: boolean
  /** Always sends the statement that opens a transaction in a message of its own; for tests and measurements. */
  opensSeparately?: boolean
}

/** Opens a pool of at most `size` connections to the database. */
export function openPool(
  connection: pg.ClientConfig,
  size: number,
  { isPooled = false, opensSeparately = false }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    types,
    connectionTimeoutMillis: 2_000,
    // Sends further statements without waiting for the answers to earlier ones.
    pipeline: true,
  })
  // A connection that the database closes emits `error`, whether idle, in use or on its way back. Without listeners
  // that would end the process; whoever uses the connection sees their statement fail.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (isPooled) disablePlans(client)
    if (opensSeparately) sendSeparately(client)
  })
  return pool
}

/** Throws a StartError when row-level security does not bind the login of `client`. */
export async function checkLogin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    `select rolsuper or rolbypassrls or exists (select from pg_class c
       where c.relkind = 'r' and pg_has_role(current_user, c.relowner, 'member')) as bypasses from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.bypasses !== false)
    throw new StartError('The database login could pass row-level security by: not starting.')
}
