import * as z from 'zod/mini'
import { total } from './fields.ts'
import { anyOf, filterBy } from './filters.ts'
import { dateRange } from './paging.ts'

/** What a list is mostly asked for, by name: the server has the rule of each. What is found meets every one that is named. */
export const everyOf = anyOf

/** The body of a call that counts: the filters of the search, of which nothing is left out. */
export const countBody = <const F extends z.core.$ZodShape>(filters: F) =>
  z.strictObject({ ...filters, dateRange: filterBy(dateRange) })

/**
 * How many records of a search each quick filter leaves, in the order of `names`, and what they come to in rupees: null where
 * the records of the list have no amount that adds up.
 */
export const quickCounts = <const N extends readonly string[]>(names: N) =>
  z.array(z.object({ quickFilter: z.enum(names), count: z.int(), amount: z.nullable(total) }))
