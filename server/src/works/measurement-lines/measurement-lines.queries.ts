import type { Body } from '@plinth/api/kernel/endpoint'
import { lineFields, type MeasurementLine, type updateMeasurementLine } from '@plinth/api/works/measurement-lines'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid } from '../../kernel/errors.ts'
import { records } from '../../kernel/records/records.ts'
import { type LockedSheet, lockDraft } from './drafts.queries.ts'
import { readReferences } from './known.queries.ts'
import { lineFaults, typedAfterEdit } from './lines.rules.ts'
import { decimalsOfLines } from './unit-decimals.queries.ts'

const columnOfItem = (column: string) => sql`(select i.${sql.ref(column)} from schedule_items i
  where i.tenant_id = measurement_lines.tenant_id and i.id = measurement_lines.item_id)`

const columnOfCorrected = (column: string) => sql`(select ${sql.ref(column)} from measurement_lines c
  join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id
  where c.tenant_id = measurement_lines.tenant_id and c.id = measurement_lines.corrects_line_id)`

const lines = records<MeasurementLine & { ruleId: string | null }>({
  table: 'measurement_lines',
  fields: [...Object.keys(lineFields), 'decimals', 'ruleId'],
  fixed: ['sheetId', 'lineNo', 'rounding', 'contents'],
  computed: {
    itemNo: columnOfItem('item_no'),
    itemDescription: columnOfItem('description'),
    unit: columnOfItem('unit'),
    correctsSheet: columnOfCorrected('s.number'),
    correctsLineNo: columnOfCorrected('c.line_no'),
    isCorrected: sql`exists (select from measurement_lines c
      join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id
      where c.tenant_id = measurement_lines.tenant_id and c.corrects_line_id = measurement_lines.id
        and c.deleted_at is null and s.status = 'RECORDED')`,
  },
})

/** The lines of a sheet in their order. */
export const linesOf = (db: Db, sheetId: string): Promise<MeasurementLine[]> =>
  lines.list(db, [sql<SqlBool>`${lines.column('sheetId')} = ${sheetId}`], { field: 'lineNo', direction: 'asc' })

/** Locks the caller’s draft that holds a line. Throws 404, and 409 where the sheet is recorded or another user’s. */
async function lockDraftOf(db: Db, id: string): Promise<LockedSheet> {
  const line = await lines.get(db, { id })
  return lockDraft(db, line.sheetId)
}

/**
 * Changes a line of a draft; typed arithmetic stays where it still comes to its number. Throws 404, 400 for an invalid line, 409 for
 * a recorded line and for another user’s draft, and 412.
 */
export async function update(db: Db, id: string, edit: Body<typeof updateMeasurementLine>): Promise<MeasurementLine> {
  const sheet = await lockDraftOf(db, id)
  const stored = await lines.getForUpdate(db, { id })
  const changes = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const merged = { ...stored, ...changes }
  const written = { ...merged, typed: edit.typed === undefined ? typedAfterEdit(merged) : edit.typed }
  const references = await readReferences(db, [written])
  const faults = lineFaults(written, sheet.agreementId, references)
  if (faults.length > 0) throw invalid(faults)
  const roundingOf = await decimalsOfLines(db, sheet, [written], references)
  return lines.update(db, { id }, { ...edit, typed: written.typed ?? null, ...roundingOf(written) })
}

/** Throws 404, and 409 for a recorded line and for another user’s draft. */
export async function remove(db: Db, id: string): Promise<void> {
  await lockDraftOf(db, id)
  await lines.remove(db, { id })
}
