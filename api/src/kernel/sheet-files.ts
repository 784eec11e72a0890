import * as z from 'zod/mini'
import { sheetTypes } from './exports.ts'

/** How the name of a sheet that is uploaded ends. */
export const sheetEndings = ['.csv', '.xls', '.xlsx'] as const

/** The media types of CSV and Excel files. */
export const uploadedSheetTypes = ['text/csv', 'application/vnd.ms-excel', sheetTypes.xlsx] as const

/** What is said of a file of another kind. */
export const onlySheets = 'Only CSV or Excel files are allowed.'

const hasEnding = /\.\w{1,5}$/

/**
 * Whether a file may be a sheet, by its name: systems tell many media types for a CSV, and none at all. A name without
 * an ending, as some phones give it, leaves that to the media type. What the file holds is for the server to see.
 */
export function isSheetFile({ name, type }: { name: string; type: string }): boolean {
  const lower = name.trim().toLowerCase()
  if (hasEnding.test(lower)) return sheetEndings.some((ending) => lower.endsWith(ending))
  return uploadedSheetTypes.some((known) => known === type)
}

/**
 * Cells of a column that were read as they are shown or meant, not as they hold it: results with more decimals than the field
 * takes, rounded as their cells show them; numbers without a format where days stand, taken for the days that they count.
 */
export const sheetNote = z.object({
  kind: z.enum(['ROUNDED', 'DAY_NUMBER']),
  /** As the sheet names it. */
  column: z.string(),
  /** How many rows. */
  rows: z.int(),
  /** The first of them, with what it holds and what was taken for that. */
  row: z.int(),
  held: z.string(),
  stored: z.string(),
})
export type SheetNote = z.infer<typeof sheetNote>
