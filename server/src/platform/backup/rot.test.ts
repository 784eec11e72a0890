import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { deleteDocument } from '@plinth/api/documents/documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDocument, textFile } from '../../documents/documents/documents.factory.ts'
import { storeAway } from '../../kernel/files/storage.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Company, newCompany, type TestServer } from '../../testing/test-server.ts'
import { manifestFile } from './archive.rules.ts'
import { backUpAt, newFolder, type Place, place, restoreAt, rewriteManifest, smallOne } from './places.factory.ts'

/** Overwrites a file with other bytes of the same length. */
const rot = (path: string) => writeFileSync(path, Buffer.alloc(readFileSync(path).length, 'x'))
const contentAt = (folder: string, sha256: string) => join(folder, 'files', sha256.slice(0, 2), sha256)
const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name !== 'files')

describe.each(['on disk', 'in S3'] as const)(
  'a content that rotted in a folder of backups, its document %s',
  (kind) => {
    let small: Awaited<ReturnType<typeof smallOne>>
    beforeAll(async () => {
      small = await smallOne(kind)
    })

    test.each([
      ['to other bytes', rot],
      ['to fewer', (path: string) => truncateSync(path, 3)],
      ['to none', (path: string) => truncateSync(path, 0)],
      ['to nothing at all', (path: string) => rmSync(path)],
    ] as const)('%s is fetched anew by the next run, which says so and removes nothing', async (_, damage) => {
      const folder = newFolder()
      const first = await backUpAt(small.at, folder)
      const content = contentAt(folder, small.sha256)
      const whole = readFileSync(content)
      damage(content)
      const second = await backUpAt(small.at, folder, 1)
      expect(readFileSync(content)).toEqual(whole)
      expect(second.faults).toEqual([`${content} was gone or damaged, and was fetched anew from the document store.`])
      expect(second.removed).toBe(0)
      const third = await backUpAt(small.at, folder, 2)
      expect(third).toMatchObject({ faults: [], removed: 1, reread: { backups: 2, contents: 1, bytes: whole.length } })
      expect(backupsIn(folder)).toEqual([second, third].map(({ path }) => basename(path)))
      expect(existsSync(first.path)).toBe(false)
      const target = await place('on disk')
      await restoreAt(target, third.path)
      expect(await target.storage.sizeOf(small.key)).toBe(whole.length)
    })
  },
)

describe('a content that only earlier backups have', () => {
  let at: Place
  let server: TestServer
  let owner: Awaited<ReturnType<Company['as']>>
  let contract: string
  beforeAll(async () => {
    at = await place('on disk', { isMigrated: true })
    server = await at.serve()
    owner = await (await newCompany(server)).as()
    contract = (await newContract(owner)).id
    await newDocument(owner, contract)
  })
  afterAll(() => server.stop())

  test('and that cannot be fetched any more is reported at every run, and no backup is removed', async () => {
    const folder = newFolder()
    const deleted = await newDocument(owner, contract, textFile('only then'))
    const first = await backUpAt(at, folder)
    await owner.ok(deleteDocument, { params: { id: deleted.id } })
    rot(contentAt(folder, deleted.sha256))
    const message = `${first.path}: 1 of the contents of its documents are gone or damaged, and could not be fetched anew. Restore it with --skip-damaged.`
    for (const run of [1, 2]) {
      const backup = await backUpAt(at, folder, 1)
      expect([run, backup.faults, backup.removed]).toEqual([run, [message], 0])
      expect(existsSync(first.path)).toBe(true)
    }
  })

  test('and that no backup needs is deleted without a fault', async () => {
    const folder = newFolder()
    for (const text of ['one', 'another']) await newDocument(owner, contract, textFile(text))
    const { documents } = await backUpAt(at, folder)
    const left = 'a'.repeat(64)
    mkdirSync(join(folder, 'files', 'aa'))
    writeFileSync(contentAt(folder, left), 'half of what a run that was killed removed')
    const { files: contents, bytes } = documents
    expect(await backUpAt(at, folder)).toMatchObject({ faults: [], reread: { backups: 1, contents, bytes } })
    expect(existsSync(contentAt(folder, left))).toBe(false)
  })

  test('stays while the store has lost a file of which it may be the last copy', async () => {
    const folder = newFolder()
    const lost = await newDocument(owner, contract, textFile('lost'))
    await backUpAt(at, newFolder())
    const first = await backUpAt(at, folder)
    await at.storage.remove(lost.key)
    // As long as the folder has the file, a new backup has it too.
    expect(await backUpAt(at, folder)).toMatchObject({ faults: [], documents: { faults: [] } })
    rmSync(contentAt(folder, lost.sha256))
    const last = await backUpAt(at, folder, 1)
    expect(last.faults).toHaveLength(3)
    expect(last.faults.at(-1)).toMatch(`The file of document ${lost.id} of company`)
    expect([last.removed, existsSync(first.path)]).toEqual([0, true])
    await owner.ok(deleteDocument, { params: { id: lost.id } })
  })
})

describe('the files of a backup itself', () => {
  let small: Awaited<ReturnType<typeof smallOne>>
  beforeAll(async () => {
    small = await smallOne()
    writeFileSync(join(small.at.config.dataDir, 'sample-password'), 'written on the wall')
  })
  const table = join('tables', 'public.users.copy.gz')
  const secret = join('secrets', 'sample-password')
  const digitMore = (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace(/"rows": /, '"rows": 1'))

  test.each([
    ['a table, other bytes', table, rot],
    ['a table, cut off', table, (path: string) => truncateSync(path, 40)],
    ['a table, gone', table, (path: string) => rmSync(path)],
    ['the list of documents', 'documents.gz', rot],
    ['the list of documents, gone', 'documents.gz', (path: string) => rmSync(path)],
    ['a secret', secret, rot],
    ['a secret, gone', secret, (path: string) => rmSync(path)],
    ['a digit of the manifest', manifestFile, digitMore],
    ['the end of the manifest', manifestFile, (path: string) => truncateSync(path, 200)],
    ['the manifest, gone', manifestFile, (path: string) => rmSync(path)],
  ] as const)('%s: the next run is told it, takes its own, and removes nothing', async (_, file, damage) => {
    const folder = newFolder()
    const first = await backUpAt(small.at, folder)
    damage(join(first.path, file))
    const second = await backUpAt(small.at, folder, 1)
    const message =
      file === manifestFile && !existsSync(join(first.path, file))
        ? `${first.path} is no whole backup: it has no ${manifestFile}.`
        : `${join(first.path, file)} is damaged: this backup cannot be used.`
    expect(second.faults).toEqual([`${message} Remove the folder once nothing in it is needed.`])
    expect([second.removed, existsSync(first.path)]).toEqual([0, true])
    const target = await place('on disk')
    await expect(restoreAt(target, first.path)).rejects.toThrow(message)
    expect(existsSync(join(target.config.dataDir, 'sample-password'))).toBe(false)
    await restoreAt(target, second.path)
    rmSync(first.path, { recursive: true })
    expect(await backUpAt(small.at, folder, 1)).toMatchObject({ faults: [], removed: 1 })
  })

  test('of an early version have fewer hashes and are accepted', async () => {
    const folder = newFolder()
    const { path } = await backUpAt(small.at, folder)
    rewriteManifest(path, () => ({ secretSums: undefined }))
    const manifest = join(path, manifestFile)
    const { sha256, ...early } = JSON.parse(readFileSync(manifest, 'utf8'))
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    writeFileSync(manifest, JSON.stringify(early))
    expect((await backUpAt(small.at, folder)).faults).toEqual([])
    await restoreAt(await place('on disk'), path)
  })
})

test('an interrupted run removes nothing', async () => {
  const { at, sha256 } = await smallOne()
  const folder = newFolder()
  const [first, second] = [await backUpAt(at, folder), await backUpAt(at, folder)]
  rmSync(contentAt(folder, sha256))
  const away = { ...at, storage: { ...at.storage, open: () => Promise.reject(storeAway()) } }
  await expect(backUpAt(away, folder, 1)).rejects.toThrow('The document store is away for a moment.')
  expect(backupsIn(folder)).toEqual([first, second].map(({ path }) => basename(path)))
})
