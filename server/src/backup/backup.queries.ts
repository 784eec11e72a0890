import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { keysOf } from '../documents/documents.queries.ts'
import { type Config, StartError } from '../kernel/config.ts'
import { AppError } from '../kernel/errors.ts'
import { aloneAs, copyOut, locks, sequencesIn, type Table, tablesIn } from '../kernel/migrate.ts'
import type { Storage } from '../kernel/storage.ts'
import { syncFolder } from '../kernel/storage-disk.ts'
import {
  arrivingMark,
  atOnce,
  batchesOf,
  contentFileOf,
  contentFolder,
  finderIn,
  folderNameOf,
  type KeptFile,
  type KeptTable,
  lineOf,
  linesOf,
  listFile,
  type Manifest,
  packed,
  productVersion,
  removeCutShort,
  removeOld,
  secretFiles,
  secretFolder,
  secretMarkOf,
  sentenceOf,
  tableFileOf,
  wholeIn,
  write,
  writeManifest,
} from './archive.rules.ts'

/** Whose rows are asked for one after the other: of every tenant by name where the login is bound by row-level security. */
type Scopes = readonly (string | undefined)[]

async function scopesOf(client: pg.Client, tables: readonly Table[]): Promise<Scopes> {
  const { rows } = await client.query<{ isFree: boolean }>(
    'select rolsuper or rolbypassrls as "isFree" from pg_roles where rolname = current_user',
  )
  if (rows[0]?.isFree) return [undefined]
  const hidden = tables.find(
    ({ name, isSecured, isOfTenants }) => isSecured && !isOfTenants && name !== 'public.tenants',
  )
  if (hidden) throw new StartError(`The login of DATABASE_URL cannot read all of ${hidden.name}: give it BYPASSRLS.`)
  await client.query('set role plinth_owner')
  const tenants = await client.query<{ id: string }>('select id from public.tenants order by id')
  return tenants.rows.map(({ id }) => id)
}

interface Asked {
  client: pg.Client
  scopes: Scopes
}

/** Writes the rows of a table into a packed file. Answers how many there are. */
async function copyRows({ client, scopes }: Asked, { columns, name, isOfTenants }: Table, path: string, rest = '') {
  let rows = 0
  async function* all() {
    for (const tenant of isOfTenants ? scopes : [undefined]) {
      const mine = tenant === undefined ? '' : `tenant_id = ${client.escapeLiteral(tenant)}`
      if (tenant !== undefined) await client.query("select set_config('app.tenant_id', $1, true)", [tenant])
      const where = ['true', mine, rest].filter(Boolean).join(' and ')
      const copy = copyOut(client, `copy (select ${columns.join(', ')} from ${name} where ${where}) to stdout`)
      yield* copy
      await client.query('select')
      rows += copy.rowCount
    }
  }
  return { ...(await write(packed(all()), path)), rows }
}

/** What an installation is called among others, and how far its database has come. */
async function identityOf(client: pg.Client): Promise<Pick<Manifest, 'level' | 'installation'>> {
  const { rows } = await client.query(`select to_regclass('app.migrations') as migrations`)
  const level =
    rows[0]?.migrations && (await client.query('select max(name) as level from app.migrations')).rows[0]?.level
  if (!level) throw new StartError('The database holds no installation: there is nothing to back up.')
  const operator = await client.query('select app.operator_tenant() as id')
  return { level, installation: operator.rows[0]?.id }
}

/** Which documents there were when the tables were read; it goes when their files are there. */
const wantedFile = 'wanted.gz'

/** Everything that the tables hold at one moment. */
async function readTables(client: pg.Client, into: string): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  await client.query('begin isolation level repeatable read, read only')
  const all = await tablesIn(client)
  const asked = { client, scopes: await scopesOf(client, all) }
  const tables: KeptTable[] = []
  await mkdir(join(into, 'tables'), { mode: 0o700 })
  for (const table of all) {
    const written = await copyRows(asked, table, join(into, tableFileOf(table.name)))
    tables.push({ name: table.name, columns: table.columns, ...written })
  }
  const documents = all.filter(({ name }) => name === 'public.documents')
  const columns = ['tenant_id', 'id', 'size', "encode(sha256, 'hex')", 'has_pictures']
  if (documents.length === 0) await write(packed(Readable.from([])), join(into, wantedFile))
  for (const table of documents)
    await copyRows(asked, { ...table, columns }, join(into, wantedFile), 'deleted_at is null order by tenant_id, id')
  const sequences = await sequencesIn(client)
  await client.query('commit; reset role')
  return { tables, sequences }
}

/** A fault of the store's own, in one file: the backup goes on without it. */
class FileFault extends Error {}

async function* readIn(storage: Storage, key: string): AsyncGenerator<Uint8Array> {
  try {
    yield* await storage.open(key)
  } catch (error) {
    if (error instanceof AppError && error.status !== 404) throw error
    throw new FileFault(error instanceof AppError ? 'is gone' : `cannot be read: ${String(error)}`)
  }
}

interface Filing {
  folder: string
  storage: Storage
  /** Folders into which something new came. */
  touched: Set<string>
}

interface Wanted {
  key: string
  /** What it is taken to be: of a document for sure, of a picture as an earlier backup found it. */
  expected?: KeptFile | undefined
  isSure: boolean
}

const hasSize = (path: string, size: number) =>
  stat(path).then(
    (found) => found.size === size,
    () => false,
  )

/** Sees to it that a file of the store lies among the contents. Throws a FileFault. */
async function keepFile({ folder, storage, touched }: Filing, { key, expected, isSure }: Wanted): Promise<KeptFile> {
  if (expected && (await hasSize(join(folder, contentFileOf(expected.sha256)), expected.size))) return expected
  const arriving = join(folder, contentFolder, `${arrivingMark}${randomUUID()}`)
  try {
    const { bytes, sha256 } = await write(readIn(storage, key), arriving)
    if (isSure && sha256 !== expected?.sha256) throw new FileFault('was altered')
    const path = join(folder, contentFileOf(sha256))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(arriving, path)
    touched.add(dirname(path))
    return { key, size: bytes, sha256 }
  } finally {
    await rm(arriving, { force: true })
  }
}

type Documents = Manifest['documents']

/** The files of the documents that were there, as lines of the list in the order of their keys; counts them. */
async function* copied(
  filing: Filing,
  into: string,
  earlier: string | undefined,
  counts: Documents,
): AsyncGenerator<string> {
  const find = finderIn(earlier)
  for await (const batch of batchesOf(linesOf(join(into, wantedFile)), atOnce)) {
    const documents: { name: string; wanted: Wanted[] }[] = []
    for (const line of batch) {
      const [tenant = '', id = '', size, sha256 = '', hasPictures] = line.split('\t')
      const { file, preview, thumbnail } = keysOf(tenant, id)
      const wanted: Wanted[] = [{ key: file, expected: { key: file, size: Number(size), sha256 }, isSure: true }]
      if (hasPictures === 't')
        for (const key of [preview, thumbnail]) wanted.push({ key, expected: await find(key), isSure: false })
      documents.push({ name: `${id} of company ${tenant}`, wanted })
    }
    const lists = await Promise.all(
      documents.map(async ({ name, wanted }) => {
        const kept: KeptFile[] = []
        for (const each of wanted)
          try {
            kept.push(await keepFile(filing, each))
          } catch (error) {
            if (!(error instanceof FileFault)) throw error
            counts.faults.push(`The ${each.key.split('.')[1] ?? 'file'} of document ${name} ${error.message}.`)
          }
        return kept
      }),
    )
    counts.documents += batch.length
    for (const kept of lists.flat()) {
      counts.files += 1
      counts.bytes += kept.size
      yield lineOf(kept)
    }
  }
}

interface BackupOrder {
  admin: pg.ClientConfig
  storage: Storage
  folder: string
  /** How many backups stay; undefined: all. */
  keep?: number | undefined
  config: Pick<Config, 'dataDir' | 'sessionSecret'>
}

/** The secrets that the installation keeps itself, where they are in use. */
async function copySecrets(
  { dataDir, sessionSecret }: BackupOrder['config'],
  into: string,
): Promise<Manifest['secrets']> {
  const copied: Manifest['secrets'] = []
  await mkdir(join(into, secretFolder), { mode: 0o700 })
  for (const name of secretFiles) {
    const text = await readFile(join(dataDir, name), 'utf8').catch(() => undefined)
    if (text === undefined || (name === 'session-secret' && text.trim() !== sessionSecret)) continue
    await writeFile(join(into, secretFolder, name), text, { mode: 0o600, flush: true })
    copied.push(name)
  }
  return copied
}

/** What a backup came to. */
export interface Taken extends Manifest {
  path: string
  /** Backups that were removed. */
  removed: number
}

async function take(
  client: pg.Client,
  { folder, storage, config }: BackupOrder,
  at: Date,
): Promise<Manifest & { path: string }> {
  await mkdir(join(folder, contentFolder), { recursive: true, mode: 0o700 })
  const whole = await wholeIn(folder)
  await client.query(`select pg_advisory_lock_shared(${locks.reading}), pg_advisory_lock(${locks.files})`)
  const identity = await identityOf(client)
  if (whole[0] && whole[0].installation !== identity.installation)
    throw new StartError(`${folder} holds backups of another installation: give each a folder of its own.`)
  await removeCutShort(folder, whole)
  const path = join(folder, folderNameOf(at))
  await mkdir(path, { mode: 0o700 })
  const read = await readTables(client, path)
  await client.query(`select pg_advisory_unlock_shared(${locks.reading})`)
  const documents: Documents = { documents: 0, files: 0, bytes: 0, sha256: '', faults: [] }
  const touched = new Set<string>()
  const earlier = whole[0] && join(folder, whole[0].name, listFile)
  const list = packed(copied({ folder, storage, touched }, path, earlier, documents))
  documents.sha256 = (await write(list, join(path, listFile))).sha256
  await rm(join(path, wantedFile), { force: true })
  // With the connection the hold on the files ends, and some may be missing.
  await client.query('select')
  const manifest: Manifest = {
    format: 1,
    version: productVersion,
    moment: at.toISOString(),
    ...identity,
    secretMark: secretMarkOf(config.sessionSecret),
    ...read,
    documents,
    secrets: await copySecrets(config, path),
  }
  for (const each of [...touched, join(folder, contentFolder)]) await syncFolder(each)
  await writeManifest(path, manifest)
  return { ...manifest, path }
}

/**
 * Takes a backup of everything into a new folder below `folder`, while the product serves: nobody waits for it, but for a
 * migration. Throws a StartError for what whoever runs it can mend.
 */
export async function backUp(order: BackupOrder): Promise<Taken> {
  const at = new Date()
  try {
    return await aloneAs(order.admin, async (client) => {
      const taken = await take(client, order, at).catch(async (error: unknown) => {
        await rm(join(order.folder, folderNameOf(at)), { recursive: true, force: true })
        throw error
      })
      return { ...taken, removed: order.keep === undefined ? 0 : await removeOld(order.folder, order.keep) }
    })
  } catch (error) {
    throw sentenceOf(error, order.folder)
  }
}
