import * as api from '@plinth/api/documents/documents'
import type { Routes } from '../../kernel/http/route.ts'
import { hour, type Slice, type Surroundings } from '../../slice.ts'
import * as documents from './documents.queries.ts'
import { countUndrawn } from './drawing.queries.ts'
import * as erasing from './erasing.queries.ts'
import { previewOf } from './preview.queries.ts'
import * as storing from './storing.queries.ts'
import { countLeftovers, sweep } from './sweep.queries.ts'
import * as uploads from './uploads.queries.ts'

const ownCompany = () => null

function documentRoutes({ route, stagedRoute, publicRoute }: Routes, { onPicturesDue }: Surroundings) {
  async function stored<A extends api.Document | api.Document[]>(storing: Promise<A>): Promise<A> {
    const answer = await storing
    if ([answer].flat().some(({ arePicturesDue }) => arePicturesDue)) onPicturesDue()
    return answer
  }

  route(api.listRecordDocuments, ({ params, query }, { db, ...reader }) =>
    documents.listOfRecord(db, params, query, reader),
  )
  route(api.listDocuments, ({ query }, { db, ...reader }) => documents.list(db, query, reader))
  route(api.getDocument, ({ params }, { db, ...reader }) => documents.get(db, params.id, reader))
  route(api.setDocumentValidity, ({ params, body }, { db, ...reader }) =>
    documents.setValidity(db, params.id, body.validUntil, reader),
  )
  route(api.getDownloadLink, ({ query }, { db, ...reader }) => documents.linkOfKey(db, query, reader))
  stagedRoute(api.getDocumentPreview, ownCompany, async ({ params }, { stage, storage, caller }) => {
    const { keys, fileType, size } = await stage((db) => documents.storedFile(db, params.id, caller))
    return previewOf(storage, { key: keys.file, fileType, size })
  })
  stagedRoute(api.deleteDocument, ownCompany, ({ params }, context) => erasing.remove(context, params.id))
  publicRoute(api.openFile, ({ params }, context) => documents.fileBehind(params.link, context))

  stagedRoute(api.uploadRecordDocument, ownCompany, ({ body }, context) =>
    stored(storing.storeOne(context, storing.orderOf(body))),
  )
  stagedRoute(api.uploadDocument, ownCompany, ({ body: { file, ...order } }, context) =>
    stored(storing.storeOne(context, { ...order, files: [file], fields: { bucket: 'bucketName', file: 'file' } })),
  )
  stagedRoute(api.uploadDocuments, ownCompany, ({ body }, context) => stored(storing.store(context, body)))

  stagedRoute(api.beginUpload, ownCompany, ({ body }, context) => uploads.begin(context, body))
  stagedRoute(api.getUpload, ownCompany, ({ params }, context) => uploads.get(context, params.id))
  stagedRoute(api.putUploadPart, ownCompany, ({ params, query, body }, context) =>
    uploads.putPart(context, params.id, query.number, body),
  )
  stagedRoute(api.finishUpload, ownCompany, ({ params }, context) => stored(uploads.finish(context, params.id)))
  stagedRoute(api.cancelUpload, ownCompany, ({ params }, context) => uploads.cancel(context, params.id))
}

export const documentSlice: Slice = {
  routes: documentRoutes,
  queues: (door) => [
    {
      name: 'documents',
      help: 'Files that interrupted uploads and deletes have left in the store, until the next sweep.',
      measure: async () => ({ waiting: await countLeftovers(door) }),
      goodFor: 60_000,
    },
    {
      name: 'pictures',
      help: 'Documents whose thumbnail and preview are still to be drawn.',
      measure: () => countUndrawn(door),
      goodFor: 5_000,
    },
  ],
  sweeps: ({ door, storage }) => [
    {
      name: 'documents',
      interval: hour,
      sweep: ({ now, isStopping }) => sweep(door, storage, now, isStopping),
    },
  ],
}
