import type { CellFault } from '@plinth/api/import-results'
import { typedText } from '../kernel/sheet-cells.ts'
import {
  type Columns,
  cellFault,
  columnsOf,
  headingsIn,
  inOrder,
  noHeadings,
  readRow,
  repeated,
  rowFault,
  shownLength,
  storable,
} from '../kernel/sheet-columns.ts'
import type { Judge, Row } from '../kernel/sheets.ts'
import { contractSheet, type FieldName, fingerprintOf, parsed, storedAs } from './contract-sheet.rules.ts'

/** A row of the sheet, judged: what it would be stored as, or all that is wrong with it. */
export interface JudgedRow {
  row: number
  refId: string
  /** As it came, in the order of `Columns.headings`, as JSON: hardly one is looked at again. */
  cells: string
  faults: CellFault[]
  /** The contract by its columns, as JSON; undefined where there are faults. */
  stored: string | undefined
  bidId: string | undefined
  /** Tells the same row sent again, where no bid ID does: SHA-256, in hex. */
  fingerprint: string | undefined
}

export type Facts = Pick<Columns<FieldName>, 'headings' | 'ignored' | 'names'>

export const faultOf = (field: FieldName, names: Facts['names'], cell: string, message: string): CellFault =>
  cellFault(contractSheet, { names }, [field, message], cell)

function judgeRow(row: Row, columns: Columns<FieldName>, seen: Map<string, number>): JudgedRow {
  const { number, cells } = row
  const { given, typed, faults } = readRow(contractSheet, columns, row)
  const rest = parsed(given, new Set(faults.map(([field]) => field)))
  faults.push(...rest.faults)
  const { bidId } = typed
  const first = bidId && repeated(seen, `bid ${bidId}`, number)
  if (first) faults.push(['bidId', `is also that of row ${first}`])
  const isSound = faults.length === 0 && rest.values !== undefined
  const fingerprint = isSound && !bidId ? fingerprintOf(rest.values ?? {}) : undefined
  const twin = fingerprint && repeated(seen, `row ${fingerprint}`, number)
  return {
    row: number,
    refId: storable((bidId ?? typed.referenceNo ?? '').slice(0, shownLength)) || `Row ${number}`,
    cells: JSON.stringify(columns.kept.map((at) => typedText(cells[at]))),
    faults: [
      ...inOrder(faults, columns.fields).map((fault) =>
        cellFault(contractSheet, columns, fault, typed[fault[0]] ?? ''),
      ),
      ...(twin ? [rowFault(`The row is the same as row ${twin}`)] : []),
    ],
    stored: isSound && !twin ? storedAs(rest.values ?? {}, fingerprint) : undefined,
    bidId: bidId && storable(bidId),
    fingerprint,
  }
}

function begin(headings: Row) {
  const columns = columnsOf(contractSheet, headings)
  const seen = new Map<string, number>()
  const { ignored, names } = columns
  return {
    facts: { headings: columns.headings.map(storable), ignored: ignored.map(storable), names },
    judge: (row: Row) => judgeRow(row, columns, seen),
  }
}

/** What the thread that reads a sheet goes by. */
export const rules: Judge<Facts, JudgedRow> = {
  headingsIn: (row) => headingsIn(contractSheet, row),
  noHeadings: noHeadings(contractSheet),
  begin,
}
