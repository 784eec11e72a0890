import * as z from 'zod/mini'
import { endpoint } from './kernel/endpoint.ts'
import { text } from './kernel/fields.ts'

const base = '/platform/api/tenants'

/** Characters to type before names are suggested. */
export const minNameKeyword = 3

export const searchTenantNames = endpoint({
  method: 'GET',
  path: `${base}/name-search`,
  summary: 'Up to ten names of active tenants that contain the keyword',
  allow: 'public',
  query: z.strictObject({
    keyword: text(100).check(z.minLength(minNameKeyword, { error: `must have at least ${minNameKeyword} characters` })),
  }),
  response: z.array(z.string()),
})
