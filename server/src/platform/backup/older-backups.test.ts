import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, inject, test } from 'vitest'
import { stores } from '../../documents/documents/documents.factory.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { newCompany, startTestServer } from '../../testing/test-server.ts'
import { manifestFile } from './archive.rules.ts'
import { backUp } from './backup.queries.ts'
import { restore } from './restore.queries.ts'

const folder = mkdtempSync(join(tmpdir(), 'plinth-older-'))
const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
})
const config = {
  dataDir: folder,
  databaseUrl: 'external',
  sessionSecret: testSecret,
  oldSessionSecret: undefined,
}

/** An empty database and store. */
async function place() {
  const [database, store] = [await ownDatabase(inject('admin')), await stores['on disk']()]
  ends.push(database.stop, store.stop)
  return { admin: database.admin, storage: store.storage }
}

/** Adds the rows of a table to a backup, as backups had it when they contained that table. */
function withTable(from: string, name: string, columns: string[], rows: string[]): void {
  const written: { tables: { name: string }[]; sha256?: string } = JSON.parse(
    readFileSync(join(from, manifestFile), 'utf8'),
  )
  const { sha256: _, ...manifest } = written
  const file = gzipSync(rows.map((row) => `${row}\n`).join(''))
  writeFileSync(join(from, `tables/${name}.copy.gz`), file)
  const sha256 = createHash('sha256').update(file).digest('hex')
  const table = { name, columns, rows: rows.length, bytes: file.length, sha256 }
  manifest.tables = [...manifest.tables, table].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  writeFileSync(join(from, manifestFile), JSON.stringify(manifest))
}

test('a backup of an early version is restored without its sessions and failed sign-ins', async () => {
  const source = await place()
  const server = await startTestServer({ login: await migrate(source.admin, testSecret), storage: source.storage })
  const company = await newCompany(server)
  const { userId } = await company.as()
  await server.stop()
  const { path, tables } = await backUp({ ...source, config, folder })
  expect(tables.map(({ name }) => name)).not.toContain('public.sessions')
  withTable(
    path,
    'public.login_attempts',
    ['key', 'attempts', 'window_ends_at'],
    ['somebody\t3\t2099-11-23 10:00:00+00'],
  )
  const sessionColumns = ['tenant_id', 'id', 'user_id', 'refresh_hash']
  withTable(path, 'public.sessions', sessionColumns, [`${company.id}\t${userId}\t${userId}\t\\\\x00`])

  const target = await place()
  await restore({ openTarget: async () => target, from: path, config })
  const admin = await adminClient(target.admin)
  const { rows } = await admin.query(
    `select (select count(*)::int from users where id = $1) as people,
    (select count(*)::int from sessions) as sessions, (select count(*)::int from login_attempts) as attempts`,
    [userId],
  )
  await admin.end()
  expect(rows).toEqual([{ people: 1, sessions: 0, attempts: 0 }])
})
