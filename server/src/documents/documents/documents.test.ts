import { createHash } from 'node:crypto'
import {
  type Document,
  defaultBucket,
  deleteDocument,
  getDocument,
  getDocumentPreview,
  getDownloadLink,
  listDocuments,
  listRecordDocuments,
  uploadDocument,
  uploadDocuments,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { storeAway, storeFull } from '../../kernel/files/storage.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  documentForm,
  newDocument,
  newPicture,
  noTraces,
  type OpenStore,
  recordForm,
  stores,
  textFile,
  tracesOf,
} from './documents.factory.ts'
import { pdf } from './files.factory.ts'

/** The calls of the specification, with its field names, against every kind of store. */

type Fields = Record<string, string | File>

function formOf(fields: Fields, files: [field: string, file: File][] = []): FormData {
  const form = new FormData()
  for (const [name, value] of [...Object.entries(fields), ...files]) form.append(name, value)
  return form
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const photo = async (name = 'Site photo.jpg') =>
  new File([new Uint8Array(await plain(900, 600).jpeg().toBuffer())], name)
const program = () => new File([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(600)], 'Setup.exe')

describe.each(Object.entries(stores))('documents stored %s', (_, open) => {
  let store: OpenStore
  let server: TestServer
  let company: Company
  let owner: Client & { userId: string }
  let contractId: string

  beforeAll(async () => {
    store = await open()
    server = await startTestServer({ storage: store.storage })
    company = await newCompany(server)
    owner = await company.as()
  })
  afterAll(async () => {
    await server.stop()
    await store.stop()
  })

  const freshContract = async () => {
    contractId = (await newContract(owner)).id
    return contractId
  }
  /** Opens a link without signing in. */
  const opened = async (link: string | null) => {
    const response = await fetch(server.url + link)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
  const ofContract = (query: object = {}) =>
    owner.ok(listRecordDocuments, {
      params: { tenantId: company.id, entityType: 'CONTRACT', entityId: contractId },
      query,
    })

  test('accept a document by the field names of the specification and return it unchanged', async () => {
    await freshContract()
    const text = 'Measured on site.\n'
    const form = formOf({
      tenant_id: company.id,
      entity_type: 'CONTRACT',
      entity_id: contractId,
      doc_type: 'LICENSE',
      purpose: '  Measurement book ',
      bucket_name: defaultBucket,
      file_name: 'Measurement.txt',
      file_type: 'image/png',
      file_extension: 'exe',
      size: String(text.length),
      file: textFile(text, 'from the camera.txt'),
    })
    const reply = await owner.send('POST', uploadRecordDocument.path, form)
    expect(reply.status).toBe(201)
    const created: Document = JSON.parse(reply.text)
    const { s3Url, createdAt, ...rest } = created
    expect(rest).toEqual({
      id: expect.any(String),
      entityType: 'CONTRACT',
      entityId: contractId,
      fileName: 'Measurement.txt',
      fileType: 'text/plain',
      size: text.length,
      docType: 'LICENSE',
      purpose: 'Measurement book',
      validUntil: null,
      sha256: sha256(text),
      bucketName: store.storage.bucket,
      key: `${company.id}/${created.id}`,
      thumbnailUrl: null,
      previewUrl: null,
      arePicturesDue: false,
      createdBy: owner.userId,
      createdByName: expect.stringMatching(/^Person/),
    })
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000)
    expect((await opened(s3Url)).bytes.toString()).toBe(text)
    expect(await ofContract()).toEqual([created])
    expect(await owner.ok(getDocument, { params: { id: created.id } })).toEqual(created)
    expect(await owner.ok(getDocumentPreview, { params: { id: created.id } })).toMatchObject({ text, isCut: false })
    expect((await tracesOf(server, company.id)).objects).toContain(created.id)
  })

  test('accept fields before and after the file in the common call, and fill in the fields left out', async () => {
    await freshContract()
    const form = formOf({
      tenantId: company.id,
      file: textFile('a', 'a.txt'),
      entityType: 'CONTRACT',
      entityId: contractId,
    })
    const reply = await owner.send('POST', uploadDocument.path, form)
    expect(reply.status).toBe(201)
    expect(JSON.parse(reply.text)).toMatchObject({
      fileName: 'a.txt',
      docType: 'SUPPORT_DOC',
      purpose: null,
      sha256: sha256('a'),
    })
    const last = formOf({
      file: textFile('b', 'b.txt'),
      bucketName: '',
      docType: 'DRAWING',
      purpose: 'Plan',
      tenantId: company.id,
      entityType: 'CONTRACT',
      entityId: contractId,
    })
    expect(JSON.parse((await owner.send('POST', uploadDocument.path, last)).text)).toMatchObject({
      docType: 'DRAWING',
      purpose: 'Plan',
    })
    expect((await ofContract()).map(({ fileName }) => fileName)).toEqual(['b.txt', 'a.txt'])
  })

  test.each(['files[]', 'files'])('accept several files at once as %s, and keep their order', async (field) => {
    await freshContract()
    const files = [textFile('one', 'one.txt'), new File([pdf], 'two.pdf'), await photo('three.jpg')]
    const form = formOf(
      { tenantId: company.id, entityType: 'CONTRACT', entityId: contractId, bucketName: defaultBucket },
      files.map((file) => [field, file]),
    )
    const reply = await owner.send('POST', `${uploadDocuments.path}`, form)
    expect(reply.status).toBe(201)
    const created: Document[] = JSON.parse(reply.text)
    expect(created.map(({ fileName, fileType }) => [fileName, fileType])).toEqual([
      ['one.txt', 'text/plain'],
      ['two.pdf', 'application/pdf'],
      ['three.jpg', 'image/jpeg'],
    ])
    expect(await ofContract()).toEqual(created.toReversed())
  })

  test('are stored all or none: one refused file of five leaves nothing', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    const files = [textFile('1'), await photo(), program(), textFile('4'), textFile('5')]
    const form = documentForm(other.id, (await newContract(by)).id, { files })
    expect(await by.refused(uploadDocuments, { body: form })).toMatchObject({
      status: 415,
      message: expect.stringContaining('Setup.exe'),
    })
    expect(await tracesOf(server, other.id)).toEqual(noTraces)
    const empty = { ...form, files: [textFile('1'), textFile('')] }
    expect(await by.refused(uploadDocuments, { body: empty })).toMatchObject({
      status: 400,
      fields: [{ path: 'files' }],
    })
    expect(await tracesOf(server, other.id)).toEqual(noTraces)
  })

  test('are listed newest first, and paging returns each once', async () => {
    await freshContract()
    const created = await owner.ok(uploadDocuments, {
      body: documentForm(company.id, contractId, {
        files: Array.from({ length: 7 }, (_, at) => textFile(`${at}`, `${at}.txt`)),
      }),
    })
    const newest = created.map(({ id }) => id).toReversed()
    expect((await ofContract()).map(({ id }) => id)).toEqual(newest)
    const walked: string[][] = []
    for (let before: string | undefined; ; before = walked.at(-1)?.at(-1)) {
      const page = await owner.ok(listDocuments, {
        query: { entityId: contractId, size: 3, ...(before && { before }) },
      })
      if (page.length === 0) break
      walked.push(page.map(({ id }) => id))
    }
    expect(walked).toEqual([newest.slice(0, 3), newest.slice(3, 6), newest.slice(6)])
    expect((await ofContract({ size: 2, before: newest[1] })).map(({ id }) => id)).toEqual(newest.slice(2, 4))
    for (const query of [{ size: 201 }, { size: 0 }, { size: 'all' }, { before: 'last' }]) {
      expect((await owner.refused(listDocuments, { query })).status).toBe(400)
      const params = { tenantId: company.id, entityType: 'CONTRACT', entityId: contractId }
      expect((await owner.refused(listRecordDocuments, { params, query })).status).toBe(400)
    }
  })

  test('have a link by key, in the bucket of the store only', async () => {
    await freshContract()
    const { key, s3Url } = await newDocument(owner, contractId)
    for (const bucketName of [defaultBucket, store.storage.bucket]) {
      expect(await owner.ok(getDownloadLink, { query: { key, bucketName } })).toBe(s3Url)
    }
    const wrong = { key, bucketName: '../default-docs-bucket' }
    expect(await owner.refused(getDownloadLink, { query: wrong })).toMatchObject({
      status: 400,
      fields: [{ path: 'bucketName' }],
    })
    const stranger = await (await newCompany(server)).as()
    expect((await stranger.refused(getDownloadLink, { query: { key, bucketName: defaultBucket } })).status).toBe(404)
    for (const other of [
      `${key}.thumbnail`,
      `${newId()}/${key.split('/')[1]}`,
      `${company.id}/${newId()}`,
      'x',
      `../${key}`,
    ])
      expect((await owner.refused(getDownloadLink, { query: { key: other, bucketName: defaultBucket } })).status).toBe(
        404,
      )
  })

  test('have a thumbnail and a preview if they are images; a PDF is its own preview', async () => {
    await freshContract()
    const image = await newPicture(server, owner, contractId, await photo())
    for (const link of [image.thumbnailUrl, image.previewUrl])
      expect(await opened(link)).toMatchObject({ status: 200, type: 'image/webp' })
    expect((await opened(image.thumbnailUrl)).bytes.length).toBeLessThan((await opened(image.previewUrl)).bytes.length)
    expect((await opened(image.s3Url)).type).toBe('image/jpeg')
    const bill = await newDocument(owner, contractId, new File([pdf], 'Bill.pdf'))
    expect(bill.thumbnailUrl).toBeNull()
    expect((await opened(bill.previewUrl)).bytes).toEqual(pdf)
  })

  test('disappear from the lists, their links and the store when deleted', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    const { id: entityId } = await newContract(by)
    const { id, s3Url, thumbnailUrl, previewUrl, key } = await newPicture(server, by, entityId, await photo())
    expect((await tracesOf(server, other.id)).objects).toEqual([id, `${id}.preview`, `${id}.thumbnail`])
    await by.ok(deleteDocument, { params: { id } })
    for (const link of [s3Url, thumbnailUrl, previewUrl]) expect((await opened(link)).status).toBe(404)
    expect(await by.ok(listDocuments, { query: {} })).toEqual([])
    expect((await by.refused(getDocument, { params: { id } })).status).toBe(404)
    expect((await by.refused(getDocumentPreview, { params: { id } })).status).toBe(404)
    expect((await by.refused(getDownloadLink, { query: { key, bucketName: defaultBucket } })).status).toBe(404)
    expect((await by.refused(deleteDocument, { params: { id } })).status).toBe(404)
    expect(await tracesOf(server, other.id)).toEqual(noTraces)
    const { rows } = await server.door.inTenant(other.id, null, (db) =>
      sql`select is_erased, deleted_by from documents`.execute(db),
    )
    expect(rows).toEqual([{ is_erased: true, deleted_by: by.userId }])
  })

  test('are stored once when an upload is sent twice, or five times at once, with one key', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    const { id: entityId } = await newContract(by)
    const body = () => recordForm(other.id, entityId, textFile('The same.'))
    const key = { 'idempotency-key': newId() }
    const first = await by.ok(uploadRecordDocument, { body: body() }, key)
    expect(await by.ok(uploadRecordDocument, { body: body() }, key)).toEqual(first)
    expect(await tracesOf(server, other.id)).toEqual({ ...noTraces, documents: [first.id], objects: [first.id] })
    const another = { ...body(), file: textFile('Another.'), size: undefined }
    expect((await by.refused(uploadRecordDocument, { body: another }, key)).status).toBe(409)
    const renamed = { ...body(), file_name: 'other.txt' }
    expect((await by.refused(uploadRecordDocument, { body: renamed }, key)).status).toBe(409)
    expect(await tracesOf(server, other.id)).toEqual({ ...noTraces, documents: [first.id], objects: [first.id] })
    await by.ok(deleteDocument, { params: { id: first.id } })

    const once = { 'idempotency-key': newId() }
    const files = [textFile('1'), await photo()]
    const five = await Promise.all(
      Array.from({ length: 5 }, () =>
        by.ok(uploadDocuments, { body: documentForm(other.id, entityId, { files }) }, once),
      ),
    )
    const ids = (five[0] ?? []).map(({ id }) => id)
    expect(ids).toHaveLength(2)
    for (const answer of five) expect(answer.map(({ id }) => id)).toEqual(ids)
    const { documents, notes, objects } = await tracesOf(server, other.id)
    expect([documents.toSorted(), notes]).toEqual([ids.toSorted(), []])
    expect(objects).toEqual(ids.toSorted())
  })

  test('are not stored while the store is full or unavailable, and nothing is left', async () => {
    const other = await newCompany(server)
    const by = await other.as()
    const { id: entityId } = await newContract(by)
    for (const [fault, status] of [
      [storeAway, 503],
      [storeFull, 507],
    ] as const) {
      // The second file finds no room.
      let keptCount = 0
      store.hooks.keep = () => {
        keptCount += 1
        if (keptCount === 2) throw fault()
      }
      const body = documentForm(other.id, entityId, { files: [textFile('1'), textFile('2'), textFile('3')] })
      const reply = await by.sendCall(uploadDocuments, { body })
      expect(reply.status).toBe(status)
      if (status === 503) expect(reply.headers.get('retry-after')).toBe('5')
      delete store.hooks.keep
      expect(await tracesOf(server, other.id)).toEqual(noTraces)
    }
  })
})
