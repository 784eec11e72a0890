import {
  type Document,
  type DocumentEntity,
  defaultDocType,
  type uploadRecordDocument,
} from '@plinth/api/documents/documents'
import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import type { Caller, Db } from '../../kernel/db/tenancy.ts'
import { conflict, invalid, notFound } from '../../kernel/errors.ts'
import type { ArrivedFile } from '../../kernel/files/arrived-file.ts'
import { faultOfDisk } from '../../kernel/files/disk-faults.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { keysOf, requireBucket, requireFlag, requireRecord, stored } from './documents.queries.ts'
import { queuePictures } from './drawing.queries.ts'
import { undoAfterFailure } from './erasing.queries.ts'
import { fileNameOf } from './file-names.rules.ts'
import { recognise } from './files.rules.ts'
import { canBeDrawn } from './pictures.rules.ts'

/**
 * A file to be stored is noted first (document_uploads), then the file is put into the store, then one transaction adds
 * the document and deletes the note. A server that dies in between leaves a note, by which the sweep finds the file; so
 * no document exists without its file. Its pictures are drawn afterwards, and after the answer.
 */

/** The context that storing needs; it creates no links. */
export type Storing = Omit<StagedContext, 'tokens'>

type NamedFile = ArrivedFile & { name: string }

/** The record a document belongs to, its type and its purpose. */
interface Filing {
  entityType: DocumentEntity
  entityId: string
  docType?: string | null | undefined
  purpose?: string | null | undefined
}

/** A client's request to store files, with the values it declared. */
export interface Order extends Filing {
  tenantId: string
  bucketName?: string | null | undefined
  /** The declared size of each file, in bytes. */
  size?: number | undefined
  files: readonly NamedFile[]
  /** The call's own names for the fields of the bucket and the files. */
  fields?: { bucket: string; file: string }
}

const commonFields = { bucket: 'bucketName', file: 'files' }

/** A file that is to become the document with this id. */
interface Intended {
  id: string
  fileName: string
  file: ArrivedFile
}

/** A file that is in the store, with its recognised type. */
interface StoredFile extends Intended {
  fileType: string
  arePicturesDue: boolean
}

/**
 * Throws 404 for another company, 400 for another bucket and for a file that is empty or differs from its declared
 * size.
 */
function requireValidOrder(
  { tenantId, bucketName, size, files, fields = commonFields }: Order,
  { caller, storage }: Storing,
): void {
  if (tenantId !== caller.tenantId) throw notFound()
  requireBucket(bucketName, fields.bucket, storage)
  for (const file of files) {
    if (file.size === 0) throw invalid([{ path: fields.file, message: 'is empty' }])
    if (size !== undefined && size !== file.size)
      throw invalid([
        {
          path: 'size',
          ...messageOf('must be that of the file, which arrived with {size} bytes', { size: file.size }),
        },
      ])
  }
}

/** Recognises a file's type and puts it into the store. Throws 415 for a file of a kind that is not accepted. */
export async function keep(
  storage: Storage,
  { tenantId }: Caller,
  intended: Intended,
  { isStored = false } = {},
): Promise<StoredFile> {
  const { id, file, fileName } = intended
  try {
    const fileType = await recognise(file, fileName)
    const arePicturesDue = await canBeDrawn(file, fileType)
    if (!isStored) await storage.keep(keysOf(tenantId, id).file, file)
    return { ...intended, fileType, arePicturesDue }
  } catch (error) {
    throw faultOfDisk(error)
  }
}

export const uploadGone = () => conflict('The upload was given up in the meantime. Please send it again.')

/**
 * Adds the documents whose files are in the store. Throws 409 when the upload of one was abandoned meanwhile, 429 and
 * 503 when too many pictures wait to be drawn.
 */
export async function addDocuments(
  db: Db,
  { entityType, entityId, docType, purpose }: Filing,
  storedFiles: readonly StoredFile[],
) {
  const ids = storedFiles.map(({ id }) => id)
  const noted = await sql`delete from document_uploads where id = any (${ids}::uuid[])`.execute(db)
  if ((noted.numAffectedRows ?? 0n) < ids.length) throw uploadGone()
  const idOf = (kind: DocumentEntity) => (entityType === kind ? entityId : null)
  const added = storedFiles.map(
    ({ id, fileName, fileType, file }) => sql`(${idOf('CONTRACT')}, ${idOf('PROJECT')}, ${idOf('TASK')},
      ${idOf('REFUND_REQUEST')}, ${idOf('MEASUREMENT')}, ${id}, ${entityType}, ${fileName}, ${fileType}, ${file.size},
      ${Buffer.from(file.sha256, 'hex')}, ${docType || defaultDocType}, ${purpose || null}, false)`,
  )
  await sql`insert into documents (contract_id, project_id, task_id, refund_request_id, measurement_sheet_id, id,
      entity_type, file_name, file_type, size, sha256, doc_type, purpose, has_pictures)
    values ${sql.join(added)}`.execute(db)
  await queuePictures(
    db,
    storedFiles.filter(({ arePicturesDue }) => arePicturesDue).map(({ id }) => id),
  )
}

/** The same for two requests that ask for the same documents. */
const requestKey = ({ entityType, entityId }: Order, storedFiles: readonly StoredFile[]) =>
  ['documents', entityType, entityId, ...storedFiles.map(({ fileName, file }) => `${file.sha256} ${fileName}`)].join(
    ' ',
  )

/**
 * Stores every file as a document of a record, or none; returns their ids. Throws 400, 403, 404, 415 for a file of a
 * kind that is not accepted, 503 and 507 when the store cannot take it, 429 and 503 when too many pictures wait to be
 * drawn.
 */
export async function storeFiles(context: Storing, order: Order): Promise<string[]> {
  const { stage, caller, storage, once } = context
  requireValidOrder(order, context)
  const { entityType, entityId, docType, purpose } = order
  const files = order.files.map((file) => ({ file, fileName: fileNameOf(file.name) }))
  const ids = await stage(async (db) => {
    await requireFlag(db, entityType, 'canCreate')
    await requireRecord(db, entityType, entityId, caller)
    const notes = files.map(
      ({ file, fileName }) =>
        sql`(${entityType}, ${entityId}, ${fileName}, ${file.size}, ${docType || defaultDocType}, ${purpose || null})`,
    )
    const noted = await sql<{ id: string }>`
      insert into document_uploads (entity_type, entity_id, file_name, size, doc_type, purpose)
      values ${sql.join(notes)} returning id`.execute(db)
    return noted.rows.map(({ id }) => id)
  })
  try {
    const storedFiles: StoredFile[] = []
    for (const [at, named] of files.entries())
      storedFiles.push(await keep(storage, caller, { id: ids[at] ?? '', ...named }))
    const storedIds = await stage(async (db) => {
      await requireFlag(db, entityType, 'canCreate')
      const add = async () => {
        await addDocuments(db, order, storedFiles)
        return ids
      }
      return once(db, requestKey(order, storedFiles), add)
    })
    // The request was sent before: its documents exist, and the files of this attempt are not needed.
    if (storedIds[0] !== ids[0]) await undoAfterFailure(context, ids)
    return storedIds
  } catch (error) {
    await undoAfterFailure(context, ids)
    throw error
  }
}

/** Stores files as `storeFiles` does, and returns the documents. */
export async function store(context: StagedContext, order: Order): Promise<Document[]> {
  const ids = await storeFiles(context, order)
  return context.stage((db) => stored(db, ids, context))
}

/** Reads an order from the field names of the record calls. Throws 400 when the size is no number. */
export function orderOf(form: Body<typeof uploadRecordDocument>): Order {
  const size = form.size || undefined
  if (size !== undefined && !/^\d{1,15}$/.test(size))
    throw invalid([{ path: 'size', message: 'must be a whole number of bytes' }])
  return {
    tenantId: form.tenant_id,
    entityType: form.entity_type,
    entityId: form.entity_id,
    bucketName: form.bucket_name,
    docType: form.doc_type,
    purpose: form.purpose,
    size: size === undefined ? undefined : Number(size),
    files: [{ ...form.file, name: form.file_name || form.file.name }],
    fields: { bucket: 'bucket_name', file: 'file' },
  }
}

/** Stores one file as a document. Throws what `store` throws. */
export async function storeOne(context: StagedContext, order: Order): Promise<Document> {
  return onlyOne(await store(context, order))
}

/** Throws 404 when the document was deleted at once. */
export function onlyOne([document]: Document[]): Document {
  if (!document) throw notFound()
  return document
}
