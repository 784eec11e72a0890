import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { keysOf } from '../documents/documents.queries.ts'
import { aloneAs } from '../kernel/admin-connection.ts'
import { type Config } from '../kernel/config.ts'
import { syncFolder } from '../kernel/durable-files.ts'
import { AppError } from '../kernel/errors.ts'
import { locks } from '../kernel/locks.ts'
import { ownerHere } from '../kernel/role-names.ts'
import { StartError } from '../kernel/start-error.ts'
import type { Storage } from '../kernel/storage.ts'
import { copyOut } from '../kernel/table-copies.ts'
import { sequencesIn, type Table, tablesIn } from '../kernel/tables.ts'
import {
  arrivingMark,
  atOnce,
  contentFileOf,
  contentFolder,
  folderNameOf,
  type KeptFile,
  type KeptTable,
  lineOf,
  listFile,
  type Manifest,
  productVersion,
  readLine,
  secretFiles,
  secretFolder,
  secretMarkOf,
  sentenceOf,
  tableFileOf,
  unfinishedMark,
} from './archive.rules.ts'
import {
  contentFaults,
  type LookedThrough,
  lookThrough,
  removeCutShort,
  removeOld,
  writeManifest,
} from './folder.rules.ts'
import { batchesOf, linesOf, packed, write } from './streams.rules.ts'

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
  await client.query(`set role ${client.escapeIdentifier((await ownerHere(client)) ?? '')}`)
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
  /** Contents that lie there as they were written. */
  good: ReadonlySet<string>
  /** Contents that came there now. */
  added: Set<string>
}

interface Wanted {
  key: string
  /** What it is taken to be: of a document for sure, of a picture as an earlier backup found it. */
  expected?: KeptFile | undefined
  isSure: boolean
}

/** Sees to it that a file of the store lies among the contents. Throws a FileFault. */
async function keepFile(
  { folder, storage, good, added }: Filing,
  { key, expected, isSure }: Wanted,
): Promise<KeptFile> {
  if (expected && good.has(expected.sha256)) return expected
  const arriving = join(folder, contentFolder, `${arrivingMark}${randomUUID()}`)
  try {
    const { bytes, sha256 } = await write(readIn(storage, key), arriving)
    if (isSure && sha256 !== expected?.sha256) throw new FileFault('was altered')
    const path = join(folder, contentFileOf(sha256))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(arriving, path)
    added.add(sha256)
    return { key, size: bytes, sha256 }
  } finally {
    await rm(arriving, { force: true })
  }
}

type Documents = Manifest['documents']

/** Looks keys up in the list of an earlier backup, each after the one before it; undefined for what is not told there. */
function finderIn(list: string | undefined): (key: string) => Promise<KeptFile | undefined> {
  const lines = list === undefined ? undefined : linesOf(list)
  const next = async () => {
    const line = await lines?.next().catch(() => undefined)
    return line && !line.done ? readLine(line.value) : undefined
  }
  let at: KeptFile | undefined
  let isBegun = false
  return async (key) => {
    if (!isBegun) at = await next()
    isBegun = true
    while (at && at.key < key) at = await next()
    return at?.key === key ? at : undefined
  }
}

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
): Promise<Pick<Manifest, 'secrets' | 'secretSums'>> {
  const secretSums: Record<string, string> = {}
  const secrets: Manifest['secrets'] = []
  await mkdir(join(into, secretFolder), { mode: 0o700 })
  for (const name of secretFiles) {
    const text = await readFile(join(dataDir, name), 'utf8').catch(() => undefined)
    if (text === undefined || (name === 'session-secret' && text.trim() !== sessionSecret)) continue
    await writeFile(join(into, secretFolder, name), text, { mode: 0o600, flush: true })
    secrets.push(name)
    secretSums[name] = createHash('sha256').update(text).digest('hex')
  }
  return { secrets, secretSums }
}

/** What a backup came to. */
export interface Taken extends Manifest {
  path: string
  /** What was there before it, and was read again. */
  reread: { backups: number; contents: number; bytes: number }
  /** What is wrong with the folder or with the store, one sentence each. */
  faults: string[]
  /** Backups that were removed. None is while anything is wrong: what is to go may be the last that is good. */
  removed: number
}

/** Everything that is now, into a folder that has no name of a backup yet. */
async function copyAll(
  client: pg.Client,
  { folder, storage, config }: BackupOrder,
  unfinished: string,
  { backups, good }: LookedThrough,
): Promise<{ made: Omit<Manifest, 'moment'>; added: Set<string> }> {
  await client.query(`select pg_advisory_lock_shared(${locks.reading}), pg_advisory_lock(${locks.files})`)
  const identity = await identityOf(client)
  const [newest] = backups
  if (newest && newest.installation !== identity.installation)
    throw new StartError(`${folder} holds backups of another installation: give each a folder of its own.`)
  await removeCutShort(folder)
  await mkdir(unfinished, { mode: 0o700 })
  const read = await readTables(client, unfinished)
  await client.query(`select pg_advisory_unlock_shared(${locks.reading})`)
  const documents: Documents = { documents: 0, files: 0, bytes: 0, sha256: '', faults: [] }
  const added = new Set<string>()
  const earlier = newest && join(folder, newest.name, listFile)
  const list = packed(copied({ folder, storage, good, added }, unfinished, earlier, documents))
  documents.sha256 = (await write(list, join(unfinished, listFile))).sha256
  await rm(join(unfinished, wantedFile), { force: true })
  // With the connection the hold on the files ends, and some may be missing.
  await client.query('select')
  for (const each of new Set([...added].map((sha256) => dirname(join(folder, contentFileOf(sha256))))))
    await syncFolder(each)
  await syncFolder(join(folder, contentFolder))
  const secrets = await copySecrets(config, unfinished)
  const mark = secretMarkOf(config.sessionSecret)
  return {
    made: { format: 1, version: productVersion, ...identity, secretMark: mark, ...read, documents, ...secrets },
    added,
  }
}

async function take(client: pg.Client, order: BackupOrder, at: Date): Promise<Omit<Taken, 'removed'>> {
  const { folder } = order
  await mkdir(join(folder, contentFolder), { recursive: true, mode: 0o700 })
  // Before anything is held: it takes as long as all of it takes to read.
  const before = await lookThrough(folder)
  const path = join(folder, folderNameOf(at))
  const unfinished = path + unfinishedMark
  try {
    const { made, added } = await copyAll(client, order, unfinished, before)
    const manifest: Manifest = { ...made, moment: at.toISOString() }
    await writeManifest(unfinished, path, manifest)
    const faults = [...before.faults, ...(await contentFaults(folder, before, added)), ...made.documents.faults]
    const reread = { backups: before.backups.length, contents: before.good.size, bytes: before.bytes }
    return { ...manifest, path, reread, faults }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Takes a backup of everything into a new folder below `folder`, while the product serves: nobody waits for it, but for a
 * migration. All that lies there already is read and hashed again first. Throws a StartError for what whoever runs it can
 * mend.
 */
export async function backUp(order: BackupOrder): Promise<Taken> {
  try {
    return await aloneAs(order.admin, async (client) => {
      const taken = await take(client, order, new Date())
      const keep = taken.faults.length === 0 ? order.keep : undefined
      return { ...taken, removed: keep === undefined ? 0 : await removeOld(order.folder, keep) }
    })
  } catch (error) {
    throw sentenceOf(error, order.folder)
  }
}
