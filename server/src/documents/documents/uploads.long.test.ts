import { createHash } from 'node:crypto'
import { deleteRoleMapping, listRoleMappings } from '@plinth/api/access/role-mappings'
import {
  beginUpload,
  cancelUpload,
  deleteDocument,
  finishUpload,
  getDocument,
  getUpload,
  partBytes,
  putUploadPart,
  type ResumableUpload,
} from '@plinth/api/documents/documents'
import { deleteContract } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  noTraces,
  type OpenStore,
  picturesWaiting,
  stores,
  tracesOf,
  uploadBody,
  wholeUpload,
} from './documents.factory.ts'

/** Documents uploaded in parts, in every kind of store. */

const name = 'Measurements.txt'
/** A text of this many bytes, each of whose parts differs. */
const textOf = (size: number) => {
  const bytes = Buffer.alloc(size, 'a')
  for (let at = 0; at < size; at += partBytes) bytes.write(String(at), at)
  return bytes
}
const partOf = (bytes: Buffer, number: number) =>
  new Blob([new Uint8Array(bytes.subarray((number - 1) * partBytes, number * partBytes))])

describe.each(Object.entries(stores))('documents uploaded in parts, stored %s', (where, open) => {
  let store: OpenStore
  let server: TestServer
  let company: Company
  let owner: Awaited<ReturnType<Company['as']>>
  let contractId: string

  beforeAll(async () => {
    store = await open()
    server = await startTestServer({ storage: store.storage })
    await useNewCompany()
  })
  afterAll(async () => {
    await server.stop()
    await store.stop()
  })

  /** Switches to a new company, so that a test can see what it left. */
  async function useNewCompany() {
    company = await newCompany(server)
    owner = await company.as()
    contractId = (await newContract(owner)).id
  }
  const traces = () => tracesOf(server, company.id)
  const begin = (size: number, overrides: object = {}) =>
    owner.ok(beginUpload, { body: { ...uploadBody(contractId, size, name), ...overrides } })
  const put = (id: string, bytes: Buffer, number: number) =>
    owner.ok(putUploadPart, { params: { id }, query: { number }, body: partOf(bytes, number) })
  const finish = (id: string) => owner.ok(finishUpload, { params: { id } })
  const arrived = ({ parts }: ResumableUpload) => parts.map(({ hasArrived }) => hasArrived)

  test.each([1, partBytes, partBytes + 1])('%i bytes arrive unchanged', async (size) => {
    const bytes = textOf(size)
    const { id, parts, ...upload } = await begin(size, { docType: 'DRAWING', purpose: 'Plan' })
    expect(upload).toEqual({ fileName: name, size })
    expect(parts.map((part) => part.size)).toEqual(
      Array.from({ length: Math.ceil(size / partBytes) }, (_, at) => Math.min(partBytes, size - at * partBytes)),
    )
    // Each part goes to its own address: the server's, or the store's own.
    for (const { number, url } of parts.toReversed()) {
      const headers = url.startsWith('/') ? { authorization: `Bearer ${owner.session.accessToken}` } : undefined
      const sent = await fetch(new URL(url, server.url), {
        method: 'PUT',
        body: partOf(bytes, number),
        ...(headers && { headers }),
      })
      expect(sent.status).toBe(where === 'on disk' ? 204 : 200)
    }
    expect(arrived(await owner.ok(getUpload, { params: { id } }))).toEqual(parts.map(() => true))
    const created = await finish(id)
    expect(created).toMatchObject({
      id,
      fileName: name,
      size,
      docType: 'DRAWING',
      purpose: 'Plan',
      fileType: 'text/plain',
    })
    expect(created.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const response = await fetch(server.url + created.s3Url)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    const left = await traces()
    expect([left.notes, left.attempts, left.arrivals]).toEqual([[], [], []])
    expect((await owner.refused(getUpload, { params: { id } })).status).toBe(404)
  })

  test('parts may arrive in any order, in parallel and repeatedly, and the last of each counts', async () => {
    await useNewCompany()
    const bytes = textOf(2 * partBytes + 10)
    const { id } = await begin(bytes.length)
    await put(id, Buffer.alloc(bytes.length, 'z'), 2)
    await Promise.all([3, 2, 1, 3].map((number) => put(id, bytes, number)))
    const created = await finish(id)
    expect((await fetch(server.url + created.s3Url).then((reply) => reply.text())) === bytes.toString()).toBe(true)
    expect(await traces()).toEqual({ ...noTraces, documents: [id], objects: [id] })
  })

  test('a part of another size or number is refused, and an upload with missing parts cannot be finished', async () => {
    await useNewCompany()
    const bytes = textOf(partBytes + 5)
    const { id } = await begin(bytes.length)
    const params = { id }
    for (const [number, body] of [
      [1, new Blob(['short'])],
      [2, new Blob(['123456'])],
      [2, new Blob([])],
      [3, new Blob(['12345'])],
    ] as const)
      expect(await owner.refused(putUploadPart, { params, query: { number }, body })).toMatchObject({
        status: 400,
        fields: [{ path: number === 3 ? 'number' : 'body' }],
      })
    for (const number of [0, -1, 101, 1.5, 'first'])
      expect(
        (await owner.refused(putUploadPart, { params, query: { number }, body: new Blob(['12345']) })).status,
      ).toBe(400)
    const long = new Blob([new Uint8Array(partBytes + 1)])
    expect(await owner.refused(putUploadPart, { params, query: { number: 1 }, body: long })).toMatchObject({
      status: 413,
      message: 'A part must be at most 8 MB.',
    })
    expect(await owner.refused(finishUpload, { params })).toMatchObject({
      status: 409,
      message: expect.stringContaining('2 of 2'),
    })
    await put(id, bytes, 2)
    expect(await owner.refused(finishUpload, { params })).toMatchObject({
      status: 409,
      message: expect.stringContaining('1 of 2'),
    })
    expect(await traces()).toMatchObject({ documents: [], notes: [id], objects: [], arrivals: [] })
    await put(id, bytes, 1)
    await finish(id)
  })

  test('an upload finished twice, or three times at once, is one document', async () => {
    await useNewCompany()
    const image = new File([new Uint8Array(await plain(300, 200).jpeg().toBuffer())], 'Site.jpg')
    const { id } = await wholeUpload(owner, contractId, image)
    const finished = await Promise.all([finish(id), finish(id), finish(id)])
    for (const document of [...finished, await finish(id)]) expect(document).toEqual(finished[0])
    expect(await traces()).toEqual({ ...noTraces, documents: [id], objects: [id] })
    await owner.ok(deleteDocument, { params: { id } })
    expect((await owner.refused(finishUpload, { params: { id } })).status).toBe(404)
  })

  test('a second finish that overtakes the first while it joins the parts returns the same document', async () => {
    await useNewCompany()
    const { id } = await wholeUpload(owner, contractId)
    let second: Promise<unknown> | undefined
    store.hooks.join = async () => {
      delete store.hooks.join
      second = finish(id)
      await second
    }
    const first = await finish(id)
    expect(await second).toEqual(first)
    expect(await traces()).toEqual({ ...noTraces, documents: [id], objects: [id] })
  })

  test('a user who chooses the same file again resumes the upload, any other begins a new one', async () => {
    await useNewCompany()
    const bytes = textOf(partBytes + 5)
    const body = uploadBody(contractId, bytes.length, name)
    const { id } = await owner.ok(beginUpload, { body })
    await put(id, bytes, 1)
    const again = await owner.ok(beginUpload, { body })
    expect([again.id, arrived(again)]).toEqual([id, [true, false]])
    const colleague = await company.as()
    const others = [
      await colleague.ok(beginUpload, { body }),
      await owner.ok(beginUpload, { body: { ...body, fingerprint: newId() } }),
      await owner.ok(beginUpload, { body: { ...body, size: bytes.length + 1 } }),
      await owner.ok(beginUpload, { body: { ...body, fileName: 'Other.txt' } }),
      await owner.ok(beginUpload, { body: { ...body, entityId: (await newContract(owner)).id } }),
    ]
    expect(new Set([id, ...others.map((other) => other.id)]).size).toBe(6)
    for (const other of others) expect(arrived(other)).toEqual([false, false])
    const twice = { ...body, fingerprint: newId() }
    const many = await Promise.all(Array.from({ length: 4 }, () => owner.ok(beginUpload, { body: twice })))
    expect(new Set(many.map((one) => one.id)).size).toBe(1)
    const { notes, attempts } = await traces()
    expect([notes.length, attempts.length]).toEqual([7, 7])
  })

  test('an upload also resumes after a fault behind the joining of its parts', async () => {
    await useNewCompany()
    const image = new File([new Uint8Array(await plain(300, 200).jpeg().toBuffer())], 'Site.jpg')
    const body = uploadBody(contractId, image.size, image.name)
    const { id } = await owner.ok(beginUpload, { body })
    await owner.ok(putUploadPart, { params: { id }, query: { number: 1 }, body: image })
    const removeWaiting = await picturesWaiting(server.door, company.id, 500)
    expect((await owner.refused(finishUpload, { params: { id } })).status).toBe(429)
    await removeWaiting()
    const again = await owner.ok(beginUpload, { body })
    expect([again.id, arrived(again)]).toEqual([id, [true]])
    expect(arrived(await owner.ok(getUpload, { params: { id } }))).toEqual([true])
    expect((await finish(id)).arePicturesDue).toBe(true)
    expect(await traces()).toEqual({ ...noTraces, documents: [id], objects: [id] })
  })

  test('an upload cancelled before or during the joining of its parts leaves nothing', async () => {
    await useNewCompany()
    const { id } = await wholeUpload(owner, contractId)
    await owner.ok(cancelUpload, { params: { id } })
    expect(await traces()).toEqual(noTraces)
    for (const call of [cancelUpload, getUpload, finishUpload])
      expect((await owner.refused(call, { params: { id } })).status).toBe(404)
    const part = { params: { id }, query: { number: 1 }, body: new Blob(['a']) }
    expect((await owner.refused(putUploadPart, part)).status).toBe(404)
    const image = new File([new Uint8Array(await plain(300, 200).jpeg().toBuffer())], 'Site.jpg')
    for (const moment of ['join', 'joined'] as const) {
      const other = await wholeUpload(owner, contractId, image)
      store.hooks[moment] = async () => {
        delete store.hooks[moment]
        await owner.ok(cancelUpload, { params: { id: other.id } })
      }
      expect([404, 409]).toContain((await owner.refused(finishUpload, { params: { id: other.id } })).status)
      expect(await traces()).toEqual(noTraces)
    }
  })

  test('a file of a refused kind is refused on finish and leaves nothing', async () => {
    await useNewCompany()
    const { id } = await wholeUpload(
      owner,
      contractId,
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png'),
    )
    expect((await owner.refused(finishUpload, { params: { id } })).status).toBe(415)
    expect(await traces()).toEqual(noTraces)
  })

  test('deleting the record discards an upload to it', async () => {
    await useNewCompany()
    const { id } = await wholeUpload(owner, contractId)
    await owner.ok(deleteContract, { params: { id: contractId } })
    expect((await owner.refused(finishUpload, { params: { id } })).status).toBe(404)
    expect(await traces()).toEqual(noTraces)
  })

  test('a user who loses the permission between two parts can send no more, but others can', async () => {
    await useNewCompany()
    const bytes = textOf(partBytes + 5)
    const admin = owner
    const person = await company.as({ Contracts: ['canView', 'canCreate'] })
    owner = person
    const { id } = await begin(bytes.length)
    await put(id, bytes, 1)
    const [mapping] = await admin.ok(listRoleMappings, { params: { userId: person.userId } })
    await admin.ok(deleteRoleMapping, { params: { userId: person.userId, roleId: mapping?.roleId ?? '' } })
    const params = { id }
    expect((await person.refused(putUploadPart, { params, query: { number: 2 }, body: partOf(bytes, 2) })).status).toBe(
      403,
    )
    for (const call of [finishUpload, getUpload, cancelUpload])
      expect((await person.refused(call, { params })).status).toBe(403)
    // They may make the calls, but not for a record of this module.
    const other = await company.as({ Projects: ['canView', 'canCreate'] })
    for (const call of [finishUpload, getUpload, cancelUpload])
      expect((await other.refused(call, { params })).status).toBe(403)
    const stranger = await (await newCompany(server)).as()
    for (const call of [finishUpload, getUpload, cancelUpload])
      expect((await stranger.refused(call, { params })).status).toBe(404)
    expect(await traces()).toMatchObject({ documents: [], notes: [id], objects: [], arrivals: [] })
    owner = admin
    await put(id, bytes, 2)
    const created = await finish(id)
    expect((await admin.ok(getDocument, { params })).createdBy).toBe(admin.userId)
    expect(created.size).toBe(bytes.length)
  })

  test('beginning an upload validates it like a whole upload', async () => {
    await useNewCompany()
    const body = uploadBody(contractId)
    const refusals: [given: object, status: number][] = [
      [{ size: 0 }, 400],
      [{ size: 104_857_601 }, 400],
      [{ size: 1.5 }, 400],
      [{ fileName: '' }, 400],
      [{ fingerprint: '' }, 400],
      [{ entityType: 'INVOICE' }, 400],
      [{ tenantId: company.id }, 400],
      [{ entityId: newId() }, 404],
      [{ entityId: company.id }, 404],
      [{ entityType: 'PROJECT' }, 404],
      [{ entityType: 'PAYMENT' }, 404],
    ]
    for (const [given, status] of refusals)
      expect([given, (await owner.refused(beginUpload, { body: { ...body, ...given } })).status]).toEqual([
        given,
        status,
      ])
    expect(await traces()).toEqual(noTraces)
  })
})
