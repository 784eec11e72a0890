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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { locks } from '../../kernel/db/locks.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { storeAway } from '../../kernel/files/storage.ts'
import { diskStorage } from '../../kernel/files/storage-disk.ts'
import { openSweeper } from '../../kernel/jobs/sweeper.ts'
import { arrivedIn, saidDuring } from '../../kernel/testing/arrivals.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { sweepsOf } from '../../sweeps.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newDocument, newPicture, recordForm, textFile, uploadBody, watched, wholeUpload } from './documents.factory.ts'
import { storeFiles } from './storing.queries.ts'
import { sweep, verify } from './sweep.queries.ts'

/** On a database of its own: a sweep looks at every company, and these sweeps look from tomorrow. */

const hour = 3_600_000
const later = (hours: number) => Date.now() + hours * hour

const folder = mkdtempSync(join(tmpdir(), 'plinth-sweep-'))
const disk = diskStorage(folder)
/** The store as the server has it: what a test puts first comes before the call. */
const { storage, hooks: first } = watched(disk)

const { server, company, owner } = await startSuite({ alone: true, storage })
const contractId = (await newContract(owner)).id
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const swept = (hours: number) => sweep(server.door, storage, later(hours))
const objectsOf = async ({ id }: { id: string }, of: string = company.id) =>
  (await Array.fromAsync(disk.list(`${of}/${id}`))).map(({ key }) => key)
const notes = (of: string = company.id) =>
  server.door.inTenant(of, null, (db) => db.selectFrom('document_uploads').select('id').execute())
const attempts = () => readdirSync(join(folder, 'parts'))

/** Has these uploads of the company, else all of them, last heard of in so many hours. */
const lastHeardOf = (hours: number, ids?: readonly string[]) =>
  server.door.inTenant(company.id, null, (db) => {
    const heard = db.updateTable('document_uploads').set({ seen_at: new Date(later(hours)).toISOString() })
    return (ids ? heard.where('id', 'in', ids) : heard).execute()
  })

const imageFile = async () => new File([new Uint8Array(await plain().png().toBuffer())], 'Site.PNG')

/** Whatever a test leaves is nobody's business in the next. */
async function expectNothingLeft(): Promise<void> {
  expect([await notes(), attempts(), readdirSync(disk.arrivals)]).toEqual([[], [], []])
}

/** An upload that was cut short once its file was stored: a note, and what it tells of. */
async function leftover(of: string = company.id): Promise<string> {
  const id = newId()
  const note = { id, entity_type: 'PAYMENT', entity_id: of, file_name: 'a.txt', size: 1, doc_type: 'SUPPORT_DOC' }
  await server.door.inTenant(of, null, (db) => db.insertInto('document_uploads').values(note).execute())
  await disk.keep(`${of}/${id}`, arrivedIn(disk, Buffer.from('a')))
  return id
}

/** Holds the next such call until it is let go; answers when it has come that far. */
function held(name: keyof typeof first, isIt = (_key: string) => true) {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const reached = new Promise<string>((resolve) => {
    first[name] = async (key) => {
      if (!isIt(key)) return
      delete first[name]
      resolve(key)
      await gate
    }
  })
  return { reached, letGo }
}

const upload = (file = textFile()) =>
  owner.sendCall(uploadRecordDocument, { body: recordForm(company.id, contractId, file) })

describe('a sweep', () => {
  test('leaves alone an upload in parts of which something arrived within a day, and takes an older one', async () => {
    const { id } = await wholeUpload(owner, contractId)
    await swept(23)
    expect(await notes()).toEqual([{ id }])
    expect((await owner.ok(finishUpload, { params: { id } })).id).toBe(id)
    const late = await wholeUpload(owner, contractId)
    await swept(24.1)
    await expectNothingLeft()
    expect((await owner.refused(finishUpload, { params: { id: late.id } })).status).toBe(404)
    await swept(26)
    expect(await owner.ok(getDocument, { params: { id } })).toMatchObject({ id })
    expect(await objectsOf({ id })).toHaveLength(1)
  })

  test('counts the day of an upload in parts from when it was taken up again', async () => {
    const body = uploadBody(contractId)
    const { id } = await owner.ok(beginUpload, { body })
    await lastHeardOf(-23.5)
    expect((await owner.ok(beginUpload, { body })).id).toBe(id)
    await swept(1)
    expect([await notes(), attempts().length]).toEqual([[{ id }], 1])
    await lastHeardOf(3)
    await swept(26)
    expect([await notes(), attempts().length]).toEqual([[{ id }], 1])
    await swept(28)
    await expectNothingLeft()
  })

  test('leaves alone an upload that is under way', async () => {
    const { reached, letGo } = held('keep')
    const running = upload()
    await reached
    await swept(0.9)
    letGo()
    const { status, text } = await running
    expect(status).toBe(201)
    expect(await objectsOf(JSON.parse(text))).toHaveLength(1)
  })

  test('takes an upload that hung for an hour, which then stores nothing', async () => {
    const { reached, letGo } = held('keep')
    const running = upload()
    const key = await reached
    await swept(1.1)
    const said = await saidDuring(async () => {
      letGo()
      expect((await running).status).toBe(503)
    })
    expect(said).toContain('The document store')
    expect(await disk.sizeOf(key)).toBeUndefined()
    await expectNothingLeft()
  })

  test('that takes an upload has it for itself: what is stored meanwhile becomes no document without its file', async () => {
    const keeping = held('kept')
    const running = upload(await imageFile())
    const id = (await keeping.reached).split(/[/.]/)[1] ?? ''
    const removing = held('remove')
    const sweeping = swept(1.1)
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

  test('leaves alone what is heard of while it looks', async () => {
    const ids = [await leftover(), await leftover()]
    await lastHeardOf(-2)
    first.remove = async (key) => {
      delete first.remove
      await lastHeardOf(
        0,
        ids.filter((id) => !key.includes(id)),
      )
    }
    await swept(0)
    expect(await notes()).toHaveLength(1)
    await swept(2)
    await expectNothingLeft()
  })

  test('takes what a delete could not remove while the store was away', async () => {
    const document = await newPicture(server, owner, contractId, await imageFile())
    first.remove = () => Promise.reject(new Error('away'))
    await owner.ok(deleteDocument, { params: { id: document.id } })
    expect(await objectsOf(document)).toHaveLength(3)
    await swept(0)
    expect(await objectsOf(document)).toHaveLength(3)
    delete first.remove
    await swept(0)
    expect(await objectsOf(document)).toEqual([])
    const looked: string[] = []
    first.remove = async (key) => looked.push(key)
    await swept(0)
    delete first.remove
    expect(looked).toEqual([])
  })

  test('leaves the files of deleted documents to whoever backs them up', async () => {
    const document = await newDocument(owner, contractId)
    const backup = await adminClient(server.admin ?? {})
    await backup.query(`select pg_advisory_lock(${locks.files})`)
    await owner.ok(deleteDocument, { params: { id: document.id } })
    expect(await owner.refused(getDocument, { params: { id: document.id } })).toMatchObject({ status: 404 })
    await swept(0)
    expect(await objectsOf(document)).toHaveLength(1)
    await backup.end()
    await swept(0)
    expect(await objectsOf(document)).toEqual([])
  })

  test('takes attempts without a note after a day, and none that the store has of somebody else', async () => {
    const key = `${company.id}/${newId()}`
    const own = await disk.begin(key)
    const foreign = [await disk.begin('backups/of-monday'), await disk.begin(`${company.id}/${newId()}.other`)]
    await swept(24)
    expect(attempts().toSorted()).toEqual([own, ...foreign].toSorted())
    await swept(25.1)
    expect(attempts().toSorted()).toEqual(foreign.toSorted())
    for (const attempt of foreign) rmSync(join(folder, 'parts', attempt), { recursive: true })
  })

  test('takes files and folders that have been arriving for an hour, and no younger ones', async () => {
    const old = new Date(Date.now() - 1.1 * hour)
    const [file, attempt, young] = ['file', 'attempt', 'young'].map((name) => join(disk.arrivals, name))
    writeFileSync(file!, 'x')
    mkdirSync(attempt!)
    writeFileSync(join(attempt!, 'key'), 'x')
    for (const path of [file!, attempt!]) utimesSync(path, old, old)
    writeFileSync(young!, 'x')
    await swept(0)
    expect(readdirSync(disk.arrivals)).toEqual(['young'])
    rmSync(young!)
  })

  test('goes through every company, and two at once do what one does', async () => {
    const companies = await Promise.all(Array.from({ length: 12 }, () => newCompany(server)))
    for (const { id } of companies) for (let count = 0; count < 3; count += 1) await leftover(id)
    await disk.begin(`${companies[0]!.id}/${newId()}`)
    await Promise.all([swept(26), swept(26), swept(26)])
    for (const { id } of companies) expect([await notes(id), await objectsOf({ id: '' }, id)]).toEqual([[], []])
    await expectNothingLeft()
  })

  test('is not kept from the others by what it cannot take away, and takes it the next time', async () => {
    const companies = await Promise.all(Array.from({ length: 3 }, () => newCompany(server)))
    const ids = await Promise.all(companies.map(({ id }) => leftover(id)))
    const old = new Date(Date.now() - 2 * hour)
    writeFileSync(join(disk.arrivals, 'old'), 'x')
    utimesSync(join(disk.arrivals, 'old'), old, old)
    await disk.begin(`${company.id}/${newId()}`)
    // A folder where a file is to be removed.
    const path = join(folder, 'objects', companies[1]!.id, ids[1]!)
    rmSync(path)
    mkdirSync(path)
    expect(await saidDuring(() => swept(26))).toContain('The document store')
    expect(await Promise.all(companies.map(async ({ id }) => (await notes(id)).length))).toEqual([0, 1, 0])
    expect([attempts(), readdirSync(disk.arrivals)]).toEqual([[], []])
    rmSync(path, { recursive: true })
    await swept(26)
    expect(await notes(companies[1]!.id)).toEqual([])
  })

  test('says what kept it from looking, and looks at the rest all the same', async () => {
    const old = new Date(Date.now() - 2 * hour)
    writeFileSync(join(disk.arrivals, 'old'), 'x')
    utimesSync(join(disk.arrivals, 'old'), old, old)
    renameSync(join(folder, 'parts'), join(folder, 'parts-away'))
    const id = await leftover()
    await saidDuring(() => expect(swept(26)).rejects.toMatchObject({ status: 503 }))
    renameSync(join(folder, 'parts-away'), join(folder, 'parts'))
    expect(await objectsOf({ id })).toEqual([])
    await expectNothingLeft()
  })

  test('begins with the server, and ends with it before it has gone through all', async () => {
    const ids = [await leftover(), await leftover(), await leftover()]
    await lastHeardOf(-48)
    const { reached, letGo } = held('remove')
    const faults: Error[] = []
    const letters = join(folder, 'mail')
    const stop = openSweeper(sweepsOf({ door: server.door, storage, letters })).start((_, error) => faults.push(error))
    await reached
    const stopped = stop()
    letGo()
    await stopped
    expect(faults).toEqual([])
    expect(await notes()).toHaveLength(ids.length - 1)
    await swept(2)
    await expectNothingLeft()
  })
})

test('an upload whose commit is never answered by the database is whole, and so is what is stored of it', async () => {
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
  test('that is given up while it is being finished leaves nothing', async () => {
    for (const step of ['join', 'joined'] as const) {
      const { id } = await wholeUpload(owner, contractId, await imageFile())
      const { reached, letGo } = held(step)
      const finishing = owner.sendCall(finishUpload, { params: { id } })
      await reached
      await owner.ok(cancelUpload, { params: { id } })
      letGo()
      expect([step, (await finishing).status]).toEqual([step, 409])
      expect(await objectsOf({ id })).toEqual([])
      await expectNothingLeft()
    }
  })

  test('that is finished twice at once is one document, answered to both', async () => {
    const { id } = await wholeUpload(owner, contractId, await imageFile())
    const { reached, letGo } = held('joined')
    const slow = owner.sendCall(finishUpload, { params: { id } })
    await reached
    // Its parts are one object by now, and none is asked for again.
    expect((await owner.ok(getUpload, { params: { id } })).parts.map(({ hasArrived }) => hasArrived)).toEqual([true])
    const quick = await owner.ok(finishUpload, { params: { id } })
    letGo()
    expect(await slow).toMatchObject({ status: 201 })
    expect(JSON.parse((await slow).text)).toMatchObject({ id, sha256: quick.sha256 })
    expect(await objectsOf({ id })).toHaveLength(1)
    await expectNothingLeft()
  })
})

describe('a look through the store', () => {
  let documents: Document[]
  const pathOf = ({ key }: { key: string }) => join(folder, 'objects', key)
  const faults = async () => (await verify(server.door, storage)).faults
  /** What is found while a file is other than it was. */
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

  test('counts what there is, and finds no fault with what is as it was stored or on its way', async () => {
    const before = await verify(server.door, storage)
    expect(before.faults).toEqual([])
    const { size } = await newDocument(owner, contractId, textFile('x'.repeat(1000)))
    await leftover()
    expect(await verify(server.door, storage)).toEqual({
      documents: before.documents + 1,
      bytes: before.bytes + size,
      faults: [],
    })
    await swept(2)
  })

  test('finds a file that is gone, altered, cut or cannot be read', async () => {
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

  test.each(['thumbnail', 'preview'])('finds a %s that is gone', async (picture) => {
    const path = `${pathOf(documents[1]!)}.${picture}`
    expect(await faultsWith(path, () => rmSync(path))).toEqual([
      `The thumbnail or preview of document ${documents[1]!.id} of company ${company.id} ("Site.PNG") is gone.`,
    ])
  })

  test.each(['a file of no document', 'a file of no company', 'a file beside a document', 'no file of ours'])(
    'finds %s',
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

  test('takes what is deleted while it looks for no fault', async () => {
    const { id, key } = await newDocument(owner, contractId)
    first.open = async (opened) => {
      if (opened === key) await owner.ok(deleteDocument, { params: { id } })
    }
    expect(await faults()).toEqual([])
    delete first.open
    expect(await objectsOf({ id })).toEqual([])
  })

  test('says that the store is away, and does not call a file gone', async () => {
    first.open = () => Promise.reject(storeAway())
    await expect(faults()).rejects.toMatchObject({ status: 503 })
    delete first.open
    expect(await faults()).toEqual([])
  })
})
