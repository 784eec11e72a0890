import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from 'pg-copy-streams'
import { StartError } from './config.ts'

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
grant select on app.migrations to plinth_owner;
set role plinth_owner;
create or replace function app.level() returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp return (select max(name) from app.migrations);
revoke execute on function app.level() from public;
grant execute on function app.level() to plinth_app;
reset role;
`

/** Advisory locks of the database, as SQL. */
export const locks = {
  migrating: "hashtext('plinth migrations')",
  /** One backup or restore at a time. */
  backup: "hashtext('plinth backup')",
  /** Shared by a backup while it reads the tables. */
  reading: "hashtext('plinth tables are read')",
  /** Held by a backup until it has the file of every document that it has seen; shared by whoever erases files. */
  files: "hashtext('plinth files are read')",
}

/** While a restore fills the database: until it is done, no server starts on what there is. */
const restoring = 'app.restoring'

/** Waited for, and not counted: whoever holds one ends in time. Values are read and written in one spelling. */
const patient = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set idle_session_timeout = 0;
  do $$ begin
    -- Whoever is killed while waiting for a lock does not go on holding others. Not every platform can tell.
    perform set_config('client_connection_check_interval', '1s', false);
  exception when others then null; end $$`

/**
 * A connection of the administrator, for work that takes the time it takes. One that is cut tells whoever uses it.
 * Throws a StartError when there is no such database, PostgreSQL is older than 18 or its encoding is not UTF8.
 */
export async function connectAdmin(admin: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...admin, keepAlive: true })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new StartError(`DATABASE_URL leads to no database that answers: ${error.message}`)
  })
  try {
    await client.query(patient)
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

/** Ends a connection in whatever it is about; its locks and its transaction end with it. */
export const cut = (client: pg.Client): void => void client.connection.stream.destroy()

/** Works as the administrator. Throws a StartError while another backup or restore of the database is under way. */
export async function aloneAs<T>(admin: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // On a connection of its own, which nothing can break off: the lock is free when it has ended.
  const holder = await connectAdmin(admin)
  try {
    const { rows } = await holder.query<{ isAlone: boolean }>(
      `select pg_try_advisory_lock(${locks.backup}) as "isAlone"`,
    )
    if (!rows[0]?.isAlone) throw new StartError('Another backup or restore of this database is under way.')
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

/** What a COPY … TO STDOUT gives. `rowCount` is right once the connection has answered something else. */
export const copyOut = (client: pg.Client, query: string): CopyToStreamQuery => client.query(to(query))

/** What a COPY … FROM STDIN takes. `rowCount` is right once it has finished. */
export const copyIn = (client: pg.Client, query: string): CopyStreamQuery => client.query(from(query))

/** What is on its way into the document store: nobody was told yet that it is there. */
const untold = 'public.document_uploads'

/** A table of ours as the catalogue has it; names are quoted as SQL needs them. */
export interface Table {
  name: string
  /** Without generated ones. */
  columns: string[]
  /** Each row is of one tenant, whom a login that row-level security binds has to name. */
  isOfTenants: boolean
  isSecured: boolean
  /** Other tables that its rows refer to. */
  parents: string[]
}

/** Every table that holds something of the installation, as a backup keeps it. */
export async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as "isSecured",
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull) as "isOfTenants",
      array(select format('%I.%I', pn.nspname, p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
        join pg_namespace pn on pn.oid = p.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'public') and c.relkind in ('r', 'p') and not c.relispartition
      and pg_get_userbyid(c.relowner) = 'plinth_owner' order by 1`)
  return rows.filter(({ name }) => name !== untold)
}

/** A counter of ours, and where it stands. */
export interface Sequence {
  name: string
  value: string
  isCalled: boolean
}

export async function sequencesIn(client: pg.Client): Promise<Sequence[]> {
  const found = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'public') and c.relkind = 'S' and pg_get_userbyid(c.relowner) = 'plinth_owner' order by 1`)
  const sequences: Sequence[] = []
  for (const { name } of found.rows) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    sequences.push(...rows.map((state) => ({ name, ...state })))
  }
  return sequences
}

/** Whether a restore into this database was cut short. Throws a StartError when it holds anything else. */
export async function wasCutShort(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ marked: boolean; tables: number }>(`
    select to_regclass('${restoring}') is not null as marked, (select count(*)::int from pg_class
      where relkind in ('r', 'p') and relnamespace in (select oid from pg_namespace where nspname in ('app', 'public'))) as tables`)
  const [found] = rows
  if (!found?.marked && found?.tables !== 0)
    throw new StartError('The database is not empty: a restore needs an empty one.')
  return found.marked
}

/** Marks an empty database, or one in which a restore was cut short, as being restored; nothing else is in it then. */
export async function markRestoring(client: pg.Client): Promise<void> {
  await client.query('begin')
  if (await wasCutShort(client)) await client.query('drop owned by plinth_owner cascade')
  await client.query(foundation)
  await client.query(`create table ${restoring} (since timestamptz not null default now())`)
  await client.query('commit')
}

/** Says that the restore is done: servers may start. */
export const markRestored = (client: pg.Client) => client.query(`drop table ${restoring}`)

interface Steps {
  /** The last one to run; all without. */
  upTo?: string | undefined
  /** The database may be one that is being restored. */
  isRestore?: boolean
}

async function runPending(client: pg.Client, { upTo = '9999', isRestore = false }: Steps): Promise<void> {
  await client.query(foundation)
  const { rows } = await client.query<{ name: string }>('select name from app.migrations order by name')
  const done = new Set(rows.map((row) => row.name))
  const unknown = rows.find((row) => !migrations.includes(row.name))
  if (unknown) throw new StartError(`The database is newer than this server: it already has ${unknown.name}.`)
  const marked = await client.query<{ marked: boolean }>(`select to_regclass('${restoring}') is not null as marked`)
  if (marked.rows[0]?.marked && !isRestore)
    throw new StartError('A restore into this database was cut short, or is under way: run it again, it begins anew.')
  const pending = migrations.filter((name) => !done.has(name) && name <= upTo)
  // A backup reads the tables as they are: the steps come after it.
  if (pending.length > 0) await client.query(`select pg_advisory_lock(${locks.reading})`)
  for (const name of pending) {
    await client.query('begin; set local role plinth_owner')
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('reset role')
    await client.query('insert into app.migrations (name) values ($1)', [name])
    await client.query('commit')
  }
}

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

/** The login of the server: one per database, with a password only this installation can derive. */
export async function ensureLogin(client: pg.Client, secret: string): Promise<{ user: string; password: string }> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const user = `${rows[0]?.database}_plinth`.slice(0, 63)
  const derived = (purpose: string) => createHmac('sha256', secret).update(`${purpose} ${user}`).digest()
  const password = derived('database login').toString('base64url')
  const verifier = scramVerifier(password, derived('database login salt').subarray(0, 16))
  const [name, literal] = [client.escapeIdentifier(user), client.escapeLiteral(verifier)]
  const existing = await client.query('select from pg_roles where rolname = $1', [user])
  // An administrator without these rights of their own may give the role none, but not take any from it either.
  const bounds = 'nosuperuser nobypassrls nocreatedb nocreaterole inherit'
  const change = existing.rowCount === 0 ? `create role ${name} ${bounds}` : `alter role ${name}`
  await client.query(`${change} login password ${literal}`)
  for (const [setting, value] of Object.entries(behaviour))
    await client.query(`alter role ${name} set ${setting} = ${client.escapeLiteral(value)}`)
  await client.query(`grant plinth_app to ${name}`)
  // Not inherited: only a statement that takes the role on has its reach.
  await client.query(`grant plinth_platform to ${name} with inherit false, set true`)
  return { user, password }
}

/**
 * Brings the database forward and returns the connection the server works with: a login that owns nothing and
 * cannot bypass row-level security. One server at a time does this; the others wait.
 * Throws a StartError when PostgreSQL is older than 18, its encoding is not UTF8, the schema is newer than we are, or a
 * restore into it was cut short.
 */
export async function migrate(admin: pg.ClientConfig, secret: string, steps: Steps = {}): Promise<pg.ClientConfig> {
  const client = await connectAdmin(admin)
  try {
    await client.query(`select pg_advisory_lock(${locks.migrating})`)
    await runPending(client, steps)
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
