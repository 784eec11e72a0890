import * as z from 'zod/mini'
import { moment } from './fields.ts'
import { filterBy } from './filters.ts'

export const defaultPageSize = 10
export const maxPageSize = 200

export const pagination = z.strictObject({
  page: z._default(z.int().check(z.gte(0), z.lte(1_000_000)), 0),
  size: z._default(z.int().check(z.gte(1), z.lte(maxPageSize)), defaultPageSize),
})
export type Pagination = z.infer<typeof pagination>

export const directions = ['asc', 'desc'] as const
export interface Sort {
  field: string
  direction: (typeof directions)[number]
}

/**
 * Both ends are included. A range from T00:00:00Z to T23:59:59Z means days in the company's time zone; other moments
 * are taken as they are, the last one including its whole second.
 */
export const dateRange = z.strictObject({ from: filterBy(moment), to: filterBy(moment) }).check(
  z.refine((range) => !range.from || !range.to || Date.parse(range.from) <= Date.parse(range.to), {
    error: 'must not be before {field}',
    params: { field: 'from' },
    path: ['to'],
  }),
)
export type DateRange = z.infer<typeof dateRange>

/** The days that a range means; undefined if one of its ends is no edge of a day. */
export function daysOf({ from, to }: DateRange): { first: string | undefined; last: string | undefined } | undefined {
  const isDays = (!from || /T00:00:00(\.0+)?Z$/.test(from)) && (!to || /T23:59:59(\.\d+)?Z$/.test(to))
  return isDays ? { first: from?.slice(0, 10), last: to?.slice(0, 10) } : undefined
}

/** A sort by one of the entity's own fields. */
export function sortBy<E extends z.core.$ZodShape>({ shape }: z.ZodMiniObject<E>) {
  const fields = Object.keys(shape) as (keyof E & string)[]
  return z._default(z.strictObject({ field: z.enum(fields), direction: z._default(z.enum(directions), 'asc') }), {
    field: 'createdAt',
    direction: 'desc',
  })
}

/** The body of a paged search: the filters of the slice, and a sort by one of the entity's own fields. */
export function filterBody<F extends z.core.$ZodShape, E extends z.core.$ZodShape>(
  filters: F,
  entity: z.ZodMiniObject<E>,
) {
  return z.strictObject({
    ...filters,
    dateRange: filterBy(dateRange),
    pagination: z._default(pagination, { page: 0, size: defaultPageSize }),
    sort: sortBy(entity),
  })
}

/** One page of a search: `number` counts from 0, and the totals are exact. */
export function page<T extends z.core.$ZodType>(item: T) {
  return z.object({
    content: z.array(item),
    number: z.int(),
    size: z.int(),
    totalPages: z.int(),
    totalElements: z.int(),
  })
}
export type Page<T> = Omit<z.infer<ReturnType<typeof page>>, 'content'> & { content: T[] }
