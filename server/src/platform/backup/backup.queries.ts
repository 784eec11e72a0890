import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type Config } from '../../kernel/config/config.ts'
import { aloneAs } from '../../kernel/db/admin-connection.ts'
import { locks } from '../../kernel/db/locks.ts'
import { syncFolder } from '../../kernel/files/durable-files.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { StartError } from '../../kernel/start-error.ts'
import {
  contentFileOf,
  contentFolder,
  folderNameOf,
  listFile,
  type Manifest,
  productVersion,
  secretFiles,
  secretFolder,
  secretMarkOf,
  sentenceOf,
  unfinishedMark,
} from './archive.rules.ts'
import { copied, type Documents } from './contents.queries.ts'
import {
  contentFaults,
  type LookedThrough,
  lookThrough,
  removeCutShort,
  removeOld,
  writeManifest,
} from './folder.rules.ts'
import { identityOf, readTables, wantedFile } from './rows.queries.ts'
import { packed, write } from './streams.rules.ts'

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
