import {
  type Document,
  type DocumentEntity,
  defaultBucket,
  documentEntities,
  documentModules,
  getDocument,
  openFile,
} from '@plinth/api/documents/documents'
import * as f from '@plinth/api/kernel/fields'
import { messageOf } from '@plinth/api/kernel/messages'
import type { Flag } from '@plinth/api/kernel/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Db } from '../../kernel/db/tenancy.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { FileElsewhere, StreamedFile } from '../../kernel/files/file-answers.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import type { PublicContext } from '../../kernel/http/call-contexts.ts'
import { requirePermission } from '../../kernel/http/permissions.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'

/** The reader of documents, and what their links are made with. */
export interface Reader {
  caller: Caller
  tokens: Tokens
  storage: Storage
}

/** The key of a document in the store, and of the pictures beside it. */
export function keysOf(tenantId: string, id: string) {
  const key = `${tenantId}/${id}`
  return { file: key, thumbnail: `${key}.thumbnail`, preview: `${key}.preview` }
}
type Variant = keyof ReturnType<typeof keysOf>
const isVariant = (text: string): text is Variant => ['file', 'thumbnail', 'preview'].includes(text)

interface Row {
  id: string
  entityType: string
  entityId: string
  fileName: string
  fileType: string
  size: number
  sha256: Buffer
  docType: string
  purpose: string | null
  validUntil: string | null
  hasPictures: boolean
  arePicturesDue: boolean
  createdAt: string
  createdBy: string | null
  createdByName: string | null
}

/** The live documents that meet a condition on `d`. */
const rowsWhere = (condition: RawBuilder<unknown>) => sql<Row>`
  select d.id, d.entity_type as "entityType", d.entity_id as "entityId", d.file_name as "fileName",
    d.file_type as "fileType", d.size, d.sha256, d.doc_type as "docType", d.purpose, d.valid_until as "validUntil",
    d.has_pictures as "hasPictures", p.id is not null as "arePicturesDue", d.created_at as "createdAt",
    d.created_by as "createdBy", u.username as "createdByName"
  from documents d left join users u on u.id = d.created_by left join pictures_due p on p.id = d.id
  where d.deleted_at is null and ${condition}`

const entityOf = (type: string): DocumentEntity => {
  const known = documentEntities.find((entity) => entity === type)
  if (!known) throw new Error(`a document hangs on ${type}`)
  return known
}

/** A document as answered, with links that work for its reader only. */
function documentOf(row: Row, { caller: { tenantId, userId, sessionId }, tokens, storage }: Reader): Document {
  const link = (variant: Variant) =>
    openFile.path.replace(':link', tokens.signLink([tenantId, userId, sessionId, row.id, variant]))
  const { hasPictures, ...fields } = row
  const isPdf = row.fileType === 'application/pdf'
  return {
    ...fields,
    entityType: entityOf(row.entityType),
    sha256: row.sha256.toString('hex'),
    bucketName: storage.bucket,
    key: keysOf(tenantId, row.id).file,
    s3Url: link('file'),
    thumbnailUrl: hasPictures ? link('thumbnail') : null,
    previewUrl: hasPictures || isPdf ? link('preview') : null,
  }
}

/** Throws 403 when the caller lacks the flag in the module that governs such documents. */
export const requireFlag = (db: Db, entity: DocumentEntity, flag: Flag) =>
  requirePermission(db, documentModules[entity], flag)

const recordTables = {
  CONTRACT: 'contracts',
  PROJECT: 'projects',
  TASK: 'tasks',
  REFUND_REQUEST: 'refund_requests',
  MEASUREMENT: 'measurement_sheets',
} as const
const hasRecords = (entity: DocumentEntity): entity is keyof typeof recordTables => entity in recordTables

/** Throws 404 when the record that a document is to be attached to does not exist. */
export async function requireRecord(db: Db, entity: DocumentEntity, entityId: string, { tenantId }: Caller) {
  if (!hasRecords(entity)) {
    if (entityId !== tenantId) throw notFound()
    return
  }
  const table = sql.table(recordTables[entity])
  const found = await sql`select from ${table} where id = ${entityId} and deleted_at is null`.execute(db)
  if (found.rows.length === 0) throw notFound()
}

interface Page {
  before?: string | undefined
  size: number
}

/** The newest documents that meet a condition on `d`. */
async function pageOf(db: Db, condition: RawBuilder<unknown>, { before, size }: Page): Promise<Row[]> {
  const isOlder = before === undefined ? sql`true` : sql`d.id < ${before}`
  const found = await sql<Row>`${rowsWhere(sql`${condition} and ${isOlder}`)} order by d.id desc limit ${size}`.execute(
    db,
  )
  return found.rows
}

interface OfRecord {
  tenantId: string
  entityType: DocumentEntity
  entityId: string
}

/**
 * The documents of a record. Throws 404 when the record is another company's or missing, 403 without permission for its
 * module.
 */
export async function listOfRecord(db: Db, { tenantId, entityType, entityId }: OfRecord, page: Page, reader: Reader) {
  if (tenantId !== reader.caller.tenantId) throw notFound()
  await requireFlag(db, entityType, 'canView')
  await requireRecord(db, entityType, entityId, reader.caller)
  const found = await pageOf(db, sql`d.entity_type = ${entityType} and d.entity_id = ${entityId}`, page)
  return found.map((row) => documentOf(row, reader))
}

interface Wanted extends Page {
  entityType?: DocumentEntity | null | undefined
  entityId?: string | null | undefined
}

/** The documents of every kind that the caller may view. Throws 403 for a requested kind they may not view. */
export async function list(db: Db, { entityType, entityId, ...page }: Wanted, reader: Reader): Promise<Document[]> {
  if (entityType) await requireFlag(db, entityType, 'canView')
  const kinds = entityType ? [entityType] : await visibleKinds(db)
  const isOfRecord = entityId ? sql`d.entity_id = ${entityId}` : sql`true`
  const found = await pageOf(db, sql`d.entity_type = any (${kinds}::text[]) and ${isOfRecord}`, page)
  return found.map((row) => documentOf(row, reader))
}

async function visibleKinds(db: Db): Promise<DocumentEntity[]> {
  const modules = sql.join(documentEntities.map((entity) => documentModules[entity]))
  const found = await sql<{ key: string }>`
    select key from unnest(array[${modules}]::text[]) key where app.may(key, 'canView')`.execute(db)
  return documentEntities.filter((entity) => found.rows.some(({ key }) => key === documentModules[entity]))
}

/** Throws 404 when the document does not exist, 403 when the caller lacks the flag in its module. */
export async function getRow(db: Db, id: string, flag: Flag): Promise<Row> {
  const found = await rowsWhere(sql`d.id = ${id}`).execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  await requireFlag(db, entityOf(row.entityType), flag)
  return row
}

export const get = async (db: Db, id: string, reader: Reader) => documentOf(await getRow(db, id, 'canView'), reader)

/** Returns documents that were just stored, in the order of `ids`. */
export async function stored(db: Db, ids: readonly string[], reader: Reader): Promise<Document[]> {
  const found = await rowsWhere(sql`d.id = any (${ids}::uuid[])`).execute(db)
  const byId = new Map(found.rows.map((row) => [row.id, documentOf(row, reader)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Sets the last day on which a document is valid: its only editable field. Throws 404, and 403 without canEdit in its
 * module.
 */
export async function setValidity(db: Db, id: string, validUntil: string | null, reader: Reader): Promise<Document> {
  await getRow(db, id, 'canEdit')
  await sql`update documents set valid_until = ${validUntil} where id = ${id} and deleted_at is null`.execute(db)
  const [document] = await stored(db, [id], reader)
  if (!document) throw notFound()
  return document
}

/** The data needed to read a document's file. Throws 404, and 403 without permission for its module. */
export async function storedFile(db: Db, id: string, { tenantId }: Caller) {
  const { fileType, fileName, size, hasPictures } = await getRow(db, id, 'canView')
  return { keys: keysOf(tenantId, id), fileType, fileName, size, hasPictures }
}

/** The link to a document by its key in the store. Throws 404 when the key belongs to no document of the company. */
export async function linkOfKey(db: Db, { key, bucketName }: { key: string; bucketName: string }, reader: Reader) {
  requireBucket(bucketName, 'bucketName', reader.storage)
  const id = key.split('/').at(-1) ?? ''
  if (!f.id.safeParse(id).success || key !== keysOf(reader.caller.tenantId, id).file) throw notFound()
  return (await get(db, id, reader)).s3Url
}

/** Throws 400 for a bucket name other than the store's or the default. */
export function requireBucket(named: string | null | undefined, path: string, { bucket }: Storage): void {
  if (named && named !== bucket && named !== defaultBucket)
    throw invalid([{ path, ...messageOf('must be {bucket}, or be left out', { bucket }) }])
}

/** How long the store's own link to a file works, in seconds: as long as a browser may take to follow it. */
const followSeconds = 60

/**
 * The file behind a link: a redirect to the store's own address where it has one, else the streamed file. The link's
 * holder must still be signed in and still be allowed to view the document; every refusal is the same 404.
 */
export async function fileBehind(link: string, { door, tokens, storage, note }: PublicContext) {
  const [tenantId = '', userId = '', sessionId = '', id = '', variant = ''] = tokens.readLink(link) ?? []
  if (!isVariant(variant)) throw notFound()
  const caller = { tenantId, userId, sessionId }
  const file = await door
    .enter(caller, { allow: getDocument.allow }, (db) => storedFile(db, id, caller))
    .catch((error: unknown) => {
      throw error instanceof AppError && error.status < 500 ? notFound() : error
    })
  const { keys, fileName, fileType, size, hasPictures } = file
  if (variant === 'file' || !hasPictures) {
    note('document_downloaded', { ...caller, record: { id } })
    const elsewhere = await storage.linkTo(keys.file, { name: fileName, type: fileType }, followSeconds)
    if (elsewhere) return new FileElsewhere(elsewhere)
    return new StreamedFile(fileType, fileName, size, (span) => storage.open(keys.file, span))
  }
  const key = keys[variant]
  const pictureSize = await storage.sizeOf(key)
  if (pictureSize === undefined) throw notFound()
  return new StreamedFile('image/webp', `${fileName}.webp`, pictureSize, (span) => storage.open(key, span))
}
