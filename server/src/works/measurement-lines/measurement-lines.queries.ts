import type { Body } from '@plinth/api/kernel/endpoint'
import { lineFields, type MeasurementLine, type updateMeasurementLine } from '@plinth/api/works/measurement-lines'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid } from '../../kernel/errors.ts'
import { records } from '../../kernel/records/records.ts'
import { type HeldSheet, holdDraft } from './drafts.queries.ts'
import { knownOf } from './known.queries.ts'
import { lineFaults, typedAfter } from './lines.rules.ts'
import { decimalsOfLines } from './unit-decimals.queries.ts'

const ofItem = (column: string) => sql`(select i.${sql.ref(column)} from schedule_items i
  where i.tenant_id = measurement_lines.tenant_id and i.id = measurement_lines.item_id)`

const corrected = (column: string) => sql`(select ${sql.ref(column)} from measurement_lines c
  join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id
  where c.tenant_id = measurement_lines.tenant_id and c.id = measurement_lines.corrects_line_id)`

const lines = records<MeasurementLine & { ruleId: string | null }>({
  table: 'measurement_lines',
  fields: [...Object.keys(lineFields), 'decimals', 'ruleId'],
  fixed: ['sheetId', 'lineNo', 'rounding', 'contents'],
  computed: {
    itemNo: ofItem('item_no'),
    itemDescription: ofItem('description'),
    unit: ofItem('unit'),
    correctsSheet: corrected('s.number'),
    correctsLineNo: corrected('c.line_no'),
    isCorrected: sql`exists (select from measurement_lines c
      join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id
      where c.tenant_id = measurement_lines.tenant_id and c.corrects_line_id = measurement_lines.id
        and c.deleted_at is null and s.status = 'RECORDED')`,
  },
})

/** The lines of a sheet in their order. */
export const linesOf = (db: Db, sheetId: string): Promise<MeasurementLine[]> =>
  lines.list(db, [sql<SqlBool>`${lines.column('sheetId')} = ${sheetId}`], { field: 'lineNo', direction: 'asc' })

/** Holds the draft of the caller's own that a line is on. Throws 404, 409. */
async function holdDraftOf(db: Db, id: string): Promise<HeldSheet> {
  const line = await lines.get(db, { id })
  return holdDraft(db, line.sheetId)
}

/**
 * Changes a line of a draft; what was typed stays where it still says its number. Throws 404, 400 for what a line cannot be, 409
 * for what is recorded and for another person's draft, 412.
 */
export async function update(db: Db, id: string, edit: Body<typeof updateMeasurementLine>): Promise<MeasurementLine> {
  const sheet = await holdDraftOf(db, id)
  const stored = await lines.getForUpdate(db, { id })
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const merged = { ...stored, ...given }
  const written = { ...merged, typed: edit.typed === undefined ? typedAfter(merged) : edit.typed }
  const known = await knownOf(db, [written])
  const faults = lineFaults(written, sheet.agreementId, known)
  if (faults.length > 0) throw invalid(faults)
  const roundingOf = await decimalsOfLines(db, sheet, [written], known)
  return lines.update(db, { id }, { ...edit, typed: written.typed ?? null, ...roundingOf(written) })
}

/** Throws 404, 409 for what is recorded and for another person's draft. */
export async function remove(db: Db, id: string): Promise<void> {
  await holdDraftOf(db, id)
  await lines.remove(db, { id })
}
