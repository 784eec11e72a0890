import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '@plinth/local-postgres'
import pg from 'pg'
import { rolesHere } from '../db/role-names.ts'

export const testSecret = 'a secret for tests only, of more than 32 characters'

export interface TestDatabase {
  /** A superuser's connection to the database. */
  admin: pg.ClientConfig
  name: string
  stop(): Promise<void>
}

async function createDatabase(admin: pg.ClientConfig, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(admin)
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return name
}

async function dropDatabase(admin: pg.ClientConfig, name: string): Promise<void> {
  const [inside, client] = [await adminClient(databaseIn(admin, name)), await adminClient(admin)]
  const { owner, app, platform, login } = await rolesHere(inside)
  await inside.end()
  await client.query(`drop database ${name} with (force)`)
  // The administrator goes last, because it granted the other roles to each other.
  for (const role of [login, app, platform, owner, `${name}_bound`]) await client.query(`drop role if exists ${role}`)
  await client.end()
}

const databaseIn = (server: pg.ClientConfig, database: string): pg.ClientConfig => {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/**
 * A database of its own in a running server, for tests that would disturb others: an empty one, or a copy of
 * `template`, to which nobody may be connected. Copying a migrated database is faster than migrating for every suite.
 */
export async function ownDatabase(server: pg.ClientConfig, template?: string): Promise<TestDatabase> {
  const name = await createDatabase(server, template)
  return { admin: databaseIn(server, name), name, stop: () => dropDatabase(server, name) }
}

/**
 * A database for tests: in the server of TEST_DATABASE_URL, otherwise in a server that is started for the run and
 * leaves nothing behind.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const external = process.env['TEST_DATABASE_URL']
  if (external) return ownDatabase({ connectionString: external })
  const dir = mkdtempSync(join(tmpdir(), 'plinth-test-'))
  // Test data need not survive a crash, so nothing has to reach the disk.
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '100' }
  const postgres = await startLocalPostgres({ dir, settings })
  const name = await createDatabase(postgres.connection)
  const stop = async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { admin: { ...postgres.connection, database: name }, name, stop }
}

/**
 * An administrator like that of a hosted database: the owner of the database, who may create roles, and whom row-level
 * security binds. It is dropped with the database.
 */
export async function boundAdmin(admin: pg.ClientConfig): Promise<pg.ClientConfig> {
  const root = await adminClient(admin)
  const { rows } = await root.query('select current_database() as name')
  const user = `${rows[0].name}_bound`
  await root.query(
    `create role ${user} login createrole password 'bound'; alter database ${rows[0].name} owner to ${user}`,
  )
  await root.end()
  if (!admin.connectionString) return { ...admin, user, password: 'bound' }
  const url = new URL(admin.connectionString)
  Object.assign(url, { username: user, password: 'bound' })
  return { connectionString: url.href }
}

/** A superuser's connection, for what a test must see or break from outside. */
export async function adminClient(admin: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(admin)
  await client.connect()
  return client
}

export const newId = () => randomUUID()

/** The day of a moment for a company with the default time zone. */
export const dayInIndia = (moment: unknown) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date(String(moment)))

/** A port on which nobody listens at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/**
 * A statement as the server sent it, and the company of its transaction; empty outside any company, and for an
 * operator's reach over all.
 */
export interface SentStatement {
  text: string
  company: string
  /** The values of its first call. */
  values: readonly unknown[]
}

/** Records every statement that this process sends to PostgreSQL until `stop`, each text once. */
export function noteStatements(): { sent: Map<string, SentStatement>; stop: () => void } {
  const sent = new Map<string, SentStatement>()
  const prototype: { query: (this: object, ...args: unknown[]) => unknown } = Object.create(pg.Client.prototype)
  const { query } = pg.Client.prototype
  const companies = new WeakMap<object, string>()
  const reaching = new WeakSet<object>()
  prototype.query = function recordingQuery(...args) {
    const [first] = args
    const { text, values } = Object.assign(
      { text: '', values: [] },
      typeof first === 'string' ? { text: first } : first,
    )
    const entered = /app\.enter\(|'app\.tenant_id'/.test(text)
    if (entered) companies.set(this, String(values[0] ?? ''))
    if (text.includes('app.reach_across()')) reaching.add(this)
    if (text === 'reset role' || entered) reaching.delete(this)
    const company = reaching.has(this) ? '' : (companies.get(this) ?? '')
    if (!sent.has(text)) sent.set(text, { text, company, values })
    return Reflect.apply(query, this, args)
  }
  Object.assign(pg.Client.prototype, { query: prototype.query })
  return { sent, stop: () => Object.assign(pg.Client.prototype, { query }) }
}
