import {
  beginUpload,
  cancelUpload,
  type Document,
  defaultBucket,
  defaultDocType,
  finishUpload,
  getUpload,
  maxWholeBytes,
  putUploadPart,
  uploadDocument,
  uploadRecordDocument,
} from '@plinth/api/documents'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../lib/call.ts'
import { isReadable, putToStore, upload } from '../lib/upload.ts'
import { type PartsWire, patiently, sendInParts } from './upload-parts.ts'
import { type Send, UnsendableFile, type Upload, UploadQueue, type Watch } from './upload-queue.ts'
import { type Place, useDocumentCache } from './useDocuments.ts'

/** Which of the two services takes a document that is sent whole. */
export type Service = 'project' | 'common'

async function requireReadable(file: File): Promise<void> {
  if (!(await isReadable(file)))
    throw new UnsendableFile('The file was changed or removed since it was chosen. Please choose it again.')
}

interface Sending {
  place: Place
  tenantId: string
  upload: Upload
  watch: Watch
}

function sendWhole(service: Service, { place, tenantId, upload: one, watch }: Sending): Promise<Document> {
  const { file, about, key } = one
  const { entityType, entityId } = place
  const { docType = defaultDocType, purpose } = about
  const options = { ...watch, idempotencyKey: key }
  if (service === 'common') {
    const body = { tenantId, entityType, entityId, bucketName: defaultBucket, docType, purpose, file }
    return upload(uploadDocument, { body }, options)
  }
  const [, extension] = /\.([^.]+)$/.exec(file.name) ?? []
  const body = {
    file,
    tenant_id: tenantId,
    entity_type: entityType,
    entity_id: entityId,
    doc_type: docType,
    purpose,
    bucket_name: defaultBucket,
    file_name: file.name,
    file_type: file.type,
    file_extension: extension,
    size: String(file.size),
  }
  return upload(uploadRecordDocument, { body }, options)
}

const partsWireOf = ({ place, upload: { file, about } }: Sending): PartsWire => ({
  begin: () =>
    call(beginUpload, {
      body: {
        ...place,
        docType: about.docType ?? defaultDocType,
        purpose: about.purpose,
        fileName: file.name,
        size: file.size,
        fingerprint: `${file.size} ${file.lastModified} ${file.name}`.slice(0, 200),
      },
    }),
  look: (id) => call(getUpload, { params: { id } }),
  put: async (id, { number, url }, bytes, watch) => {
    await requireReadable(file)
    const isOurs = url.startsWith('/')
    if (isOurs) await upload(putUploadPart, { params: { id }, query: { number }, body: bytes }, watch)
    else await putToStore(url, bytes, watch)
  },
  finish: (id) => call(finishUpload, { params: { id } }),
  cancel: (id) => call(cancelUpload, { params: { id } }),
})

/** Sends files to a place by one of the two services; large ones in parts. What is stored is in the list at once. */
export function useUploads(place: Place, service: Service, onFault?: (error: unknown) => void) {
  const { tenantId, add, refetch } = useDocumentCache(place)
  const [queue] = useState(() => {
    const send: Send = async (one, watch) => {
      const sending = { place, tenantId, upload: one, watch }
      const whole = async () => {
        await requireReadable(one.file)
        return sendWhole(service, sending)
      }
      try {
        const isLarge = one.file.size > maxWholeBytes
        add(await (isLarge ? sendInParts(one.file, partsWireOf(sending), watch) : patiently(whole, watch)))
      } catch (error) {
        if (!watch.signal.aborted) onFault?.(error)
        throw error
      }
    }
    return new UploadQueue(send, refetch)
  })
  // What nobody sees any more is not sent on.
  useEffect(() => () => queue.cancel(), [queue])
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) }
}
