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
import { type SaidOffice } from './office-matching.rules.ts'

/** A row of the sheet, judged: what it would be stored as, or all that is wrong with it. */
export interface JudgedRow extends ImportRow {
  /** The contract by its columns, as JSON; undefined where there are faults. */
  stored: string | undefined
  bidId: string | undefined
  /** What it says of its office, where it says anything. */
  office: SaidOffice | undefined
  /** Tells the same row sent again, where no bid ID does: SHA-256, in hex. */
  fingerprint: string | undefined
  /** What is stored in place of what cells hold; of a row without faults. */
  notes: FieldNote<FieldName>[]
}

export type Facts = Pick<Columns<FieldName>, 'headings' | 'ignored' | 'names'>

export const faultOf = (field: FieldName, names: Facts['names'], cell: string, said: Message): CellFault =>
  cellFault(contractSheet, { names }, [field, said], cell)

/** A row as it came, but for what is stored in place of what a cell holds: that would not be read again without its format. */
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

/** What the thread that reads a sheet goes by. */
export const rules: Judge<Facts, JudgedRow> = {
  headingsIn: (row) => headingsIn(contractSheet, row),
  noHeadings: noHeadings(contractSheet),
  begin,
}
