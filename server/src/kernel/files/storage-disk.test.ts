import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { arrivedIn, newKey, stderrDuring } from '../testing/arrivals.ts'
import { diskStorage } from './storage-disk.ts'
import { openStorage } from './storage-s3.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plinth-disk-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const newFolder = () => join(mkdtempSync(join(scratch, 'store-')), 'files')
const bytes = (size: number) => Buffer.alloc(size, 'plinth ')
const keysOf = async (folder: string) => (await Array.fromAsync(diskStorage(folder).list(''))).map(({ key }) => key)

test('files and folders of the store are readable by their owner only', async () => {
  const folder = newFolder()
  const storage = diskStorage(folder)
  const [key, other] = [newKey(), newKey()]
  await storage.keep(key, arrivedIn(storage, bytes(10)))
  const attempt = await storage.begin(other)
  await storage.putPart(other, attempt, 1, arrivedIn(storage, bytes(10)))
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(found.length).toBeGreaterThan(6)
  for (const entry of found)
    expect(statSync(join(entry.parentPath, entry.name)).mode & 0o777).toBe(entry.isDirectory() ? 0o700 : 0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('the age of an object counts from its storing, not from its arrival', async () => {
  const storage = diskStorage(newFolder())
  const [key, file] = [newKey(), arrivedIn(storage, bytes(10))]
  utimesSync(file.path, new Date(0), new Date(0))
  await storage.keep(key, file)
  const [object] = await Array.fromAsync(storage.list(''))
  expect(object?.modifiedAt.getFullYear()).toBeGreaterThan(2000)
})

test('a server that is killed while it joins leaves no object, and its parts can be joined later', async () => {
  const folder = newFolder()
  const storage = diskStorage(folder)
  const key = newKey()
  const attempt = await storage.begin(key)
  for (const number of [1, 2, 3]) await storage.putPart(key, attempt, number, arrivedIn(storage, bytes(20_000_000)))
  const script = `
    const { diskStorage } = await import(${JSON.stringify(join(import.meta.dirname, 'storage-disk.ts'))})
    const storage = diskStorage(${JSON.stringify(folder)})
    await storage.join('${key}', '${attempt}', await storage.partsOf('${key}', '${attempt}'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const half = () => readdirSync(storage.arrivals).map((name) => statSync(join(storage.arrivals, name)).size)
  while (!half().some((size) => size > 0) && child.exitCode === null) await wait(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  expect(half()).toHaveLength(1)
  expect(await storage.sizeOf(key)).toBeUndefined()
  expect(await keysOf(folder)).toEqual([])
  await storage.join(key, attempt, await storage.partsOf(key, attempt))
  expect(await storage.sizeOf(key)).toBe(60_000_000)
})

test('an attempt whose deletion was interrupted is unknown, and the sweep of abandoned attempts deletes it', async () => {
  const folder = newFolder()
  const storage = diskStorage(folder)
  const key = newKey()
  const attempt = await storage.begin(key)
  await storage.putPart(key, attempt, 1, arrivedIn(storage, bytes(10)))
  rmSync(join(folder, 'parts', attempt, 'key'))
  await expect(storage.partsOf(key, attempt)).rejects.toMatchObject({ status: 404 })
  expect(await Array.fromAsync(storage.abandonedBefore(new Date(0)))).toEqual([])
  expect(existsSync(join(folder, 'parts', attempt))).toBe(false)
})

test('a file in the place of a folder is answered 503 and reported to the operator', async () => {
  const folder = newFolder()
  const storage = diskStorage(folder)
  const file = arrivedIn(storage, bytes(10))
  rmSync(join(folder, 'objects'), { recursive: true })
  writeFileSync(join(folder, 'objects'), '')
  const output = await stderrDuring(() => expect(storage.keep(newKey(), file)).rejects.toMatchObject({ status: 503 }))
  expect(output).toMatch(/^The document store: ENOTDIR.+\n$/)
})

/** Mounts a disk of 1 MB, if this machine allows it. */
function tinyDisk(): string | undefined {
  const folder = mkdtempSync(join(scratch, 'tiny-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    return undefined
  }
}

const tiny = tinyDisk()
afterAll(() => tiny && execFileSync('umount', [tiny]))

describe.runIf(tiny)('on a disk of 1 MB', () => {
  const folder = join(tiny ?? '', 'files')
  let storage: ReturnType<typeof diskStorage>
  beforeAll(() => {
    storage = diskStorage(folder)
  })

  test('a file from another disk is stored and deleted from there', async () => {
    const [key, file] = [newKey(), arrivedIn({ arrivals: scratch }, bytes(1000))]
    await storage.keep(key, file)
    expect(bytes(1000).equals(await buffer(await storage.open(key)))).toBe(true)
    expect(existsSync(file.path)).toBe(false)
    await storage.remove(key)
  })

  test('a file that does not fit is refused with 507 and leaves nothing behind', async () => {
    const file = arrivedIn({ arrivals: scratch }, bytes(2_000_000))
    await expect(storage.keep(newKey(), file)).rejects.toMatchObject({ status: 507, code: 'disk_full' })
    expect(await keysOf(folder)).toEqual([])
    expect(readdirSync(storage.arrivals)).toEqual([])
  })

  test('parts that fit only once are refused with 507 when joined, and stay', async () => {
    const key = newKey()
    const attempt = await storage.begin(key)
    for (const number of [1, 2]) await storage.putPart(key, attempt, number, arrivedIn(storage, bytes(350_000)))
    const parts = await storage.partsOf(key, attempt)
    await expect(storage.join(key, attempt, parts)).rejects.toMatchObject({ status: 507 })
    expect(await storage.sizeOf(key)).toBeUndefined()
    expect(readdirSync(storage.arrivals)).toEqual([])
    expect(await storage.partsOf(key, attempt)).toEqual(parts)
  })
})

describe('an opened store', () => {
  test('lies in the data directory and leaves arriving files alone', async () => {
    const dataDir = newFolder()
    const { arrivals } = await openStorage({ dataDir, s3: undefined })
    writeFileSync(join(arrivals, 'old'), 'half')
    utimesSync(join(arrivals, 'old'), new Date(0), new Date(0))
    const again = await openStorage({ dataDir, s3: undefined })
    expect(readdirSync(arrivals)).toEqual(['old'])
    expect(again).toMatchObject({ arrivals: join(dataDir, 'files', 'arriving'), origin: undefined })
    expect(again.bucket).toBe('default-docs-bucket')
  })

  test('fails with one sentence when its folder cannot be created', async () => {
    const dataDir = join(scratch, 'a file')
    writeFileSync(dataDir, '')
    const opening = openStorage({ dataDir, s3: undefined })
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(/^DATA_DIR cannot hold the documents: [^\n]+\.$/)
  })
})
