import { type Message, messageOf } from '@plinth/api/kernel/messages'
import type { CellFault } from '@plinth/api/platform/import-results'
import { typedText } from '../../kernel/sheets/sheet-cells.ts'
import {
  type Columns,
  cellFault,
  columnsOf,
  headingsIn,
  inOrder,
  noHeadings,
  repeated,
  rowFault,
  shownLength,
  storable,
} from '../../kernel/sheets/sheet-columns.ts'
import type { Epoch } from '../../kernel/sheets/sheet-numbers.ts'
import { type FieldNote, type FilledRow, rowReader, sumFault } from '../../kernel/sheets/sheet-rows.ts'
import type { Row } from '../../kernel/sheets/sheet-values.ts'
import type { Judge } from '../../kernel/sheets/sheets.ts'
import { contractSheet, type FieldName, fingerprintOf, parsed, storedAs } from './contract-sheet.rules.ts'
import type { ImportRow } from './imports.queries.ts'
import { type TypedOffice } from './office-matching.rules.ts'

/** A validated row of the sheet: the values it would be stored with, or all of its faults. */
export interface JudgedRow extends ImportRow {
  /** The contract by its columns, as JSON; undefined when there are faults. */
  stored: string | undefined
  bidId: string | undefined
  /** The office the row names, if it names one. */
  office: TypedOffice | undefined
  /** Identifies an equal row sent again when there is no bid ID: SHA-256, in hex. */
  fingerprint: string | undefined
  /** Values that are stored in place of a cell's own, for a row without faults. */
  notes: FieldNote<FieldName>[]
}

export type Facts = Pick<Columns<FieldName>, 'headings' | 'ignored' | 'names'>

export const faultOf = (field: FieldName, names: Facts['names'], cell: string, message: Message): CellFault =>
  cellFault(contractSheet, { names }, [field, message], cell)

/**
 * The cells as they came, except those stored as another value: without its number format such a cell would not be read
 * the same again.
 */
const cellsOf = ({ cells }: Row, { kept, fields }: Columns<FieldName>, notes: FilledRow<FieldName>['notes']) =>
  kept.map((at) => {
    const field = fields.find(([, place]) => place === at)?.[0]
    return notes.find((note) => note.field === field)?.stored ?? typedText(cells[at])
  })

function judgeRow(
  row: Row,
  columns: Columns<FieldName>,
  filled: FilledRow<FieldName>,
  seen: Map<string, number>,
): JudgedRow {
  const { number } = row
  const { given, typed, notes, sumLabel } = filled
  const base = {
    row: number,
    refId: `Row ${number}`,
    cells: JSON.stringify(cellsOf(row, columns, notes)),
    stored: undefined,
    bidId: undefined,
    office: undefined,
    fingerprint: undefined,
    notes: [],
  }
  if (sumLabel !== undefined)
    return { ...base, faults: [cellFault(contractSheet, columns, sumFault(contractSheet), sumLabel)] }
  const rest = parsed(given, new Set(filled.faults.map(([field]) => field)))
  const faults = [...filled.faults, ...rest.faults]
  const { bidId, department, officeName } = typed
  const first = bidId && repeated(seen, `bid ${bidId}`, number)
  if (first) faults.push(['bidId', messageOf('is also that of row {row}', { row: first })])
  const isSound = faults.length === 0 && rest.values !== undefined
  const fingerprint = isSound && !bidId ? fingerprintOf(rest.values ?? {}) : undefined
  const twin = fingerprint && repeated(seen, `row ${fingerprint}`, number)
  return {
    ...base,
    refId: storable((bidId ?? typed.referenceNo ?? '').slice(0, shownLength)) || base.refId,
    faults: [
      ...inOrder(faults, columns.fields).map((fault) =>
        cellFault(contractSheet, columns, fault, typed[fault[0]] ?? ''),
      ),
      ...(twin ? [rowFault(messageOf('The row is the same as row {row}', { row: twin }))] : []),
    ],
    stored: isSound && !twin ? storedAs(rest.values ?? {}, fingerprint) : undefined,
    bidId: bidId && storable(bidId),
    office: department || officeName ? { department, officeName } : undefined,
    fingerprint,
    notes,
  }
}

function begin(headings: Row, epoch: Epoch) {
  const columns = columnsOf(contractSheet, headings)
  const reader = rowReader(contractSheet, columns, epoch)
  const seen = new Map<string, number>()
  const { ignored, names } = columns
  return {
    facts: { headings: columns.headings.map(storable), ignored: ignored.map(storable), names },
    look: reader.look,
    judge: (row: Row) => judgeRow(row, columns, reader.read(row), seen),
  }
}

/** The rules by which the sheet-reading thread validates rows. */
export const rules: Judge<Facts, JudgedRow> = {
  headingsIn: (row) => headingsIn(contractSheet, row),
  noHeadings: noHeadings(contractSheet),
  begin,
}
