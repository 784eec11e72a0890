import * as api from '@plinth/api/documents/letterheads'
import { letterTypes } from '@plinth/api/kernel/letter'
import { notFound } from '../../kernel/errors.ts'
import { FileAnswer } from '../../kernel/files/file-answers.ts'
import type { Routes } from '../../kernel/http/route.ts'
import { cleanLetterhead } from '../../kernel/print/word.ts'
import type { Slice } from '../../slice.ts'
import { fileNameOf } from '../documents/file-names.rules.ts'
import * as letterheads from './letterheads.queries.ts'

const ownCompany = () => null

function letterheadRoutes({ route, stagedRoute }: Routes) {
  route(api.getLetterhead, (_, { db }) => letterheads.get(db))
  route(api.downloadLetterhead, async (_, { db }) => {
    const found = await letterheads.file(db)
    if (!found) throw notFound()
    return new FileAnswer(letterTypes.docx, found.fileName, found.content)
  })
  stagedRoute(api.uploadLetterhead, ownCompany, async ({ body: { name, bytes } }, { stage, caller }) => {
    const clean = await cleanLetterhead(caller.tenantId, bytes)
    return stage((db) => letterheads.put(db, fileNameOf(name), clean))
  })
  route(api.removeLetterhead, (_, { db }) => letterheads.remove(db))
}

export const letterheadSlice: Slice = { routes: letterheadRoutes }
