import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type CopyStreamQuery, type CopyToStreamQuery, from, to } from 'pg-copy-streams'
import { StartError } from './config.ts'
import { ensureRoles } from './database-roles.ts'
import { inRolesOf, ownerHere, type Roles, rolesHere } from './role-names.ts'
import { ensureLogin } from './server-login.ts'

const folder = join(import.meta.dirname, '../../migrations')
const lowestVersion = 180_000

/** The steps in their order, by file name. */
export const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

/** What the steps themselves rest on. */
const foundation = `
create schema if not exists app authorization plinth_owner;
grant usage on schema app to plinth_app;
create table if not exists app.migrations (name text primary key, run_at timestamptz not null default now());
grant select on app.migrations to plinth_owner;
set local role plinth_owner;
create or replace function app.level() returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp return (select max(name) from app.migrations);
revoke execute on function app.level() from public;
grant execute on function app.level() to plinth_app;
reset role;
`

/** In a transaction that is under way. Throws a StartError when the administrator may not do what it takes. */
async function layFoundation(client: pg.Client): Promise<Roles> {
  try {
    const roles = await ensureRoles(client)
    await client.query(inRolesOf(roles, foundation))
    return roles
  } catch (error) {
    const isRefused = error instanceof pg.DatabaseError && error.code === '42501'
    throw isRefused ? new StartError(`The login of DATABASE_URL lacks a right that it needs: ${error.message}.`) : error
  }
}

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

const afterReading = `select pg_advisory_lock(${locks.reading})`

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

/**
 * What is over within days: files on their way into the document store, which nobody was told yet are there, and what a session, a create
 * or a failed sign-in is known by, links to choose a password and letters about them. Put back, it would open what was closed since, and it is nothing for who gets hold of a backup.
 */
const passing = [
  'document_uploads',
  'idempotency_keys',
  'login_attempts',
  'password_links',
  'sessions',
  'sign_in_letters',
].map((name) => `public.${name}`)
/** Whether a table is one that a backup holds. A backup of before may hold others, too. */
export const isKept = ({ name }: { name: string }) => !passing.includes(name)

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

/** Every table that holds something that the installation keeps, as a backup has it. */
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
      and c.relowner = (select nspowner from pg_namespace where nspname = 'app') order by 1`)
  return rows.filter(isKept)
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
    where n.nspname in ('app', 'public') and c.relkind = 'S' and c.relowner = (select nspowner from pg_namespace where nspname = 'app') order by 1`)
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
  const owner = await ownerHere(client)
  if ((await wasCutShort(client)) && owner)
    await client.query(`drop owned by ${client.escapeIdentifier(owner)} cascade`)
  await layFoundation(client)
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

async function runPending(client: pg.Client, { upTo = '9999', isRestore = false }: Steps): Promise<Roles> {
  const owner = await ownerHere(client)
  // A backup reads the tables as they are: what changes them comes after it.
  if (owner !== undefined && owner !== (await rolesHere(client)).owner) await client.query(afterReading)
  await client.query('begin')
  const roles = await layFoundation(client)
  await client.query('commit')
  const { rows } = await client.query<{ name: string }>('select name from app.migrations order by name')
  const done = new Set(rows.map((row) => row.name))
  const unknown = rows.find((row) => !migrations.includes(row.name))
  if (unknown) throw new StartError(`The database is newer than this server: it already has ${unknown.name}.`)
  const marked = await client.query<{ marked: boolean }>(`select to_regclass('${restoring}') is not null as marked`)
  if (marked.rows[0]?.marked && !isRestore)
    throw new StartError('A restore into this database was cut short, or is under way: run it again, it begins anew.')
  const pending = migrations.filter((name) => !done.has(name) && name <= upTo)
  if (pending.length > 0) await client.query(afterReading)
  for (const name of pending) {
    await client.query(`begin; set local role ${roles.owner}`)
    await client.query(inRolesOf(roles, readFileSync(join(folder, name), 'utf8')))
    await client.query('reset role')
    await client.query('insert into app.migrations (name) values ($1)', [name])
    await client.query('commit')
  }
  return roles
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
    const roles = await runPending(client, steps)
    const login = await ensureLogin(client, roles, secret)
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
