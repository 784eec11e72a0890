import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { type Config } from '../../kernel/config/config.ts'
import { withBackupLock } from '../../kernel/db/admin-connection.ts'
import { migrate, migrations } from '../../kernel/db/migrate.ts'
import { markRestored, markRestoring, wasCutShort } from '../../kernel/db/restoring.ts'
import { rolesHere } from '../../kernel/db/role-names.ts'
import { copyIn } from '../../kernel/db/table-copies.ts'
import { isInBackup, tablesIn } from '../../kernel/db/tables.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { StartError } from '../../kernel/start-error.ts'
import {
  atOnce,
  contentFileOf,
  type KeptFile,
  listFile,
  loadOrder,
  type Manifest,
  readLine,
  secretFolder,
  secretMarkOf,
  sentenceOf,
  tableFileOf,
} from './archive.rules.ts'
import { damagedFileIn, manifestIn } from './folder.rules.ts'
import { batchesOf, linesOf, sha256Of, write } from './streams.rules.ts'

interface Target {
  admin: pg.ClientConfig
  storage: Storage
}

interface RestoreOrder {
  /** Opened once the backup is known to be good. */
  openTarget: () => Promise<Target>
  /** The folder of one backup. */
  from: string
  /** Leaves out files of documents that are missing or altered in the backup. */
  skipDamaged?: boolean
  /** Accepts a session secret other than the one of the backup. */
  newSecret?: boolean
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'sessionSecret' | 'oldSessionSecret'>
}

async function manifestOf(from: string): Promise<Manifest> {
  const manifest = await manifestIn(from)
  if (!migrations.includes(manifest.level))
    throw new StartError(`The backup is newer than this server: it has already seen ${manifest.level}.`)
  return manifest
}

/** The hashes of contents that are missing or altered. Throws a StartError when anything else is damaged. */
async function damagedIn(from: string, manifest: Manifest): Promise<Set<string>> {
  const file = await damagedFileIn(from, manifest)
  if (file !== undefined) throw new StartError(`${file} is damaged: this backup cannot be used.`)
  const damaged = new Set<string>()
  for await (const batch of batchesOf(linesOf(join(from, listFile)), atOnce))
    await Promise.all(
      batch.map(async (line) => {
        const { sha256 } = readLine(line)
        if ((await sha256Of(join(from, '..', contentFileOf(sha256)))) !== sha256) damaged.add(sha256)
      }),
    )
  return damaged
}

/** Restores the secrets of the backup where there are none. Throws a StartError when another secret is in use. */
async function placeSecrets(
  { from, config, newSecret }: RestoreOrder,
  { secrets, secretMark }: Manifest,
): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  for (const name of secrets) {
    const path = join(config.dataDir, name)
    const isNeeded = name === 'sample-password' || (config.databaseUrl === undefined && !existsSync(path))
    if (!isNeeded) continue
    const text = await readFile(join(from, secretFolder, name))
    await writeFile(path, text, { mode: 0o600, flush: true })
  }
  const inUse = [config.sessionSecret, config.oldSessionSecret].filter((secret) => secret !== undefined)
  if (!newSecret && !inUse.some((secret) => secretMarkOf(secret) === secretMark))
    throw new StartError(
      'SESSION_SECRET is not the one of the backup: set it, or SESSION_SECRET_OLD, to that one, or nobody can sign in with a second factor (--new-secret: restore all the same).',
    )
}

/** Turns off what must not act on restored rows, and restores its state afterwards. */
const switches = `
  select format('alter table %s no force row level security', oid::regclass) as off,
    format('alter table %s force row level security', oid::regclass) as "on"
  from pg_class where relforcerowsecurity and relnamespace in ('app'::regnamespace, 'public'::regnamespace)
  union all
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
    format('alter table %s enable %s trigger %I', tgrelid::regclass, case tgenabled when 'A' then 'always' else '' end, tgname)
  from pg_trigger join pg_class c on c.oid = tgrelid
  where not tgisinternal and tgenabled in ('O', 'A') and c.relnamespace in ('app'::regnamespace, 'public'::regnamespace)`

/**
 * Fills the tables in one transaction, as their owner: any administrator may do that, and the database checks every
 * reference between rows. Throws a StartError when a table or the number of its rows differs from the backup's
 * manifest.
 */
async function load(client: pg.Client, from: string, manifest: Manifest): Promise<void> {
  await client.query(`begin; set local role ${(await rolesHere(client)).owner}`)
  const tables = await tablesIn(client)
  const shape = (all: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(all.map(({ name, columns }) => [name, columns]))
  if (shape(tables) !== shape(manifest.tables.filter(isInBackup)))
    throw new StartError('The backup has other tables than this server at that level: it cannot be used.')
  const { rows } = await client.query<{ off: string; on: string }>(switches)
  await client.query(rows.map(({ off }) => off).join(';'))
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
  for (const { name, columns } of loadOrder(tables)) {
    const keptTable = manifest.tables.find((table) => table.name === name)
    const copy = copyIn(client, `copy ${name} (${columns.join(', ')}) from stdin`)
    await pipeline(createReadStream(join(from, tableFileOf(name))), createGunzip(), copy)
    if (copy.rowCount !== keptTable?.rows)
      throw new StartError(`${name} came to ${copy.rowCount} rows instead of ${keptTable?.rows}: nothing was restored.`)
  }
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [name, value, isCalled])
  await client.query(rows.map(({ on }) => on).join(';'))
  await client.query('commit')
  await client.query('analyze')
}

/** Puts a file back into the store. Throws a StartError when it was altered. */
async function putBack(storage: Storage, from: string, { key, sha256, size }: KeptFile): Promise<void> {
  const path = join(storage.arrivals, randomUUID())
  try {
    const written = await write(createReadStream(join(from, '..', contentFileOf(sha256))), path)
    if (written.sha256 !== sha256) throw new StartError(`The content of ${key} was altered meanwhile.`)
    await storage.keep(key, { path, size, sha256 })
  } finally {
    await rm(path, { force: true })
  }
}

async function putAllBack(storage: Storage, from: string, damaged: ReadonlySet<string>): Promise<number> {
  let left = 0
  for await (const batch of batchesOf(linesOf(join(from, listFile)), atOnce)) {
    const files = batch.map(readLine)
    const whole = files.filter(({ sha256 }) => !damaged.has(sha256))
    left += files.length - whole.length
    await Promise.all(whole.map((file) => putBack(storage, from, file)))
  }
  return left
}

async function requireEmptyStore(storage: Storage): Promise<void> {
  for await (const { key } of storage.list(''))
    throw new StartError(`The document store is not empty: it has ${key}, and a restore needs an empty one.`)
}

/** The result of a restore. */
export interface Restored extends Manifest {
  /** Files of documents that were left out. */
  leftOut: number
}

/**
 * Fills an empty database and an empty store from a backup, and migrates them to what this server needs. Until it is
 * done no server starts on them; an interrupted restore is started again. Throws a StartError for what the user can
 * mend.
 */
export async function restore(order: RestoreOrder): Promise<Restored> {
  const { from, config } = order
  try {
    const manifest = await manifestOf(from)
    const damaged = await damagedIn(from, manifest)
    if (damaged.size > 0 && !order.skipDamaged)
      throw new StartError(
        `${damaged.size} of the contents of documents are gone or damaged: --skip-damaged restores all but them.`,
      )
    const { admin, storage } = await order.openTarget()
    const leftOut = await withBackupLock(admin, async (client) => {
      if (!(await wasCutShort(client))) await requireEmptyStore(storage)
      await placeSecrets(order, manifest)
      await markRestoring(client)
      await migrate(admin, config.sessionSecret, { upTo: manifest.level, isRestore: true })
      await load(client, from, manifest)
      const left = await putAllBack(storage, from, damaged)
      await migrate(admin, config.sessionSecret, { isRestore: true })
      await markRestored(client)
      return left
    })
    return { ...manifest, leftOut }
  } catch (error) {
    throw sentenceOf(error, from)
  }
}
