import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { arrivedFile, fileBytes } from '../kernel/files.ts'
import { filterBy } from '../kernel/filters.ts'
import { messageParts } from '../kernel/messages.ts'
import type { Flag, ModuleName } from '../kernel/permissions.ts'

export const about = 'Files on contracts, refund requests, projects, tasks, measurement sheets and the company itself.'

/** The kinds of record a document may belong to, and the module whose permissions it follows. */
export const documentModules = {
  CONTRACT: 'Contracts',
  PROJECT: 'Projects',
  TASK: 'Project Tasks',
  REFUND_REQUEST: 'Contracts',
  // A sheet of the measurement book.
  MEASUREMENT: 'Measurement Book',
  // These have no records yet: their documents belong to the company itself, by its id.
  VEHICLE: 'Vehicles',
  VEHICLE_INSURANCE: 'Vehicle Insurance',
  PAYMENT: 'Payments',
} as const satisfies Record<string, ModuleName>
export type DocumentEntity = keyof typeof documentModules
export const documentEntities = [
  'CONTRACT',
  'PROJECT',
  'TASK',
  'REFUND_REQUEST',
  'MEASUREMENT',
  'VEHICLE',
  'VEHICLE_INSURANCE',
  'PAYMENT',
] as const
export const documentEntity = z.enum(documentEntities)

/** 100 MB. */
export const maxDocumentBytes = 104_857_600
export const tooLargeDocument = 'A document must be at most 100 MB.'
/** 16 MB. A browser sends a larger document in parts, so that a broken connection costs one part and not the whole. */
export const maxWholeBytes = 16_777_216
/** 8 MB, the size of every part of a document but the last. */
export const partBytes = 8_388_608
/** Milliseconds until a client asks again whether due pictures have been drawn. */
export const askAgainMs = 3_000
/** The most files in one call. */
const maxFilesAtOnce = 50

export const defaultBucket = 'default-docs-bucket'
export const defaultDocType = 'SUPPORT_DOC'

const link = z.string()

export const document = z.object({
  id: f.id,
  entityType: documentEntity,
  entityId: f.id,
  fileName: z.string(),
  /** The media type that the content itself tells; a key of `documentTypes`. */
  fileType: z.string(),
  /** Bytes. */
  size: z.int(),
  docType: z.string(),
  purpose: z.nullable(z.string()),
  /** The last day on which it is valid; null when it does not expire. */
  validUntil: z.nullable(f.day),
  /** SHA-256 of the content, 64 hexadecimal digits. */
  sha256: z.string(),
  bucketName: z.string(),
  key: z.string(),
  /** Links that work without a header, for minutes, while the user who received them may view the document. */
  s3Url: link,
  thumbnailUrl: z.nullable(link),
  /** An image for the screen; for a PDF the document itself. */
  previewUrl: z.nullable(link),
  /** Its thumbnail and preview are still to be drawn; a later answer has them, unless they cannot be drawn. */
  arePicturesDue: z.boolean(),
  createdAt: f.moment,
  createdBy: z.nullable(f.id),
  createdByName: z.nullable(z.string()),
})
export type Document = z.infer<typeof document>

/** Requires the module of the document's record, which is one of these. */
const whoMay = (can: Flag) => ({ module: Object.values(documentModules), can })

/** Newest first; `before` is the last document of the page before. */
const pageOfDocuments = {
  before: z.optional(f.id),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 200),
}

const ofRecords = '/project/api/documents'
const common = '/common/api/documents'

export const listRecordDocuments = endpoint({
  method: 'GET',
  path: `${ofRecords}/:tenantId/:entityType/:entityId`,
  summary: 'The documents of a record, newest first, at most 200 at once',
  allow: whoMay('canView'),
  params: z.object({ tenantId: f.id, entityType: documentEntity, entityId: f.id }),
  query: z.object(pageOfDocuments),
  response: z.array(document),
})

export const listDocuments = endpoint({
  method: 'GET',
  path: common,
  summary: 'The documents of every module the caller may view, newest first, at most 200 at once',
  allow: whoMay('canView'),
  query: z.object({ entityType: filterBy(documentEntity), entityId: filterBy(f.id), ...pageOfDocuments }),
  response: z.array(document),
})

export const getDocument = endpoint({
  method: 'GET',
  path: `${common}/:id`,
  summary: 'A document, with fresh links',
  allow: whoMay('canView'),
  params: f.idParams,
  response: document,
})

export const setDocumentValidity = endpoint({
  method: 'PUT',
  path: `${common}/:id/validity`,
  summary: 'Set the last day of a document’s validity, or that it has none',
  allow: whoMay('canEdit'),
  params: f.idParams,
  body: z.strictObject({ validUntil: z.nullable(f.day) }),
  response: document,
})

export const deleteDocument = endpoint({
  method: 'DELETE',
  path: `${common}/:id`,
  summary: 'Delete a document and its stored files',
  allow: whoMay('canDelete'),
  params: f.idParams,
})

const upload = { maxBytes: maxDocumentBytes, tooLarge: tooLargeDocument, toDisk: true } as const
const docType = f.optional(f.text(50))
const purpose = f.optional(f.text(500))
const bucket = f.optional(f.text(100))
/** What a client may declare about a file; the server finds out for itself. */
const declared = f.optional(f.text(255))
/** The record a document belongs to, its type and its purpose. */
const filing = { entityType: documentEntity, entityId: f.id, docType, purpose }

export const uploadRecordDocument = endpoint({
  method: 'POST',
  path: `${ofRecords}/upload`,
  summary: 'Upload a document to a record',
  allow: whoMay('canCreate'),
  status: 201,
  upload: { ...upload, field: 'file' },
  body: z.strictObject({
    file: arrivedFile,
    tenant_id: f.id,
    entity_type: documentEntity,
    entity_id: f.id,
    doc_type: docType,
    purpose,
    bucket_name: bucket,
    /** The name to store it under, if it differs from the file's own. */
    file_name: declared,
    file_type: declared,
    file_extension: declared,
    /** Bytes; the file must have as many. */
    size: f.optional(f.text(20)),
  }),
  response: document,
})

export const uploadDocument = endpoint({
  method: 'POST',
  path: `${common}/upload`,
  summary: 'Upload a document',
  allow: whoMay('canCreate'),
  status: 201,
  upload: { ...upload, field: 'file' },
  body: z.strictObject({
    file: arrivedFile,
    tenantId: f.id,
    bucketName: bucket,
    ...filing,
  }),
  response: document,
})

export const uploadDocuments = endpoint({
  method: 'POST',
  path: `${common}/upload/multiple`,
  summary: 'Upload several documents: all are stored, or none',
  allow: whoMay('canCreate'),
  status: 201,
  upload: { ...upload, field: 'files', many: maxFilesAtOnce },
  body: z.strictObject({
    files: z.array(arrivedFile).check(z.minLength(1, { error: 'at least one file is required' })),
    tenantId: f.id,
    bucketName: bucket,
    ...filing,
  }),
  response: z.array(document),
})

export const getDownloadLink = endpoint({
  method: 'GET',
  path: '/common/api/download-link',
  summary: 'A link to a document by its key, valid for some minutes',
  allow: whoMay('canView'),
  query: z.object({ key: f.requiredText(200), bucketName: f.requiredText(100) }),
  response: link,
})

/** The most of a sheet or text that a preview shows. */
export const previewLimits = { rows: 200, columns: 30, characters: 100_000 }

export const getDocumentPreview = endpoint({
  method: 'GET',
  path: `${common}/:id/preview`,
  summary: 'The first rows of a sheet, or the beginning of a text',
  allow: whoMay('canView'),
  params: f.idParams,
  response: z.object({
    /** The shown sheet of a workbook with several. */
    sheet: z.nullable(z.string()),
    /** Each row with its number in the sheet; null for a text. */
    rows: z.nullable(z.array(z.object({ number: z.int(), cells: z.array(z.string()) }))),
    text: z.nullable(z.string()),
    /** The document has more than is shown. */
    isCut: z.boolean(),
    /** Why the document cannot be shown; null when it can. */
    fault: z.nullable(z.string()),
    faultParts: z.nullable(messageParts),
  }),
})

export const openFile = endpoint({
  method: 'GET',
  path: '/common/api/files/:link',
  summary: 'A document or its image, by a link from the document’s record; 404 for an invalid link',
  allow: 'public',
  params: z.object({ link: f.requiredText(1_000) }),
  download: ['application/octet-stream'],
  response: fileBytes,
})

const uploadPart = z.object({
  /** From 1. */
  number: z.int(),
  /** Bytes. */
  size: z.int(),
  hasArrived: z.boolean(),
  /** The address to PUT the part to: one of this server, which needs a session, or one of the store's own. */
  url: z.string(),
})

export const resumableUpload = z.object({ id: f.id, fileName: z.string(), size: z.int(), parts: z.array(uploadPart) })
export type ResumableUpload = z.infer<typeof resumableUpload>

const uploads = `${common}/uploads`

export const beginUpload = endpoint({
  method: 'POST',
  path: uploads,
  summary: 'Begin to upload a document in parts, or resume an earlier upload of the same file',
  allow: whoMay('canCreate'),
  status: 201,
  body: z.strictObject({
    ...filing,
    fileName: f.requiredText(255),
    /** Bytes. */
    size: z.int().check(z.gte(1, { error: 'is empty' }), z.lte(maxDocumentBytes, { error: tooLargeDocument })),
    /** Identifies the same file of the same user when it is chosen again, such as by the time of its last change. */
    fingerprint: f.requiredText(200),
  }),
  response: resumableUpload,
})

export const getUpload = endpoint({
  method: 'GET',
  path: `${uploads}/:id`,
  summary: 'The parts of an upload that have arrived, and the addresses for the others',
  allow: whoMay('canCreate'),
  params: f.idParams,
  response: resumableUpload,
})

export const putUploadPart = endpoint({
  method: 'PUT',
  path: `${uploads}/:id/part`,
  summary:
    'Upload a part of a document, unless the store takes it directly; the same part sent again replaces the earlier one',
  allow: whoMay('canCreate'),
  params: f.idParams,
  query: z.object({ number: z.coerce.number().check(z.int(), z.gte(1), z.lte(100)) }),
  upload: { maxBytes: partBytes, tooLarge: 'A part must be at most 8 MB.', toDisk: true },
  body: arrivedFile,
})

export const finishUpload = endpoint({
  method: 'POST',
  path: `${uploads}/:id/finish`,
  summary: 'Make a document of the uploaded parts; a repeated call answers the same document',
  allow: whoMay('canCreate'),
  status: 201,
  params: f.idParams,
  response: document,
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: `${uploads}/:id`,
  summary: 'Cancel an upload in parts',
  allow: whoMay('canCreate'),
  params: f.idParams,
})
