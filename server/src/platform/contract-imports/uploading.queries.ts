import { messageOf } from '@plinth/api/kernel/messages'
import {
  type ImportFailure,
  type ImportOutcome,
  type ImportTarget,
  importLimits,
} from '@plinth/api/platform/import-results'
import type { Db } from '../../kernel/db/tenancy.ts'
import { AppError } from '../../kernel/errors.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { type Columns, reasonOf, type SheetEntity } from '../../kernel/sheets/sheet-columns.ts'
import { type FieldNote, noteBook } from '../../kernel/sheets/sheet-rows.ts'
import { openSent, type SentFile } from '../../kernel/sheets/sheets.ts'
import { byCount, outcomeOf } from '../../kernel/sheets/upload-outcomes.ts'
import { begin, end, type ImportRow } from './imports.queries.ts'

/** The columns of a sheet, as the sheet-reading thread found them. */
export type Facts<N extends string> = Pick<Columns<N>, 'headings' | 'ignored' | 'names'>

/** A running import. */
export interface Run<N extends string> {
  id: string
  isDryRun: boolean
  names: Facts<N>['names']
}

type Counted = Parameters<typeof byCount>[1]

/** The kind of records to import, and the rules for it. */
export interface Target<N extends string, R extends ImportRow & { notes: FieldNote<N>[] }> {
  target: ImportTarget
  sheet: SheetEntity<N>
  /** The file of the rules that validate its rows. */
  rules: URL
  /** The most rows of a file. */
  rows: number
  /** The noun in the message about the stored records. */
  stored: Counted
  /**
   * Called once per run: returns a function that stores the good rows of a batch in its own transaction and returns the
   * rejected ones.
   */
  storing: (run: Run<N>) => (db: Db, rows: readonly R[]) => Promise<R[]>
}

const storable = {
  none: 'No rows can be stored.',
  one: '{count} row can be stored.',
  many: '{count} rows can be stored.',
}
const notStored = { one: '{count} row was not.', many: '{count} rows were not.' }
const notStorable = { one: '{count} row cannot.', many: '{count} rows cannot.' }

const listedFailure = ({ row, refId, faults }: ImportRow): ImportFailure => ({
  row,
  refId,
  reason: reasonOf(faults),
  faults,
})

/**
 * Stores the good rows of a file batch by batch and returns the rejected ones; a dry run only validates. The file is
 * known to be readable before the first row is stored. An interruption leaves whole batches and is recorded in the list
 * of imports. Throws 400, 413 and 415 for a file that cannot be read.
 */
export async function uploadTo<N extends string, R extends ImportRow & { notes: FieldNote<N>[] }>(
  { target, sheet: shape, rules, rows: maxRows, stored, storing }: Target<N, R>,
  { stage, settle }: StagedContext,
  file: SentFile,
  isDryRun: boolean,
): Promise<ImportOutcome> {
  const sheet = await openSent<Facts<N>, R>(file, rules, maxRows)
  try {
    const { facts, rows } = sheet
    const { headings, ignored, names } = facts
    const id = await stage((db) => begin(db, { target, headings, ignored, fileName: file.name, isDryRun, rows }))
    const store = storing({ id, isDryRun, names })
    const failures: ImportFailure[] = []
    const notes = noteBook(shape, facts)
    try {
      for await (const batch of sheet.batches()) {
        const failed = await stage((db) => store(db, batch))
        const missing = new Set(failed.map(({ row }) => row))
        for (const { row, notes: found } of batch) if (!missing.has(row)) notes.add(row, found)
        failures.push(...failed.slice(0, importLimits.listedFailures - failures.length).map(listedFailure))
      }
    } catch (error) {
      const fault = error instanceof AppError ? error.sentence : messageOf('Something went wrong on our side.')
      await settle((db) => end(db, target, id, { state: 'FAILED', fault })).catch(() => {})
      throw error
    }
    const ended = await settle((db) => end(db, target, id, { state: isDryRun ? 'CHECKED' : 'DONE' }))
    const { created, failed } = ended
    const summary = [
      byCount(created, isDryRun ? storable : stored),
      failed > 0 && byCount(failed, isDryRun ? notStorable : notStored),
    ]
    return { ...outcomeOf(summary, sheet.sheet), failures, notes: notes.all(), import: ended }
  } finally {
    await sheet.close()
  }
}
