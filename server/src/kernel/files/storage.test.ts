import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { arrivedIn, newKey, stderrDuring } from '../testing/arrivals.ts'
import { startS3Server } from '../testing/s3-server.ts'
import type { Storage } from './storage.ts'
import { diskStorage } from './storage-disk.ts'
import { s3Storage } from './storage-s3.ts'

/** A store under test, and the means to break it from outside. */
interface Bench {
  storage: Storage
  setDown(isDown: boolean): void
  /** Everything in the store that is no object: arrivals, parts, attempts. */
  leftovers(): unknown[]
  stop(): Promise<void>
}

const scratch = mkdtempSync(join(tmpdir(), 'plinth-storage-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function diskBench(): Promise<Bench> {
  const folder = mkdtempSync(join(scratch, 'disk-'))
  const storage = diskStorage(folder)
  return {
    storage,
    setDown(isDown) {
      for (const name of ['objects', 'parts']) {
        const [here, away] = [join(folder, name), join(folder, `${name}-away`)]
        renameSync(isDown ? here : away, isDown ? away : here)
      }
    },
    leftovers: () => [...readdirSync(join(folder, 'arriving')), ...readdirSync(join(folder, 'parts'))],
    stop: async () => {},
  }
}

async function s3Bench(): Promise<Bench> {
  const arrivals = mkdtempSync(join(scratch, 's3-'))
  const server = await startS3Server({ smallestPart: 1, pageSize: 2 })
  return {
    storage: s3Storage({ ...server.config, arrivals }),
    setDown: server.setDown,
    leftovers: () => [...readdirSync(arrivals), ...server.uploads()],
    stop: server.stop,
  }
}

const bytesOf = async (storage: Storage, key: string) => buffer(await storage.open(key))
const listed = async <T>(list: AsyncIterable<T>) => Array.fromAsync(list)
const notFound = { status: 404 }
const away = { status: 503, retryAfter: 5 }

describe.each([
  ['on disk', diskBench],
  ['in S3', s3Bench],
])('the document store %s', (_, start) => {
  let bench: Bench
  let storage: Storage
  beforeEach(async () => {
    bench = await start()
    storage = bench.storage
  })
  afterEach(() => bench.stop())
  const arrived = (bytes: Uint8Array | string) => arrivedIn(storage, Buffer.from(bytes))
  const keep = async (key: string, text: string) => storage.keep(key, arrived(text))

  test('returns what it stored, byte for byte, and leaves nothing behind', async () => {
    const [key, bytes] = [newKey(), randomBytes(300_000)]
    await storage.keep(key, arrived(bytes))
    expect(bytes.equals(await bytesOf(storage, key))).toBe(true)
    expect(await storage.sizeOf(key)).toBe(300_000)
    expect(bench.leftovers()).toEqual([])
    const path = storage.pathOf(key)
    if (path) expect(bytes.equals(await readFile(path))).toBe(true)
  })

  test('stores an empty file', async () => {
    const key = newKey()
    await keep(key, '')
    expect(await storage.sizeOf(key)).toBe(0)
    expect((await bytesOf(storage, key)).length).toBe(0)
  })

  test('replaces an object that is stored under the same key', async () => {
    const key = newKey()
    await keep(key, 'first')
    await keep(key, 'and second')
    expect((await bytesOf(storage, key)).toString()).toBe('and second')
  })

  test.each([
    [0, 0, '0'],
    [2, 5, '2345'],
    [9, 9, '9'],
    [8, 500, '89'],
    [10, 20, ''],
  ])('opens the span from %i to %i', async (from, to, expected) => {
    const key = newKey()
    await keep(key, '0123456789')
    expect((await buffer(await storage.open(key, { from, to }))).toString()).toBe(expected)
  })

  test('has no object under an unused key', async () => {
    const key = newKey()
    expect(await storage.sizeOf(key)).toBeUndefined()
    await expect(storage.open(key)).rejects.toMatchObject(notFound)
    await expect(storage.open(key, { from: 0, to: 3 })).rejects.toMatchObject(notFound)
    await storage.remove(key)
  })

  test('removes one object only', async () => {
    const [tenant] = [randomUUID()]
    const [gone, left] = [newKey(tenant), newKey(tenant)]
    await keep(gone, 'gone')
    await keep(left, 'left')
    await storage.remove(gone)
    expect(await storage.sizeOf(gone)).toBeUndefined()
    expect(await listed(storage.list(`${tenant}/`))).toMatchObject([{ key: left, size: 4 }])
  })

  test('lists the objects with a prefix, page after page', async () => {
    const tenant = randomUUID()
    const keys = Array.from({ length: 5 }, () => newKey(tenant)).toSorted()
    const since = Date.now() - 1000
    for (const key of keys) await keep(key, key)
    await keep(newKey(), 'another tenant')
    const found = await listed(storage.list(`${tenant}/`))
    expect(found.map(({ key }) => key).toSorted()).toEqual(keys)
    expect(found.every(({ size, modifiedAt }) => size === 73 && modifiedAt.getTime() >= since)).toBe(true)
    expect((await listed(storage.list(keys[0]!.slice(0, -3)))).map(({ key }) => key)).toEqual([keys[0]])
    expect((await listed(storage.list(''))).length).toBeGreaterThan(5)
    expect(await listed(storage.list(`${randomUUID()}/`))).toEqual([])
  })

  test.each(['../away', 'a/../../away', '/etc/passwd', 'a//b', 'a/./b', 'A/b', 'a b', 'a\0', '', 'a/'])(
    'refuses the key %j, which no server makes',
    async (key) => {
      for (const call of [
        () => storage.keep(key, arrived('x')),
        () => storage.open(key),
        () => storage.sizeOf(key),
        () => storage.remove(key),
        () => storage.begin(key),
        () => storage.partsOf(key, 'attempt'),
      ])
        await expect((async () => call())()).rejects.toThrow('not a key of the document store')
    },
  )

  describe('with an object in parts', () => {
    const send = async (key: string, attempt: string, number: number, text: string) =>
      storage.putPart(key, attempt, number, arrived(text))

    test('makes one object, in whatever order the parts came', async () => {
      const key = newKey()
      const attempt = await storage.begin(key)
      for (const number of [3, 1, 11, 2]) await send(key, attempt, number, `<${number}>`)
      const parts = await storage.partsOf(key, attempt)
      expect(parts.map(({ number, size }) => [number, size])).toEqual([
        [1, 3],
        [2, 3],
        [3, 3],
        [11, 4],
      ])
      expect(await storage.sizeOf(key)).toBeUndefined()
      await storage.join(key, attempt, parts)
      expect((await bytesOf(storage, key)).toString()).toBe('<1><2><3><11>')
      expect(bench.leftovers()).toEqual([])
    })

    test('takes the later of two parts with one number, and refuses to join by an older list', async () => {
      const key = newKey()
      const attempt = await storage.begin(key)
      await send(key, attempt, 1, 'wrong')
      const stale = await storage.partsOf(key, attempt)
      await send(key, attempt, 1, 'right')
      await expect(storage.join(key, attempt, stale)).rejects.toMatchObject({ status: 409 })
      expect(await storage.sizeOf(key)).toBeUndefined()
      await storage.join(key, attempt, await storage.partsOf(key, attempt))
      expect((await bytesOf(storage, key)).toString()).toBe('right')
    })

    test('refuses to join a part that never came, and an empty list', async () => {
      const key = newKey()
      const attempt = await storage.begin(key)
      await send(key, attempt, 1, 'first')
      const [first] = await storage.partsOf(key, attempt)
      const never = { ...first!, number: 2 }
      await expect(storage.join(key, attempt, [first!, never])).rejects.toMatchObject({ status: 409 })
      await expect(storage.join(key, attempt, [])).rejects.toMatchObject({ status: 409 })
      expect(await storage.sizeOf(key)).toBeUndefined()
    })

    test('accepts a repeated join when the first answer was lost', async () => {
      const key = newKey()
      const attempt = await storage.begin(key)
      await send(key, attempt, 1, 'once')
      const parts = await storage.partsOf(key, attempt)
      await storage.join(key, attempt, parts)
      await storage.join(key, attempt, parts)
      expect((await bytesOf(storage, key)).toString()).toBe('once')
      await storage.remove(key)
      await expect(storage.join(key, attempt, parts)).rejects.toMatchObject(notFound)
    })

    test('separates two attempts at one key, and knows no attempt of another key', async () => {
      const key = newKey()
      const [one, two] = [await storage.begin(key), await storage.begin(key)]
      await send(key, one, 1, 'one')
      expect(await storage.partsOf(key, two)).toEqual([])
      await expect(storage.partsOf(newKey(), one)).rejects.toMatchObject(notFound)
      await expect(send(newKey(), one, 1, 'x')).rejects.toMatchObject(notFound)
      await expect(send(key, randomUUID(), 1, 'x')).rejects.toMatchObject(notFound)
      await storage.abandon(newKey(), one)
      expect(await storage.partsOf(key, one)).toHaveLength(1)
    })

    test('forgets an abandoned attempt, also when abandoned twice', async () => {
      const key = newKey()
      const attempt = await storage.begin(key)
      await send(key, attempt, 1, 'half')
      await storage.abandon(key, attempt)
      await storage.abandon(key, attempt)
      await expect(storage.partsOf(key, attempt)).rejects.toMatchObject(notFound)
      expect(await storage.sizeOf(key)).toBeUndefined()
      expect(bench.leftovers()).toEqual([])
    })

    test('lists the attempts that began before a moment', async () => {
      const keys = Array.from({ length: 3 }, () => newKey())
      const attempts = await Promise.all(keys.map((key) => storage.begin(key)))
      const all = await listed(storage.abandonedBefore(new Date(Date.now() + 60_000)))
      expect(all.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual(
        keys.map((key, at) => ({ key, attempt: attempts[at] })).toSorted((a, b) => a.key.localeCompare(b.key)),
      )
      expect(await listed(storage.abandonedBefore(new Date(Date.now() - 60_000)))).toEqual([])
      for (const { key, attempt } of all) await storage.abandon(key, attempt)
      expect(await listed(storage.abandonedBefore(new Date(Date.now() + 60_000)))).toEqual([])
    })
  })

  test('answers 503 to every call while unavailable, stores nothing, and recovers', async () => {
    const [stored, key] = [newKey(), newKey()]
    await keep(stored, 'kept')
    const attempt = await storage.begin(key)
    await storage.putPart(key, attempt, 1, arrived('part'))
    const parts = await storage.partsOf(key, attempt)
    const [file, part] = [arrived('file'), arrived('part')]
    bench.setDown(true)
    const output = await stderrDuring(async () => {
      for (const call of [
        () => storage.keep(newKey(), file),
        () => storage.open(stored),
        () => storage.sizeOf(stored),
        () => storage.remove(stored),
        () => storage.begin(newKey()),
        () => storage.putPart(key, attempt, 2, part),
        () => storage.partsOf(key, attempt),
        () => storage.join(key, attempt, parts),
        () => storage.abandon(key, attempt),
        () => listed(storage.list('')),
        () => listed(storage.abandonedBefore(new Date())),
      ])
        await expect(call()).rejects.toMatchObject(away)
    })
    bench.setDown(false)
    expect(output).toMatch(/^(The document store.*\n){11,}$/)
    expect((await bytesOf(storage, stored)).toString()).toBe('kept')
    expect(await storage.partsOf(key, attempt)).toEqual(parts)
    await storage.join(key, attempt, parts)
    expect((await bytesOf(storage, key)).toString()).toBe('part')
    const keys = (await listed(storage.list(''))).map((object) => object.key)
    expect(keys.toSorted()).toEqual([stored, key].toSorted())
  })
})
