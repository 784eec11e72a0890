import type { ExportFormat } from '@plinth/api/kernel/exports'
import * as z from 'zod/mini'
import { type ExportingCompany, exportOf } from '../../kernel/sheets/exports.ts'
import { reasonOf, reasonsHeading } from '../../kernel/sheets/sheet-columns.ts'
import type { FailedRow } from './imports.queries.ts'

/** The rejected rows as they came, with their reasons in a last column. */
export function failuresFile(
  format: ExportFormat,
  { headings: given, rows }: { headings: string[]; rows: FailedRow[] },
  by: ExportingCompany,
) {
  const columns = [...given, reasonsHeading].map((label, at) => ({ field: `c${at}`, label }))
  const entity = z.object(Object.fromEntries(columns.map(({ field }) => [field, z.string()])))
  async function* records() {
    yield rows.map(({ cells, faults }) =>
      Object.fromEntries([...cells, reasonOf(faults)].map((cell, at) => [`c${at}`, cell])),
    )
  }
  return exportOf(records(), { name: 'Rows to mend', entity, columns, format, by })
}
