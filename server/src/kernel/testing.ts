import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '@plinth/local-postgres'
import pg from 'pg'

export const testSecret = 'a secret for tests only, of more than 32 characters'

export interface TestDatabase {
  /** A superuser's connection to an empty database of its own. */
  admin: pg.ClientConfig
  stop(): Promise<void>
}

async function createDatabase(admin: pg.ClientConfig): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(admin)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return name
}

async function dropDatabase(admin: pg.ClientConfig, name: string): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  await client.query(`drop database ${name} with (force)`)
  await client.query(`drop role if exists ${name}_plinth`)
  await client.end()
}

const databaseIn = (server: pg.ClientConfig, database: string): pg.ClientConfig => {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** An empty database in a server that already runs, for what would disturb the tests beside it. */
export async function ownDatabase(server: pg.ClientConfig): Promise<TestDatabase> {
  const name = await createDatabase(server)
  return { admin: databaseIn(server, name), stop: () => dropDatabase(server, name) }
}

/**
 * A database to test on: in the server that TEST_DATABASE_URL names, else in one that is run for the occasion and
 * leaves nothing behind.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const external = process.env['TEST_DATABASE_URL']
  if (external) return ownDatabase({ connectionString: external })
  const dir = mkdtempSync(join(tmpdir(), 'plinth-test-'))
  // Nothing of a test outlives it, so nothing needs to reach the disk.
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '100' }
  const postgres = await startLocalPostgres({ dir, settings })
  const name = await createDatabase(postgres.connection)
  const stop = async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { admin: { ...postgres.connection, database: name }, stop }
}

/** A connection of the superuser, for what a test must see or break from outside. */
export async function adminClient(admin: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(admin)
  await client.connect()
  return client
}

export const newId = () => randomUUID()

/** A port nobody listens on, as far as one can know. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
