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
import { hold, markSent, sentAlready } from './refund-requests.queries.ts'

/**
 * A letter is printed once, when it is sent, and kept: it is read and printed before the transaction in which it is sent, as a
 * printer takes its time, and in that it is read again. What it says must be the same then.
 */

const docType = 'LETTER'

type Sent = Body<typeof sendRefundRequest>

/** A letter that is about to be printed and kept. */
interface Begun {
  uploadId: string
  fileName: string
  letter: LetterContent
}

/** Reads the letter, and notes that a document of it is on its way; undefined for what is no draft. Throws 404. */
async function begin(db: Db, id: string): Promise<Begun | undefined> {
  const { request, letter } = await letterOfStored(db, id)
  if (request.state !== 'DRAFT') return undefined
  const fileName = letterFileName(request.number, 'pdf')
  const noted = await db
    .insertInto('document_uploads')
    .values({ entity_type: 'REFUND_REQUEST', entity_id: id, file_name: fileName, size: 1, doc_type: docType })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { uploadId: noted.id, fileName, letter }
}

/** Puts bytes where files arrive. */
async function arrive({ arrivals }: Storage, bytes: Buffer): Promise<ArrivedFile> {
  const path = join(arrivals, randomUUID())
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function printAndKeep({ storage, caller }: Storing, { uploadId, fileName, letter }: Begun) {
  const file = await arrive(storage, await letterPdf(caller.tenantId, letter))
  try {
    return await keep(storage, caller, { id: uploadId, fileName, file })
  } finally {
    await rm(file.path, { force: true })
  }
}

/**
 * Says that a letter was sent, keeps it as a document of the request, and has its deposits asked for: all of it, or nothing.
 * Throws 404, 409 for what is no draft or was changed at this moment, and for deposits that cannot be asked for any more; 400 for
 * a day after today or before the letter's; what printing and storing throw.
 */
export async function send(context: Storing, id: string, sent: Sent): Promise<RefundRequest> {
  const { stage, once } = context
  const asked = `send ${id} ${JSON.stringify(sent)}`
  const begun = await stage((db) => begin(db, id))
  // Of one that was sent before with the same key the answer is known.
  if (!begun) return stage((db) => once(db, asked, () => Promise.reject(sentAlready())))
  const { uploadId, letter } = begun
  try {
    const kept = await printAndKeep(context, begun)
    const request = await stage((db) =>
      once(db, asked, async () => {
        if ((await hold(db, id)).state !== 'DRAFT') throw sentAlready()
        const now = await letterOfStored(db, id)
        if (JSON.stringify(now.letter) !== JSON.stringify(letter))
          throw conflict('The letter was changed at this moment. Read it again before it goes.')
        await addDocuments(db, { entityType: 'REFUND_REQUEST', entityId: id, docType }, [kept])
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

/** A letter as it was sent: what stood in it, and the document that was kept of it. Undefined for one that was not. */
async function keptLetter(db: Db, id: string) {
  const { rows } = await sql<{ number: string; letter: LetterContent; file: { id: string; size: number } }>`
    select r.number, r.letter, jsonb_build_object('id', d.id, 'size', d.size) as file
    from refund_requests r join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
    where r.id = ${id} and r.deleted_at is null and r.letter is not null`.execute(db)
  return rows[0] && { ...rows[0], request: { number: rows[0].number } }
}

/** A letter as a file: of one that was sent the PDF that was kept, else made of what it says now. Throws 404, what printing throws. */
export async function download(
  { stage, storage, caller }: Pick<Storing, 'stage' | 'storage' | 'caller'>,
  id: string,
  format: LetterFormat,
): Promise<FileAnswer | StreamedFile> {
  const { tenantId } = caller
  const read = await stage(async (db) => (await keptLetter(db, id)) ?? letterOfStored(db, id))
  const { number } = read.request
  if (format === 'pdf' && 'file' in read) {
    const { file } = keysOf(tenantId, read.file.id)
    return new StreamedFile(letterTypes.pdf, letterFileName(number, format), read.file.size, (span) =>
      storage.open(file, span),
    )
  }
  return letterFile({ stage, caller }, read.letter, number, format)
}
