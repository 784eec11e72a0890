import { deleteRefundRequest } from '@plinth/api/deposits/refund-requests'
import {
  beginUpload,
  type DocumentEntity,
  defaultBucket,
  deleteDocument,
  documentEntities,
  documentModules,
  getDocument,
  getDocumentPreview,
  getDownloadLink,
  listDocuments,
  listRecordDocuments,
  setDocumentValidity,
  uploadDocument,
} from '@plinth/api/documents/documents'
import { undoContractImport } from '@plinth/api/platform/contract-imports'
import { deleteContract, filterContracts } from '@plinth/api/tenders/contracts'
import { deleteMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import { deleteProject } from '@plinth/api/works/projects'
import { deleteTask } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newRequest } from '../../deposits/refund-requests/refund-requests.factory.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { AppError } from '../../kernel/errors.ts'
import { databaseError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/testing/databases.ts'
import { upload } from '../../platform/contract-imports/contract-imports.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, operatorCompany, startSuite } from '../../testing/test-server.ts'
import {
  lineOf,
  newMeasurable,
  newSheet,
  record,
  send,
} from '../../works/measurement-sheets/measurement-sheets.factory.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newItem } from '../../works/schedule-items/schedule-items.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { documentForm, newDocument, noTraces, textFile, tracesOf, uploadBody } from './documents.factory.ts'
import { sweep } from './sweep.queries.ts'

/** Documents and their records: permissions, deletes that documents prevent, and statements the database refuses. */

const { server, company, owner } = await startSuite()
/** The record behind each kind of document. */
const records = await recordsOf(owner, company.id)

async function recordsOf(by: Client, tenantId: string): Promise<Record<DocumentEntity, string>> {
  const { id: projectId } = await newProject(by)
  return {
    CONTRACT: (await newContract(by)).id,
    PROJECT: projectId,
    TASK: (await newTask(by, projectId)).id,
    REFUND_REQUEST: (await newRequest(by)).id,
    MEASUREMENT: (await newSheet(by)).id,
    VEHICLE: tenantId,
    VEHICLE_INSURANCE: tenantId,
    PAYMENT: tenantId,
  }
}

const formFor = (entityType: DocumentEntity, entityId: string, tenantId = company.id) => ({
  ...documentForm(tenantId, entityId, { file: textFile() }),
  entityType,
})
const add = (entityType: DocumentEntity, entityId = records[entityType], by = owner, tenantId = company.id) =>
  by.ok(uploadDocument, { body: formFor(entityType, entityId, tenantId) })
const listed = (by: Client, entityType: DocumentEntity, entityId = records[entityType]) =>
  by.sendCall(listRecordDocuments, { params: { tenantId: company.id, entityType, entityId } })

describe('the permissions of the record’s module govern documents', () => {
  const isWith = (entityType: DocumentEntity) => (other: DocumentEntity) =>
    documentModules[other] === documentModules[entityType]
  const others = (entityType: DocumentEntity) => documentEntities.filter((other) => !isWith(entityType)(other))
  test.each(documentEntities)('attached to a %s', async (entityType) => {
    const { id, key } = await add(entityType)
    const elsewhere = await Promise.all(others(entityType).map((other) => add(other)))
    const module = documentModules[entityType]
    const viewer = await company.as({ [module]: ['canView'] })
    expect((await viewer.ok(getDocument, { params: { id } })).entityType).toBe(entityType)
    expect((await listed(viewer, entityType)).status).toBe(200)
    const visible = await viewer.ok(listDocuments, { query: {} })
    const kinds = new Set(visible.map((document) => document.entityType))
    expect(kinds).toContain(entityType)
    expect([...kinds].filter((kind) => !isWith(entityType)(kind))).toEqual([])
    for (const other of elsewhere) {
      expect((await listed(viewer, other.entityType)).status).toBe(403)
      const refused = [
        await viewer.refused(getDocument, { params: { id: other.id } }),
        await viewer.refused(getDocumentPreview, { params: { id: other.id } }),
        await viewer.refused(getDownloadLink, { query: { key: other.key, bucketName: defaultBucket } }),
        await viewer.refused(listDocuments, { query: { entityType: other.entityType } }),
      ]
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    }
    expect(await viewer.ok(listDocuments, { query: { entityId: records.CONTRACT } })).toHaveLength(
      visible.filter(({ entityId }) => entityId === records.CONTRACT).length,
    )
    expect((await viewer.refused(uploadDocument, { body: formFor(entityType, records[entityType]) })).status).toBe(403)
    expect((await viewer.refused(deleteDocument, { params: { id } })).status).toBe(403)
    expect((await viewer.sendCall(getDownloadLink, { query: { key, bucketName: defaultBucket } })).status).toBe(200)

    const worker = await company.as({ [module]: ['canCreate', 'canDelete'] })
    const before = await tracesOf(server, company.id)
    for (const other of elsewhere) {
      const entityId = records[other.entityType]
      expect((await worker.refused(uploadDocument, { body: formFor(other.entityType, entityId) })).status).toBe(403)
      const begun = { ...uploadBody(entityId), entityType: other.entityType }
      expect((await worker.refused(beginUpload, { body: begun })).status).toBe(403)
      expect((await worker.refused(deleteDocument, { params: { id: other.id } })).status).toBe(403)
    }
    expect(await tracesOf(server, company.id)).toEqual(before)
    const created = await add(entityType, records[entityType], worker)
    await worker.ok(deleteDocument, { params: { id: created.id } })
    expect((await worker.refused(getDocument, { params: { id } })).status).toBe(403)
  })

  test('and an operator, who has none of them, reaches no document', async () => {
    const operator = await (await operatorCompany(server)).as()
    const { id } = await add('CONTRACT')
    const refused = [
      await operator.refused(listDocuments, { query: {} }),
      await operator.refused(getDocument, { params: { id } }),
      await operator.refused(deleteDocument, { params: { id } }),
      await operator.refused(uploadDocument, { body: formFor('CONTRACT', records.CONTRACT) }),
      await operator.refused(beginUpload, { body: uploadBody(records.CONTRACT) }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await listed(operator, 'CONTRACT')).status).toBe(403)
  })
})

describe('a record that does not exist', () => {
  test('accepts no document and lists none', async () => {
    const other = await newCompany(server)
    const theirs = await recordsOf(await other.as(), other.id)
    const deleted = await recordsOf(owner, company.id)
    await owner.ok(deleteContract, { params: { id: deleted.CONTRACT } })
    await owner.ok(deleteTask, { params: { id: deleted.TASK } })
    await owner.ok(deleteRefundRequest, { params: { id: deleted.REFUND_REQUEST } })
    await owner.ok(deleteMeasurementSheet, { params: { id: deleted.MEASUREMENT } })
    await owner.ok(deleteProject, { params: { id: deleted.PROJECT } })
    const before = await tracesOf(server, company.id)
    const absent = (await listed(owner, 'CONTRACT', newId())).text
    for (const entityType of documentEntities) {
      const isOfCompany = !['CONTRACT', 'PROJECT', 'TASK', 'REFUND_REQUEST', 'MEASUREMENT'].includes(entityType)
      const wrong = [
        newId(),
        theirs[entityType],
        isOfCompany ? records.CONTRACT : deleted[entityType],
        records[isOfCompany ? 'TASK' : 'VEHICLE'],
      ]
      for (const entityId of wrong) {
        const answer = await listed(owner, entityType, entityId)
        expect([answer.status, answer.text]).toEqual([404, absent])
        expect((await owner.refused(uploadDocument, { body: formFor(entityType, entityId) })).status).toBe(404)
        expect((await owner.refused(beginUpload, { body: { ...uploadBody(entityId), entityType } })).status).toBe(404)
      }
      const params = { tenantId: other.id, entityType, entityId: records[entityType] }
      expect((await owner.refused(listRecordDocuments, { params })).status).toBe(404)
    }
    expect(await tracesOf(server, company.id)).toEqual(before)
    expect(await tracesOf(server, other.id)).toEqual(noTraces)
  })

  test("answers 404 for another company's documents too", async () => {
    const by = await (await newCompany(server)).as()
    const { id, key } = await add('CONTRACT')
    const refused = [
      await by.refused(getDocument, { params: { id } }),
      await by.refused(getDocumentPreview, { params: { id } }),
      await by.refused(deleteDocument, { params: { id } }),
      await by.refused(getDownloadLink, { query: { key, bucketName: defaultBucket } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await by.ok(listDocuments, { query: { entityType: 'CONTRACT', entityId: records.CONTRACT } })).toEqual([])
    expect((await owner.ok(getDocument, { params: { id } })).id).toBe(id)
  })
})

describe('a record that has documents', () => {
  const calls = {
    CONTRACT: deleteContract,
    PROJECT: deleteProject,
    TASK: deleteTask,
    REFUND_REQUEST: deleteRefundRequest,
  } as const
  test.each(['CONTRACT', 'PROJECT', 'TASK', 'REFUND_REQUEST'] as const)(
    'of kind %s cannot be deleted before its documents',
    async (entityType) => {
      const { id: projectId } = await newProject(owner)
      const one = {
        CONTRACT: async () => newContract(owner),
        PROJECT: async () => ({ id: projectId }),
        REFUND_REQUEST: async () => newRequest(owner),
        TASK: async () => newTask(owner, projectId),
      }
      const { id } = await one[entityType]()
      const created = [await add(entityType, id), await add(entityType, id)]
      const refusal = async () => owner.refused(calls[entityType], { params: { id } })
      expect(await refusal()).toMatchObject({
        status: 409,
        message: expect.stringContaining('it still has 2 documents'),
      })
      await owner.ok(deleteDocument, { params: { id: created[0]?.id ?? '' } })
      expect(await refusal()).toMatchObject({
        status: 409,
        message: expect.stringContaining('it still has 1 document'),
      })
      await owner.ok(deleteDocument, { params: { id: created[1]?.id ?? '' } })
      expect((await owner.sendCall(calls[entityType], { params: { id } })).status).toBe(204)
    },
  )

  test('stays when the import that created it is undone', async () => {
    const bids = [newId(), newId(), newId()]
    const { import: run } = await upload(owner, `Contract name,Bid ID\n${bids.map((bid) => `Road,${bid}\n`).join('')}`)
    const { content } = await owner.ok(filterContracts, { body: { bidId: bids[1] ?? '' } })
    const { id } = await newDocument(owner, content[0]?.id ?? '')
    const undone = await owner.ok(undoContractImport, { params: { id: run.id } })
    expect(undone.removed).toBe(2)
    expect(undone.kept.map(({ refId, reason }) => [refId, reason])).toEqual([[bids[1], 'It has documents.']])
    expect((await owner.ok(getDocument, { params: { id } })).entityId).toBe(content[0]?.id)
  })
})

describe('a photo of a measurement sheet', () => {
  test('cannot be deleted once the sheet is recorded, and can still be added then', async () => {
    const agreement = await newMeasurable(owner)
    const lines = [lineOf((await newItem(owner, agreement.id)).id)]
    const { sheetId } = await send(owner, agreement.id, lines)
    const first = await add('MEASUREMENT', sheetId)
    await record(owner, sheetId)
    const second = await add('MEASUREMENT', sheetId)
    for (const { id } of [first, second])
      expect(await owner.refused(deleteDocument, { params: { id } })).toMatchObject({
        status: 409,
        message: 'Sheet 1 is recorded: its documents stay',
      })
  })

  test('is deleted with its draft, even for an author who may delete no document', async () => {
    const agreement = await newMeasurable(owner)
    const author = await company.as({ 'Measurement Book': ['canView', 'canCreate'] })
    const { sheetId } = await send(author, agreement.id, [lineOf((await newItem(owner, agreement.id)).id)])
    const { id } = await add('MEASUREMENT', sheetId, author)
    expect(await author.refused(deleteDocument, { params: { id } })).toMatchObject({ status: 403 })
    await author.ok(deleteMeasurementSheet, { params: { id: sheetId } })
    expect(await owner.refused(getDocument, { params: { id } })).toMatchObject({ status: 404 })
    await sweep(server.door, server.storage)
    expect((await tracesOf(server, company.id)).objects.filter((key) => key.startsWith(id))).toEqual([])
  })

  test('has no last day of validity', async () => {
    const { id } = await add('MEASUREMENT')
    const answer = await owner.refused(setDocumentValidity, { params: { id }, body: { validUntil: '2027-03-12' } })
    expect(answer).toMatchObject({
      status: 400,
      fields: [{ path: 'validUntil', message: 'is not kept for documents of a measurement sheet' }],
    })
  })
})

describe('the database itself', () => {
  let id: string
  beforeEach(async () => {
    id = (await add('CONTRACT')).id
  })
  /** The error with which the database refuses a statement of the server's own login. */
  async function refusal(work: (db: Db) => Promise<unknown>): Promise<AppError | string | undefined> {
    const error = await server.door.inTenant(company.id, null, work).then(
      () => undefined,
      (fault: unknown) => fault,
    )
    return databaseError(error) ?? (error instanceof Error ? error.message : undefined)
  }
  const update = (values: string) =>
    refusal((db) => sql`update documents set ${sql.raw(values)} where id = ${id}`.execute(db))

  test.each([
    "entity_type = 'PROJECT', contract_id = null",
    'size = 2',
    "sha256 = decode(repeat('00', 32), 'hex')",
    "file_type = 'text/html'",
    'has_pictures = true',
    'measurement_sheet_id = (select id from measurement_sheets limit 1)',
    'contract_id = (select id from contracts c where c.id <> contract_id and c.deleted_at is null limit 1)',
  ])('turns no document into another: %s', async (values) => {
    expect(await update(values)).toMatchObject({ status: 409 })
  })

  test('neither restores a deleted document nor marks an existing one as erased', async () => {
    expect(await update('is_erased = true')).toMatch(/check constraint/)
    await owner.ok(deleteDocument, { params: { id } })
    expect(await update('deleted_at = null, is_erased = false')).toMatchObject({ status: 409 })
    expect(await refusal((db) => sql`delete from documents where id = ${id}`.execute(db))).toMatch(/permission denied/)
  })

  const row = (overrides: Record<string, unknown>) => {
    const values = {
      entity_type: 'CONTRACT',
      contract_id: records.CONTRACT,
      file_name: 'a.txt',
      file_type: 'text/plain',
      size: 1,
      sha256: Buffer.alloc(32),
      doc_type: 'SUPPORT_DOC',
      has_pictures: false,
      ...overrides,
    }
    const names = sql.join(Object.keys(values).map((name) => sql.ref(name)))
    return refusal((db) =>
      sql`insert into documents (${names}) values (${sql.join(Object.values(values))})`.execute(db),
    )
  }
  test.each<[string, Record<string, unknown>]>([
    ['a size of nothing', { size: 0 }],
    ['a size over 100 MB', { size: 104_857_601 }],
    ['no name', { file_name: '' }],
    ['a name that is a path', { file_name: '../a.txt' }],
    ['a name with a line break', { file_name: 'a\nb' }],
    ['a name of 256 characters', { file_name: 'a'.repeat(256) }],
    ['half a hash', { sha256: Buffer.alloc(16) }],
    ['a type that is none', { file_type: 'text/html; charset=utf-8' }],
    ['a kind of record that is none', { entity_type: 'INVOICE' }],
    ['a contract that is a project', { entity_type: 'PROJECT' }],
    ['a sheet without an id', { entity_type: 'MEASUREMENT', contract_id: null }],
    ['a vehicle with a contract', { entity_type: 'VEHICLE' }],
    ['a contract without an id', { contract_id: null }],
    ['a purpose of 501 characters', { purpose: 'p'.repeat(501) }],
  ])('rejects a document with %s', async (_, overrides) => {
    expect(await row(overrides)).toMatch(/check constraint|null value/)
  })

  test("accepts a valid document, and only on the company's existing records", async () => {
    expect(await row({})).toBeUndefined()
    expect(await row({ contract_id: newId() })).toMatchObject({ status: 404 })
    const by = await (await newCompany(server)).as()
    expect(await row({ contract_id: (await newContract(by)).id })).toMatchObject({ status: 404 })
  })
})
