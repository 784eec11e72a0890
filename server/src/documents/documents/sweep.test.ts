import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  beginUpload,
  cancelUpload,
  type Document,
  deleteDocument,
  finishUpload,
  getDocument,
  getUpload,
  listDocuments,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { locks } from '../../kernel/db/locks.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { storeAway } from '../../kernel/files/storage.ts'
import { diskStorage } from '../../kernel/files/storage-disk.ts'
import { openSweeper } from '../../kernel/jobs/sweeper.ts'
import { arrivedIn, stderrDuring } from '../../kernel/testing/arrivals.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { sweepsOf } from '../../sweeps.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import {
  newDocument,
  newPicture,
  recordForm,
  textFile,
  uploadBody,
  wholeUpload,
  withHooks,
} from './documents.factory.ts'
import { storeFiles } from './storing.queries.ts'
import { sweep, verify } from './sweep.queries.ts'

/** On its own database: a sweep covers every company, and these sweeps run with a clock set ahead. */

const hour = 3_600_000
const later = (hours: number) => Date.now() + hours * hour

const folder = mkdtempSync(join(tmpdir(), 'plinth-sweep-'))
const disk = diskStorage(folder)
/** The server's store; a test's hooks run before its calls. */
const { storage, hooks: first } = withHooks(disk)

const { server, company, owner } = await startSuite({ alone: true, storage })
const contractId = (await newContract(owner)).id
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const sweepAfter = (hours: number) => sweep(server.door, storage, later(hours))
const objectsOf = async ({ id }: { id: string }, of: string = company.id) =>
  (await Array.fromAsync(disk.list(`${of}/${id}`))).map(({ key }) => key)
const notes = async (of: string = company.id) =>
  (await server.door.inTenant(of, null, (db) => sql<{ id: string }>`select id from document_uploads`.execute(db))).rows
const attempts = () => readdirSync(join(folder, 'parts'))

/** Sets the last activity of these uploads of the company, or of all, to so many hours from now. */
const setLastSeen = (hours: number, ids?: readonly string[]) =>
  server.door.inTenant(company.id, null, (db) =>
    sql`update document_uploads set seen_at = ${new Date(later(hours)).toISOString()}
      where ${ids ? sql`id = any (${ids}::uuid[])` : sql`true`}`.execute(db),
  )

const imageFile = async () => new File([new Uint8Array(await plain().png().toBuffer())], 'Site.PNG')

/** Checks that a test leaves nothing for the next one. */
async function expectNothingLeft(): Promise<void> {
  expect([await notes(), attempts(), readdirSync(disk.arrivals)]).toEqual([[], [], []])
}

/** An upload interrupted once its file was stored: a note and its file. */
async function leftover(of: string = company.id): Promise<string> {
  const id = newId()
  await server.door.inTenant(of, null, (db) =>
    sql`insert into document_uploads (id, entity_type, entity_id, file_name, size, doc_type)
      values (${id}, 'PAYMENT', ${of}, 'a.txt', 1, 'SUPPORT_DOC')`.execute(db),
  )
  await disk.keep(`${of}/${id}`, arrivedIn(disk, Buffer.from('a')))
  return id
}

/** Holds the next call of this method until `release`; `reached` resolves when the call arrives. */
function holdNext(name: keyof typeof first, isIt = (_key: string) => true) {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const reached = new Promise<string>((resolve) => {
    first[name] = async (key) => {
      if (!isIt(key)) return
      delete first[name]
      resolve(key)
      await gate
    }
  })
  return { reached, letGo: release }
}

const upload = (file = textFile()) =>
  owner.sendCall(uploadRecordDocument, { body: recordForm(company.id, contractId, file) })

describe('a sweep', () => {
  test('leaves an upload in parts that had activity within a day, and removes an older one', async () => {
    const { id } = await wholeUpload(owner, contractId)
    await sweepAfter(23)
    expect(await notes()).toEqual([{ id }])
    expect((await owner.ok(finishUpload, { params: { id } })).id).toBe(id)
    const late = await wholeUpload(owner, contractId)
    await sweepAfter(24.1)
    await expectNothingLeft()
    expect((await owner.refused(finishUpload, { params: { id: late.id } })).status).toBe(404)
    await sweepAfter(26)
    expect(await owner.ok(getDocument, { params: { id } })).toMatchObject({ id })
    expect(await objectsOf({ id })).toHaveLength(1)
  })

  test('counts the day of an upload in parts from when it was resumed', async () => {
    const body = uploadBody(contractId)
    const { id } = await owner.ok(beginUpload, { body })
    await setLastSeen(-23.5)
    expect((await owner.ok(beginUpload, { body })).id).toBe(id)
    await sweepAfter(1)
    expect([await notes(), attempts().length]).toEqual([[{ id }], 1])
    await setLastSeen(3)
    await sweepAfter(26)
    expect([await notes(), attempts().length]).toEqual([[{ id }], 1])
    await sweepAfter(28)
    await expectNothingLeft()
  })

  test('leaves an upload in progress', async () => {
    const { reached, letGo } = holdNext('keep')
    const running = upload()
    await reached
    await sweepAfter(0.9)
    letGo()
    const { status, text } = await running
    expect(status).toBe(201)
    expect(await objectsOf(JSON.parse(text))).toHaveLength(1)
  })

  test('removes an upload that hung for an hour, which then stores nothing', async () => {
    const { reached, letGo } = holdNext('keep')
    const running = upload()
    const key = await reached
    await sweepAfter(1.1)
    const output = await stderrDuring(async () => {
      letGo()
      expect((await running).status).toBe(503)
    })
    expect(output).toContain('The document store')
    expect(await disk.sizeOf(key)).toBeUndefined()
    await expectNothingLeft()
  })

  test('excludes a parallel finish: a file stored meanwhile becomes no document without its file', async () => {
    const keeping = holdNext('kept')
    const running = upload(await imageFile())
    const id = (await keeping.reached).split(/[/.]/)[1] ?? ''
    const removing = holdNext('remove')
    const sweeping = sweepAfter(1.1)
    await removing.reached
    keeping.letGo()
    const admin = await adminClient(server.admin ?? {})
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1)
    await admin.end()
    removing.letGo()
    await sweeping
    expect((await running).status).toBe(409)
    expect((await owner.refused(getDocument, { params: { id } })).status).toBe(404)
    expect(await objectsOf({ id })).toEqual([])
    await expectNothingLeft()
  })

  test('leaves an upload that shows activity during the sweep', async () => {
    const ids = [await leftover(), await leftover()]
    await setLastSeen(-2)
    first.remove = async (key) => {
      delete first.remove
      await setLastSeen(
        0,
        ids.filter((id) => !key.includes(id)),
      )
    }
    await sweepAfter(0)
    expect(await notes()).toHaveLength(1)
    await sweepAfter(2)
    await expectNothingLeft()
  })

  test('removes files that a delete could not remove while the store was unavailable', async () => {
    const document = await newPicture(server, owner, contractId, await imageFile())
    first.remove = () => Promise.reject(new Error('away'))
    await owner.ok(deleteDocument, { params: { id: document.id } })
    expect(await objectsOf(document)).toHaveLength(3)
    await sweepAfter(0)
    expect(await objectsOf(document)).toHaveLength(3)
    delete first.remove
    await sweepAfter(0)
    expect(await objectsOf(document)).toEqual([])
    const looked: string[] = []
    first.remove = async (key) => looked.push(key)
    await sweepAfter(0)
    delete first.remove
    expect(looked).toEqual([])
  })

  test('leaves the files of deleted documents while a backup runs', async () => {
    const document = await newDocument(owner, contractId)
    const backup = await adminClient(server.admin ?? {})
    await backup.query(`select pg_advisory_lock(${locks.files})`)
    await owner.ok(deleteDocument, { params: { id: document.id } })
    expect(await owner.refused(getDocument, { params: { id: document.id } })).toMatchObject({ status: 404 })
    await sweepAfter(0)
    expect(await objectsOf(document)).toHaveLength(1)
    await backup.end()
    await sweepAfter(0)
    expect(await objectsOf(document)).toEqual([])
  })

  test('removes multipart uploads without a note after a day, but none that belong to others', async () => {
    const key = `${company.id}/${newId()}`
    const own = await disk.begin(key)
    const foreign = [await disk.begin('backups/of-monday'), await disk.begin(`${company.id}/${newId()}.other`)]
    await sweepAfter(24)
    expect(attempts().toSorted()).toEqual([own, ...foreign].toSorted())
    await sweepAfter(25.1)
    expect(attempts().toSorted()).toEqual(foreign.toSorted())
    for (const attempt of foreign) rmSync(join(folder, 'parts', attempt), { recursive: true })
  })

  test('removes files and folders that have been arriving for an hour, and no younger ones', async () => {
    const old = new Date(Date.now() - 1.1 * hour)
    const [file, attempt, young] = ['file', 'attempt', 'young'].map((name) => join(disk.arrivals, name))
    writeFileSync(file!, 'x')
    mkdirSync(attempt!)
    writeFileSync(join(attempt!, 'key'), 'x')
    for (const path of [file!, attempt!]) utimesSync(path, old, old)
    writeFileSync(young!, 'x')
    await sweepAfter(0)
    expect(readdirSync(disk.arrivals)).toEqual(['young'])
    rmSync(young!)
  })

  test('covers every company, and parallel sweeps do what one does', async () => {
    const companies = await Promise.all(Array.from({ length: 12 }, () => newCompany(server)))
    for (const { id } of companies) for (let count = 0; count < 3; count += 1) await leftover(id)
    await disk.begin(`${companies[0]!.id}/${newId()}`)
    await Promise.all([sweepAfter(26), sweepAfter(26), sweepAfter(26)])
    for (const { id } of companies) expect([await notes(id), await objectsOf({ id: '' }, id)]).toEqual([[], []])
    await expectNothingLeft()
  })

  test('goes on after a leftover it cannot remove, and removes it the next time', async () => {
    const companies = await Promise.all(Array.from({ length: 3 }, () => newCompany(server)))
    const ids = await Promise.all(companies.map(({ id }) => leftover(id)))
    const old = new Date(Date.now() - 2 * hour)
    writeFileSync(join(disk.arrivals, 'old'), 'x')
    utimesSync(join(disk.arrivals, 'old'), old, old)
    await disk.begin(`${company.id}/${newId()}`)
    // A folder in the place of the file.
    const path = join(folder, 'objects', companies[1]!.id, ids[1]!)
    rmSync(path)
    mkdirSync(path)
    expect(await stderrDuring(() => sweepAfter(26))).toContain('The document store')
    expect(await Promise.all(companies.map(async ({ id }) => (await notes(id)).length))).toEqual([0, 1, 0])
    expect([attempts(), readdirSync(disk.arrivals)]).toEqual([[], []])
    rmSync(path, { recursive: true })
    await sweepAfter(26)
    expect(await notes(companies[1]!.id)).toEqual([])
  })

  test('reports an error that ends a step, and still runs the other steps', async () => {
    const old = new Date(Date.now() - 2 * hour)
    writeFileSync(join(disk.arrivals, 'old'), 'x')
    utimesSync(join(disk.arrivals, 'old'), old, old)
    renameSync(join(folder, 'parts'), join(folder, 'parts-away'))
    const id = await leftover()
    await stderrDuring(() => expect(sweepAfter(26)).rejects.toMatchObject({ status: 503 }))
    renameSync(join(folder, 'parts-away'), join(folder, 'parts'))
    expect(await objectsOf({ id })).toEqual([])
    await expectNothingLeft()
  })

  test('starts with the server, and stops with it before it has covered everything', async () => {
    const ids = [await leftover(), await leftover(), await leftover()]
    await setLastSeen(-48)
    const { reached, letGo } = holdNext('remove')
    const faults: Error[] = []
    const letters = join(folder, 'mail')
    const stop = openSweeper(sweepsOf({ door: server.door, storage, letters })).start((_, error) => faults.push(error))
    await reached
    const stopped = stop()
    letGo()
    await stopped
    expect(faults).toEqual([])
    expect(await notes()).toHaveLength(ids.length - 1)
    await sweepAfter(2)
    await expectNothingLeft()
  })
})

test('an upload whose commit gets no answer from the database is stored whole', async () => {
  const caller = { tenantId: company.id, userId: owner.userId, sessionId: newId() }
  const settle = <T>(work: (db: Db) => Promise<T>) => server.door.inTenant(company.id, owner.userId, work)
  let stages = 0
  const stage = async <T>(work: (db: Db) => Promise<T>) => {
    const result = await settle(work)
    stages += 1
    if (stages > 1) throw new Error('the connection is gone')
    return result
  }
  const { path, size, sha256 } = arrivedIn(disk, Buffer.from('Measured.\n'))
  const files = [{ path, size, sha256, name: 'note.txt' }]
  const order = { tenantId: company.id, entityType: 'PAYMENT', entityId: company.id, files } as const
  const once = <T>(_db: Db, _asked: string, create: () => Promise<T>) => create()
  const storing = storeFiles({ stage, settle, caller, storage, once }, order)
  await expect(storing).rejects.toThrow('the connection is gone')
  const found = await owner.ok(listDocuments, { query: { entityType: 'PAYMENT' } })
  expect(found.map((document) => document.sha256)).toEqual([sha256])
  expect(await objectsOf(found[0]!)).toHaveLength(1)
  await expectNothingLeft()
})

describe('an upload in parts', () => {
  test('that is cancelled while it is being finished leaves nothing', async () => {
    for (const step of ['join', 'joined'] as const) {
      const { id } = await wholeUpload(owner, contractId, await imageFile())
      const { reached, letGo } = holdNext(step)
      const finishing = owner.sendCall(finishUpload, { params: { id } })
      await reached
      await owner.ok(cancelUpload, { params: { id } })
      letGo()
      expect([step, (await finishing).status]).toEqual([step, 409])
      expect(await objectsOf({ id })).toEqual([])
      await expectNothingLeft()
    }
  })

  test('that is finished twice at once is one document in both answers', async () => {
    const { id } = await wholeUpload(owner, contractId, await imageFile())
    const { reached, letGo } = holdNext('joined')
    const slow = owner.sendCall(finishUpload, { params: { id } })
    await reached
    // Its parts are joined by now, and none is requested again.
    expect((await owner.ok(getUpload, { params: { id } })).parts.map(({ hasArrived }) => hasArrived)).toEqual([true])
    const quick = await owner.ok(finishUpload, { params: { id } })
    letGo()
    expect(await slow).toMatchObject({ status: 201 })
    expect(JSON.parse((await slow).text)).toMatchObject({ id, sha256: quick.sha256 })
    expect(await objectsOf({ id })).toHaveLength(1)
    await expectNothingLeft()
  })
})

describe('verifying the store', () => {
  let documents: Document[]
  const pathOf = ({ key }: { key: string }) => join(folder, 'objects', key)
  const faults = async () => (await verify(server.door, storage)).faults
  /** The faults found after a change to a file, which is then restored. */
  async function faultsWith(path: string, change: () => Promise<unknown> | void): Promise<string[]> {
    const bytes = await readFile(path).catch(() => undefined)
    await change()
    const found = await faults()
    rmSync(path, { recursive: true, force: true })
    if (bytes) await writeFile(path, bytes)
    expect(await faults()).toEqual([])
    return found
  }

  beforeAll(async () => {
    documents = [
      await newDocument(owner, contractId, textFile('Measured twice.\n', 'Note.txt')),
      await newPicture(server, owner, contractId, await imageFile()),
    ]
  })

  test('counts the documents, and reports no fault for intact files and uploads in progress', async () => {
    const before = await verify(server.door, storage)
    expect(before.faults).toEqual([])
    const { size } = await newDocument(owner, contractId, textFile('x'.repeat(1000)))
    await leftover()
    expect(await verify(server.door, storage)).toEqual({
      documents: before.documents + 1,
      bytes: before.bytes + size,
      faults: [],
    })
    await sweepAfter(2)
  })

  test('reports a file that is missing, altered, cut or unreadable', async () => {
    const [note] = documents
    const path = pathOf(note!)
    const named = `${note!.id} of company ${company.id} ("Note.txt")`
    expect(await faultsWith(path, () => rmSync(path))).toEqual([`The file of document ${named} is gone.`])
    expect(await faultsWith(path, () => writeFile(path, 'Measured twise.\n'))).toEqual([
      `The file of document ${named} was altered: its SHA-256 is not the one it was stored with.`,
    ])
    expect(await faultsWith(path, () => truncate(path, 3))).toEqual([
      `The file of document ${named} has 3 bytes instead of 16.`,
    ])
    const unreadable = await faultsWith(path, () => {
      rmSync(path)
      mkdirSync(path)
    })
    expect(unreadable).toEqual([expect.stringContaining(`${named} `)])
  })

  test.each(['thumbnail', 'preview'])('reports a %s that is missing', async (picture) => {
    const path = `${pathOf(documents[1]!)}.${picture}`
    expect(await faultsWith(path, () => rmSync(path))).toEqual([
      `The thumbnail or preview of document ${documents[1]!.id} of company ${company.id} ("Site.PNG") is gone.`,
    ])
  })

  test.each(['a file of no document', 'a file of no company', 'a file beside a document', 'no file of ours'])(
    'reports %s',
    async (what) => {
      const keys: Record<string, string> = {
        'a file of no document': `${company.id}/${newId()}`,
        'a file of no company': `${newId()}/${newId()}.preview`,
        'a file beside a document': `${documents[0]!.key}.bak`,
        'no file of ours': `${company.id}/.DS_Store`,
      }
      const key = keys[what] ?? ''
      const write = () => {
        mkdirSync(dirname(pathOf({ key })), { recursive: true })
        writeFileSync(pathOf({ key }), 'x')
      }
      expect(await faultsWith(pathOf({ key }), write)).toEqual([`The file ${key} belongs to no document.`])
    },
  )

  test('reports no fault for a document that is deleted meanwhile', async () => {
    const { id, key } = await newDocument(owner, contractId)
    first.open = async (opened) => {
      if (opened === key) await owner.ok(deleteDocument, { params: { id } })
    }
    expect(await faults()).toEqual([])
    delete first.open
    expect(await objectsOf({ id })).toEqual([])
  })

  test('fails when the store is unavailable, and does not report files as missing', async () => {
    first.open = () => Promise.reject(storeAway())
    await expect(faults()).rejects.toMatchObject({ status: 503 })
    delete first.open
    expect(await faults()).toEqual([])
  })
})
