import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type Config } from '../../kernel/config/config.ts'
import { withBackupLock } from '../../kernel/db/admin-connection.ts'
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
  type FolderState,
  lookThrough,
  removeOld,
  removeUnfinished,
  writeManifest,
} from './folder.rules.ts'
import { identityOf, readTables, wantedFile } from './rows.queries.ts'
import { packed, write } from './streams.rules.ts'

interface BackupOrder {
  admin: pg.ClientConfig
  storage: Storage
  folder: string
  /** How many backups to keep; undefined keeps all. */
  keep?: number | undefined
  config: Pick<Config, 'dataDir' | 'sessionSecret'>
}

/** Copies the secrets that the installation stores itself, if they are in use. */
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

/** The result of a backup. */
export interface TakenBackup extends Manifest {
  path: string
  /** The earlier backups, which were read again. */
  reread: { backups: number; contents: number; bytes: number }
  /** The faults of the folder or of the store, one sentence each. */
  faults: string[]
  /** The number of backups removed. None is removed while there is any fault: it may be the last good one. */
  removed: number
}

/** Copies everything into a folder that does not have the name of a backup yet. */
async function copyAll(
  client: pg.Client,
  { folder, storage, config }: BackupOrder,
  unfinished: string,
  { backups, good }: FolderState,
): Promise<{ made: Omit<Manifest, 'moment'>; added: Set<string> }> {
  await client.query(`select pg_advisory_lock_shared(${locks.reading}), pg_advisory_lock(${locks.files})`)
  const identity = await identityOf(client)
  const [newest] = backups
  if (newest && newest.installation !== identity.installation)
    throw new StartError(`${folder} holds backups of another installation: give each a folder of its own.`)
  await removeUnfinished(folder)
  await mkdir(unfinished, { mode: 0o700 })
  const read = await readTables(client, unfinished)
  await client.query(`select pg_advisory_unlock_shared(${locks.reading})`)
  const documents: Documents = { documents: 0, files: 0, bytes: 0, sha256: '', faults: [] }
  const added = new Set<string>()
  const earlier = newest && join(folder, newest.name, listFile)
  const list = packed(copied({ folder, storage, good, added }, unfinished, earlier, documents))
  documents.sha256 = (await write(list, join(unfinished, listFile))).sha256
  await rm(join(unfinished, wantedFile), { force: true })
  // If the connection is lost, so is the hold on the files, and some may be missing.
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

async function take(client: pg.Client, order: BackupOrder, at: Date): Promise<Omit<TakenBackup, 'removed'>> {
  const { folder } = order
  await mkdir(join(folder, contentFolder), { recursive: true, mode: 0o700 })
  // Before anything is held, because it takes as long as reading everything.
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
 * Takes a backup of everything into a new folder below `folder` while the product serves; only a migration waits for
 * it. First reads and hashes again everything that lies there. Throws a StartError for what the user can mend.
 */
export async function backUp(order: BackupOrder): Promise<TakenBackup> {
  try {
    return await withBackupLock(order.admin, async (client) => {
      const backup = await take(client, order, new Date())
      const keep = backup.faults.length === 0 ? order.keep : undefined
      return { ...backup, removed: keep === undefined ? 0 : await removeOld(order.folder, keep) }
    })
  } catch (error) {
    throw sentenceOf(error, order.folder)
  }
}
