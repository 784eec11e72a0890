import { randomUUID } from 'node:crypto'
import { getSession } from '@plinth/api/auth'
import { beginUpload, defaultBucket, defaultDocType, putUploadPart, uploadRecordDocument } from '@plinth/api/documents'
import type { Client } from '../test-server.ts'

/** A small file that is kept, and can be looked at. */
export const textFile = (text = 'Measured on site.\n', name = 'note.txt') => new File([text], name)

/** What the calls of a record take. */
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

/** What the common calls take. */
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

/** An upload of one part, which has arrived. */
export async function wholeUpload(by: Client, contractId: string, file: File = textFile()) {
  const begun = await by.ok(beginUpload, { body: uploadBody(contractId, file.size, file.name) })
  await by.ok(putUploadPart, { params: { id: begun.id }, query: { number: 1 }, body: file })
  return begun
}
