import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { notFound } from '../errors.ts'
import type { ArrivedFile } from './arrived-file.ts'
import { codeOf, faultOfDisk } from './disk-faults.ts'
import { settle, syncFolder, withTemporary } from './durable-files.ts'
import { checkedKey, type Part, partsChanged, type Span, type Storage } from './storage.ts'

/**
 * Undefined for a missing file or folder. Throws if the root itself is missing: then the store is unavailable, not
 * empty.
 */
async function ifThere<T>(root: string, found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await stat(root)
    return undefined
  }
}

const guarded =
  <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    try {
      return await work(...args)
    } catch (error) {
      throw faultOfDisk(error)
    }
  }

/** The objects under a folder, by their keys. */
async function* objectsIn(root: string, below: string, prefix: string): ReturnType<Storage['list']> {
  const folder = await ifThere(root, opendir(join(root, below)))
  if (!folder) return
  for await (const entry of folder) {
    const key = below + entry.name
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* objectsIn(root, `${key}/`, prefix)
      continue
    }
    const found = key.startsWith(prefix) && (await ifThere(root, stat(join(root, key))))
    if (found) yield { key, size: found.size, modifiedAt: found.mtime }
  }
}

/** Turns errors of a walk over the disk into refusals of the store. */
async function* guardedWalk<T>(walk: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* walk
  } catch (error) {
    throw faultOfDisk(error)
  }
}

/** The folders of the store. */
interface Places {
  objects: string
  parts: string
  arrivals: string
}

function objectsOn({ objects, arrivals }: Places) {
  const pathOf = (key: string) => join(objects, checkedKey(key))

  async function sizeOf(key: string): Promise<number | undefined> {
    return (await ifThere(objects, stat(pathOf(key))))?.size
  }

  async function keep(key: string, file: Pick<ArrivedFile, 'path'>): Promise<void> {
    await stat(objects)
    await settle(file.path, pathOf(key), arrivals)
  }

  async function openObject(key: string, span?: Span): Promise<Readable> {
    const file = await ifThere(objects, open(pathOf(key), 'r'))
    if (!file) throw notFound()
    return file.createReadStream(span && { start: span.from, end: span.to })
  }

  /** Deletes durably: the caller records the deletion next, so the file must not reappear after a power loss. */
  async function remove(key: string): Promise<void> {
    await ifThere(objects, unlink(pathOf(key)))
    await syncFolder(dirname(pathOf(key)))
  }

  return { pathOf, sizeOf, keep, open: openObject, remove }
}

const isNumber = (name: string) => /^[1-9]\d*$/.test(name)

/**
 * An attempt is a folder of parts; its file `key` holds the object's key, and the file's age is the age of the attempt.
 */
function attemptsOn({ parts, arrivals }: Places) {
  async function begin(key: string): Promise<string> {
    const attempt = randomUUID()
    const folder = join(arrivals, attempt)
    await mkdir(folder, { mode: 0o700 })
    await writeFile(join(folder, 'key'), checkedKey(key), { mode: 0o600, flush: true })
    await rename(folder, join(parts, attempt))
    await syncFolder(parts)
    return attempt
  }

  /** Undefined if the key has no such attempt. */
  async function folderOf(key: string, attempt: string): Promise<string | undefined> {
    const folder = join(parts, checkedKey(attempt))
    const begunFor = await ifThere(parts, readFile(join(folder, 'key'), 'utf8'))
    return begunFor === checkedKey(key) ? folder : undefined
  }

  /** Deletes the key first: without its key a folder is no attempt, even if some parts remain. */
  async function forget(folder: string): Promise<void> {
    await rm(join(folder, 'key'), { force: true })
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async function abandon(key: string, attempt: string): Promise<void> {
    const folder = await folderOf(key, attempt)
    if (folder) await forget(folder)
  }

  async function* abandonedBefore(moment: Date): ReturnType<Storage['abandonedBefore']> {
    for (const attempt of await readdir(parts)) {
      const mark = join(parts, attempt, 'key')
      const begun = await ifThere(parts, stat(mark))
      if (!begun) await forget(join(parts, attempt))
      if (!begun || begun.mtime >= moment) continue
      // Another server may sweep at the same time.
      const key = await ifThere(parts, readFile(mark, 'utf8'))
      if (key !== undefined) yield { key, attempt }
    }
  }

  return { begin, folderOf, forget, abandon, abandonedBefore }
}

function partsOn(places: Places) {
  const { folderOf, forget } = attemptsOn(places)
  const { sizeOf, keep } = objectsOn(places)

  async function partAt(folder: string, number: number): Promise<Part | undefined> {
    const found = await ifThere(places.parts, stat(join(folder, String(number)), { bigint: true }))
    // A part that is sent again gets a new inode and so another tag.
    return found && { number, size: Number(found.size), tag: `${found.ino}-${found.mtimeNs}` }
  }

  async function putPart(key: string, attempt: string, number: number, file: ArrivedFile): Promise<void> {
    if (!isNumber(String(number))) throw new Error(`not the number of a part: ${number}`)
    const folder = await folderOf(key, attempt)
    if (!folder) throw notFound()
    await settle(file.path, join(folder, String(number)), places.arrivals)
  }

  async function partsOf(key: string, attempt: string): Promise<Part[]> {
    const folder = await folderOf(key, attempt)
    if (!folder) throw notFound()
    const numbers = (await readdir(folder)).filter(isNumber).map(Number)
    const found = await Promise.all(numbers.toSorted((a, b) => a - b).map((number) => partAt(folder, number)))
    return found.filter((part) => part !== undefined)
  }

  async function joinParts(key: string, attempt: string, wanted: readonly Part[]): Promise<void> {
    const folder = await folderOf(key, attempt)
    const size = wanted.reduce((sum, part) => sum + part.size, 0)
    if (!folder) {
      // The parts were joined before, and the answer was lost.
      if ((await sizeOf(key)) === size) return
      throw notFound()
    }
    if (wanted.length === 0) throw partsChanged()
    for (const part of wanted) if ((await partAt(folder, part.number))?.tag !== part.tag) throw partsChanged()
    await withTemporary(places.arrivals, async (path) => {
      await writeFile(path, '', { mode: 0o600 })
      for (const { number } of wanted)
        await pipeline(createReadStream(join(folder, String(number))), createWriteStream(path, { flags: 'a' }))
      if ((await stat(path)).size !== size) throw partsChanged()
      await keep(key, { path })
    })
    await forget(folder)
  }

  return { putPart, partsOf, join: joinParts }
}

/**
 * A store in a folder of this machine, on one file system: objects under `objects/<key>`, parts under
 * `parts/<attempt>/<number>`, incoming files under `arriving`. Throws when it cannot create the folders.
 */
export function diskStorage(folder: string): Storage {
  const places = { objects: join(folder, 'objects'), parts: join(folder, 'parts'), arrivals: join(folder, 'arriving') }
  for (const path of Object.values(places)) mkdirSync(path, { recursive: true, mode: 0o700 })
  const objects = objectsOn(places)
  const attempts = attemptsOn(places)
  const parts = partsOn(places)
  return {
    bucket: 'default-docs-bucket',
    origin: undefined,
    admits: async () => false,
    arrivals: places.arrivals,
    keep: guarded(objects.keep),
    sizeOf: guarded(objects.sizeOf),
    open: guarded(objects.open),
    pathOf: objects.pathOf,
    remove: guarded(objects.remove),
    list: (prefix) => guardedWalk(objectsIn(places.objects, '', prefix)),
    linkTo: async () => undefined,
    begin: guarded(attempts.begin),
    partLink: async () => undefined,
    putPart: guarded(parts.putPart),
    partsOf: guarded(parts.partsOf),
    join: guarded(parts.join),
    abandon: guarded(attempts.abandon),
    abandonedBefore: (moment) => guardedWalk(attempts.abandonedBefore(moment)),
  }
}
