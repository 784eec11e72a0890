import pg from 'pg'
import { StartError } from '../start-error.ts'
import { types } from './column-types.ts'
import { keepNoPlans } from './plans.ts'
import { sendApart } from './wire.ts'

export interface PoolWays {
  /** Whether a pooler stands between. */
  isPooled?: boolean
  /** What opens a transaction leaves by itself always, for tests and measurements. */
  isApart?: boolean
}

/** The connections to the database, `size` at most. */
export function openPool(
  connection: pg.ClientConfig,
  size: number,
  { isPooled = false, isApart = false }: PoolWays,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    types,
    connectionTimeoutMillis: 2_000,
    // What is known to follow is sent without waiting for what went before.
    pipeline: true,
  })
  // A connection that the database closes says so wherever it is, idle, in use or on its way back; unheard, that would
  // take the process down. Whoever uses it finds out by their statement.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (isPooled) keepNoPlans(client)
    if (isApart) sendApart(client)
  })
  return pool
}

/** Refuses to serve with a login that row-level security does not bind: throws a StartError. */
export async function checkLogin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    `select rolsuper or rolbypassrls or exists (select from pg_class c
       where c.relkind = 'r' and pg_has_role(current_user, c.relowner, 'member')) as bypasses from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.bypasses !== false)
    throw new StartError('The database login could pass row-level security by: not starting.')
}
