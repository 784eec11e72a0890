import * as api from '@plinth/api/documents/notes'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as notes from './notes.queries.ts'

function noteRoutes({ route }: Routes) {
  route(api.listNotes, ({ params, query }, { db }) => notes.list(db, params, query))
  route(api.addNote, ({ params, body }, { db }) => notes.add(db, params, body))
  route(api.listMentionable, ({ params }, { db }) => notes.mentionable(db, params))
  route(api.deleteNote, ({ params }, { db }) => notes.remove(db, params))
}

export const noteSlice: Slice = { routes: noteRoutes }
