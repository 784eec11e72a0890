import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../kernel/files/durable-files.ts'
import { StartError } from '../../kernel/start-error.ts'
import {
  arrivingMark,
  atOnce,
  contentFileOf,
  contentFolder,
  isFolderName,
  isUnfinished,
  listFile,
  type Manifest,
  manifestFile,
  manifestText,
  readLine,
  readManifest,
  secretFolder,
  tableFileOf,
  unfinishedMark,
} from './archive.rules.ts'
import { batchesOf, linesOf, sha256Of } from './streams.rules.ts'

/** The manifest of a backup. Throws a StartError when it is missing or damaged. */
export async function manifestIn(from: string): Promise<Manifest> {
  const text = await readFile(join(from, manifestFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new StartError(`${from} is no whole backup: it has no ${manifestFile}.`)
  })
  return readManifest(text, from)
}

/** Reads all of a backup but its documents. Returns the first of its files that was altered. */
export async function damagedFileIn(from: string, manifest: Manifest): Promise<string | undefined> {
  const { tables, documents, secrets, secretSums = {} } = manifest
  const written = [
    ...tables.map(({ name, sha256 }) => ({ file: tableFileOf(name), sha256 })),
    { file: listFile, sha256: documents.sha256 },
    ...secrets.map((name) => ({ file: join(secretFolder, name), sha256: secretSums[name] })),
  ]
  for (const { file, sha256 } of written) {
    const found = await sha256Of(join(from, file))
    if (found === undefined || (sha256 !== undefined && found !== sha256)) return join(from, file)
  }
  return undefined
}

/** A backup that is complete, except perhaps for contents of documents. */
export interface Whole extends Manifest {
  name: string
}

/** The folder of an installation's backups, after every byte of it was read. */
export interface FolderState {
  /** Newest first. */
  backups: Whole[]
  /** Contents that match their hashes. */
  good: Set<string>
  /** Contents that do not. */
  damaged: Set<string>
  /** Bytes of contents. */
  bytes: number
  /** The faults of backups, one sentence each. */
  faults: string[]
}

async function* contentsIn(folder: string): AsyncGenerator<string> {
  const contents = join(folder, contentFolder)
  for (const below of await readdir(contents, { withFileTypes: true }))
    if (below.isDirectory())
      for (const name of await readdir(join(contents, below.name)))
        if (/^[0-9a-f]{64}$/.test(name) && name.startsWith(below.name)) yield name
}

/** Reads and hashes every content in the folder: nothing else reveals what a disk has lost. */
async function readContents(folder: string): Promise<Pick<FolderState, 'good' | 'damaged' | 'bytes'>> {
  const found = { good: new Set<string>(), damaged: new Set<string>(), bytes: 0 }
  for await (const batch of batchesOf(contentsIn(folder), atOnce))
    await Promise.all(
      batch.map(async (name) => {
        const path = join(folder, contentFileOf(name))
        const isGood = (await sha256Of(path)) === name
        ;(isGood ? found.good : found.damaged).add(name)
        const { size } = isGood ? await stat(path) : { size: 0 }
        found.bytes += size
      }),
    )
  return found
}

/** Reads everything in a folder of backups and compares it with its hashes. Changes nothing. */
export async function lookThrough(folder: string): Promise<FolderState> {
  const found: FolderState = { backups: [], faults: [], ...(await readContents(folder)) }
  for (const name of (await readdir(folder)).filter(isFolderName).toSorted().toReversed()) {
    const path = join(folder, name)
    try {
      const manifest = await manifestIn(path)
      const damaged = await damagedFileIn(path, manifest)
      if (damaged !== undefined) throw new StartError(`${damaged} is damaged: this backup cannot be used.`)
      found.backups.push({ name, ...manifest })
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      found.faults.push(`${error.message} Remove the folder once nothing in it is needed.`)
    }
  }
  return found
}

/** The hashes of contents added since the folder was read. */
export type Added = ReadonlySet<string>

/**
 * The faults of contents that earlier backups need: one sentence for each that was fetched again, and one for each
 * backup that still lacks some. Deletes damaged contents that no backup needs.
 */
export async function contentFaults(folder: string, before: FolderState, added: Added): Promise<string[]> {
  const renewed = new Set<string>()
  const needed = new Set<string>()
  const incomplete: string[] = []
  for (const { name } of before.backups) {
    const lost = new Set<string>()
    for await (const line of linesOf(join(folder, name, listFile))) {
      const { sha256 } = readLine(line)
      if (added.has(sha256)) renewed.add(sha256)
      else if (!before.good.has(sha256)) lost.add(sha256)
    }
    for (const sha256 of lost) needed.add(sha256)
    if (lost.size > 0)
      incomplete.push(
        `${join(folder, name)}: ${lost.size} of the contents of its documents are gone or damaged, and could not be fetched anew. Restore it with --skip-damaged.`,
      )
  }
  if (before.faults.length === 0)
    for (const sha256 of before.damaged)
      if (!added.has(sha256) && !needed.has(sha256)) await rm(join(folder, contentFileOf(sha256)), { force: true })
  const fetched = [...renewed].map(
    (sha256) =>
      `${join(folder, contentFileOf(sha256))} was gone or damaged, and was fetched anew from the document store.`,
  )
  return [...fetched, ...incomplete]
}

/** Removes the leftovers of backups that were interrupted while they were taken or removed. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isUnfinished))
    await rm(join(folder, name), { recursive: true, force: true })
  for (const name of await readdir(join(folder, contentFolder)))
    if (name.startsWith(arrivingMark)) await rm(join(folder, contentFolder, name), { force: true })
}

/**
 * Removes all but the newest `keep` backups of a folder without faults, and the contents that only they needed. Returns
 * how many were removed.
 */
export async function removeOld(folder: string, keep: number): Promise<number> {
  const names = (await readdir(folder)).filter(isFolderName).toSorted().toReversed()
  const old = names.slice(keep)
  if (old.length === 0) return 0
  const needed = new Set<string>()
  for (const name of names.slice(0, keep))
    for await (const line of linesOf(join(folder, name, listFile))) needed.add(readLine(line).sha256)
  for (const name of old) {
    await rename(join(folder, name), join(folder, name + unfinishedMark))
    await rm(join(folder, name + unfinishedMark), { recursive: true })
  }
  for await (const sha256 of contentsIn(folder)) if (!needed.has(sha256)) await rm(join(folder, contentFileOf(sha256)))
  return old.length
}

/** Completes a backup under its final name: everything is on disk when this returns. */
export async function writeManifest(unfinished: string, path: string, whole: Manifest): Promise<void> {
  await writeFile(join(unfinished, manifestFile), manifestText(whole), { mode: 0o600, flush: true })
  for (const each of [join(unfinished, 'tables'), join(unfinished, secretFolder), unfinished]) await syncFolder(each)
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}
