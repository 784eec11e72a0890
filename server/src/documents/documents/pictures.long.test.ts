import { deleteDocument, getDocument, uploadRecordDocument } from '@plinth/api/documents/documents'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hugePng, plain } from '../../access/users/images.factory.ts'
import { endDrawing } from '../../kernel/files/pictures.ts'
import { storeAway } from '../../kernel/files/storage.ts'
import { childrenOf } from '../../kernel/testing/children.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  newDocument,
  type OpenStore,
  picturesWaiting,
  recordForm,
  stores,
  textFile,
  tracesOf,
} from './documents.factory.ts'
import { countUndrawn, drawDue, openDrawing } from './drawing.queries.ts'

/** On its own database: drawing draws for every company. */

let store: OpenStore
let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
/** How often the server has reported pictures to be drawn. */
let nudges = 0
/** The documents whose pictures were stored, in this order. */
const drawn: string[] = []

beforeAll(async () => {
  store = await stores['on disk']()
  server = await startTestServer({ alone: true, storage: store.storage, onPicturesDue: () => (nudges += 1) })
  admin = await adminClient(server.admin ?? {})
})
afterAll(async () => {
  await admin.end()
  await server.stop()
  await store.stop()
})
beforeEach(async () => {
  await admin.query('delete from pictures_due')
  drawn.length = 0
  store.hooks.keep = noteThumbnail
})

function noteThumbnail(key: string): void {
  const [, id, variant] = /([^/]+)\.(\w+)$/.exec(key) ?? []
  if (id && variant === 'thumbnail') drawn.push(id)
}

const draw = () => drawDue(server.door, server.storage)
const pngOf = (bytes: Uint8Array, name = 'Site.png') => new File([new Uint8Array(bytes)], name)
const small = async () => pngOf(await plain().png().toBuffer())
/** 99 megapixels in a few kilobytes. */
const huge = pngOf(hugePng(9_950))

/** A user of a new company, and the contract their pictures belong to. */
async function newUploader() {
  const company = await newCompany(server)
  const by = await company.as()
  const { id: contractId } = await newContract(by)
  return {
    company,
    by,
    upload: async (file: File) => (await newDocument(by, contractId, file)).id,
    tryUpload: (file: File) => by.sendCall(uploadRecordDocument, { body: recordForm(company.id, contractId, file) }),
    get: (id: string) => by.ok(getDocument, { params: { id } }),
  }
}
const isDrawn = { arePicturesDue: false, thumbnailUrl: expect.any(String), previewUrl: expect.any(String) }
const isUndrawn = { thumbnailUrl: null, previewUrl: null }

const due = async () => (await admin.query('select id, attempts, leased_until from pictures_due order by id')).rows
const expireLeases = () =>
  admin.query(`update pictures_due set leased_until = now() - interval '1 second', due_at = now()`)

describe('a picture', () => {
  test('is drawn after the upload was answered, and the answer says that it is due', async () => {
    const { upload, get } = await newUploader()
    await upload(textFile())
    expect(nudges).toBe(0)
    const id = await upload(await small())
    expect([nudges, await get(id)]).toEqual([1, expect.objectContaining({ ...isUndrawn, arePicturesDue: true })])
    expect(await countUndrawn(server.door)).toEqual({ waiting: 1, oldest: expect.any(Number) })
    const { rows: before } = await admin.query('select updated_at from documents where id = $1', [id])
    await draw()
    const document = await get(id)
    expect(document).toMatchObject(isDrawn)
    for (const link of [document.thumbnailUrl, document.previewUrl])
      expect((await fetch(server.url + link)).headers.get('content-type')).toBe('image/webp')
    expect(await countUndrawn(server.door)).toEqual({ waiting: 0, oldest: 0 })
    // The document does not count as edited.
    expect((await admin.query('select updated_at from documents where id = $1', [id])).rows).toEqual(before)
  })

  test('of a company waits for one of each other company, even if there are many', async () => {
    const [flooder, other, third] = [await newUploader(), await newUploader(), await newUploader()]
    const flood = [await flooder.upload(huge), await flooder.upload(huge), await flooder.upload(huge)]
    const ids = [await other.upload(await small()), await third.upload(await small())]
    await draw()
    expect(drawn.slice(0, 3).toSorted()).toEqual([flood[0], ...ids].toSorted())
    expect(drawn.slice(3)).toEqual(flood.slice(1))
  })

  test('that arrives while others are drawn waits only for the current one', async () => {
    const [flooder, other] = [await newUploader(), await newUploader()]
    for (let at = 0; at < 4; at += 1) await flooder.upload(huge)
    const file = await small()
    let id = ''
    store.hooks.keep = async (key) => {
      noteThumbnail(key)
      if (id || drawn.length === 0) return
      id = 'on its way'
      id = await other.upload(file)
    }
    await draw()
    expect(drawn.indexOf(id)).toBeLessThanOrEqual(2)
    expect(drawn).toHaveLength(5)
  })

  test('is drawn once by several drawing rounds at the same time', async () => {
    const { upload } = await newUploader()
    const ids = []
    for (let at = 0; at < 6; at += 1) ids.push(await upload(await small()))
    await Promise.all([draw(), draw(), draw()])
    expect(drawn.toSorted()).toEqual(ids.toSorted())
  })

  test('that a killed server was drawing is drawn by another once its lease is over', async () => {
    const { upload, get } = await newUploader()
    const id = await upload(await small())
    await admin.query(`update pictures_due set attempts = 1, leased_until = now() + interval '1 minute'`)
    await draw()
    expect([drawn, await get(id)]).toEqual([[], expect.objectContaining({ ...isUndrawn, arePicturesDue: true })])
    await expireLeases()
    await draw()
    expect(await get(id)).toMatchObject(isDrawn)
  })

  test('stays due while the store is unavailable', async () => {
    const { upload, get } = await newUploader()
    const id = await upload(await small())
    store.hooks.keep = () => {
      throw storeAway()
    }
    for (let round = 0; round < 5; round += 1) {
      await draw()
      expect(await due()).toEqual([{ id, attempts: 0, leased_until: null }])
      await expireLeases()
    }
    delete store.hooks.keep
    await draw()
    expect(await get(id)).toMatchObject(isDrawn)
  })

  test('that ends the drawing process is tried three times and then given up', async () => {
    const { upload, get } = await newUploader()
    const id = await upload(huge)
    const endingInterval = setInterval(endDrawing, 5)
    for (const attempts of [1, 2]) {
      await draw()
      expect(await due()).toEqual([{ id, attempts, leased_until: null }])
      await expireLeases()
    }
    await draw()
    clearInterval(endingInterval)
    expect(await due()).toEqual([])
    expect(await get(id)).toMatchObject({ ...isUndrawn, arePicturesDue: false })
  })

  test('that is damaged is not drawn', async () => {
    const { upload, get } = await newUploader()
    const bytes = await plain(300, 300).webp().toBuffer()
    const id = await upload(new File([new Uint8Array(bytes.fill(0, 40))], 'Site.webp'))
    await draw()
    expect(await get(id)).toMatchObject({ ...isUndrawn, arePicturesDue: false })
  })

  test('of a document that is deleted meanwhile leaves nothing', async () => {
    const { company, by, upload } = await newUploader()
    const ids = [await upload(await small()), await upload(await small())]
    // One is deleted before its turn, the other between drawing and recording.
    await by.ok(deleteDocument, { params: { id: ids[1] ?? '' } })
    store.hooks.keep = async (key) => {
      if (key.endsWith('.preview')) await by.ok(deleteDocument, { params: { id: ids[0] ?? '' } })
    }
    await draw()
    expect([await due(), (await tracesOf(server, company.id)).objects]).toEqual([[], []])
  })
})

describe('drawing', () => {
  test('is abandoned at once by a server that stops, and the picture stays due', async () => {
    const { upload, get } = await newUploader()
    const id = await upload(huge)
    const messages: string[] = []
    const stop = openDrawing(server.door, server.storage).start(({ message }) => messages.push(message))
    while ((await due())[0]?.leased_until === null) await new Promise(setImmediate)
    await stop()
    expect(await due()).toEqual([{ id, attempts: 0, leased_until: null }])
    expect(messages).toEqual([])
    await draw()
    expect(await get(id)).toMatchObject(isDrawn)
  })

  test('runs in a process that ends when no picture is due', async () => {
    const { upload } = await newUploader()
    await upload(await small())
    await draw()
    const drawers = () => childrenOf(process.pid, 'picture-process')
    expect(drawers()).toHaveLength(1)
    await expect.poll(drawers, { timeout: 10_000 }).toEqual([])
  })
})

describe('too many', () => {
  const wait = (company: string, count: number) => picturesWaiting(server.door, company, count)

  test('pictures of a company are refused, but not its other files nor other companies’ pictures', async () => {
    const [flooder, other] = [await newUploader(), await newUploader()]
    await wait(flooder.company.id, 499)
    expect((await flooder.tryUpload(await small())).status).toBe(201)
    const before = await tracesOf(server, flooder.company.id)
    const refused = await flooder.tryUpload(await small())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await tracesOf(server, flooder.company.id)).toEqual(before)
    expect((await flooder.tryUpload(textFile())).status).toBe(201)
    expect((await other.tryUpload(await small())).status).toBe(201)
  })

  test('pictures of all companies are refused until fewer wait', async () => {
    const { upload, tryUpload } = await newUploader()
    for (let company = 0; company < 10; company += 1) await wait((await newCompany(server)).id, 500)
    await countUndrawn(server.door)
    const refused = await tryUpload(await small())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect((await tryUpload(textFile())).status).toBe(201)
    await admin.query('delete from pictures_due')
    await countUndrawn(server.door)
    await upload(await small())
  })
})
