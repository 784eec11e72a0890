import * as z from 'zod/mini'
import { sheetTypes } from './exports.ts'

/** The endings of an uploaded sheet's name. */
export const sheetEndings = ['.csv', '.xls', '.xlsx'] as const

/** The media types of CSV and Excel files. */
export const uploadedSheetTypes = ['text/csv', 'application/vnd.ms-excel', sheetTypes.xlsx] as const

/** The refusal of a file of another kind. */
export const onlySheets = 'Only CSV or Excel files are allowed.'

const hasEnding = /\.\w{1,5}$/

/**
 * Whether a file may be a sheet, by its name, because systems send many media types for a CSV, or none. For a name
 * without an ending, as some phones send it, the media type decides. The server checks the content.
 */
export function isSheetFile({ name, type }: { name: string; type: string }): boolean {
  const lower = name.trim().toLowerCase()
  if (hasEnding.test(lower)) return sheetEndings.some((ending) => lower.endsWith(ending))
  return uploadedSheetTypes.some((known) => known === type)
}

/**
 * Cells of a column that were read as shown or meant, not as stored: results with more decimals than the field takes,
 * rounded as their cells show them; unformatted numbers in a column of days, read as days.
 */
export const sheetNote = z.object({
  kind: z.enum(['ROUNDED', 'DAY_NUMBER']),
  /** As the sheet names it. */
  column: z.string(),
  /** How many rows. */
  rows: z.int(),
  /** The first of these rows, with the cell's content and the value that was stored for it. */
  row: z.int(),
  held: z.string(),
  stored: z.string(),
})
export type SheetNote = z.infer<typeof sheetNote>
