import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from './config.ts'
import { ensureLogin } from './tenancy.ts'

const folder = join(import.meta.dirname, '../../migrations')
const lowestVersion = 180_000

/** The steps in their order, by file name. */
export const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

/**
 * Roles are the cluster's, everything else the database's. plinth_owner owns the tables and cannot log in;
 * plinth_app may use them, under row-level security; plinth_platform may read people and companies across tenants.
 */
const foundation = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'plinth_owner') then create role plinth_owner nologin; end if;
  if not exists (select from pg_roles where rolname = 'plinth_app') then create role plinth_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'plinth_platform') then create role plinth_platform nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;
grant plinth_owner, plinth_app to current_user;
create schema if not exists app authorization plinth_owner;
grant usage, create on schema public to plinth_owner;
grant usage on schema app, public to plinth_app;
create table if not exists app.migrations (name text primary key, run_at timestamptz not null default now());
`

async function runPending(client: pg.Client): Promise<string[]> {
  await client.query(foundation)
  const { rows } = await client.query<{ name: string }>('select name from app.migrations order by name')
  const done = new Set(rows.map((row) => row.name))
  const unknown = rows.find((row) => !migrations.includes(row.name))
  if (unknown) throw new StartError(`The database is newer than this server: it already has ${unknown.name}.`)
  const pending = migrations.filter((name) => !done.has(name))
  for (const name of pending) {
    await client.query('begin; set local role plinth_owner; set local statement_timeout = 0')
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('reset role')
    await client.query('insert into app.migrations (name) values ($1)', [name])
    await client.query('commit')
  }
  return pending
}

/**
 * Brings the database forward and returns the connection the server works with: a login that owns nothing and
 * cannot bypass row-level security. One server at a time does this; the others wait.
 * Throws a StartError when PostgreSQL is older than 18, its encoding is not UTF8 or the schema is newer than we are.
 */
export async function migrate(admin: pg.ClientConfig, secret: string): Promise<pg.ClientConfig> {
  const client = new pg.Client(admin)
  await client.connect().catch((error: Error) => {
    throw new StartError(`DATABASE_URL leads to no database that answers: ${error.message}`)
  })
  try {
    const { rows } = await client.query<{ version: string; encoding: string }>(
      "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
    )
    if (Number(rows[0]?.version) < lowestVersion)
      throw new StartError('DATABASE_URL must lead to PostgreSQL 18 or later.')
    if (rows[0]?.encoding !== 'UTF8') throw new StartError('The database must have the encoding UTF8.')
    await client.query("select pg_advisory_lock(hashtext('plinth migrations'))")
    await runPending(client)
    const login = await ensureLogin(client, secret)
    return {
      host: client.host,
      port: client.port,
      database: client.database ?? 'postgres',
      ssl: client.ssl,
      ...login,
    }
  } finally {
    await client.end()
  }
}
