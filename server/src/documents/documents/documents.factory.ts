import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSession } from '@plinth/api/access/auth'
import {
  beginUpload,
  defaultBucket,
  defaultDocType,
  getDocument,
  putUploadPart,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import { sql } from 'kysely'
import type { Storage } from '../../kernel/files/storage.ts'
import { diskStorage } from '../../kernel/files/storage-disk.ts'
import { s3Storage } from '../../kernel/files/storage-s3.ts'
import { startS3Server } from '../../kernel/testing/s3-server.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client, TestServer } from '../../testing/test-server.ts'
import { drawDue } from './drawing.queries.ts'

/** A small file of an accepted kind that has a preview. */
export const textFile = (text = 'Measured on site.\n', name = 'note.txt') => new File([text], name)

/** The body of the calls for one record. */
export const recordForm = (tenantId = '', contractId = '', file: File = textFile()) => ({
  tenant_id: tenantId,
  entity_type: 'CONTRACT' as const,
  entity_id: contractId,
  doc_type: defaultDocType,
  bucket_name: defaultBucket,
  file_name: file.name,
  file_type: file.type,
  file_extension: file.name.split('.').at(-1) ?? '',
  size: String(file.size),
  file,
})

/** The body of the common upload calls. */
export const documentForm = <F extends object>(tenantId = '', contractId = '', files: F) => ({
  tenantId,
  entityType: 'CONTRACT' as const,
  entityId: contractId,
  bucketName: defaultBucket,
  ...files,
})

export const uploadBody = (contractId = '', size = textFile().size, fileName = 'note.txt') => ({
  entityType: 'CONTRACT' as const,
  entityId: contractId,
  fileName,
  size,
  fingerprint: randomUUID(),
})

/** A document of a contract. */
export async function newDocument(by: Client, contractId: string, file: File = textFile()) {
  const { tenantId } = await by.ok(getSession, {})
  return by.ok(uploadRecordDocument, { body: recordForm(tenantId, contractId, file) })
}

/** A document of a contract, its pictures drawn. */
export async function newPicture(
  { door, storage }: Pick<TestServer, 'door' | 'storage'>,
  by: Client,
  contractId: string,
  file: File,
) {
  const { id } = await newDocument(by, contractId, file)
  await drawDue(door, storage, undefined, (await by.ok(getSession, {})).tenantId)
  return by.ok(getDocument, { params: { id } })
}

/** Queues `count` pictures of a company, of documents without files; returns a function that removes them. */
export async function picturesWaiting({ inTenant }: TestServer['door'], tenantId: string, count: number) {
  const created = await inTenant(tenantId, null, (db) =>
    sql<{ id: string }>`with made as (
      insert into documents (entity_type, file_name, file_type, size, sha256, doc_type, has_pictures)
      select 'PAYMENT', 'a.png', 'image/png', 1, sha256('a'), 'SUPPORT_DOC', false from generate_series(1, ${count}) returning id)
      insert into pictures_due (id) select id from made returning id`.execute(db),
  )
  const ids = created.rows.map(({ id }) => id)
  return () =>
    inTenant(tenantId, null, async (db) => {
      await sql`delete from pictures_due where id = any (${ids}::uuid[])`.execute(db)
      await sql`update documents set deleted_at = now() where id = any (${ids}::uuid[])`.execute(db)
    })
}

/** Sets when the pictures of a document are drawn, if their drawing has not begun. */
export const rescheduleDrawing = (
  { inTenant }: Pick<TestServer['door'], 'inTenant'>,
  tenantId: string,
  documentId: string,
  dueAt: string,
) =>
  inTenant(tenantId, null, (db) =>
    sql`update pictures_due set due_at = ${dueAt} where id = ${documentId} and attempts = 0`.execute(db),
  )

/** An upload of one part, which has arrived but is not finished. */
export async function wholeUpload(by: Client, contractId: string, file: File = textFile()) {
  const begun = await by.ok(beginUpload, { body: uploadBody(contractId, file.size, file.name) })
  await by.ok(putUploadPart, { params: { id: begun.id }, query: { number: 1 }, body: file })
  return begun
}

/** Everything a company's documents have left: rows, notes of uploads in progress, and objects in the store. */
export async function tracesOf({ door, storage }: Pick<TestServer, 'door' | 'storage'>, tenantId: string) {
  const rows = await door.inTenant(tenantId, null, async (db) => ({
    documents: await sql<{ id: string }>`select id from documents where deleted_at is null`.execute(db),
    notes: await sql<{ id: string }>`select id from document_uploads`.execute(db),
  }))
  const objects = await Array.fromAsync(storage.list(`${tenantId}/`))
  const attempts = await Array.fromAsync(storage.abandonedBefore(new Date(Date.now() + 60_000)))
  return {
    documents: rows.documents.rows.map(({ id }) => id),
    notes: rows.notes.rows.map(({ id }) => id),
    objects: objects.map(({ key }) => key.slice(tenantId.length + 1)).toSorted(),
    attempts: attempts.filter(({ key }) => key.startsWith(tenantId)),
    arrivals: await readdir(storage.arrivals),
  }
}
export const noTraces = { documents: [], notes: [], objects: [], attempts: [], arrivals: [] }

type Hooks = { [name in 'keep' | 'kept' | 'join' | 'joined' | 'remove' | 'open']?: (key: string) => unknown }

/** A store that awaits a test's hooks before its work, `kept` and `joined` after it; a hook may wait or throw. */
export function withHooks(storage: Storage) {
  const hooks: Hooks = {}
  const store: Storage = {
    ...storage,
    async keep(key, file) {
      await hooks.keep?.(key)
      await storage.keep(key, file)
      await hooks.kept?.(key)
    },
    async join(key, attempt, parts) {
      await hooks.join?.(key)
      await storage.join(key, attempt, parts)
      await hooks.joined?.(key)
    },
    async remove(key) {
      await hooks.remove?.(key)
      await storage.remove(key)
    },
    async open(key, span) {
      await hooks.open?.(key)
      return storage.open(key, span)
    },
  }
  return { storage: store, hooks }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'plinth-store-'))

/** The stores that hold documents. */
export const stores = {
  async 'on disk'() {
    const folder = newFolder()
    const stop = async () => rmSync(folder, { recursive: true, force: true })
    return { ...withHooks(diskStorage(folder)), stop }
  },
  async 'in S3'() {
    const arrivals = newFolder()
    const server = await startS3Server()
    const stop = async () => {
      await server.stop()
      rmSync(arrivals, { recursive: true, force: true })
    }
    return { ...withHooks(s3Storage({ ...server.config, arrivals })), stop }
  },
}
export type OpenStore = Awaited<ReturnType<(typeof stores)['on disk']>>

export const testInputs: TestInputs = {
  make: {
    documents: async ({ owner }, above) => (await newDocument(owner, await above('contracts'))).id,
    uploads: async ({ owner }, above) => (await wholeUpload(owner, await above('contracts'))).id,
  },
  bodies: {
    uploadRecordDocument: ({ tenantId, contracts }) => recordForm(tenantId, contracts),
    uploadDocument: ({ tenantId, contracts }) => documentForm(tenantId, contracts, { file: textFile() }),
    uploadDocuments: ({ tenantId, contracts }) =>
      documentForm(tenantId, contracts, { files: [textFile(), textFile()] }),
    beginUpload: ({ contracts }) => uploadBody(contracts),
    putUploadPart: () => textFile(),
    setDocumentValidity: () => ({ validUntil: '2027-03-12' }),
  },
  queries: {
    listDocuments: ({ contracts }) => ({ entityType: 'CONTRACT', entityId: contracts }),
    putUploadPart: () => ({ number: 1 }),
    getDownloadLink: ({ tenantId, documents }) => ({ key: `${tenantId}/${documents}`, bucketName: defaultBucket }),
  },
  paths: {
    listRecordDocuments: ({ tenantId, contracts }) => ({ tenantId, entityType: 'CONTRACT', entityId: contracts }),
  },
}

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0009_documents.sql': () => `
    ${within(company.id)}
    insert into documents (id, entity_type, contract_id, file_name, file_type, size, sha256, doc_type, has_pictures)
    values ('${company.document}', 'CONTRACT', '${company.awarded}', 'note.txt', 'text/plain', 5, sha256('hello'), 'OTHER', false);
    insert into document_uploads (entity_type, entity_id, file_name, size, doc_type)
    values ('CONTRACT', '${company.awarded}', 'half.pdf', 9, 'OTHER');`,
}
