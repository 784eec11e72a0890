import * as api from '@plinth/api/documents/letter-templates'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as templates from './letter-templates.queries.ts'

function letterTemplateRoutes({ route }: Routes) {
  route(api.listLetterTemplates, (_, { db }) => templates.list(db))
  route(api.getLetterTemplate, ({ params }, { db }) => templates.get(db, params.id))
  route(api.createLetterTemplate, ({ body }, { db }) => templates.create(db, body))
  route(api.updateLetterTemplate, ({ params, body }, { db }) => templates.update(db, params.id, body))
  route(api.deleteLetterTemplate, ({ params }, { db }) => templates.remove(db, params.id))
}

export const letterTemplateSlice: Slice = { routes: letterTemplateRoutes }
