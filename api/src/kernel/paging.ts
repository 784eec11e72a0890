import * as z from 'zod/mini'
import { moment, optional, requiredText } from './fields.ts'

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

/** Both ends included; the end is good for the whole of its second, since clients send T23:59:59Z. */
export const dateRange = z.strictObject({ from: optional(moment), to: optional(moment) }).check(
  z.refine((range) => !range.from || !range.to || Date.parse(range.from) <= Date.parse(range.to), {
    error: 'must not be before from',
    path: ['to'],
  }),
)
export type DateRange = z.infer<typeof dateRange>

function sortBy<E extends z.core.$ZodShape>({ shape }: z.ZodMiniObject<E>) {
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
    dateRange: optional(dateRange),
    pagination: z._default(pagination, { page: 0, size: defaultPageSize }),
    sort: sortBy(entity),
  })
}

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Above this many rows an export is refused. */
export const maxExportRows = 50_000

/**
 * The body of an export: the filters and the sort of the list, and the columns it shows, each with its heading, in
 * their order. Every row that meets the filters is exported, whatever page is shown.
 */
export function exportBody<F extends z.core.$ZodShape, E extends z.core.$ZodShape>(
  filters: F,
  entity: z.ZodMiniObject<E>,
) {
  const fields = Object.keys(entity.shape) as (keyof E & string)[]
  const column = z.strictObject({ field: z.enum(fields), label: requiredText(100) })
  return z.strictObject({
    ...filters,
    dateRange: optional(dateRange),
    sort: sortBy(entity),
    format: z.enum(exportFormats),
    columns: z
      .array(column)
      .check(
        z.minLength(1, { error: 'must name a column' }),
        z.maxLength(100, { error: 'must be at most 100 columns' }),
      ),
  })
}

/** The media types that an export is answered with. */
export const sheetTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

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
export interface Page<T> {
  content: T[]
  number: number
  size: number
  totalPages: number
  totalElements: number
}
