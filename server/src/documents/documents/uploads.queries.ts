import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { beginUpload, Document, DocumentEntity, ResumableUpload } from '@plinth/api/documents/documents'
import { defaultDocType, documentEntity, partBytes, putUploadPart } from '@plinth/api/documents/documents'
import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import type { Caller, Db } from '../../kernel/db/tenancy.ts'
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts'
import type { ArrivedFile } from '../../kernel/files/arrived-file.ts'
import { faultOfDisk } from '../../kernel/files/disk-faults.ts'
import type { Part, Storage } from '../../kernel/files/storage.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { getRow, keysOf, requireFlag, requireRecord, stored } from './documents.queries.ts'
import { undoAfterFailure, undoUploads } from './erasing.queries.ts'
import { fileNameOf } from './file-names.rules.ts'
import { addDocuments, keep, onlyOne, uploadGone } from './storing.queries.ts'

/** A document that arrives in parts, as noted in the database. */
interface Upload {
  id: string
  key: string
  attempt: string
  entityType: DocumentEntity
  entityId: string
  fileName: string
  size: number
  docType: string
  purpose: string | null
}

/**
 * How long a link works with which a browser sends a part to the store itself, in seconds: a part takes a minute or
 * two.
 */
const partSeconds = 900

/** Throws 404 when there is no such upload, 403 when the caller may not create documents in its module. */
async function uploadOf(db: Db, { caller }: StagedContext, id: string): Promise<Upload> {
  const found = await sql<Omit<Upload, 'key' | 'entityType'> & { entityType: string }>`
    select id, store_attempt as attempt, entity_type as "entityType", entity_id as "entityId",
      file_name as "fileName", size, doc_type as "docType", purpose
    from document_uploads where id = ${id} and store_attempt is not null`.execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  const entityType = documentEntity.parse(row.entityType)
  await requireFlag(db, entityType, 'canCreate')
  return { ...row, entityType, key: keysOf(caller.tenantId, id).file }
}

const touchUpload = (db: Db, id: string) =>
  sql`update document_uploads set seen_at = clock_timestamp() where id = ${id}`.execute(db)

const partCount = ({ size }: Upload) => Math.ceil(size / partBytes)
const sizeOfPart = (upload: Upload, number: number) =>
  number < partCount(upload) ? partBytes : upload.size - (number - 1) * partBytes

const isAbsent = (error: unknown) => error instanceof AppError && error.status === 404

/** The parts that have arrived completely, by number. Throws 404 when the store no longer knows the upload. */
async function arrivedParts(storage: Storage, upload: Upload): Promise<Map<number, Part>> {
  const parts = await storage.partsOf(upload.key, upload.attempt).catch(async (error: unknown) => {
    if (!isAbsent(error) || (await storage.sizeOf(upload.key)) !== upload.size) throw error
    // The parts were joined before, but no document was added: none is missing.
    return Array.from({ length: partCount(upload) }, (_, index) => ({
      number: index + 1,
      size: sizeOfPart(upload, index + 1),
      tag: '',
    }))
  })
  return new Map(
    parts.filter(({ number, size }) => size === sizeOfPart(upload, number)).map((part) => [part.number, part]),
  )
}

async function answerOf(storage: Storage, upload: Upload): Promise<ResumableUpload> {
  const arrived = await arrivedParts(storage, upload)
  const parts = Array.from({ length: partCount(upload) }, async (_, index) => {
    const number = index + 1
    const direct = await storage.partLink(upload.key, upload.attempt, number, partSeconds)
    return {
      number,
      size: sizeOfPart(upload, number),
      hasArrived: arrived.has(number),
      url: direct ?? `${putUploadPart.path.replace(':id', upload.id)}?number=${number}`,
    }
  })
  return { id: upload.id, fileName: upload.fileName, size: upload.size, parts: await Promise.all(parts) }
}

/** An unfinished upload that the same user began for the same file. */
async function earlierUpload(db: Db, { entityType, entityId }: Body<typeof beginUpload>, fingerprint: string) {
  const found = await sql<{ id: string }>`update document_uploads set seen_at = clock_timestamp()
    where begun_by = app.user_id() and entity_type = ${entityType} and entity_id = ${entityId}
      and fingerprint = ${fingerprint} returning id`.execute(db)
  return found.rows[0]
}

/** Begins an upload in parts, or resumes the interrupted one of the same file. Throws 403, 404. */
export async function begin(context: StagedContext, body: Body<typeof beginUpload>): Promise<ResumableUpload> {
  const { stage, caller, storage } = context
  const { entityType, entityId, size, docType, purpose } = body
  const fileName = fileNameOf(body.fileName)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([body.fingerprint, size, fileName]))
    .digest('hex')
  const { id, isNew } = await stage(async (db) => {
    await requireFlag(db, entityType, 'canCreate')
    await requireRecord(db, entityType, entityId, caller)
    const earlier = await earlierUpload(db, body, fingerprint)
    if (earlier) return { id: earlier.id, isNew: false }
    const created = await sql<{ id: string }>`select uuidv7() as id`.execute(db)
    return { id: created.rows[0]?.id ?? '', isNew: true }
  })
  if (!isNew)
    return get(context, id).catch(async (error: unknown) => {
      if (!isAbsent(error)) throw error
      // Its cancellation was interrupted: nothing is left to resume.
      await stage((db) => undoUploads(db, storage, caller.tenantId, [id]))
      return begin(context, body)
    })
  const { file: key } = keysOf(caller.tenantId, id)
  const attempt = await storage.begin(key)
  const added = await stage((db) =>
    sql`insert into document_uploads
        (id, entity_type, entity_id, file_name, size, doc_type, purpose, store_attempt, fingerprint)
      values (${id}, ${entityType}, ${entityId}, ${fileName}, ${size}, ${docType || defaultDocType},
        ${purpose || null}, ${attempt}, ${fingerprint}) on conflict do nothing`.execute(db),
  )
  if (added.numAffectedRows) return get(context, id)
  // Begun twice at the same moment: the other one counts.
  await storage.abandon(key, attempt)
  return begin(context, body)
}

/** The parts that have arrived, and where to send the others. Throws 403, 404. */
export async function get(context: StagedContext, id: string): Promise<ResumableUpload> {
  const upload = await context.stage(async (db) => {
    await touchUpload(db, id)
    return uploadOf(db, context, id)
  })
  return answerOf(context.storage, upload)
}

/** Stores a part. Throws 400 when its size is not the one that this part has, 403, 404. */
export async function putPart(context: StagedContext, id: string, number: number, file: ArrivedFile): Promise<void> {
  const { stage, storage } = context
  const upload = await stage((db) => uploadOf(db, context, id))
  if (number > partCount(upload))
    throw invalid([{ path: 'number', ...messageOf('must be at most {max}', { max: partCount(upload) }) }])
  const size = sizeOfPart(upload, number)
  if (file.size !== size)
    throw invalid([
      { path: 'body', ...messageOf('must be {size} bytes long, and has {found}', { size, found: file.size }) },
    ])
  await storage.putPart(upload.key, upload.attempt, number, file)
  await stage((db) => touchUpload(db, id))
}

/** Runs `work` on the whole object as a local file, with its hash; a copy made for it is deleted afterwards. */
async function withObject<T>(storage: Storage, key: string, size: number, work: (file: ArrivedFile) => Promise<T>) {
  const own = storage.pathOf(key)
  const path = own ?? join(storage.arrivals, randomUUID())
  const hash = createHash('sha256')
  const source = own ? createReadStream(own) : await storage.open(key)
  try {
    {
      await using copy = own ? undefined : await open(path, 'w', 0o600)
      for await (const chunk of source) {
        hash.update(chunk)
        await copy?.writeFile(chunk)
      }
    }
    return await work({ path, size, sha256: hash.digest('hex') })
  } catch (error) {
    throw faultOfDisk(error)
  } finally {
    if (!own) await rm(path, { force: true })
  }
}

/** Joins the parts. Throws 409 when a part has not arrived. */
async function joinArrived(storage: Storage, upload: Upload): Promise<void> {
  if ((await storage.sizeOf(upload.key)) === upload.size) return
  const arrived = await arrivedParts(storage, upload)
  const missing = partCount(upload) - arrived.size
  if (missing > 0)
    throw conflict(messageOf('{missing} of {count} parts have not arrived yet.', { missing, count: partCount(upload) }))
  await storage.join(
    upload.key,
    upload.attempt,
    [...arrived.values()].toSorted((a, b) => a.number - b.number),
  )
}

/** Joins the parts; no error if a parallel finish was faster, which leaves no parts but the whole file. */
const joinParts = (storage: Storage, upload: Upload): Promise<void> =>
  joinArrived(storage, upload).catch(async (error: unknown) => {
    if ((await storage.sizeOf(upload.key)) !== upload.size) throw error
  })

const hasRecord = (db: Db, { entityType, entityId }: Upload, caller: Caller) =>
  requireRecord(db, entityType, entityId, caller).then(
    () => true,
    (error: unknown) => !isAbsent(error),
  )

/**
 * Handles a failed finish: returns the document if a parallel finish was faster. An upload that was abandoned
 * meanwhile, or that can never become a document, is undone.
 */
async function afterFailure(context: StagedContext, upload: Upload, error: unknown): Promise<Document> {
  const { id } = upload
  const found = await context
    .settle(async (db) => ({
      isNoted: (await sql`select from document_uploads where id = ${id}`.execute(db)).rows.length > 0,
      twin: (await stored(db, [id], context))[0],
      hasRecord: await hasRecord(db, upload, context.caller),
    }))
    .catch(() => {
      throw error
    })
  if (found.twin) return found.twin
  const isRefused = error instanceof AppError && error.status === 415
  if (found.isNoted && found.hasRecord && !isRefused) throw error
  await undoAfterFailure(context, [id])
  throw found.isNoted ? error : uploadGone()
}

/**
 * Makes a document of the parts. Repeated after a lost answer, it returns the same document. Throws 403, 404, 409 when
 * parts are missing or the upload was abandoned meanwhile, 415 for a file of a kind that is not accepted, of which
 * nothing stays.
 */
export async function finish(context: StagedContext, id: string): Promise<Document> {
  const { stage, caller, storage } = context
  const upload = await stage((db) => uploadOf(db, context, id)).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
  if (!upload)
    return stage(async (db) => {
      await getRow(db, id, 'canCreate')
      return onlyOne(await stored(db, [id], context))
    })
  const { key, size, fileName, ...order } = upload
  try {
    await joinParts(storage, upload)
    const storedFile = await withObject(storage, key, size, (file) =>
      keep(storage, caller, { id, fileName, file }, { isStored: true }),
    )
    return await stage(async (db) => {
      await requireFlag(db, order.entityType, 'canCreate')
      await addDocuments(db, order, [storedFile])
      return onlyOne(await stored(db, [id], context))
    })
  } catch (error) {
    return afterFailure(context, upload, error)
  }
}

/** Cancels an upload and removes everything of it. Throws 403, 404. */
export async function cancel(context: StagedContext, id: string): Promise<void> {
  const { stage, storage, caller } = context
  await stage(async (db) => {
    await uploadOf(db, context, id)
    await undoUploads(db, storage, caller.tenantId, [id])
  })
}
