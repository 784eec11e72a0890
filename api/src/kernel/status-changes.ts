import * as z from 'zod/mini'
import { id, moment } from './fields.ts'

/** A status change of a record. */
export const statusChange = z.object({
  fromStatus: z.nullable(z.string()),
  toStatus: z.string(),
  changedAt: moment,
  changedBy: z.nullable(id),
  changedByName: z.nullable(z.string()),
})
export type StatusChange = z.infer<typeof statusChange>
