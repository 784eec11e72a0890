import * as z from 'zod/mini'
import { total } from './fields.ts'
import { anyOf, filterBy } from './filters.ts'
import { dateRange } from './paging.ts'

/**
 * The most used filters of a list by name; the server has the rule of each. A record must meet every one that is named.
 */
export const everyOf = anyOf

/** The body of a counting call: the filters of the search, including all of them. */
export const countBody = <const F extends z.core.$ZodShape>(filters: F) =>
  z.strictObject({ ...filters, dateRange: filterBy(dateRange) })

/**
 * How many records of a search meet each quick filter, in the order of `names`, and their sum in rupees; null if the
 * records have no amount to sum.
 */
export const quickCounts = <const N extends readonly string[]>(names: N) =>
  z.array(z.object({ quickFilter: z.enum(names), count: z.int(), amount: z.nullable(total) }))
