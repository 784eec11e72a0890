import * as z from 'zod/mini'
import { requiredText } from './fields.ts'
import { filterBy } from './filters.ts'
import { dateRange, sortBy } from './paging.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** An export of more rows is refused. */
export const maxExportRows = 50_000

/**
 * The body of an export: the filters and the sort of the list, and its columns in their order, each with its heading.
 * Every row that meets the filters is exported, whichever page is shown.
 */
export function exportBody<F extends z.core.$ZodShape, E extends z.core.$ZodShape>(
  filters: F,
  entity: z.ZodMiniObject<E>,
) {
  const fields = Object.keys(entity.shape) as (keyof E & string)[]
  const column = z.strictObject({ field: z.enum(fields), label: requiredText(100) })
  return z.strictObject({
    ...filters,
    dateRange: filterBy(dateRange),
    sort: sortBy(entity),
    format: z.enum(exportFormats),
    columns: z
      .array(column)
      .check(
        z.minLength(1, { error: 'must name a column' }),
        z.maxLength(100, { error: 'must be at most {max} columns' }),
      ),
  })
}

/** The media types of exports. */
export const sheetTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>
