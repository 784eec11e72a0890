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
import { type HeldSheet, holdSheet, writingFault } from './drafts.queries.ts'
import { knownOf } from './known.queries.ts'
import { type Known, lineFaults } from './lines.rules.ts'
import { overMeasuredOf } from './over-measured.queries.ts'
import { decimalsOfLines } from './unit-decimals.queries.ts'

type Sent = Body<typeof sendMeasurementLines>

const usedKey = () => {
  const said = messageOf('is already used by another sheet')
  return conflict(said, [{ path: 'deviceKey', ...said }])
}

/**
 * The sheet that a device knows by its key, held; it begins now where it is not there yet. Its id is the key, so that the device can
 * name it before it is stored. Throws 400, 404, 409.
 */
async function sheetOf(db: Db, said: Sent['sheet']) {
  const found = await holdSheet(db, said)
  if (found) return found
  // If another request is making this sheet, the insert waits for it, and the sheet is that caller's.
  await sql`insert into measurement_sheets (id, agreement_id, device_key, measured_on, location, chainage_from, chainage_to, present,
      book, page, comment)
    values (${said.deviceKey}, ${said.agreementId}, ${said.deviceKey}, ${said.measuredOn}::date, ${said.location ?? null}, ${said.chainageFrom ?? null},
      ${said.chainageTo ?? null}, ${said.present}::text[], ${said.book ?? null}, ${said.page ?? null}, ${said.comment ?? null})
    on conflict do nothing`.execute(db)
  const made = await holdSheet(db, said)
  if (!made) throw usedKey()
  return made
}

/** On which sheets lines of these ids are, those that were deleted too. */
async function sheetsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; sheetId: string }>`select id, sheet_id as "sheetId" from measurement_lines
    where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(found.rows.map(({ id, sheetId }) => [id, sheetId]))
}

/** How many lines a sheet still takes. */
async function roomOn(db: Db, sheetId: string): Promise<number> {
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

/** What is wrong with each line, by its id. */
function faultsOf(lines: readonly SentLine[], sheet: HeldSheet & { isDeleted: boolean }, known: Known) {
  const closed = sheet.isDeleted
    ? messageOf('This sheet was deleted: begin another sheet')
    : (writingFault(sheet) ??
      (sheet.isAgreementClosed && messageOf('This agreement is closed and cannot be changed any more')))
  const ofLine = (line: SentLine) =>
    closed ? [{ path: 'sheetId', ...closed }] : lineFaults(line, sheet.agreementId, known)
  return new Map(lines.map((line) => [line.id, ofLine(line)]))
}

/** Adds lines behind those of the sheet, in their order; answers the ids of those that are there now. */
async function addLines(db: Db, sheet: HeldSheet, lines: readonly SentLine[], known: Known): Promise<Set<string>> {
  if (lines.length === 0) return new Set()
  const roundingOf = await decimalsOfLines(db, sheet, lines, known)
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
 * Stores the lines that a device sends under ids of its own, each once: on the sheet that it knows by its key, which begins now where
 * it is not there yet. A line that is there, or was and was deleted, is KNOWN; one that a rule forbids is REFUSED and says what is
 * wrong with which field. Throws 400 for no such agreement and a day to come, 409 for an agreement that is a draft or closed.
 */
export async function send(db: Db, { sheet: said, lines }: Sent): Promise<Answer<typeof sendMeasurementLines>> {
  const sheet = await sheetOf(db, said)
  const there = await sheetsOf(
    db,
    lines.map(({ id }) => id),
  )
  // An id that a batch has twice is stored once.
  const fresh = [...new Map(lines.map((line) => [line.id, line])).values()].filter(({ id }) => !there.has(id))
  const known = await knownOf(db, fresh)
  const faults = faultsOf(fresh, sheet, known)
  const good = fresh.filter(({ id }) => faults.get(id)?.length === 0)
  for (const { id } of good.splice(await roomOn(db, sheet.id))) faults.set(id, fullSheet)
  const stored = await addLines(db, sheet, good, known)
  const answerOf = ({ id }: SentLine): SentLineAnswer => {
    const at = there.get(id)
    // Whatever it says now: a line that arrived may have been corrected in the office since, and the device still has what was typed.
    if (at !== undefined)
      return at === sheet.id ? { id, outcome: 'KNOWN' } : { id, outcome: 'REFUSED', fields: otherSheet }
    if (stored.has(id)) return { id, outcome: 'STORED' }
    const fields = faults.get(id) ?? []
    return { id, outcome: 'REFUSED', fields: fields.length > 0 ? fields : otherSheet }
  }
  return { sheetId: sheet.id, lines: lines.map(answerOf), overMeasured: await overMeasuredOf(db, sheet.id) }
}
