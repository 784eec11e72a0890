import * as api from '@plinth/api/platform/record-search'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice, Surroundings } from '../../slice.ts'
import { search } from './record-search.queries.ts'

function recordSearchRoutes({ route }: Routes, { finds }: Surroundings) {
  route(api.searchRecords, ({ body }, { db }) => search(db, finds, body))
}

export const recordSearchSlice: Slice = { routes: recordSearchRoutes }
