import { createHash, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RefundRequest, sendRefundRequest } from '@plinth/api/deposits/refund-requests'
import type { Body } from '@plinth/api/kernel/endpoint'
import { type LetterContent, type LetterFormat, letterTypes } from '@plinth/api/kernel/letter'
import { sql } from 'kysely'
import { keysOf } from '../../documents/documents/documents.queries.ts'
import { undoAfterFailure } from '../../documents/documents/erasing.queries.ts'
import { addDocuments, keep, type Storing } from '../../documents/documents/storing.queries.ts'
import { letterFile, letterFileName } from '../../documents/letterheads/letter-files.queries.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import type { ArrivedFile } from '../../kernel/files/arrived-file.ts'
import { type FileAnswer, StreamedFile } from '../../kernel/files/file-answers.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { letterPdf } from '../../kernel/print/letter-pdf.ts'
import { letterOfStored } from './letters.queries.ts'
import { alreadySent, lock, markSent } from './refund-requests.queries.ts'

/**
 * A letter is rendered once, when it is sent, and the PDF is stored. Rendering takes long, so it happens before the transaction that
 * marks the letter as sent. That transaction reads the letter again and stops if it has changed.
 */

const docType = 'LETTER'

type SendBody = Body<typeof sendRefundRequest>

/** A letter that is about to be rendered and stored. */
interface PendingLetter {
  uploadId: string
  fileName: string
  letter: LetterContent
}

/** Reads the letter and records the upload of its document; undefined for a request that is no draft. Throws 404. */
async function beginUpload(db: Db, id: string): Promise<PendingLetter | undefined> {
  const { request, letter } = await letterOfStored(db, id)
  if (request.state !== 'DRAFT') return undefined
  const fileName = letterFileName(request.number, 'pdf')
  const added = await sql<{
    id: string
  }>`insert into document_uploads (entity_type, entity_id, file_name, size, doc_type)
    values ('REFUND_REQUEST', ${id}, ${fileName}, 1, ${docType}) returning id`.execute(db)
  const [upload] = added.rows
  if (!upload) throw new Error('an upload was not recorded')
  return { uploadId: upload.id, fileName, letter }
}

/** Writes bytes into the folder of arriving files. */
async function writeArrival({ arrivals }: Storage, bytes: Buffer): Promise<ArrivedFile> {
  const path = join(arrivals, randomUUID())
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function renderAndStore({ storage, caller }: Storing, { uploadId, fileName, letter }: PendingLetter) {
  const file = await writeArrival(storage, await letterPdf(caller.tenantId, letter))
  try {
    return await keep(storage, caller, { id: uploadId, fileName, file })
  } finally {
    await rm(file.path, { force: true })
  }
}

/**
 * Marks a letter as sent, stores it as a document of the request, and changes the status of its deposits: all of it or nothing.
 * Throws 404; 409 for a request that is no draft or was changed meanwhile, and for deposits that cannot be asked for any more; 400
 * for a day after today or before the letter's day; and the errors of rendering and storing.
 */
export async function send(context: Storing, id: string, sent: SendBody): Promise<RefundRequest> {
  const { stage, once } = context
  const call = `send ${id} ${JSON.stringify(sent)}`
  const pending = await stage((db) => beginUpload(db, id))
  // A repeated call with the same key gets the answer of the first one.
  if (!pending) return stage((db) => once(db, call, () => Promise.reject(alreadySent())))
  const { uploadId, letter } = pending
  try {
    const document = await renderAndStore(context, pending)
    const request = await stage((db) =>
      once(db, call, async () => {
        if ((await lock(db, id)).state !== 'DRAFT') throw alreadySent()
        const now = await letterOfStored(db, id)
        if (JSON.stringify(now.letter) !== JSON.stringify(letter))
          throw conflict('The letter was changed at this moment. Read it again before it goes.')
        await addDocuments(db, { entityType: 'REFUND_REQUEST', entityId: id, docType }, [document])
        return markSent(db, id, { ...sent, documentId: uploadId, letter })
      }),
    )
    // Of one that was sent before, this time's file is not needed.
    if (request.documentId !== uploadId) await undoAfterFailure(context, [uploadId])
    return request
  } catch (error) {
    await undoAfterFailure(context, [uploadId])
    throw error
  }
}

/** A sent letter: its content and its stored document. Undefined for a letter that was not sent. */
async function sentLetter(db: Db, id: string) {
  const { rows } = await sql<{ number: string; letter: LetterContent; file: { id: string; size: number } }>`
    select r.number, r.letter, jsonb_build_object('id', d.id, 'size', d.size) as file
    from refund_requests r join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
    where r.id = ${id} and r.deleted_at is null and r.letter is not null`.execute(db)
  return rows[0] && { ...rows[0], request: { number: rows[0].number } }
}

/** A letter as a file: the stored PDF of a sent letter, else rendered from its current content. Throws 404 and rendering errors. */
export async function download(
  { stage, storage, caller }: Pick<Storing, 'stage' | 'storage' | 'caller'>,
  id: string,
  format: LetterFormat,
): Promise<FileAnswer | StreamedFile> {
  const { tenantId } = caller
  const read = await stage(async (db) => (await sentLetter(db, id)) ?? letterOfStored(db, id))
  const { number } = read.request
  if (format === 'pdf' && 'file' in read) {
    const { file } = keysOf(tenantId, read.file.id)
    return new StreamedFile(letterTypes.pdf, letterFileName(number, format), read.file.size, (span) =>
      storage.open(file, span),
    )
  }
  return letterFile({ stage, caller }, read.letter, number, format)
}
