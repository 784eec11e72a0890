import * as z from 'zod/mini'
import { id } from './fields.ts'

/** A record in search results; `detail` is its number or another of its names. */
export const foundRecord = z.object({
  id,
  name: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  status: z.nullable(z.string()),
})
export type FoundRecord = z.infer<typeof foundRecord>
