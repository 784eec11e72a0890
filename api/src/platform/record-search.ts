import * as z from 'zod/mini'
import { recordKinds, recordModules } from '../entities.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { nameKeyword } from '../kernel/filters.ts'
import { foundRecord } from '../kernel/found-records.ts'

export const about = 'Records of every kind by a part of their names.'

export const searchRecords = endpoint({
  method: 'POST',
  path: '/platform/api/records/search',
  summary: 'Records of every kind that the caller may view whose name or number contains the keyword',
  allow: { module: Object.values(recordModules), can: 'canView' },
  scope: 'platform',
  body: z.strictObject({ keyword: nameKeyword, size: z._default(z.int().check(z.gte(1), z.lte(20)), 4) }),
  /** Of each kind those first that have it in their name, then the newest, up to `size`. */
  response: z.array(z.object({ kind: z.enum(recordKinds), records: z.array(foundRecord) })),
})
