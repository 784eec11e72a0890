import {
  type DocumentEntity,
  defaultBucket,
  listRecordDocuments,
  uploadRecordDocument,
} from '@plinth/api/documents/documents'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { keepOperations, type NewOperation, outbox } from '../../lib/outbox.ts'
import { bytesOf, type Operation, type OutboxAnswer, photoRoom } from '../../lib/outbox-rules.ts'
import { queryClient } from '../../lib/query-client.ts'
import { currentUser } from '../../lib/session.ts'
import { upload } from '../../lib/upload.ts'
import { newUuid } from '../../lib/uuid.ts'

/** Photos of any record that wait for a connection. */

export const photoKind = 'PHOTO'

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`

/** Why a photo is not stored on this device; undefined when it is. */
function photoFault(photo: Blob, operations: readonly Operation[]): string | undefined {
  if (!photo.type.startsWith('image/')) return t('This is no picture.')
  if (photo.size > photoRoom.each)
    return t('A photo may have {most}. Take it with a lower resolution.', { most: megabytes(photoRoom.each) })
  if (bytesOf(operations) + photo.size > photoRoom.together)
    return t('Photos of {most} wait on this device already. Send them first.', { most: megabytes(photoRoom.together) })
  return undefined
}

/** Stores a photo on this device until a channel sends it. Returns why it was not stored. */
export async function keepPhotoFor(
  { channel, body }: Pick<NewOperation, 'channel' | 'body'>,
  photo: File,
): Promise<string | undefined> {
  const fault = photoFault(photo, outbox()?.operations() ?? [])
  return fault ?? keepOperations([{ id: newUuid(), channel, kind: photoKind, body, file: photo }])
}

/** A unique file name: by it a retry recognises that the photo has been stored already. */
function nameOf({ id, madeAt, file }: Operation): string {
  const ending = file?.type === 'image/png' ? 'png' : file?.type === 'image/webp' ? 'webp' : (endingOf(file) ?? 'jpg')
  return `photo-${madeAt.slice(0, 16).replaceAll(/\D/g, '-')}-${id.slice(0, 8)}.${ending}`
}

const endingOf = (file: Blob | undefined) =>
  file instanceof File ? /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() : undefined

interface Place {
  entityType: DocumentEntity
  entityId: string
}

async function isThere(params: Place & { tenantId: string }, name: string, as: string): Promise<boolean> {
  const documents = await call(listRecordDocuments, { params, query: {} }, { as })
  return documents.some(({ fileName }) => fileName === name)
}

/** The answer for an operation that an older release left and that can no longer be read. */
export const unreadable = ({ id }: Operation): OutboxAnswer => ({
  id,
  verdict: { outcome: 'REFUSED', said: { message: 'It was made by an older version, and cannot be read any more.' } },
})

/** Sends a photo to its record; a repeated call stores it once. Fails as any call does. */
export async function sendPhoto(operation: Operation, place: Place, as: string): Promise<OutboxAnswer> {
  const { id, file, wasSent } = operation
  const tenantId = currentUser()?.tenantId
  if (!file || !tenantId) return unreadable(operation)
  const name = nameOf(operation)
  const done: OutboxAnswer = {
    id,
    verdict: null,
    show: () =>
      void queryClient.invalidateQueries({ queryKey: [listRecordDocuments.method, listRecordDocuments.path] }),
  }
  if (wasSent && (await isThere({ tenantId, ...place }, name, as))) return done
  const body = {
    file: new File([file], name, { type: file.type }),
    tenant_id: tenantId,
    entity_type: place.entityType,
    entity_id: place.entityId,
    doc_type: 'PHOTO',
    bucket_name: defaultBucket,
    file_name: name,
    size: String(file.size),
  }
  await upload(uploadRecordDocument, { body }, { idempotencyKey: id, as, onSent: () => undefined })
  return done
}
