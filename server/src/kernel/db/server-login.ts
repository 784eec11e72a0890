import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type pg from 'pg'
import type { Roles } from './role-names.ts'

/**
 * Settings of every connection of the server's login. They are set on the login and not by the client, because a pooler
 * between them hands out connections that it opened itself.
 */
const behaviour = {
  timezone: 'UTC',
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  // Every statement uses the index of the company whatever its values are, so a kept generic plan is right. Planning
  // anew costs more than most statements take.
  plan_cache_mode: 'force_generic_plan',
  // For a small table the planner prefers to read the rows of all companies, because it does not know what the
  // row-level check costs for each. A call would get slower with every other company until the table is large enough.
  enable_seqscan: 'off',
  // No statement here is long enough to be worth compiling.
  jit: 'off',
}

/**
 * The password verifier that PostgreSQL stores (RFC 5802, RFC 7677). It is made here with a derive salt and is the
 * same at every start, so that a pooler that knows it can go on using it.
 */
function scramVerifier(password: string, salt: Buffer): string {
  const iterations = 4096
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`
}

/** Creates or updates the login of the server, with a password that only this installation can derive. */
export async function ensureLogin(client: pg.Client, { app, platform, login }: Roles, secret: string) {
  const derive = (purpose: string) => createHmac('sha256', secret).update(`${purpose} ${login}`).digest()
  const password = derive('database login').toString('base64url')
  const verifier = scramVerifier(password, derive('database login salt').subarray(0, 16))
  const existing = await client.query('select from pg_roles where rolname = $1', [login])
  // An administrator who lacks these rights may not grant them, and may not revoke them either: they are set at
  // creation only.
  const bounds = 'nosuperuser nobypassrls nocreatedb nocreaterole inherit'
  const change = existing.rowCount === 0 ? `create role ${login} ${bounds}` : `alter role ${login}`
  await client.query(`${change} login password ${client.escapeLiteral(verifier)}`)
  for (const [setting, value] of Object.entries(behaviour))
    await client.query(`alter role ${login} set ${setting} = ${client.escapeLiteral(value)}`)
  await client.query(`grant ${app} to ${login}`)
  // Not inherited: only a statement that switches to the role has its reach.
  await client.query(`grant ${platform} to ${login} with inherit false, set true`)
  return { user: login, password }
}
