import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { connectAdmin } from './admin-connection.ts'
import { layFoundation } from './foundation.ts'
import { locks } from './locks.ts'
import { restoring } from './restoring.ts'
import { inRolesOf, ownerHere, type Roles, rolesHere } from './role-names.ts'
import { ensureLogin } from './server-login.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** File names of the migrations, in the order in which they run. */
export const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

const afterReading = `select pg_advisory_lock(${locks.reading})`

interface Steps {
  /** The last migration to run; without it all run. */
  upTo?: string | undefined
  /** The database may be in the middle of a restore. */
  isRestore?: boolean
}

async function runPending(client: pg.Client, { upTo = '9999', isRestore = false }: Steps): Promise<Roles> {
  const owner = await ownerHere(client)
  // A backup reads the tables as they are, so a change of their owner waits for it.
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
 * Migrates the database and returns the connection that the server works with: a login that owns nothing and cannot
 * bypass row-level security. One server migrates at a time; the others wait.
 * Throws a StartError when PostgreSQL is older than 18, its encoding is not UTF8, the schema is newer than this server,
 * or a restore into the database was cut short.
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
