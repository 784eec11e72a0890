import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type pg from 'pg'
import type { Roles } from './role-names.ts'

/**
 * How every connection of the server's login behaves. Set on the login and not by whoever connects, since a pooler between
 * them hands out connections that it has opened itself.
 */
const behaviour = {
  timezone: 'UTC',
  statement_timeout: '10s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  // A plan that is kept is the one that is used: every statement goes by the company's own index, whatever is asked for,
  // and weighing that anew costs more than most of them take.
  plan_cache_mode: 'force_generic_plan',
  // Of a small table the planner would rather read every company's rows, and it does not know what asking of each whose it is
  // costs: a call would get slower with the other companies until the table is large enough.
  enable_seqscan: 'off',
  // No statement here is long enough to be worth compiling.
  jit: 'off',
}

/**
 * What PostgreSQL keeps of a password (RFC 5802, RFC 7677). Made here with a salt of its own, it is the same at every start:
 * a pooler that knows it goes on knowing it.
 */
function scramVerifier(password: string, salt: Buffer): string {
  const iterations = 4096
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`
}

/** The login of the server, with a password only this installation can derive. */
export async function ensureLogin(client: pg.Client, { app, platform, login }: Roles, secret: string) {
  const derived = (purpose: string) => createHmac('sha256', secret).update(`${purpose} ${login}`).digest()
  const password = derived('database login').toString('base64url')
  const verifier = scramVerifier(password, derived('database login salt').subarray(0, 16))
  const existing = await client.query('select from pg_roles where rolname = $1', [login])
  // An administrator without these rights of their own may give the role none, but not take any from it either.
  const bounds = 'nosuperuser nobypassrls nocreatedb nocreaterole inherit'
  const change = existing.rowCount === 0 ? `create role ${login} ${bounds}` : `alter role ${login}`
  await client.query(`${change} login password ${client.escapeLiteral(verifier)}`)
  for (const [setting, value] of Object.entries(behaviour))
    await client.query(`alter role ${login} set ${setting} = ${client.escapeLiteral(value)}`)
  await client.query(`grant ${app} to ${login}`)
  // Not inherited: only a statement that takes the role on has its reach.
  await client.query(`grant ${platform} to ${login} with inherit false, set true`)
  return { user: login, password }
}
