import * as z from 'zod/mini'
import { text, total } from './fields.ts'
import { filterBy } from './filters.ts'

/** So many groups are answered, and the one of records without a value; what is in the others is told as one. */
export const mostGroups = 100

/**
 * Narrows a search to one group: the records that have this value in this field, or a day of this month (YYYY-MM) in one that
 * holds days; null is the group of those without.
 */
export const ofGroup = <const F extends readonly string[]>(fields: F) =>
  filterBy(z.strictObject({ by: z.enum(fields), key: z.nullable(text(300)) }))

/** The body of a call that groups: the filters of its search, and the field. */
export const groupBody = <const F extends readonly string[], S extends z.core.$ZodShape>(fields: F, filters: S) =>
  z.strictObject({ ...filters, by: z.enum(fields) })

/** What a group comes to in each of the amounts, by its name, in rupees. */
const amountsOf = <const A extends readonly string[]>(names: A) =>
  z.object(Object.fromEntries(names.map((name) => [name, total])) as Record<A[number], typeof total>)

/**
 * The groups that the records of a search fall into, each record in one: statuses in their order, the latest month first, texts
 * with the most money first, and last those without. `leftOut` are the groups beyond the most that are answered.
 */
export const grouped = <const A extends readonly string[]>(amounts: A) =>
  z.object({
    groups: z.array(z.object({ key: z.nullable(z.string()), count: z.int(), amounts: amountsOf(amounts) })),
    leftOut: z.object({ groups: z.int(), count: z.int(), amounts: amountsOf(amounts) }),
  })
