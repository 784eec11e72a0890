import * as z from 'zod/mini'
import { text, total } from './fields.ts'
import { filterBy } from './filters.ts'

/** The most groups that are answered, beside the group of records without a value; all others are summed as one. */
export const mostGroups = 100

/**
 * Restricts a search to one group: records with this value in this field, or with a day of this month (YYYY-MM) in a
 * field of days; null is the group of records without a value.
 */
export const ofGroup = <const F extends readonly string[]>(fields: F) =>
  filterBy(z.strictObject({ by: z.enum(fields), key: z.nullable(text(300)) }))

/** The body of a grouping call: the filters of its search, and the field. */
export const groupBody = <const F extends readonly string[], S extends z.core.$ZodShape>(fields: F, filters: S) =>
  z.strictObject({ ...filters, by: z.enum(fields) })

/** The sums of a group's amounts by name, in rupees. */
const amountsOf = <const A extends readonly string[]>(names: A) =>
  z.object(Object.fromEntries(names.map((name) => [name, total])) as Record<A[number], typeof total>)

/**
 * The groups of a search's records, each record in one: statuses in their order, months with the latest first, texts
 * with the largest sum first, and last the records without a value. `leftOut` sums the groups beyond the maximum.
 */
export const grouped = <const A extends readonly string[]>(amounts: A) =>
  z.object({
    groups: z.array(z.object({ key: z.nullable(z.string()), count: z.int(), amounts: amountsOf(amounts) })),
    leftOut: z.object({ groups: z.int(), count: z.int(), amounts: amountsOf(amounts) }),
  })
