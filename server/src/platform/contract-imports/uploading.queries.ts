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

/** What the columns of a sheet are, as the thread that reads it found them. */
export type Facts<N extends string> = Pick<Columns<N>, 'headings' | 'ignored' | 'names'>

/** An upload under way. */
export interface Run<N extends string> {
  id: string
  isDryRun: boolean
  names: Facts<N>['names']
}

type Counted = Parameters<typeof byCount>[1]

/** What is taken in, and how. */
export interface Target<N extends string, R extends ImportRow & { notes: FieldNote<N>[] }> {
  target: ImportTarget
  sheet: SheetEntity<N>
  /** The file of the rules that its rows are judged by. */
  rules: URL
  /** The most rows of a file. */
  rows: number
  /** What is said of so many that were stored. */
  stored: Counted
  /** For one run: what stores the good rows of a batch in a transaction of its own, and answers the others. */
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
 * Stores the good rows of a file, batch by batch, and answers the others; a dry run only judges. The file is known to be
 * sound before the first row is stored. What ends it half-way leaves whole batches and says so in the list of imports.
 * Throws 400, 413 and 415 for a file that cannot be read.
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
      const fault = error instanceof AppError ? error.said : messageOf('Something went wrong on our side.')
      await settle((db) => end(db, target, id, { state: 'FAILED', fault })).catch(() => {})
      throw error
    }
    const ended = await settle((db) => end(db, target, id, { state: isDryRun ? 'CHECKED' : 'DONE' }))
    const { created, failed } = ended
    const said = [
      byCount(created, isDryRun ? storable : stored),
      failed > 0 && byCount(failed, isDryRun ? notStorable : notStored),
    ]
    return { ...outcomeOf(said, sheet.sheet), failures, notes: notes.all(), import: ended }
  } finally {
    await sheet.close()
  }
}
