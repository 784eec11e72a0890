import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keysOf } from '../../documents/documents/documents.queries.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import {
  arrivingMark,
  atOnce,
  contentFileOf,
  contentFolder,
  type KeptFile,
  lineOf,
  type Manifest,
  readLine,
} from './archive.rules.ts'
import { wantedFile } from './rows.queries.ts'
import { batchesOf, linesOf, write } from './streams.rules.ts'

/** A fault in one file of the store: the backup continues without that file. */
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
  /** Contents in the folder that are intact. */
  good: ReadonlySet<string>
  /** Contents that this backup added. */
  added: Set<string>
}

interface Wanted {
  key: string
  /** The hash and size expected: of a document for certain, of a picture as an earlier backup found it. */
  expected?: KeptFile | undefined
  isSure: boolean
}

/** Stores a file of the store among the contents unless it is there. Throws a FileFault. */
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

export type Documents = Manifest['documents']

/** Looks up ascending keys in the list of an earlier backup; returns undefined for a key that is not in it. */
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

/** Copies the files of the documents, and yields them as lines of the list in the order of their keys; counts them. */
export async function* copied(
  filing: Filing,
  into: string,
  earlier: string | undefined,
  counts: Documents,
): AsyncGenerator<string> {
  const find = finderIn(earlier)
  for await (const batch of batchesOf(linesOf(join(into, wantedFile)), atOnce)) {
    const documents: { name: string; files: Wanted[] }[] = []
    for (const line of batch) {
      const [tenant = '', id = '', size, sha256 = '', hasPictures] = line.split('\t')
      const { file, preview, thumbnail } = keysOf(tenant, id)
      const files: Wanted[] = [{ key: file, expected: { key: file, size: Number(size), sha256 }, isSure: true }]
      if (hasPictures === 't')
        for (const key of [preview, thumbnail]) files.push({ key, expected: await find(key), isSure: false })
      documents.push({ name: `${id} of company ${tenant}`, files })
    }
    const lists = await Promise.all(
      documents.map(async ({ name, files }) => {
        const kept: KeptFile[] = []
        for (const each of files)
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
    for (const file of lists.flat()) {
      counts.files += 1
      counts.bytes += file.size
      yield lineOf(file)
    }
  }
}
