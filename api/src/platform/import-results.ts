import * as z from 'zod/mini'
import { exportFormats, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes, namedFile } from '../kernel/files.ts'
import { message, messageParts } from '../kernel/messages.ts'
import { sheetNote } from '../kernel/sheet-files.ts'

export const importLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 50_000,
  /** The most rejected rows in an answer. */
  listedFailures: 1_000,
  /** The number of latest imports whose rejected rows are stored. */
  keptFailures: 10,
}

export const importStates = ['RUNNING', 'CHECKED', 'DONE', 'FAILED', 'INTERRUPTED', 'UNDONE'] as const

/** What the rows of an import are. */
export const importTargets = ['CONTRACTS', 'DEPOSITS'] as const
export type ImportTarget = (typeof importTargets)[number]

/** One import, or the check of one (CHECKED: nothing was stored). */
export const contractImport = z.object({
  id: f.id,
  fileName: z.string(),
  state: z.enum(importStates),
  isDryRun: z.boolean(),
  /** The estimated number of rows in the file, once known. */
  rowsExpected: z.nullable(z.int()),
  rowsRead: z.int(),
  /** Rows stored; in a check, those that would be. */
  created: z.int(),
  failed: z.int(),
  /** Headings of unknown columns, which were not read. */
  ignoredColumns: z.array(z.string()),
  /** Why the file as a whole was refused. */
  fault: z.nullable(z.string()),
  faultParts: z.nullable(messageParts),
  startedAt: f.moment,
  startedByName: z.nullable(z.string()),
  finishedAt: z.nullable(f.moment),
  undoneAt: z.nullable(f.moment),
  undoneByName: z.nullable(z.string()),
})
export type ContractImport = z.infer<typeof contractImport>

/** A cell that cannot be stored: its column as the sheet names it, its content, and the fault. */
export const cellFault = z.object({ field: z.string(), column: z.string(), value: z.string(), ...message.shape })
export type CellFault = z.infer<typeof cellFault>

/**
 * A rejected row. `refId` identifies it (its bid ID, else its reference no.), else `Row N`, with N as the sheet numbers
 * it.
 */
export const importFailure = z.object({
  refId: z.string(),
  reason: z.string(),
  row: z.int(),
  faults: z.array(cellFault),
})
export type ImportFailure = z.infer<typeof importFailure>

/** The result of an import, or of the check of one. */
export const importOutcome = z.object({
  message: z.string(),
  /** The sentences of the message. */
  sentences: z.array(message),
  /** The first 1,000; `import.failed` counts them all, and the file of failures has them all. */
  failures: z.array(importFailure),
  /** Values of stored rows that differ from their cells, because they were stored as displayed or as meant. */
  notes: z.array(sheetNote),
  import: contractImport,
})
export type ImportOutcome = z.infer<typeof importOutcome>

/** The input and answer of every import call. */
export const uploading = {
  /** A dry run checks every cell and stores nothing. */
  query: z.object({ dryRun: z.optional(z.enum(['true', 'false'])) }),
  upload: { field: 'file', maxBytes: importLimits.bytes, tooLarge: 'The file must be at most 20 MB.' },
  body: namedFile,
  response: importOutcome,
} as const

/** How the sheets of an import, its template and its rejected rows, are requested and answered. */
export const sheetOfUpload = {
  query: z.object({ format: z._default(z.enum(exportFormats), 'xlsx') }),
  download: Object.values(sheetTypes),
  response: fileBytes,
}
