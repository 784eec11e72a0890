import type { Answer, Body, FieldFault } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import {
  maxLinesOfSheet,
  type SentLine,
  type SentLineAnswer,
  type sendMeasurementLines,
} from '@plinth/api/works/measurement-lines'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import { type LockedSheet, lockSheet, writingFault } from './drafts.queries.ts'
import { readReferences } from './known.queries.ts'
import { type LineReferences, lineFaults } from './lines.rules.ts'
import { overMeasuredOf } from './over-measured.queries.ts'
import { decimalsOfLines } from './unit-decimals.queries.ts'

type SentBatch = Body<typeof sendMeasurementLines>

const deviceKeyConflict = () => {
  const sentSheet = messageOf('is already used by another sheet')
  return conflict(sentSheet, [{ path: 'deviceKey', ...sentSheet }])
}

/**
 * Locks the sheet with this device key, and creates it if there is none. The id of a sheet is its device key, so that the device can
 * name the sheet before it is stored. Throws 400, 404, 409.
 */
async function lockOrCreateSheet(db: Db, sentSheet: SentBatch['sheet']) {
  const found = await lockSheet(db, sentSheet)
  if (found) return found
  // If another request is making this sheet, the insert waits for it, and the sheet is that caller's.
  await sql`insert into measurement_sheets (id, agreement_id, device_key, measured_on, location, chainage_from, chainage_to, present,
      book, page, comment)
    values (${sentSheet.deviceKey}, ${sentSheet.agreementId}, ${sentSheet.deviceKey}, ${sentSheet.measuredOn}::date, ${sentSheet.location ?? null}, ${sentSheet.chainageFrom ?? null},
      ${sentSheet.chainageTo ?? null}, ${sentSheet.present}::text[], ${sentSheet.book ?? null}, ${sentSheet.page ?? null}, ${sentSheet.comment ?? null})
    on conflict do nothing`.execute(db)
  const created = await lockSheet(db, sentSheet)
  if (!created) throw deviceKeyConflict()
  return created
}

/** The sheet of each of these line ids, deleted lines included. */
async function sheetsOfLines(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; sheetId: string }>`select id, sheet_id as "sheetId" from measurement_lines
    where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(found.rows.map(({ id, sheetId }) => [id, sheetId]))
}

/** How many more lines a sheet can take. */
async function remainingCapacity(db: Db, sheetId: string): Promise<number> {
  const found = await sql<{ lines: number }>`select count(*)::int as lines from measurement_lines
    where sheet_id = ${sheetId} and deleted_at is null`.execute(db)
  return Math.max(0, maxLinesOfSheet - (found.rows[0]?.lines ?? 0))
}

const fullSheet: FieldFault[] = [
  {
    path: 'sheetId',
    ...messageOf('This sheet has {max} lines already: begin another sheet', { max: maxLinesOfSheet }),
  },
]
const otherSheet: FieldFault[] = [{ path: 'id', ...messageOf('This line has the id of a line of another sheet') }]

/** The faults of each line, by its id. */
function faultsOf(lines: readonly SentLine[], sheet: LockedSheet & { isDeleted: boolean }, references: LineReferences) {
  const closed = sheet.isDeleted
    ? messageOf('This sheet was deleted: begin another sheet')
    : (writingFault(sheet) ??
      (sheet.isAgreementClosed && messageOf('This agreement is closed and cannot be changed any more')))
  const ofLine = (line: SentLine) =>
    closed ? [{ path: 'sheetId', ...closed }] : lineFaults(line, sheet.agreementId, references)
  return new Map(lines.map((line) => [line.id, ofLine(line)]))
}

/** Appends lines to a sheet in their order; returns the ids of the stored ones. */
async function addLines(
  db: Db,
  sheet: LockedSheet,
  lines: readonly SentLine[],
  references: LineReferences,
): Promise<Set<string>> {
  if (lines.length === 0) return new Set()
  const roundingOf = await decimalsOfLines(db, sheet, lines, references)
  const rows = lines.map((line) => {
    const { itemId, correctsLineId, isDeduction, typed, ...rest } = line
    const { decimals, ruleId } = roundingOf(line)
    return {
      ...rest,
      item_id: itemId,
      corrects_line_id: correctsLineId,
      is_deduction: isDeduction,
      typed: typed && Object.keys(typed).length > 0 ? typed : null,
      decimals,
      rule_id: ruleId,
    }
  })
  const stored = await sql<{ id: string }>`
    insert into measurement_lines (id, sheet_id, line_no, item_id, description, nos, parts, length, breadth, depth, factor,
      typed, is_deduction, corrects_line_id, decimals, rule_id, rounding)
    select l.id, ${sheet.id}, coalesce((select max(o.line_no) from measurement_lines o where o.sheet_id = ${sheet.id}), 0) + l.ordinality,
      l.item_id, nullif(l.description, ''), l.nos, l.parts, l.length, l.breadth, l.depth, l.factor, l.typed, l.is_deduction,
      l.corrects_line_id, l.decimals, l.rule_id, 'HALF_UP'
    from jsonb_populate_recordset(null::measurement_lines, ${JSON.stringify(rows)}::jsonb) with ordinality as l
    on conflict (tenant_id, id) do nothing returning id`.execute(db)
  return new Set(stored.rows.map(({ id }) => id))
}

/**
 * Stores each line of a device once, under the id that the device gave it, on the sheet with the device key; creates that sheet if
 * there is none. A line whose id is on the sheet already, deleted or not, is answered KNOWN; a line that breaks a rule is answered
 * REFUSED with its faults. Throws 400 for an unknown agreement and for a future day, 409 for an agreement that is a draft or closed.
 */
export async function send(
  db: Db,
  { sheet: sentSheet, lines }: SentBatch,
): Promise<Answer<typeof sendMeasurementLines>> {
  const sheet = await lockOrCreateSheet(db, sentSheet)
  const sheetById = await sheetsOfLines(
    db,
    lines.map(({ id }) => id),
  )
  // A batch that repeats an id stores it once.
  const newLines = [...new Map(lines.map((line) => [line.id, line])).values()].filter(({ id }) => !sheetById.has(id))
  const references = await readReferences(db, newLines)
  const faults = faultsOf(newLines, sheet, references)
  const valid = newLines.filter(({ id }) => faults.get(id)?.length === 0)
  for (const { id } of valid.splice(await remainingCapacity(db, sheet.id))) faults.set(id, fullSheet)
  const stored = await addLines(db, sheet, valid, references)
  const answerOf = ({ id }: SentLine): SentLineAnswer => {
    const storedSheetId = sheetById.get(id)
    // KNOWN even if it differs from the stored line: the office may have corrected that since, while the device still has the
    // original.
    if (storedSheetId !== undefined)
      return storedSheetId === sheet.id ? { id, outcome: 'KNOWN' } : { id, outcome: 'REFUSED', fields: otherSheet }
    if (stored.has(id)) return { id, outcome: 'STORED' }
    const fields = faults.get(id) ?? []
    return { id, outcome: 'REFUSED', fields: fields.length > 0 ? fields : otherSheet }
  }
  return { sheetId: sheet.id, lines: lines.map(answerOf), overMeasured: await overMeasuredOf(db, sheet.id) }
}
